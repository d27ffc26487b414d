"""A camera that is not there, and the source that opens it."""

from collections.abc import Iterable
from itertools import count
from typing import Self

from device.hardware.camera.frame import Camera, Frame
from device.hardware.camera.source import CameraSource
from vision.reading import Picture


class StandInCamera(Camera):
    """Gives these pictures, a second apart, and is used up then; without any it is used up at once.

    Also the base of cameras that simulate their pictures: nothing is to be opened or closed, and nothing can hang.

    >>> import numpy as np
    >>> with StandInCamera([np.zeros((960, 1280, 3), np.uint8)]) as camera:
    ...     camera.capture().at_s, camera.capture()
    (0.0, None)
    """

    def __init__(self, pictures: Iterable[Picture] = ()) -> None:
        super().__init__()
        self._frames = (Frame(picture, float(second)) for second, picture in zip(count(), pictures, strict=False))

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — it has one size
        """The next picture, or None when they are used up."""
        return next(self._frames, None)

    def anew(self) -> Self:
        """This camera, which goes on after what it has shown."""
        return self


class StandInSource(CameraSource):
    """A camera source with one camera, which was made before; it is asked for by `form`."""

    def __init__(self, form: str, camera: Camera, is_live: bool) -> None:
        self.form, self.is_live = form, is_live
        self._camera = camera

    def open(self, spec: str) -> Camera:  # noqa: ARG002 — there is one camera
        """The camera."""
        return self._camera

"""What a camera source is: one class for each kind of camera. The list of them is `device.cameras`."""

from collections.abc import Sequence
from typing import NamedTuple

from device.hardware.camera.frame import Camera


class Connected(NamedTuple):
    """A camera that is plugged in: what `--camera` takes for it, and the name that it has itself."""

    spec: str
    name: str


class CameraSource:
    """A kind of camera: how people ask for it, which ones are connected, and how one is opened.

    `form` is how the help of `--camera` writes it. A source that `is_live` shows the table as it is now; any other one
    plays pictures that were taken before.

    >>> class StillCamera(CameraSource):
    ...     form = "still"
    ...     def takes(self, spec): return spec == "still"
    ...     def open(self, spec): return FolderCamera([Path("/usr/share/table.jpg")])
    >>> StillCamera().takes("still"), StillCamera().is_live, StillCamera().connected()
    (True, True, ())
    """

    form: str
    is_live: bool = True

    def takes(self, spec: str) -> bool:
        """Whether a camera is asked for in this source's form."""
        raise NotImplementedError

    def open(self, spec: str) -> Camera:
        """The camera that `takes` has said yes to; raises `CameraTrouble`.

        One that may be plugged in later is looked for at the first picture and again after every trouble.
        """
        raise NotImplementedError

    def connected(self) -> Sequence[Connected]:
        """The cameras that are plugged in, the best one first; raises `CameraTrouble`."""
        return ()

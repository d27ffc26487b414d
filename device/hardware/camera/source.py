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

    >>> class StillCamera(CameraSource):
    ...     form = "still"
    ...     def open(self, spec): return FolderCamera([Path("/usr/share/table.jpg")])
    >>> StillCamera().takes("still"), StillCamera().is_live, StillCamera().connected()
    (True, True, ())
    """

    form: str  # how the help of `--camera` writes it
    is_live: bool = True  # whether it shows the table as it is now; else it plays pictures that were taken before

    def takes(self, spec: str) -> bool:
        """Whether a camera is asked for in this source's form; here, in so many letters."""
        return spec == self.form

    def open(self, spec: str) -> Camera:
        """The camera that `takes` has said yes to; raises `CameraTrouble`.

        One that may be plugged in later is looked for at the first picture and again after every trouble.
        """
        raise NotImplementedError

    def connected(self) -> Sequence[Connected]:
        """The cameras that are plugged in, the best one first; raises `CameraTrouble`."""
        return ()

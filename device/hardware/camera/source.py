"""The interface of camera sources, one class per kind of camera; they are listed in `device.cameras`."""

from collections.abc import Sequence
from typing import NamedTuple

from device.hardware.camera.frame import Camera


class Connected(NamedTuple):
    """A connected camera: the argument for `--camera`, and its own name."""

    spec: str
    name: str


class CameraSource:
    """A kind of camera: how people ask for it, which ones are connected, and how to open one.

    >>> class StillCamera(CameraSource):
    ...     form = "still"
    ...     def open(self, spec): return FolderCamera([Path("/usr/share/table.jpg")])
    >>> StillCamera().takes("still"), StillCamera().is_live, StillCamera().connected()
    (True, True, ())
    """

    form: str  # its form in the help of `--camera`
    is_live: bool = True  # whether it shows the table as it is now; otherwise it plays recorded pictures

    def takes(self, spec: str) -> bool:
        """Whether `spec` has this source's form; by default, literally."""
        return spec == self.form

    def open(self, spec: str) -> Camera:
        """Open the camera that `takes` has accepted; raises `CameraTrouble`.

        A camera that may be plugged in later is searched for at the first picture, and again after every trouble.
        """
        raise NotImplementedError

    def connected(self) -> Sequence[Connected]:
        """The connected cameras, the best one first; raises `CameraTrouble`."""
        return ()

"""All camera sources of the box; listing and opening cameras goes by this list.

A source of another package joins them by an entry point in the group `jarapon.cameras` that names an object of its
class: see `docs/adding_a_game.md`.
"""

from collections.abc import Sequence
from contextlib import suppress

from device.extensions import extensions
from device.hardware.camera.files import FileSource, FolderSource
from device.hardware.camera.frame import Camera, CameraTrouble
from device.hardware.camera.pi import PiSource
from device.hardware.camera.source import CameraSource, Connected
from device.hardware.camera.usb import UsbSource
from engines.messages import message

GROUP = "jarapon.cameras"


class DemoSource(CameraSource):
    """`--camera demo`: the simulated table that every box has; it is never listed as plugged in."""

    form = "demo"

    def open(self, spec: str) -> Camera:  # noqa: ARG002 — there is one demo table
        """A new demo table; a box that watches a real one never loads the simulator."""
        from device.demo.camera import DemoCamera

        return DemoCamera()


def _try_source(source: CameraSource) -> CameraSource:
    """Try the calls that every start makes on a source of another package; raises what they raise."""
    source.takes(source.form)
    with suppress(CameraTrouble):
        source.connected()
    return source


DEMO = DemoSource()
SOURCES: tuple[CameraSource, ...] = (
    DEMO,
    PiSource(),
    UsbSource(),
    FolderSource(),
    FileSource(),
    *extensions(GROUP, CameraSource, _try_source),
)
FORMS = "|".join(dict.fromkeys(source.form for source in SOURCES))


def source_of(spec: str) -> CameraSource:
    """The source of a camera by its name; raises `CameraTrouble` where no source has it.

    >>> source_of("pi").is_live, source_of("usb:2").form
    (True, 'usb:N')
    """
    for source in SOURCES:
        if source.takes(spec):
            return source
    raise CameraTrouble(message("camera.unknown", camera=spec))


def open_camera(spec: str) -> Camera:
    """Open a camera by its name, such as `pi`, `usb:0` or a folder; raises `CameraTrouble`."""
    return source_of(spec).open(spec)


def connected_cameras(sources: Sequence[CameraSource] = SOURCES) -> list[Connected]:
    """Every camera that is plugged in, the best one first; raises `CameraTrouble`."""
    return [camera for source in sources for camera in source.connected()]


def best_camera() -> str:
    """The camera to use when nobody has chosen one: the best one that is plugged in, else the demo table."""
    found = connected_cameras()
    return found[0].spec if found else DEMO.form

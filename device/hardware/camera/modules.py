"""Camera modules on the market: field of view, focus, and how high above the table each belongs.

Angles, focus and nearest distances are those of Raspberry Pi's table
(https://www.raspberrypi.com/documentation/accessories/camera.html#hardware-specification), sensor modes those that
libcamera lists. The HQ camera has no lens of its own: its angles follow from its sensor's 6.287 × 4.712 mm and the
official 6 mm lens. Makers of webcams state the diagonal of a 16:9 picture.
"""

import math
from dataclasses import dataclass
from typing import Literal

from device.hardware.camera.frame import WATCHING_SIZE
from vision.dimensions import TILE_WIDE, TRAY
from vision.meter import ENOUGH_TILE_PX

Focus = Literal["fixed", "by hand", "motor"]

ROOM = 1.1  # multiple of the tray's width: nobody hangs a camera exactly above its middle, or quite level
RAIL = 22.0  # mm above the table: the tray's upper edges, nearer to the camera and so wider in the picture


@dataclass(frozen=True)
class Module:
    """A camera with its lens."""

    name: str
    models: tuple[str, ...]  # its name, or a part of it, in libcamera or the kernel
    across: float  # horizontal angle (degrees) of the whole sensor
    down: float  # vertical angle (degrees)
    focus: Focus
    nearest: int | None  # cm from which it is sharp; None if that depends on its focus
    mode: tuple[int, int] | None  # sensor mode (px) while watching; None if the camera scales by itself
    size: tuple[int, int] = WATCHING_SIZE  # px of its pictures

    @property
    def view_down(self) -> float:
        """The vertical angle of the picture (degrees): that of the whole sensor, cropped at most at the sides."""
        return min(self.down, _angle(self.size[1] / self.size[0] * _half(self.across)))

    @property
    def view_across(self) -> float:
        """The horizontal angle of the picture (degrees), as far as its shape uses the sensor's."""
        return min(self.across, _angle(self.size[0] / self.size[1] * _half(self.down)))


def _webcam(name: str, models: tuple[str, ...], diagonal: float, focus: Focus) -> Module:
    """A webcam with this diagonal angle (degrees) of a 16:9 picture."""
    half, corner = _half(diagonal), math.hypot(16, 9)
    return Module(name, models, _angle(half * 16 / corner), _angle(half * 9 / corner), focus, None, None, (1280, 720))


def _half(angle: float) -> float:
    """Half the width that an angle (degrees) spans at distance 1."""
    return math.tan(math.radians(angle) / 2)


def _angle(half: float) -> float:
    return math.degrees(2 * math.atan(half))


MODULES = (
    Module("Camera Module 1", ("ov5647",), 53.5, 41.41, "fixed", 100, (1296, 972)),
    Module("Camera Module 2", ("imx219",), 62.2, 48.8, "by hand", 10, (1640, 1232)),
    Module("Camera Module 3", ("imx708",), 66.0, 41.0, "motor", 10, (2304, 1296)),
    Module("Camera Module 3 Wide", ("imx708_wide",), 102.0, 67.0, "motor", 5, (2304, 1296)),
    Module("HQ Camera, 6 mm", ("imx477",), _angle(6.287 / 12), _angle(4.712 / 12), "by hand", None, (2028, 1520)),
    Module("AI Camera", ("imx500",), 66.0, 52.3, "by hand", 20, (2028, 1520)),
    _webcam("Logitech C920, C922", ("c920", "c922"), 78.0, "motor"),
    _webcam("webcam, 90° from corner to corner", (), 90.0, "fixed"),
    _webcam("webcam, 60° from corner to corner", (), 60.0, "fixed"),
)


def module_of(model: str) -> Module | None:
    """The module with a camera's name, with or without an infrared filter; None for an unknown one.

    >>> module_of("imx708_wide_noir").name, module_of("HD Pro Webcam C920").name, module_of("HD Webcam")
    ('Camera Module 3 Wide', 'Logitech C920, C922', None)
    """
    plain = model.lower().removesuffix("_noir")
    exact = [module for module in MODULES if plain in module.models]
    named = [module for module in MODULES if set(module.models) & set(plain.split())]
    return next(iter(exact or named), None)


def view_mm(module: Module, height: float) -> tuple[float, float]:
    """The visible area of a table (mm across, mm down) from a height (mm) straight above it.

    >>> [round(mm) for mm in view_mm(module_of("imx219"), 500)]
    [603, 452]
    """
    return 2 * height * _half(module.view_across), 2 * height * _half(module.view_down)


def px_per_tile(module: Module, height: float) -> float:
    """The shorter side of a tile (px) in the watching picture, from a height (mm) above the table.

    >>> round(px_per_tile(module_of("imx708"), 650))
    43
    """
    return TILE_WIDE * module.size[1] / view_mm(module, height)[1]


def lowest_cm(module: Module) -> int:
    """The lowest height (cm) at which the whole tray is in the picture, with a margin, and sharp.

    >>> [lowest_cm(module_of(model)) for model in ("imx219", "imx708", "imx708_wide", "ov5647")]
    [51, 62, 36, 100]
    """
    return max(math.ceil((ROOM * TRAY / min(view_mm(module, 1.0)) + RAIL) / 10), module.nearest or 0)


def highest_cm(module: Module) -> int:
    """The greatest height (cm) at which tiles are large enough in the picture to be read well.

    >>> [highest_cm(module_of(model)) for model in ("imx219", "imx708", "imx708_wide")]
    [89, 108, 61]
    """
    return math.floor(px_per_tile(module, 1.0) / ENOUGH_TILE_PX / 10)

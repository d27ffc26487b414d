"""What a simulated frame looks like, what stands behind it, and the light."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simulator.render.pieces import Colour

PIECE_COLOURS: Mapping[str, Colour] = {
    "blue": (205, 92, 38),
    "yellow": (40, 200, 232),
    "green": (62, 138, 34),
    "red": (42, 44, 205),
}


@dataclass(frozen=True)
class Spot:
    """How bonus circles of one size are printed: rim, inside and number; `rim_share` of the radius is rim."""

    rim: Colour
    inside: Colour
    ink: Colour
    rim_share: float = 0.12


@dataclass(frozen=True)
class FrameLook:
    """The artwork of a frame. `clear`: how much of what is behind shows through the back, 0 for an opaque one.

    The inner edges of the bars are `rounded` by so many mm. Edge segments are printed on the front of the bars, `inset`
    mm from their inside, or on the back beside them (`marks_on_bars`).
    """

    bars: Colour = (70, 55, 48)
    bar_width: float = 13.0
    rounded: float = 0.3
    back: Colour = (96, 66, 60)
    grain: float = 0.03
    clear: float = 0.0
    lines: Colour = (225, 225, 225)
    line_width: float = 0.9
    numbers: Colour = (215, 215, 215)
    numbers_right: bool = True
    spots: Mapping[str, Spot] = field(
        default_factory=lambda: {
            "large": Spot((130, 140, 30), (238, 238, 238), (130, 140, 30)),
            "medium": Spot((120, 40, 200), (238, 238, 238), (120, 40, 200)),
            "small": Spot((30, 110, 100), (238, 238, 238), (60, 90, 60)),
        }
    )
    marks_on_bars: bool = True
    inset: float = 1.0
    marks: Colour = (40, 50, 90)
    paper: Colour = (175, 215, 232)
    foot: Colour = (70, 50, 45)
    pieces: Mapping[str, Colour] = field(default_factory=lambda: PIECE_COLOURS)


@dataclass(frozen=True)
class Thing:
    """Something soft behind the frame: where its middle is and how large it is (share of the picture), its colour."""

    x: float
    y: float
    wide: float
    high: float
    colour: Colour


@dataclass(frozen=True)
class Room:
    """What stands behind and below the frame."""

    wall: Colour = (150, 160, 145)
    table: Colour = (60, 95, 150)
    other: Colour | None = None  # of a table cloth in squares
    horizon: float = 0.7  # share of the picture
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Reflection:
    """A window mirrored in the pane: its middle, half its width and height (mm in the frame), its turn (radians), how
    bright it is (1: as white paper) and how soft its edges are (mm)."""

    x: float
    y: float
    wide: float
    high: float
    turn: float = 0.1
    bright: float = 0.35
    soft: float = 3.0


@dataclass(frozen=True)
class FrameLight:
    """The light: whence it comes (towards the lamp: right, up, to the camera), its share beside light from all around,
    how much darker the picture's corners are, and mirror images in the front pane."""

    towards: tuple[float, float, float] = (-0.4, 0.7, 0.6)
    direct: float = 0.6
    vignette: float = 0.15
    reflections: tuple[Reflection, ...] = ()

"""The style of a simulated frame, what stands behind it, and the light."""

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
    """How bonus circles of one size are printed."""

    rim: Colour
    inside: Colour
    ink: Colour  # of the number
    rim_share: float = 0.12  # of the radius that is rim


@dataclass(frozen=True)
class Bars:
    """The bars that hold the pieces; lengths in mm."""

    colour: Colour = (70, 55, 48)
    width: float = 13.0
    rounded: float = 0.3  # radius of their inner edges


@dataclass(frozen=True)
class Back:
    """The back and the lines printed on it; lengths in mm."""

    colour: Colour = (96, 66, 60)
    clear: float = 0.0  # transparency, 0 for an opaque back
    lines: Colour = (225, 225, 225)
    line_width: float = 0.9
    numbers: Colour = (215, 215, 215)
    numbers_right: bool = True


@dataclass(frozen=True)
class Marks:
    """The shapes of the edges; lengths in mm."""

    on_bars: bool = True  # whether they are printed on the front of the bars, or on the back beside them
    inset: float = 1.0  # from the inner edge of the bars to these prints
    ink: Colour = (40, 50, 90)
    paper: Colour = (175, 215, 232)


@dataclass(frozen=True)
class FrameStyle:
    """The artwork of a frame."""

    bars: Bars = field(default_factory=Bars)
    back: Back = field(default_factory=Back)
    grain: float = 0.03  # share by which paper and bars vary in lightness
    spots: Mapping[str, Spot] = field(
        default_factory=lambda: {
            "large": Spot((130, 140, 30), (238, 238, 238), (130, 140, 30)),
            "medium": Spot((120, 40, 200), (238, 238, 238), (120, 40, 200)),
            "small": Spot((30, 110, 100), (238, 238, 238), (60, 90, 60)),
        }
    )
    marks: Marks = field(default_factory=Marks)
    foot: Colour = (70, 50, 45)
    pieces: Mapping[str, Colour] = field(default_factory=lambda: PIECE_COLOURS)


@dataclass(frozen=True)
class Thing:
    """Something soft behind the frame."""

    x: float  # its middle, share of the picture
    y: float  # its middle
    wide: float  # share of the picture
    high: float  # share of the picture
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
    """A window mirrored in the pane."""

    x: float  # mm in the frame, of its middle
    y: float  # mm, of its middle
    wide: float  # mm, half of it
    high: float  # mm, half of it
    turn: float = 0.1  # radians
    bright: float = 0.35  # 1: as white paper
    soft: float = 3.0  # mm, of its edges


@dataclass(frozen=True)
class FrameLight:
    """The light on a frame."""

    towards: tuple[float, float, float] = (-0.4, 0.7, 0.6)  # the lamp: right, up, to the camera
    direct: float = 0.6  # the lamp's share, beside ambient light
    vignette: float = 0.15  # loss of light in the picture's corners
    reflections: tuple[Reflection, ...] = ()  # in the front pane

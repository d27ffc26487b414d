"""What lies on a simulated table: tiles as boxes, dice, and hands above them."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.dimensions import DIE, TILE_HIGH, TILE_THICK, TILE_WIDE
from vision.reading import Picture

Colour = tuple[float, float, float]  # BGR, 0–255

_UNIT_BOX = np.array(
    [[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1], [-1, 1, -1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]], np.float64
)


@dataclass(frozen=True)
class Tile:
    """A tile: centre `x`, `y` and underside `z` in mm, turned by `turn` degrees counter-clockwise seen from above.

    `face`: `"1"` … `"9"`, `"wild"`, `"back"` or `"blank"`; what its upper side shows. `pose`: `flat`, `upright`
    (standing on its short edge) or `rack` (standing in a player's rack, not part of the table).
    """

    x: float
    y: float
    face: str
    turn: float = 0.0
    z: float = 0.0
    pose: str = "flat"

    @property
    def size(self) -> tuple[float, float, float]:
        """Extent along the tile's own x and y and along z in mm."""
        return (TILE_WIDE, TILE_HIGH, TILE_THICK) if self.pose == "flat" else (TILE_WIDE, TILE_THICK, TILE_HIGH)

    def corners(self) -> NDArray[np.float64]:
        """The box's corners (8 × 3, mm): upper side clockwise from the face's top left, then the underside.

        They are worked out once and cannot be written to.
        """
        return _corners(self)


@lru_cache(maxsize=1024)
def _corners(tile: Tile) -> NDArray[np.float64]:
    half = np.array(tile.size) / 2
    turn = np.radians(tile.turn)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = _UNIT_BOX * half
    box[:, :2] = box[:, :2] @ turned.T
    corners = np.asarray(box + np.array([tile.x, tile.y, tile.z + half[2]]))
    corners.flags.writeable = False
    return corners


@dataclass(frozen=True)
class DieLook:
    """How a die looks: colours of its body, its pips and the pip of its 1; radii of these and of its corners (mm)."""

    body: Colour = (235.0, 242.0, 245.0)
    pips: Colour = (30.0, 25.0, 25.0)
    one: Colour = (40.0, 40.0, 195.0)
    radius: float = 1.6
    one_radius: float = 2.6
    rounded: float = 2.0


@dataclass(frozen=True)
class Die:
    """A die: its middle `x`, `y` and its lowest point `z` in mm, the number that lies up, its turn in degrees.

    `tilt`: by how many degrees it leans over its own x, as on the edge of a tile.
    """

    x: float
    y: float
    pips: int
    turn: float = 0.0
    look: DieLook = DieLook()
    z: float = 0.0
    tilt: float = 0.0

    @property
    def rotation(self) -> NDArray[np.float64]:
        """How the cube lies (3×3), the side with `pips` along its z before it leans."""
        turn, tilt = np.radians([self.turn, self.tilt])
        about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        return np.asarray(about_z @ about_x)

    @property
    def middle(self) -> NDArray[np.float64]:
        """The middle of the cube (3, mm)."""
        lowest = float(np.abs(self.rotation[2]).sum()) * DIE / 2
        return np.array([self.x, self.y, self.z + lowest])

    def corners(self) -> NDArray[np.float64]:
        """The cube's corners (8 × 3, mm), in the order of a tile's."""
        return np.asarray(self.middle + _UNIT_BOX * (DIE / 2) @ self.rotation.T)


@dataclass(frozen=True)
class Hand:
    """A hand over the table: fingertips at `x`, `y` mm, the arm towards `towards` (degrees, 0 = to the right)."""

    x: float
    y: float
    towards: float
    z: float = 45.0
    skin: Colour = (140.0, 170.0, 225.0)
    sleeve: Colour = (60.0, 60.0, 160.0)
    spread: float = 1.0


@dataclass(frozen=True)
class Art:
    """How the things of one set look: pictures of 22×30 mm at 4 px/mm, the sheet at 2 px/mm, colours BGR."""

    faces: dict[str, Picture]
    body: Colour
    lower: Colour
    sheet: Picture
    tray: Colour | None
    table: Picture


@dataclass(frozen=True)
class Table:
    """All that a simulated camera can see.

    `tray_high`: height of the tray's rails in mm. `tray_shine`: how much its inner walls mirror the sheet (0 to 1).
    `tray_gap`: mm between the sheet and these walls. `backing`: how much of a tile's thickness is the back's plastic.
    `rim`: how much brighter (over 1) or darker a tile's rounded edge is. `bevel`: how wide that edge is, as a share of
    half the tile. `relief`: how much the edge's four sides differ, by where they face. `rim_gloss`: how much of the
    lamps' mirror image on a tile also shows on its edge (0 to 1): it faces elsewhere, so it often keeps its colour.
    `edge_shine`: how bright a lamp's thin mirror line along the edge that faces it is (0 to 1). `side_light`: how light
    upright sides are beside the upper one.
    """

    art: Art
    tiles: tuple[Tile, ...]
    hands: tuple[Hand, ...] = ()
    tray_high: float = 22.0
    tray_shine: float = 0.0
    tray_gap: float = 2.0
    backing: float = 0.5
    rim: float = 0.85
    bevel: float = 0.06
    relief: float = 0.1
    rim_gloss: float = 0.3
    edge_shine: float = 0.3
    side_light: float = 0.62
    clutter: tuple[tuple[float, float, float, float, Colour], ...] = field(default=())  # x, y, radius, height, colour
    dice: tuple[Die, ...] = ()

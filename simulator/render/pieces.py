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
    """A tile on the table."""

    x: float  # mm, of its centre
    y: float  # mm, of its centre
    face: str  # what its upper side shows: `"1"` … `"9"`, `"wild"`, `"back"` or `"blank"`
    turn: float = 0.0  # degrees counter-clockwise, seen from above
    z: float = 0.0  # mm, of its underside
    pose: str = "flat"  # `flat`, `upright` (on its short edge) or `rack` (in a player's rack, not part of the table)

    @property
    def size(self) -> tuple[float, float, float]:
        """Extent along the tile's own x and y and along z in mm."""
        return (TILE_WIDE, TILE_HIGH, TILE_THICK) if self.pose == "flat" else (TILE_WIDE, TILE_THICK, TILE_HIGH)

    def corners(self) -> NDArray[np.float64]:
        """The box's corners (8 × 3 mm, read-only): upper side clockwise from the face's top left, then the lower."""
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
class DieStyle:
    """The style of a die."""

    body: Colour = (235.0, 242.0, 245.0)  # of its sides
    pips: Colour = (30.0, 25.0, 25.0)  # of all pips but that of its 1
    one: Colour = (40.0, 40.0, 195.0)  # of the pip of its 1
    radius: float = 1.6  # mm, of a pip
    one_radius: float = 2.6  # mm, of the pip of its 1
    rounded: float = 2.0  # mm, the radius of its corners


@dataclass(frozen=True)
class Die:
    """A die on the table, or leaning on a tile."""

    x: float  # mm, of its middle
    y: float  # mm, of its middle
    pips: int  # of the upper side
    turn: float = 0.0  # degrees counter-clockwise
    style: DieStyle = DieStyle()
    z: float = 0.0  # mm, of its lowest point
    tilt: float = 0.0  # degrees about its own x, as on the edge of a tile

    @property
    def rotation(self) -> NDArray[np.float64]:
        """The rotation of the cube (3×3); before the tilt, the side with `pips` faces along z."""
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
    """A hand over the table."""

    x: float  # mm, of the fingertips
    y: float  # mm, of the fingertips
    towards: float  # degrees, direction of the arm, 0 = to the right
    z: float = 45.0  # mm above the table
    skin: Colour = (140.0, 170.0, 225.0)
    sleeve: Colour = (60.0, 60.0, 160.0)
    spread: float = 1.0  # of the fingers, 1 as usual


@dataclass(frozen=True)
class Art:
    """The artwork of one set."""

    faces: dict[str, Picture]  # 22×30 mm at 4 px/mm
    body: Colour  # of a tile's plastic on the side of its face
    lower: Colour  # and on the side of its back
    sheet: Picture  # 2 px/mm
    tray: Colour | None  # None for no tray
    table: Picture  # the table top


@dataclass(frozen=True)
class Table:
    """All that is in view of a simulated camera."""

    art: Art
    tiles: tuple[Tile, ...]
    hands: tuple[Hand, ...] = ()
    tray_high: float = 22.0  # mm: height of the rails
    tray_shine: float = 0.0  # reflectance of its inner walls for the sheet, 0 to 1
    tray_gap: float = 2.0  # mm between the sheet and these walls
    backing: float = 0.5  # share of a tile's thickness that is the back's plastic
    rim: float = 0.85  # brightness of a tile's rounded edge relative to its face
    bevel: float = 0.06  # width of that edge, as a share of half the tile
    relief: float = 0.1  # difference in brightness of the edge's four sides, by their direction
    rim_gloss: float = 0.3  # share of the lamps' mirror images that the edge shows, 0 to 1
    edge_shine: float = 0.3  # brightness of a lamp's highlight along the edge that faces it, 0 to 1
    side_light: float = 0.62  # brightness of upright sides relative to the upper one
    clutter: tuple[tuple[float, float, float, float, Colour], ...] = field(default=())  # x, y, radius, height, colour
    dice: tuple[Die, ...] = ()

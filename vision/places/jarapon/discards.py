"""Assigns the tiles of Galaxy Jarapon to the sides of the table, and finds those that lie across their row (J7-9).

Sides count counter-clockwise from 1, the side at the bottom of the picture. A side's own frame is the table as its
player sees it: `right` of the middle and `near` him (mm). All that a player lays in a row stands upright to him, but
for the discard of riichi and the called tile of an open set, which may lie across.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees, dist, inf

import numpy as np

from vision.board.top_view import top_view_to_mm
from vision.reading import Points

SIDES = (1, 2, 3, 4)
# mm from the middle of the sheet: the rest of the wall lies within, the rows of the four players round it
MIN_ROW_NEAR = 55.0
MAX_FIRST_ROW_NEAR = 118.0  # mm from the middle to the first row of a river
_MAX_UPRIGHT, _MIN_ACROSS = 35.0, 55.0  # degrees of an upright tile and of one across; in between it is neither
_MAX_OUT_OF_LINE = 13.0  # mm between two tiles of a row, both laid carelessly
_MAX_OVERLAP, _MAX_GAP = 8.0, 14.0  # mm between neighbours of a row, by the same carelessness
_MIN_COST_MARGIN = 4.0  # mm by which a tile must fit one row better than the next
_ACROSS_COST = 5.0  # mm that a tile across must fit better
_MAX_ROUNDS = 3  # the sides of neighbours are better evidence in each round
_MIN_NEARER = 15.0  # mm by which a lone tile across must be nearer to its player than to the others


@dataclass(frozen=True)
class SideTile:
    """A tile in the frame of a side (mm)."""

    right: float  # of its middle
    near: float  # of its middle
    half: float  # half its extent along the row
    across: bool | None  # whether it lies across the row; None where that is ambiguous

    def out_of_line(self, other: "SideTile") -> float:
        """The distance between two tiles towards the player (mm)."""
        return abs(self.near - other.near)

    def gap(self, other: "SideTile") -> float:
        """The gap between two tiles along the row (mm), negative where they overlap."""
        return abs(self.right - other.right) - self.half - other.half

    def is_beside(self, other: "SideTile") -> bool:
        """Whether both are neighbours in a row."""
        return self.out_of_line(other) <= _MAX_OUT_OF_LINE and -_MAX_OVERLAP < self.gap(other) < _MAX_GAP


def side_tile(ring: Points, side: int) -> SideTile:
    """A tile (4 × 2 mm of the table, clockwise from its top left) in the frame of a side.

    >>> from numpy import array
    >>> tile = array([[-40.0, -59.0], [-18.0, -59.0], [-18.0, -89.0], [-40.0, -89.0]])
    >>> side_tile(tile, 1), side_tile(tile, 4).across
    (SideTile(right=-29.0, near=74.0, half=11.0, across=False), True)
    """
    return _from_every_side(ring)[side]


def _from_every_side(ring: Points) -> dict[int, SideTile]:
    """A tile (4 × 2 mm) in the frames of all four sides."""
    a, b, c, d = ring.tolist()
    x, y = ((a[axis] + b[axis] + c[axis] + d[axis]) / 4 for axis in (0, 1))
    wide, high = dist(a, b) / 2, dist(b, c) / 2
    turned = degrees(atan2(abs(b[1] - a[1]), abs(b[0] - a[0])))
    across = None if _MAX_UPRIGHT <= turned <= _MIN_ACROSS else turned > _MIN_ACROSS
    to_its_left = None if across is None else not across
    half, half_to_its_left = (high if is_across else wide for is_across in (across, to_its_left))
    return {
        1: SideTile(x, -y, half, across),
        2: SideTile(y, x, half_to_its_left, to_its_left),
        3: SideTile(-x, y, half, across),
        4: SideTile(-y, -x, half_to_its_left, to_its_left),
    }


def sides_of(rings: Sequence[Points]) -> list[tuple[int | None, bool]]:
    """For each tile (4 × 2 mm) the side whose player it lies before and whether it lies across his row.

    The side is None for tiles in the middle, and where it is ambiguous.
    """
    tiles = [_from_every_side(ring) for ring in rings]
    misfits = {side: _misfits([tile[side] for tile in tiles]) for side in SIDES}
    sides: list[int | None] = [None] * len(rings)
    for _ in range(_MAX_ROUNDS):
        before, sides = sides, [_side_of(tile, misfits, at, sides) for at, tile in enumerate(tiles)]
        if sides == before:
            break
    return [(side, side is not None and bool(tile[side].across)) for tile, side in zip(tiles, sides, strict=True)]


Misfits = Sequence[Mapping[int, float]]  # for each tile, the cost (mm) of continuing the row of each of its neighbours


def _side_of(
    tile: Mapping[int, SideTile], misfits: Mapping[int, Misfits], at: int, sides: Sequence[int | None]
) -> int | None:
    """The side in whose rows a tile fits best, or before which it lies alone. `sides`: of all tiles so far."""
    if max(framed.near for framed in tile.values()) < MIN_ROW_NEAR or tile[1].across is None:
        return None
    open_to = {side: framed for side, framed in tile.items() if framed.near >= MIN_ROW_NEAR}
    costs = sorted(
        (min((cost for beside, cost in misfits[side][at].items() if sides[beside] in (None, side)), default=inf), side)
        for side in open_to
    )
    if costs[0][0] == inf:
        return _lonely(open_to, sides)
    return costs[0][1] if len(costs) == 1 or costs[0][0] + _MIN_COST_MARGIN < costs[1][0] else None


def _misfits(tiles: Sequence[SideTile]) -> Misfits:
    """The costs for each tile of continuing the row of another one before the same side (mm).

    A tile across costs more, since it is rare, and two neighbours across are never of one row.
    """
    right, near, half = np.array([(tile.right, tile.near, tile.half) for tile in tiles]).reshape(-1, 3).T
    across = np.array([bool(tile.across) for tile in tiles], np.bool_)
    out_of_line = np.abs(near[:, None] - near)
    gap = np.abs(right[:, None] - right) - half[:, None] - half
    beside = (out_of_line <= _MAX_OUT_OF_LINE) & (gap > -_MAX_OVERLAP) & (gap < _MAX_GAP) & (near >= MIN_ROW_NEAR)
    beside &= ~(across[:, None] & across) & ~np.eye(len(tiles), dtype=np.bool_)
    costs = np.abs(gap) + out_of_line + _ACROSS_COST * (across[:, None] | across)
    found: list[dict[int, float]] = [{} for _ in tiles]
    for at, neighbour in np.argwhere(beside).tolist():
        found[at][neighbour] = float(costs[at, neighbour])
    return found


def _lonely(open_to: Mapping[int, SideTile], sides: Sequence[int | None]) -> int | None:
    """The side of a tile that lies in no row: the nearest one, if the tile is upright there or clearly nearer.

    Beyond a river's first row a lone tile must be upright, and other tiles must lie before that side.
    """
    candidates = {
        side: tile
        for side, tile in open_to.items()
        if tile.near < MAX_FIRST_ROW_NEAR or (not tile.across and sides.count(side) > 1)
    }
    if not candidates:
        return None
    (side, nearest), *others = sorted(candidates.items(), key=lambda pair: -pair[1].near)
    if not nearest.across or all(nearest.near - tile.near >= _MIN_NEARER for _, tile in others):
        return side
    return None


def laid_across(tiles: Sequence[Points]) -> list[bool]:
    """For each tile (4 × 2 top-view px, clockwise from its top left), whether it lies across its player's row."""
    return [across for _, across in sides_of([top_view_to_mm(ring) for ring in tiles])]

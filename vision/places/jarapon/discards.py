"""Before which side of the table a tile of Galaxy Jarapon lies, and which tiles lie across their row (J7-9).

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
# Seen from the middle of the sheet: the rest of the wall lies within, the rows of the four players round it (mm).
ROWS_BEGIN = 55.0
RIVER_BEGINS = 118.0  # a river's first row is not further out than this (mm)
_UPRIGHT, _ACROSS = 35.0, 55.0  # degrees: less than the one is upright, more than the other across, else neither
_IN_LINE = 13.0  # tiles of a row are not more out of line: two laid carelessly
_OVERLAP, _GAP = 8.0, 14.0  # between neighbours of a row, by the same carelessness
_CLEARLY = 4.0  # how much better a tile must fit one row than another
_SELDOM = 5.0  # and how much better, if it lies across there
_ROUNDS = 3  # the sides of neighbours are better evidence in each round
_CLEARLY_NEARER = 15.0


@dataclass(frozen=True)
class SideTile:
    """A tile in the frame of a side: its middle (mm), half its extent along the row, `across` None where open."""

    right: float
    near: float
    half: float
    across: bool | None

    def out_of_line(self, other: "SideTile") -> float:
        """How much nearer or farther to the player the other one lies (mm)."""
        return abs(self.near - other.near)

    def gap(self, other: "SideTile") -> float:
        """The room between two tiles along the row (mm), negative where they overlap."""
        return abs(self.right - other.right) - self.half - other.half

    def beside(self, other: "SideTile") -> bool:
        """Whether both are neighbours in a row."""
        return self.out_of_line(other) <= _IN_LINE and -_OVERLAP < self.gap(other) < _GAP


def side_tile(ring: Points, side: int) -> SideTile:
    """A tile (4 × 2 mm of the table, clockwise from its top left) in the frame of a side.

    >>> from numpy import array
    >>> tile = array([[-40.0, -59.0], [-18.0, -59.0], [-18.0, -89.0], [-40.0, -89.0]])
    >>> side_tile(tile, 1), side_tile(tile, 4).across
    (SideTile(right=-29.0, near=74.0, half=11.0, across=False), True)
    """
    return _from_every_side(ring)[side]


def _from_every_side(ring: Points) -> dict[int, SideTile]:
    """The same of all four sides."""
    one, two, three, four = ring.tolist()
    x, y = ((one[at] + two[at] + three[at] + four[at]) / 4 for at in (0, 1))
    wide, high = dist(one, two) / 2, dist(two, three) / 2
    turned = degrees(atan2(abs(two[1] - one[1]), abs(two[0] - one[0])))
    across = None if _UPRIGHT <= turned <= _ACROSS else turned > _ACROSS
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

    None for tiles in the middle, and for those that the picture leaves open.
    """
    seen = [_from_every_side(ring) for ring in rings]
    misfits = {side: _misfits([here[side] for here in seen]) for side in SIDES}
    sides: list[int | None] = [None] * len(rings)
    for _ in range(_ROUNDS):
        before, sides = sides, [_side_of(here, misfits, at, sides) for at, here in enumerate(seen)]
        if sides == before:
            break
    return [(side, side is not None and bool(here[side].across)) for here, side in zip(seen, sides, strict=True)]


Misfits = Sequence[Mapping[int, float]]  # for each tile, its neighbours in a row and how badly it continues theirs (mm)


def _side_of(
    here: Mapping[int, SideTile], misfits: Mapping[int, Misfits], at: int, sides: Sequence[int | None]
) -> int | None:
    """The side of one tile: it fits one row better than another, or it lies alone. `sides`: of the others so far."""
    if max(one.near for one in here.values()) < ROWS_BEGIN or here[1].across is None:
        return None
    open_to = {side: one for side, one in here.items() if one.near >= ROWS_BEGIN}
    costs = sorted(
        (min((cost for other, cost in misfits[side][at].items() if sides[other] in (None, side)), default=inf), side)
        for side in open_to
    )
    if costs[0][0] == inf:
        return _lonely(open_to, sides)
    return costs[0][1] if len(costs) == 1 or costs[0][0] + _CLEARLY < costs[1][0] else None


def _misfits(tiles: Sequence[SideTile]) -> Misfits:
    """How far each tile lies from where it would continue the row of another one before the same side (mm).

    Tiles lie across seldom, and two in a row never.
    """
    right, near, half = np.array([(tile.right, tile.near, tile.half) for tile in tiles]).reshape(-1, 3).T
    across = np.array([bool(tile.across) for tile in tiles], np.bool_)
    out_of_line = np.abs(near[:, None] - near)
    gap = np.abs(right[:, None] - right) - half[:, None] - half
    beside = (out_of_line <= _IN_LINE) & (gap > -_OVERLAP) & (gap < _GAP) & (near >= ROWS_BEGIN)
    beside &= ~(across[:, None] & across) & ~np.eye(len(tiles), dtype=np.bool_)
    costs = np.abs(gap) + out_of_line + _SELDOM * (across[:, None] | across)
    found: list[dict[int, float]] = [{} for _ in tiles]
    for at, other in np.argwhere(beside).tolist():
        found[at][other] = float(costs[at, other])
    return found


def _lonely(open_to: Mapping[int, SideTile], sides: Sequence[int | None]) -> int | None:
    """The side of a tile that lies in no row: the nearest one, where the tile stands upright or is clearly nearer.

    Beyond a river's first row nothing lies alone across, nor at all where nothing else lies before that side.
    """
    may_be = {
        side: one
        for side, one in open_to.items()
        if one.near < RIVER_BEGINS or (not one.across and sum(other == side for other in sides) > 1)
    }
    if not may_be:
        return None
    (side, nearest), *others = sorted(may_be.items(), key=lambda pair: -pair[1].near)
    if not nearest.across or all(nearest.near - other.near >= _CLEARLY_NEARER for _, other in others):
        return side
    return None


def laid_across(tiles: Sequence[Points]) -> list[bool]:
    """For each tile (4 × 2 top-view px, clockwise from its top left), whether it lies across its player's row."""
    return [across for _, across in sides_of([top_view_to_mm(ring) for ring in tiles])]

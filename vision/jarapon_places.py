"""Places of Galaxy Jarapon: rivers, open sets, shown hands, dora and walls, by the sides of the table.

Sides count counter-clockwise from 1, the side at the bottom of the picture, so that a table that lies a quarter turned
before the camera differs by the sides' numbers alone:

- `river/2/7`: the seventh discard that lies there still before side 2, with `across` faces where it lies sideways;
- `pon/2/1/3`: the third tile, as the player sees it, of his first open set (the one laid first);
- `hand/2/9`: the ninth tile of the hand that he shows, from his left;
- `dora`: the tile turned up on the wall; `wall/2/7` and `bonus` only where walls were seen whole (`jarapon_walls`).

A place is left out where the picture does not single out what lies there, also as empty: open sets and hands before
whose side walls stand (these push them off the sheet), two open sets that appeared at once, rows that could be a river
as well as a hand, and whatever lies beyond a tile that fits nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engines.vocabulary import BACK, EMPTY, across
from vision.discards import ROWS_BEGIN, SIDES, sides_of, standing
from vision.jarapon_rows import HAND, MOST_SETS, SET, Before, before, completes_set
from vision.jarapon_walls import SURELY_BACK, Walls, in_middle, is_of_wall, touches_wall
from vision.place_reader import Likely, Lying, Placed
from vision.reading import Points

RIVER = 34  # places: two players draw 32 tiles each, and discard one more for each pon
_MAYBE, _THERE, _SURELY_THERE = 0.35, 0.5, 0.85  # how sure a find is that may be a tile, that rather is one, that is
_INTO = 8.0  # mm: a find whose middle is so near to another tile's edge would stand inside it
_ON_SHEET = 162.0  # mm from the middle; beyond stand the racks
_SAME_SPOT = 10.0
_WALL_BEFORE = 105.0  # mm: a wall so far out leaves no room on the sheet for open sets


@dataclass
class _OpenSet:
    """An open set that was seen: its number (None where two appeared at once) and where its tiles lay (mm)."""

    number: int | None
    spots: Points

    def is_gone(self, pieces: Sequence[Lying], among: Sequence[int]) -> bool:
        """Whether nothing lies where it lay."""
        return all(float(np.linalg.norm(pieces[at].middle - spot)) > _SAME_SPOT for at in among for spot in self.spots)

    def tiles(self, pieces: Sequence[Lying], among: Sequence[int]) -> tuple[int, ...] | None:
        """Its tiles from left to right, if all of them lie there still."""
        found = []
        for spot in self.spots:
            far = {at: float(np.linalg.norm(pieces[at].middle - spot)) for at in among}
            nearest = min(far, key=lambda at: far[at], default=None)
            if nearest is None or far[nearest] > _SAME_SPOT or nearest in found:
                return None
            found.append(nearest)
        return tuple(found)


_Known = tuple[_OpenSet, tuple[int, ...] | None]


@dataclass
class _Told:
    """What one reading tells so far: places of pieces by their numbers, and what places show."""

    pieces: Sequence[Lying]
    names: dict[int, str] = field(default_factory=dict)
    places: dict[str, Likely] = field(default_factory=dict)

    def add(self, place: str, at: int, likely: Likely | None = None) -> None:
        """A piece lies at a place; what that shows is left out while the piece may be a back as well as a face."""
        self.names[at] = place
        if not 1 - SURELY_BACK < self.pieces[at].likely.get(BACK, 0.0) < SURELY_BACK:
            self.places[place] = self.pieces[at].shares() if likely is None else likely

    def none_at(self, places: Sequence[str]) -> None:
        """Nothing lies there."""
        taken = set(self.names.values())
        self.places |= {place: {EMPTY: 1.0} for place in places if place not in taken}


class JaraponPlaces:
    """Tells the places of Galaxy Jarapon, and remembers which open set came first and where the walls stood.

    >>> tile = Lying(np.array([[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]]), {"5": 1.0}, 1.0)
    >>> placed = JaraponPlaces().place([tile])
    >>> placed.names, placed.places["river/1/1"], placed.places["river/1/2"]
    (('river/1/1',), {'empty': 0.0, '5': 1.0}, {'empty': 1.0})
    """

    def __init__(self) -> None:
        self._walls = Walls()
        self._sets: dict[int, list[_OpenSet]] = {side: [] for side in SIDES}

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """Where each piece of a picture lies."""
        told = _Told(pieces)
        lying = [at for at, piece in enumerate(pieces) if _counts(piece)]
        backs = [at for at in lying if is_of_wall(pieces[at])]
        known = {side: self._known_sets(side, pieces, lying) for side in SIDES}
        in_sets = {at for sets in known.values() for _, three in sets for at in three or ()}
        rows, strays = self._sorted(pieces, [at for at in lying if at not in in_sets], backs)
        strays += [at for at, piece in enumerate(pieces) if _may_be(piece, [pieces[other] for other in lying])]
        seen = {side: self._side(pieces, side, rows[side], strays, len(known[side])) for side in SIDES}
        hidden = sum(len(one.gaps) for one in seen.values()) > sum(len(known[at]) + len(seen[at].sets) for at in SIDES)
        for side in SIDES:
            walled = any(standing(pieces[at].ring, side).near > _WALL_BEFORE for at in backs)
            _tell_river(told, side, _up_to_gap(seen[side]) if hidden else seen[side])
            self._tell_sets(told, side, seen[side], known[side], walled)
        wall = self._walls.look(pieces, backs, [at for at in lying if at not in told.names and at not in backs])
        names = told.names | dict(wall.names)
        return Placed(tuple(names.get(at) for at in range(len(pieces))), told.places | dict(wall.places))

    def _sorted(
        self, pieces: Sequence[Lying], lying: Sequence[int], backs: Sequence[int]
    ) -> tuple[dict[int, list[int]], list[int]]:
        """The face-up tiles before each side and those that may lie before several, without those of the walls."""
        up = [at for at in lying if at not in backs]
        down = [pieces[at] for at in backs]
        rows: dict[int, list[int]] = {side: [] for side in SIDES}
        strays = []
        for at, (side, _) in zip(up, sides_of([pieces[at].ring for at in up]), strict=True):
            if in_middle(pieces[at]) or self._walls.is_dora(pieces[at]):
                continue
            if side is None:
                strays.append(at)
            elif not touches_wall(pieces[at], down, (side,)):
                rows[side].append(at)
        return rows, _strays(pieces, rows, strays)

    def _known_sets(self, side: int, pieces: Sequence[Lying], lying: Sequence[int]) -> list[_Known]:
        """The open sets that were seen before, with their tiles as far as all three are seen now."""
        sets = self._sets[side]
        while sets and sets[-1].is_gone(pieces, lying):
            sets.pop()  # the latest one only: an earlier one keeps its number though a hand may cover it
        return [(one, one.tiles(pieces, lying)) for one in sets]

    def _side(
        self, pieces: Sequence[Lying], side: int, tiles: Sequence[int], strays: Sequence[int], known_sets: int
    ) -> Before:
        """What lies before one player beside the open sets that are known."""
        row = {at: standing(pieces[at].ring, side) for at in tiles}
        near = [standing(pieces[at].ring, side) for at in strays]
        return before(row, [one for one in near if one.near > ROWS_BEGIN - _INTO], known_sets)

    def _tell_sets(self, told: _Told, side: int, seen: Before, known: Sequence[_Known], walled: bool) -> None:
        """The shown hand and the open sets of one player; and where none lies, if there is room on the sheet."""
        for at, tile in enumerate(seen.hand, start=1):
            told.add(f"hand/{side}/{at}", tile)
        sets = [(one.number, three) for one, three in known if three is not None]
        sets += [(one.number, three) for one, three in self._new_sets(side, seen, told.pieces)]
        for number, three in sets:
            for at, tile in enumerate(three, start=1):
                if number is not None:
                    told.add(f"pon/{side}/{number}/{at}", tile)
        if not walled and not seen.open:
            told.none_at([f"hand/{side}/{at}" for at in range(1, HAND + 1)])
            if all(number is not None for number, _ in sets) and len(sets) == len(self._sets[side]):
                told.none_at([f"pon/{side}/{n}/{at}" for n in range(1, MOST_SETS + 1) for at in range(1, SET + 1)])

    def _new_sets(self, side: int, seen: Before, pieces: Sequence[Lying]) -> list[tuple[_OpenSet, tuple[int, ...]]]:
        """Remembers sets that were not known: which was laid first is seen if they come one by one."""
        known = self._sets[side]
        is_next = len(seen.sets) == 1 and all(one.number is not None for one in known)
        number = len(known) + 1 if is_next else None
        new = [_OpenSet(number, np.array([pieces[at].middle for at in three])) for three in seen.sets]
        if not seen.open:
            known += new
        else:  # an earlier set may be among what fits nothing
            new = [_OpenSet(None, one.spots) for one in new]
        return list(zip(new, seen.sets, strict=True))


def _counts(piece: Lying) -> bool:
    return not piece.upright and piece.sure > _THERE and float(np.abs(piece.middle).max()) < _ON_SHEET


def _may_be(piece: Lying, others: Sequence[Lying]) -> bool:
    """Whether a find that does not count may be a tile all the same, where there is room for one."""
    return (
        not piece.upright
        and _MAYBE < piece.sure <= _THERE
        and not in_middle(piece)
        and float(np.abs(piece.middle).max()) < _ON_SHEET
        and not any(_inside(piece, other) for other in others)
    )


def _inside(piece: Lying, other: Lying) -> bool:
    """Whether a piece would stand inside another."""
    edges = (other.ring[1] - other.ring[0]) / 2, (other.ring[3] - other.ring[0]) / 2
    return all(
        abs(float((piece.middle - other.middle) @ half)) < np.linalg.norm(half) * (np.linalg.norm(half) + _INTO)
        for half in edges
    )


def _strays(pieces: Sequence[Lying], rows: Mapping[int, list[int]], strays: Sequence[int]) -> list[int]:
    """The tiles that stay open when those are added to `rows` that complete an open set of one side alone."""
    left: list[int] = []
    for at in strays:
        seen = {side: {tile: standing(pieces[tile].ring, side) for tile in rows[side]} for side in SIDES}
        sides = [side for side in SIDES if completes_set(seen[side], standing(pieces[at].ring, side))]
        (rows[sides[0]] if len(sides) == 1 else left).append(at)
    return left


def _up_to_gap(seen: Before) -> Before:
    """The same with the river up to its first free place only.

    A tile that was called away has left it, and then an open set lies somewhere; else a tile lies there unseen.
    """
    return replace(seen, river=seen.river[: seen.gaps[0]], river_open=True) if seen.gaps else seen


def _tell_river(told: _Told, side: int, seen: Before) -> None:
    """The river's tiles, and where it ends; beyond a find that may be none the count is open."""
    for at, tile in enumerate(seen.river, start=1):
        piece = told.pieces[tile]
        last = at == len(seen.river) and not seen.river_open
        if piece.sure < _SURELY_THERE and not last:
            return
        told.add(f"river/{side}/{at}", tile, _across(piece.shares()) if standing(piece.ring, side).across else None)
    if not seen.river_open:
        told.none_at([f"river/{side}/{at}" for at in range(len(seen.river) + 1, RIVER + 1)])


def _across(likely: Likely) -> dict[str, float]:
    return {face if face in (EMPTY, BACK) else across(face): share for face, share in likely.items()}

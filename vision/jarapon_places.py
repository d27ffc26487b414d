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
from typing import Any

import numpy as np

from engines.vocabulary import BACK, EMPTY, across
from vision.discards import ROWS_BEGIN, SIDES, sides_of, standing
from vision.jarapon_rivers import Lain, Rivers, first_unseen
from vision.jarapon_rows import HAND, MOST_SETS, SET, Before, before, completes_set
from vision.jarapon_sets import Laid, OpenSets
from vision.jarapon_walls import SURELY_BACK, Walls, in_middle, is_of_wall, touches_wall
from vision.place_reader import Likely, Lying, Placed
from vision.reading import Points
from vision.rigid_motion import UNMOVED, common_motion

RIVER = 34  # places: two players draw 32 tiles each, and discard one more for each pon
_MAYBE, _THERE, _SURELY_THERE = 0.35, 0.5, 0.85  # how sure a find is that may be a tile, that rather is one, that is
_INTO = 8.0  # mm: a find whose middle is so near to another tile's edge would stand inside it
_ON_SHEET = 162.0  # mm from the middle; beyond stand the racks
_STRAIGHT = 0.9  # the cosine of a turn that leaves the sides of the table where they are
_WALL_BEFORE = 105.0  # mm: a wall so far out leaves no room on the sheet for open sets


@dataclass
class _Told:
    """What one reading tells so far: places of pieces by their numbers, and what places show."""

    pieces: Sequence[Lying]
    names: dict[int, str] = field(default_factory=dict)
    places: dict[str, Likely] = field(default_factory=dict)

    def add(self, place: str, at: int, likely: Likely | None = None) -> None:
        """A piece lies face up at a place; what it shows is left out where light makes it look like a back."""
        self.names[at] = place
        if self.pieces[at].likely.get(BACK, 0.0) <= 1 - SURELY_BACK:
            self.places[place] = self.pieces[at].shares() if likely is None else likely

    def none_at(self, places: Sequence[str]) -> None:
        """Nothing lies there."""
        taken = set(self.names.values())
        self.places |= {place: {EMPTY: 1.0} for place in places if place not in taken}


@dataclass(frozen=True)
class _Table:
    """One look: `pieces` and after them the unseen discards, those that are `lying` and those of the walls.

    `sets` by side, the known ones and the new ones; `sides`: what else lies before each player.
    """

    pieces: Sequence[Lying]
    lying: Sequence[int]
    backs: Sequence[int]
    lain: Lain
    sets: Mapping[int, Sequence[Laid]]
    sides: Mapping[int, Before]


class JaraponPlaces:
    """Tells the places of Galaxy Jarapon, and remembers where discards and walls lay and which open set came first.

    >>> tile = Lying(np.array([[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]]), {"5": 1.0}, 1.0)
    >>> placed = JaraponPlaces().place([tile])
    >>> placed.names, placed.places["river/1/1"], placed.places["river/1/2"]
    (('river/1/1',), {'empty': 0.0, '5': 1.0}, {'empty': 1.0})
    """

    def __init__(self) -> None:
        self._walls, self._rivers, self._sets = Walls(), Rivers(), OpenSets()

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """Where each piece of a picture lies."""
        self._follow([piece.middle for piece in pieces if _counts(piece)])
        before = self._sets.count()
        table = self._look(pieces)
        if not table.lain.is_odd and self._rivers.called(table.lain, self._sets.count() - before):
            table = self._look(pieces)
        told = self._told(table)
        if not table.lain.is_odd:
            for side, seen in table.sides.items():
                self._rivers.learn(side, table.pieces, seen.river, table.lain, seen.river_open)
        others = [at for at in table.lying if at not in told.names and at not in table.backs]
        wall = self._walls.look(pieces, table.backs, others)
        names = told.names | dict(wall.names)
        return Placed(tuple(names.get(at) for at in range(len(pieces))), told.places | dict(wall.places))

    def memory(self) -> Any:
        """What must be kept to go on after a restart, as plain data (mm)."""
        return {"rivers": self._rivers.to_json(), "sets": self._sets.to_json(), "walls": self._walls.to_json()}

    def remember(self, memory: Any) -> None:
        """Goes on from what `memory` gave."""
        rivers, sets, walls = Rivers(), OpenSets(), Walls()
        rivers.from_json(memory["rivers"])
        sets.from_json(memory["sets"])
        walls.from_json(memory["walls"])
        self._rivers, self._sets, self._walls = rivers, sets, walls

    def _follow(self, middles: Sequence[Points]) -> None:
        """Takes what is remembered to where the tiles of the whole table have been moved."""
        motion = common_motion([*self._rivers.spots, *self._sets.spots, *self._walls.stacks.values()], middles)
        if motion is UNMOVED:
            return
        if motion.turn[0, 0] < _STRAIGHT:  # another side lies at the bottom now
            self._walls, self._rivers, self._sets = Walls(), Rivers(), OpenSets()
            return
        for known in (self._rivers, self._sets, self._walls):
            known.move(motion)

    def _look(self, pieces: Sequence[Lying]) -> _Table:
        """What lies before each player; discards that are not seen stand beside the pieces that are."""
        lying = [at for at, piece in enumerate(pieces) if _counts(piece)]
        known = {side: self._sets.known(side, pieces, lying) for side in SIDES}
        in_sets = {at for sets in known.values() for _, three in sets for at in three or ()}
        loose = [at for at in lying if at not in in_sets]
        lain = self._rivers.look(pieces, loose)
        backs = [at for at in lying if at not in lain.found and is_of_wall(pieces[at])]
        stand_in = {} if lain.is_odd else lain.unseen
        all_pieces = [*pieces, *stand_in.values()]
        rows, strays = self._sorted(all_pieces, [*loose, *stand_in], backs, {**lain.found, **lain.sides})
        others = [all_pieces[at] for at in (*lying, *stand_in)]
        strays += [at for at, piece in enumerate(pieces) if _may_be(piece, others)]
        sides = {}
        for side in SIDES:
            seen = self._side(all_pieces, side, rows[side], strays, len(known[side]))
            sides[side] = _of_seen(seen, stand_in)
        new = {side: self._sets.new(side, sides[side], pieces) for side in SIDES}
        return _Table(all_pieces, lying, backs, lain, {side: [*known[side], *new[side]] for side in SIDES}, sides)

    def _sorted(
        self, pieces: Sequence[Lying], lying: Sequence[int], backs: Sequence[int], known: Mapping[int, int]
    ) -> tuple[dict[int, list[int]], list[int]]:
        """The face-up tiles before each side and those that may lie before several, without those of the walls.

        `known`: the sides of discards that are known; where they lie says it again, unless that leaves it open.
        """
        up = [at for at in lying if at not in backs]
        down = [pieces[at] for at in backs]
        rows: dict[int, list[int]] = {side: [] for side in SIDES}
        strays = []
        for at, (side, _) in zip(up, sides_of([pieces[at].ring for at in up]), strict=True):
            if in_middle(pieces[at]) or self._walls.is_dora(pieces[at]):
                continue
            before = known.get(at) if side is None else side
            if before is None:
                strays.append(at)
            elif at in known or not touches_wall(pieces[at], down, (before,)):
                rows[before].append(at)
        return rows, _strays(pieces, rows, strays)

    def _side(
        self, pieces: Sequence[Lying], side: int, tiles: Sequence[int], strays: Sequence[int], known_sets: int
    ) -> Before:
        """What lies before one player beside the open sets that are known."""
        row = {at: standing(pieces[at].ring, side) for at in tiles}
        near = [standing(pieces[at].ring, side) for at in strays]
        return before(row, [one for one in near if one.near > ROWS_BEGIN - _INTO], known_sets)

    def _told(self, table: _Table) -> _Told:
        """What is told of the players' places."""
        told = _Told(table.pieces)
        hidden = sum(len(one.gaps) for one in table.sides.values()) > sum(map(len, table.sets.values()))
        odd = set(table.lain.sides.values()) if table.lain.is_odd else set[int]()
        for side, seen in table.sides.items():
            river = seen
            if side in odd:
                river = replace(seen, river=(), river_open=True)
            elif side in self._rivers.in_doubt:
                river = _up_to(seen, first_unseen(seen.river, table.lain.unseen))
            elif hidden and seen.gaps:
                # A tile that was called away has left it, and then an open set lies somewhere; else one lies unseen.
                river = _up_to(seen, seen.gaps[0])
            _tell_river(told, side, river, table.lain)
            walled = any(standing(table.pieces[at].ring, side).near > _WALL_BEFORE for at in table.backs)
            self._tell_sets(told, side, seen, table.sets[side], walled)
        return told

    def _tell_sets(self, told: _Told, side: int, seen: Before, sets: Sequence[Laid], walled: bool) -> None:
        """The shown hand and the open sets of one player; and where none lies, if there is room on the sheet."""
        for at, tile in enumerate(seen.hand, start=1):
            told.add(f"hand/{side}/{at}", tile)
        there = [(one.number, three) for one, three in sets if three is not None]
        for number, three in there:
            for at, tile in enumerate(three, start=1):
                if number is not None:
                    told.add(f"pon/{side}/{number}/{at}", tile)
        if not walled and not seen.open:
            told.none_at([f"hand/{side}/{at}" for at in range(1, HAND + 1)])
            if all(number is not None for number, _ in there) and len(there) == self._sets.count(side):
                told.none_at([f"pon/{side}/{n}/{at}" for n in range(1, MOST_SETS + 1) for at in range(1, SET + 1)])


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


def _of_seen(seen: Before, unseen: Mapping[int, Lying]) -> Before:
    """The same, but nothing that counts an unseen discard among a hand or an open set."""
    if not unseen.keys() & {*seen.hand, *(at for three in seen.sets for at in three)}:
        return seen
    return replace(seen, hand=(), sets=(), open=True)


def _up_to(seen: Before, count: int) -> Before:
    """The same with so many tiles of the river only; it may go on."""
    return replace(seen, river=seen.river[:count], river_open=True)


def _tell_river(told: _Told, side: int, seen: Before, lain: Lain) -> None:
    """The river's tiles, and where it ends; beyond a find that may be none the count is open."""
    for at, tile in enumerate(seen.river, start=1):
        if tile in lain.unseen:
            continue
        piece = told.pieces[tile]
        last = at == len(seen.river) and not seen.river_open
        if piece.sure < _SURELY_THERE and not last and tile not in lain.found:
            return
        told.add(f"river/{side}/{at}", tile, _across(piece.shares()) if standing(piece.ring, side).across else None)
    if not seen.river_open:
        # Only from its end tiles are taken; a free spot between others is a tile that was not seen.
        there = len(seen.river)
        while there and seen.river[there - 1] in lain.free:
            there -= 1
        told.none_at([f"river/{side}/{at}" for at in range(there + 1, RIVER + 1)])
        for at, tile in enumerate(seen.river, start=1):
            if tile in lain.unseen and tile not in lain.free:
                told.places.pop(f"river/{side}/{at}", None)


def _across(likely: Likely) -> dict[str, float]:
    return {face if face in (EMPTY, BACK) else across(face): share for face, share in likely.items()}

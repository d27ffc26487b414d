"""Places of Galaxy Jarapon: rivers, open sets, shown hands, dora and walls, by the sides of the table.

Sides count counter-clockwise from 1, the side at the bottom of the picture, so that a table that lies a quarter turned
before the camera differs by the sides' numbers alone:

- `river/2/7`: the seventh discard that lies there still before side 2, with `across` faces where it lies sideways;
- `pon/2/1/3`: the third tile, as the player sees it, of his first open set (the one laid first);
- `hand/2/9`: the ninth tile of the hand that he shows, from his left;
- `dora`: the tile turned up on the wall, and `bonus`, the one in the centre; `wall/2/7` only where walls were detected
  whole (`walls`).

A place is left out where the picture does not single out what lies there, also as empty: open sets and hands before
whose side walls stand (these push them off the sheet), two open sets that appeared at once, rows that could be a river
as well as a hand, and whatever lies beyond a tile that fits nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

import msgspec
import numpy as np

from engines.vocabulary import BACK, EMPTY, across
from vision.facts import Probabilities
from vision.places.base import FieldPose, Placed, TablePiece
from vision.places.jarapon.discards import MAX_FIRST_ROW_NEAR, MIN_ROW_NEAR, SIDES, side_tile, sides_of
from vision.places.jarapon.rivers import RiverMatch, Rivers, RiversMemory, first_unseen
from vision.places.jarapon.rows import HAND, MAX_SETS, SET, PlayerArea, completes_set, player_area
from vision.places.jarapon.sets import LaidSet, OpenSets, SetsMemory
from vision.places.jarapon.walls import MIN_BACK_PROBABILITY, Walls, WallsMemory, in_middle, is_of_wall, touches_wall
from vision.places.rigid_motion import UNMOVED, common_motion
from vision.reading import Points

RIVER = 34  # places: two players draw 32 tiles each, and discard one more for each pon
_MIN_POSSIBLE, _MIN_PROBABLE, _MIN_CERTAIN = 0.35, 0.5, 0.85  # confidences of a possible, probable and certain tile
_MIN_CLEARANCE = 8.0  # mm from the middle of a tile to another one's edge: nearer, one would lie inside the other
_MAX_ON_SHEET = 162.0  # mm from the middle; beyond stand the racks
_MIN_STRAIGHT = 0.9  # cosine of a turn that leaves the sides of the table where they are
_MIN_OUTER_WALL = 105.0  # mm from the middle to a wall that leaves no room on the sheet for open sets


class _Memory(TypedDict):
    rivers: RiversMemory
    sets: SetsMemory
    walls: WallsMemory


@dataclass
class _Evidence:
    """The evidence of one reading so far."""

    pieces: Sequence[TablePiece]
    names: dict[int, str] = field(default_factory=dict)  # the places of pieces, by their numbers
    places: dict[str, Probabilities] = field(default_factory=dict)  # what these places show

    def add(self, place: str, at: int, probabilities: Probabilities | None = None) -> None:
        """Adds a face-up piece at a place, without its face where it passes for a back in this light."""
        self.names[at] = place
        if self.pieces[at].probabilities.get(BACK, 0.0) <= 1 - MIN_BACK_PROBABILITY:
            self.places[place] = self.pieces[at].shares() if probabilities is None else probabilities

    def add_empty(self, places: Sequence[str]) -> None:
        """Adds those of some places as empty at which no piece lies."""
        taken = set(self.names.values())
        self.places |= {place: {EMPTY: 1.0} for place in places if place not in taken}


@dataclass(frozen=True)
class _Table:
    """The tiles of one picture, sorted by players."""

    pieces: Sequence[TablePiece]  # those of the picture, and after them the undetected discards
    lying: Sequence[int]  # the pieces that count as tiles
    backs: Sequence[int]  # those of these that belong to the walls
    matched: RiverMatch
    sets: Mapping[int, Sequence[LaidSet]]  # of each side, the known ones and the new ones
    areas: Mapping[int, PlayerArea]  # what else lies before each player


class JaraponPlaces:
    """Names the places of Galaxy Jarapon, and remembers where discards and walls lay and which open set came first.

    >>> tile = TablePiece(np.array([[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]]), {"5": 1.0}, 1.0)
    >>> placed = JaraponPlaces().place([tile])
    >>> placed.names, placed.places["river/1/1"], placed.places["river/1/2"]
    (('river/1/1',), {'empty': 0.0, '5': 1.0}, {'empty': 1.0})
    """

    def __init__(self) -> None:
        self._walls, self._rivers, self._sets = Walls(), Rivers(), OpenSets()

    def place(self, pieces: Sequence[TablePiece], _field: FieldPose | None = None, /) -> Placed:
        """Assigns the pieces of a picture to places."""
        self._follow([piece.middle for piece in pieces if _counts(piece)])
        before = self._sets.count()
        table = self._read_table(pieces)
        if not table.matched.is_odd and self._rivers.forget_called(table.matched, self._sets.count() - before):
            table = self._read_table(pieces)
        evidence = self._evidence(table)
        if not table.matched.is_odd:
            for side, area in table.areas.items():
                self._rivers.learn(side, table.pieces, area.river, table.matched, area.is_river_open)
        others = [at for at in table.lying if at not in evidence.names and at not in table.backs]
        wall_names, wall_places = self._walls.read(
            pieces, table.backs, others, is_bare=len(table.backs) == len(table.lying)
        )
        names = evidence.names | wall_names
        return Placed(tuple(names.get(at) for at in range(len(pieces))), evidence.places | wall_places)

    @property
    def memory(self) -> object:
        """The state that must survive a restart, as plain data (mm)."""
        return {"rivers": self._rivers.to_json(), "sets": self._sets.to_json(), "walls": self._walls.to_json()}

    @memory.setter
    def memory(self, memory: object) -> None:
        kept = msgspec.convert(memory, _Memory)
        rivers, sets, walls = Rivers(), OpenSets(), Walls()
        rivers.from_json(kept["rivers"])
        sets.from_json(kept["sets"])
        walls.from_json(kept["walls"])
        self._rivers, self._sets, self._walls = rivers, sets, walls

    def _follow(self, middles: Sequence[Points]) -> None:
        """Moves what is remembered by the common motion of all tiles."""
        motion = common_motion([*self._rivers.spots, *self._sets.spots, *self._walls.stacks.values()], middles)
        if motion is UNMOVED:
            return
        if motion.turn[0, 0] < _MIN_STRAIGHT:  # another side lies at the bottom now
            self._walls, self._rivers, self._sets = Walls(), Rivers(), OpenSets()
            return
        for known in (self._rivers, self._sets, self._walls):
            known.move(motion)

    def _read_table(self, pieces: Sequence[TablePiece]) -> _Table:
        """Sorts the pieces by players; undetected discards are added to the pieces."""
        lying = [at for at, piece in enumerate(pieces) if _counts(piece)]
        known = {side: self._sets.known(side, pieces, lying) for side in SIDES}
        in_sets = {at for sets in known.values() for _, three in sets for at in three or ()}
        loose = [at for at in lying if at not in in_sets]
        matched = self._rivers.match(pieces, loose)
        backs = [at for at in lying if at not in matched.found and is_of_wall(pieces[at])]
        stand_in = {} if matched.is_odd else matched.unseen
        all_pieces = [*pieces, *stand_in.values()]
        rows, strays = self._by_side(all_pieces, [*loose, *stand_in], backs, {**matched.found, **matched.sides})
        others = [all_pieces[at] for at in (*lying, *stand_in)]
        strays += [at for at, piece in enumerate(pieces) if _may_be(piece, others)]
        areas = {}
        for side in SIDES:
            discards = {*matched.found, *stand_in} if not matched.is_odd else set[int]()
            row = {at: side_tile(all_pieces[at].ring, side) for at in rows[side]}
            framed = [side_tile(all_pieces[at].ring, side) for at in strays]
            near = [stray for stray in framed if stray.near > MIN_ROW_NEAR - _MIN_CLEARANCE]
            areas[side] = _without_unseen(player_area(row, near, len(known[side]), discards), stand_in)
        new = {side: self._sets.new(side, areas[side], pieces) for side in SIDES}
        return _Table(all_pieces, lying, backs, matched, {side: [*known[side], *new[side]] for side in SIDES}, areas)

    def _by_side(
        self, pieces: Sequence[TablePiece], lying: Sequence[int], backs: Sequence[int], known: Mapping[int, int]
    ) -> tuple[dict[int, list[int]], list[int]]:
        """The face-up tiles before each side, and the strays that may lie before several, without those of the walls.

        `known`: the sides of known discards, used where their positions are ambiguous.
        """
        up = [at for at in lying if at not in backs]
        down = [
            pieces[at] for at in backs if pieces[at].confidence > _MIN_CERTAIN
        ]  # shadows are detected as backs with less
        rows: dict[int, list[int]] = {side: [] for side in SIDES}
        strays = []
        for at, (side, _) in zip(up, sides_of([pieces[at].ring for at in up]), strict=True):
            if in_middle(pieces[at]) or self._walls.is_dora(pieces[at]):
                continue
            if at not in known and _is_far_out(pieces[at]) and touches_wall(pieces[at], down):
                continue
            before = known.get(at) if side is None else side
            if before is None:
                strays.append(at)
            elif at in known or not touches_wall(pieces[at], down, (before,)):
                rows[before].append(at)
        return rows, _remaining_strays(pieces, rows, strays)

    def _evidence(self, table: _Table) -> _Evidence:
        """The evidence for the players' places."""
        evidence = _Evidence(table.pieces)
        hidden = sum(len(area.gaps) for area in table.areas.values()) > sum(map(len, table.sets.values()))
        odd = set(table.matched.sides.values()) if table.matched.is_odd else set[int]()
        for side, area in table.areas.items():
            river = area
            if side in odd:
                river = _up_to(area, 0)
            elif side in self._rivers.in_doubt:
                river = _up_to(area, first_unseen(area.river, table.matched.unseen))
            elif hidden and area.gaps:
                # A gap is left by a called tile, for which an open set lies somewhere; else a tile was not detected.
                river = _up_to(area, area.gaps[0])
            _add_river(evidence, side, river, table.matched)
            walled = any(side_tile(table.pieces[at].ring, side).near > _MIN_OUTER_WALL for at in table.backs)
            self._add_sets(evidence, side, area, table.sets[side], walled)
        return evidence

    def _add_sets(
        self, evidence: _Evidence, side: int, area: PlayerArea, sets: Sequence[LaidSet], walled: bool
    ) -> None:
        """Adds the shown hand and the open sets of one player, or their empty places if there is room on the sheet."""
        for at, tile in enumerate(area.hand, start=1):
            evidence.add(f"hand/{side}/{at}", tile)
        there = [(open_set.number, three) for open_set, three in sets if three is not None]
        for number, three in there:
            for at, tile in enumerate(three, start=1):
                if number is not None:
                    evidence.add(f"pon/{side}/{number}/{at}", tile)
        if not walled and not area.is_open:
            evidence.add_empty([f"hand/{side}/{at}" for at in range(1, HAND + 1)])
            if all(number is not None for number, _ in there) and len(there) == self._sets.count(side):
                evidence.add_empty([f"pon/{side}/{n}/{at}" for n in range(1, MAX_SETS + 1) for at in range(1, SET + 1)])


def _is_far_out(piece: TablePiece) -> bool:
    return float(np.abs(piece.middle).max()) >= MAX_FIRST_ROW_NEAR


def _counts(piece: TablePiece) -> bool:
    """Whether a piece is probably a tile on the sheet."""
    return not piece.upright and piece.confidence > _MIN_PROBABLE and float(np.abs(piece.middle).max()) < _MAX_ON_SHEET


def _may_be(piece: TablePiece, others: Sequence[TablePiece]) -> bool:
    """Whether a detection that does not count may be a tile, since there is room for one."""
    return (
        not piece.upright
        and _MIN_POSSIBLE < piece.confidence <= _MIN_PROBABLE
        and not in_middle(piece)
        and float(np.abs(piece.middle).max()) < _MAX_ON_SHEET
        and not any(_is_inside(piece, tile) for tile in others)
    )


def _is_inside(piece: TablePiece, tile: TablePiece) -> bool:
    """Whether a piece would lie inside a tile."""
    edges = (tile.ring[1] - tile.ring[0]) / 2, (tile.ring[3] - tile.ring[0]) / 2
    return all(
        abs(float((piece.middle - tile.middle) @ half)) < np.linalg.norm(half) * (np.linalg.norm(half) + _MIN_CLEARANCE)
        for half in edges
    )


def _remaining_strays(pieces: Sequence[TablePiece], rows: Mapping[int, list[int]], strays: Sequence[int]) -> list[int]:
    """Adds the strays to `rows` that complete an open set of one side alone, and returns the others."""
    left: list[int] = []
    for at in strays:
        tiles = {side: {tile: side_tile(pieces[tile].ring, side) for tile in rows[side]} for side in SIDES}
        sides = [side for side in SIDES if completes_set(tiles[side], side_tile(pieces[at].ring, side))]
        (rows[sides[0]] if len(sides) == 1 else left).append(at)
    return left


def _without_unseen(area: PlayerArea, unseen: Mapping[int, TablePiece]) -> PlayerArea:
    """An area without hand and open sets if an unseen discard is among these."""
    if not unseen.keys() & {*area.hand, *(at for three in area.sets for at in three)}:
        return area
    return replace(area, hand=(), sets=(), is_open=True)


def _up_to(area: PlayerArea, count: int) -> PlayerArea:
    """An area with the first `count` tiles of its river, which may go on."""
    return replace(area, river=area.river[:count], is_river_open=True)


def _add_river(evidence: _Evidence, side: int, area: PlayerArea, matched: RiverMatch) -> None:
    """Adds the river's tiles, and where it ends; beyond a doubtful detection the count is open."""
    for at, tile in enumerate(area.river, start=1):
        if tile in matched.unseen:
            continue
        piece = evidence.pieces[tile]
        last = at == len(area.river) and not area.is_river_open
        if piece.confidence < _MIN_CERTAIN and not last and tile not in matched.found:
            return
        evidence.add(
            f"river/{side}/{at}", tile, _across(piece.shares()) if side_tile(piece.ring, side).across else None
        )
    if not area.is_river_open:
        # Players take only its last tile; an empty spot between others is an undetected tile.
        there = len(area.river)
        while there and area.river[there - 1] in matched.free:
            there -= 1
        evidence.add_empty([f"river/{side}/{at}" for at in range(there + 1, RIVER + 1)])
        for at, tile in enumerate(area.river, start=1):
            if tile in matched.unseen and tile not in matched.free:
                evidence.places.pop(f"river/{side}/{at}", None)


def _across(probabilities: Probabilities) -> dict[str, float]:
    return {face if face in (EMPTY, BACK) else across(face): share for face, share in probabilities.items()}

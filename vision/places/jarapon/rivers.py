"""Remembers the discards of Galaxy Jarapon, so that an undetected one keeps its number, and so do those after it.

The detector misses tiles under glare or under a sleeve, and discards are numbered by their order. So a discard that was
detected with high confidence is remembered, and where none is detected at its spot it is *unseen*: it counts, and its
place is left out of the reading. It leaves the river as players take tiles (J7-7): the last one of a river, when an
open set has come. When all are gone the table was cleared; when most are gone twice in a row it is another table.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TypeAlias

import numpy as np

from vision.places.base import TablePiece, nearest_pairs
from vision.places.jarapon.discards import SIDES
from vision.places.rigid_motion import Motion
from vision.reading import Points

_MIN_CONFIDENCE = 0.95  # of a new discard: once remembered, it counts until the table is cleared
# Distances of a tile from where a discard lay (mm).
_MAX_PUSH = 16.0  # the tile is that discard, pushed a little
_MAX_POSITION_ERROR = 4.0  # the discard was not touched
_MAX_FAINT_OFFSET = 9.0  # a faint detection may be that discard


RiversMemory: TypeAlias = dict[str, list[list[list[float]]]]  # of each side, the corners (mm) of each discard


@dataclass(frozen=True, eq=False)
class Discard:
    """A remembered discard."""

    piece: TablePiece  # without a face, where it was detected last
    missed: int = 0  # readings in a row in which nothing at all was detected there

    @classmethod
    def at(cls, ring: Points) -> "Discard":
        """A discard with these corners (4 × 2 mm)."""
        return cls(TablePiece(ring, {}, 0.0))

    def distance(self, piece: TablePiece) -> float:
        """The distance between its middle and that of a piece (mm)."""
        return dist(self.piece.middle, piece.middle)


@dataclass(frozen=True)
class RiverMatch:
    """The known discards matched with the pieces of one picture."""

    found: Mapping[int, int]  # the sides of the pieces that are known discards
    unseen: Mapping[int, TablePiece]  # the undetected discards, by numbers that continue those of the pieces
    sides: Mapping[int, int]  # the sides of these
    free: frozenset[int] = frozenset()  # those of these whose spot has been empty in two pictures at least
    is_odd: bool = False  # whether so many are gone that the table may be another one


class Rivers:
    """The known discards of each side in their order.

    >>> tile = np.array([[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]])
    >>> pieces = [TablePiece(tile, {"5": 1.0}, 1.0), TablePiece(tile + [22, 0], {"6": 1.0}, 1.0)]
    >>> rivers = Rivers()
    >>> rivers.learn(1, pieces, [0, 1], RiverMatch({}, {}, {}))
    >>> matched = rivers.match(pieces[1:], [0])
    >>> matched.found, matched.sides
    ({0: 1}, {1: 1})
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._known: dict[int, list[Discard]] = {side: [] for side in SIDES}
        self._was_odd = False
        self._called: set[int] = set()

    @property
    def spots(self) -> list[Points]:
        """The middles of all known discards (2, mm)."""
        return [discard.piece.middle for known in self._known.values() for discard in known]

    @property
    def in_doubt(self) -> frozenset[int]:
        """The sides of which one has lost its last discard to an open set, as long as it is unknown which."""
        return frozenset(self._called)

    def move(self, motion: Motion) -> None:
        """Moves what is remembered along with the table."""
        for side, known in self._known.items():
            self._known[side] = [
                replace(discard, piece=replace(discard.piece, ring=motion.of(discard.piece.ring))) for discard in known
            ]

    def match(self, pieces: Sequence[TablePiece], lying: Sequence[int]) -> RiverMatch:
        """Matches the known discards with the pieces that are `lying` there."""
        found = nearest_pairs(
            (far, at, (side, number))
            for side, river in self._known.items()
            for number, discard in enumerate(river)
            for at in lying
            if (far := discard.distance(pieces[at])) < _MAX_PUSH
        )
        known = {(side, at): discard for side, river in self._known.items() for at, discard in enumerate(river)}
        gone = [(at[0], discard) for at, discard in known.items() if at not in found.values()]
        is_odd = len(gone) > max(1, len(known) // 2)
        if is_odd and (self._was_odd or not found):
            self._forget()
            return RiverMatch({}, {}, {})
        self._was_odd = is_odd
        numbered = dict(enumerate(gone, start=len(pieces)))
        return RiverMatch(
            {piece: side for piece, (side, _) in found.items()},
            {at: discard.piece for at, (_, discard) in numbered.items()},
            {at: side for at, (side, _) in numbered.items()},
            frozenset(at for at, (_, discard) in numbered.items() if discard.missed and _is_free(discard, pieces)),
            is_odd,
        )

    def forget_called(self, matched: RiverMatch, sets: int) -> bool:
        """Forgets the last discards that went into new open sets, `sets` of them; returns whether there were any."""
        missing = {
            side
            for side, known in self._known.items()
            if known and any(known[-1].piece is piece for piece in matched.unseen.values())
        }
        self._called = missing if sets else self._called & missing
        if not self._called or len(self._called) > max(1, sets):
            return False
        for side in self._called:
            self._known[side].pop()
        self._called = set()
        return True

    def learn(
        self, side: int, pieces: Sequence[TablePiece], river: Sequence[int], matched: RiverMatch, is_open: bool = False
    ) -> None:
        """Remembers a river, pieces and unseen discards in order; `is_open`: it may go on."""
        real = [piece for at, piece in enumerate(pieces) if at not in matched.unseen]
        before, now = list(self._known[side]), list[Discard]()
        for at in river:
            known = min(before, key=lambda discard: discard.distance(pieces[at]), default=None)
            if known is None or known.distance(pieces[at]) >= _MAX_PUSH:
                if pieces[at].confidence >= _MIN_CONFIDENCE:
                    now.append(Discard.at(pieces[at].ring))
                continue
            before.remove(known)
            if at in matched.unseen:
                now.append(replace(known, missed=known.missed + 1 if _is_free(known, real) else 0))
            else:
                is_untouched = known.distance(pieces[at]) < _MAX_POSITION_ERROR
                now.append(Discard(known.piece) if is_untouched else Discard.at(pieces[at].ring))
        self._known[side] = [*now, *before] if is_open else now

    def to_json(self) -> RiversMemory:
        """The rivers as plain data."""
        return {
            str(side): [discard.piece.ring.round(1).tolist() for discard in known]
            for side, known in self._known.items()
        }

    def from_json(self, data: RiversMemory) -> None:
        """Takes the rivers that `to_json` gave."""
        self._known = {
            side: [Discard.at(np.array(ring, np.float64).reshape(4, 2)) for ring in data[str(side)]] for side in SIDES
        }
        self._called, self._was_odd = set(), False


def first_unseen(river: Sequence[int], unseen: Container[int]) -> int:
    """The number of tiles of a river before its first unseen one."""
    return next((count for count, tile in enumerate(river) if tile in unseen), len(river))


def _is_free(discard: Discard, pieces: Sequence[TablePiece]) -> bool:
    return all(discard.distance(piece) >= _MAX_FAINT_OFFSET for piece in pieces)

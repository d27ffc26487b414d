"""Where the discards of Galaxy Jarapon lay: one that a picture misses keeps its number, and so do those after it.

A picture misses a tile under glare or under a sleeve, and numbers go by order. So a discard that was detected with
confidence is remembered, and where none is found at its spot it is *unseen*: it counts, and its place is left out. It
leaves the river as players take tiles (J7-7): the last one of a river, when an open set has come. When all have gone
the table was cleared; when most have gone twice in a row it is another one.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist
from typing import TypeAlias

import numpy as np

from vision.places.base import TablePiece
from vision.places.jarapon.discards import SIDES
from vision.places.rigid_motion import Motion
from vision.reading import Points

_MIN_CONFIDENCE = 0.95  # of a new discard: once remembered, it counts until the table is cleared
_SAME = 16.0  # mm: a tile so near to where a discard lay is that one, pushed a little
_UNTOUCHED = 4.0  # mm: error of a position
_FAINT = 9.0  # mm: so near to its spot a faint detection may be that discard


RiversMemory: TypeAlias = dict[str, list[list[list[float]]]]  # of each side, the corners (mm) of each discard


@dataclass(frozen=True, eq=False)
class Discard:
    """Where a discard lay (4 × 2 mm), and in how many readings in a row nothing at all was detected there."""

    ring: Points
    missed: int = 0

    @cached_property
    def middle(self) -> Points:
        """The middle of its upper side (2, mm)."""
        return np.asarray(self.ring.mean(axis=0), np.float64)

    def far(self, other: "TablePiece | Discard") -> float:
        """How far away the middle of another tile lies (mm)."""
        return dist(self.middle, other.middle)


@dataclass(frozen=True)
class RiverMatch:
    """The known discards in one picture.

    `found`: pieces that are known discards, with their sides. `unseen`: the others, by numbers that continue those of
    the pieces, and `sides` whose they are. `free`: those of the unseen whose spot was found free, and not just
    once. `is_odd`: so many are gone that the table may be another one.
    """

    found: Mapping[int, int]
    unseen: Mapping[int, TablePiece]
    sides: Mapping[int, int]
    free: frozenset[int] = frozenset()
    is_odd: bool = False


class Rivers:
    """The discards that are known, by side, in their order.

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
        """The middles of all of them (2, mm)."""
        return [one.middle for known in self._known.values() for one in known]

    @property
    def in_doubt(self) -> frozenset[int]:
        """The sides that may have lost their last discard to an open set, while it is unknown which of them has."""
        return frozenset(self._called)

    def move(self, motion: Motion) -> None:
        """Takes what is remembered to where the table has moved."""
        for side, known in self._known.items():
            self._known[side] = [replace(one, ring=motion.of(one.ring)) for one in known]

    def match(self, pieces: Sequence[TablePiece], lying: Sequence[int]) -> RiverMatch:
        """Which of the pieces that lie there are known discards, and which discards were not detected."""
        found = self._paired(pieces, lying)
        known = [(side, one) for side, its in self._known.items() for one in its]
        gone = [(side, one) for side, one in known if all(one is not other for _, other in found.values())]
        is_odd = len(gone) > max(1, len(known) // 2)
        if is_odd and (self._was_odd or not found):
            self._forget()
            return RiverMatch({}, {}, {})
        self._was_odd = is_odd
        numbered = dict(enumerate(gone, start=len(pieces)))
        return RiverMatch(
            {piece: side for piece, (side, _) in found.items()},
            {at: TablePiece(one.ring, {}, 0.0) for at, (_, one) in numbered.items()},
            {at: side for at, (side, _) in numbered.items()},
            frozenset(at for at, (_, one) in numbered.items() if one.missed and _is_free(one, pieces)),
            is_odd,
        )

    def _paired(self, pieces: Sequence[TablePiece], lying: Sequence[int]) -> dict[int, tuple[int, Discard]]:
        """Pieces with the side and the discard at whose spot they lie; the nearest pairs first."""
        middles = [(piece, pieces[piece].middle.tolist()) for piece in lying]
        pairs = [
            (far, piece, side, at)
            for side, known in self._known.items()
            for at, spot in enumerate(one.middle.tolist() for one in known)
            for piece, middle in middles
            if (far := dist(spot, middle)) < _SAME
        ]
        found: dict[int, tuple[int, Discard]] = {}
        for _, piece, side, at in sorted(pairs):
            one = self._known[side][at]
            if piece not in found and all(one is not other for _, other in found.values()):
                found[piece] = (side, one)
        return found

    def called(self, matched: RiverMatch, sets: int) -> bool:
        """Whether rivers have lost their last discards, forgotten now, to so many open sets that have come."""
        missing = {
            side
            for side, known in self._known.items()
            if known and any(known[-1].ring is one.ring for one in matched.unseen.values())
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
        """Remembers a river of pieces and unseen discards; `is_open`: it may go on."""
        real = [piece for at, piece in enumerate(pieces) if at not in matched.unseen]
        before, now = list(self._known[side]), list[Discard]()
        for at in river:
            known = min(before, key=lambda one: one.far(pieces[at]), default=None)
            if known is None or known.far(pieces[at]) >= _SAME:
                if pieces[at].confidence >= _MIN_CONFIDENCE:
                    now.append(Discard(pieces[at].ring))
                continue
            before.remove(known)
            if at in matched.unseen:
                now.append(replace(known, missed=known.missed + 1 if _is_free(known, real) else 0))
            else:
                now.append(Discard(known.ring if known.far(pieces[at]) < _UNTOUCHED else pieces[at].ring))
        self._known[side] = [*now, *before] if is_open else now

    def to_json(self) -> RiversMemory:
        """The rivers as plain data."""
        return {str(side): [one.ring.round(1).tolist() for one in known] for side, known in self._known.items()}

    def from_json(self, data: RiversMemory) -> None:
        """Takes the rivers that `to_json` gave."""
        self._known = {
            side: [Discard(np.array(ring, np.float64).reshape(4, 2)) for ring in data[str(side)]] for side in SIDES
        }
        self._called, self._was_odd = set(), False


def first_unseen(river: Sequence[int], unseen: Container[int]) -> int:
    """How many tiles of a river come before its first unseen one."""
    return next((count for count, tile in enumerate(river) if tile in unseen), len(river))


def _is_free(one: Discard, pieces: Sequence[TablePiece]) -> bool:
    return all(one.far(piece) >= _FAINT for piece in pieces)

"""Open sets of Galaxy Jarapon: their order is known where they come one by one, and remembered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from vision.places.base import TablePiece
from vision.places.jarapon.discards import SIDES
from vision.places.jarapon.rows import PlayerArea
from vision.places.rigid_motion import Motion
from vision.reading import Points

_SAME_SPOT = 10.0  # mm


@dataclass(frozen=True, eq=False)
class OpenSet:
    """A detected open set: its number (None where two appeared at once) and where its tiles lay (3 × 2 mm)."""

    number: int | None
    spots: Points

    def is_gone(self, pieces: Sequence[TablePiece], among: Sequence[int]) -> bool:
        """Whether nothing lies where it lay."""
        return all(float(np.linalg.norm(pieces[at].middle - spot)) > _SAME_SPOT for at in among for spot in self.spots)

    def tiles(self, pieces: Sequence[TablePiece], among: Sequence[int]) -> tuple[int, ...] | None:
        """Its tiles from left to right, if all of them lie there still."""
        found = []
        for spot in self.spots:
            far = {at: float(np.linalg.norm(pieces[at].middle - spot)) for at in among}
            nearest = min(far, key=lambda at: far[at], default=None)
            if nearest is None or far[nearest] > _SAME_SPOT or nearest in found:
                return None
            found.append(nearest)
        return tuple(found)


Laid = tuple[OpenSet, tuple[int, ...] | None]  # with its tiles, where all three are detected
# Of each side, the number of each set and where its tiles lie (mm).
SetsMemory: TypeAlias = dict[str, list[tuple[int | None, list[list[float]]]]]


class OpenSets:
    """The open sets that are known, by side, in the order in which they came."""

    def __init__(self) -> None:
        self._known: dict[int, list[OpenSet]] = {side: [] for side in SIDES}

    def count(self, *sides: int) -> int:
        """How many are known of some sides; of all if none is named."""
        return sum(len(self._known[side]) for side in sides or SIDES)

    @property
    def spots(self) -> list[Points]:
        """Where their tiles lie (2, mm)."""
        return [spot for known in self._known.values() for one in known for spot in one.spots]

    def move(self, motion: Motion) -> None:
        """Takes what is remembered to where the table has moved."""
        for side, known in self._known.items():
            self._known[side] = [OpenSet(one.number, motion.of(one.spots)) for one in known]

    def known(self, side: int, pieces: Sequence[TablePiece], lying: Sequence[int]) -> list[Laid]:
        """Those that were detected before."""
        sets = self._known[side]
        while sets and sets[-1].is_gone(pieces, lying):
            sets.pop()  # the latest one only: an earlier one keeps its number though a hand may cover it
        return [(one, one.tiles(pieces, lying)) for one in sets]

    def new(self, side: int, seen: PlayerArea, pieces: Sequence[TablePiece]) -> list[Laid]:
        """Those that were not known; they are from now on, unless what lies there fits nothing."""
        known = self._known[side]
        is_next = len(seen.sets) == 1 and all(one.number is not None for one in known)
        number = len(known) + 1 if is_next else None
        new = [OpenSet(number, np.array([pieces[at].middle for at in three])) for three in seen.sets]
        if not seen.open:
            known += new
        else:  # an earlier set may be among what fits nothing
            new = [OpenSet(None, one.spots) for one in new]
        return list(zip(new, seen.sets, strict=True))

    def to_json(self) -> SetsMemory:
        """The sets as plain data."""
        return {
            str(side): [(one.number, one.spots.round(1).tolist()) for one in known]
            for side, known in self._known.items()
        }

    def from_json(self, data: SetsMemory) -> None:
        """Takes the sets that `to_json` gave."""
        self._known = {
            side: [OpenSet(number, np.array(spots, np.float64).reshape(3, 2)) for number, spots in data[str(side)]]
            for side in SIDES
        }

"""Remembers the open sets of Galaxy Jarapon and their order, which is known where they come one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from vision.places.base import TablePiece
from vision.places.jarapon.discards import SIDES
from vision.places.jarapon.rows import PlayerArea
from vision.places.rigid_motion import Motion
from vision.reading import Points

_MAX_OFFSET = 10.0  # mm between a tile of a set and where it lay


@dataclass(frozen=True, eq=False)
class OpenSet:
    """A detected open set."""

    number: int | None  # its number among its player's sets, None where two appeared at once
    spots: Points  # where its tiles lay (3 × 2 mm)

    def is_gone(self, pieces: Sequence[TablePiece], candidates: Sequence[int]) -> bool:
        """Whether none of its spots has a tile."""
        return all(
            float(np.linalg.norm(pieces[at].middle - spot)) > _MAX_OFFSET for at in candidates for spot in self.spots
        )

    def tiles(self, pieces: Sequence[TablePiece], candidates: Sequence[int]) -> tuple[int, ...] | None:
        """Its tiles from left to right if all of them still lie there, else None."""
        found = []
        for spot in self.spots:
            far = {at: float(np.linalg.norm(pieces[at].middle - spot)) for at in candidates}
            nearest = min(far, key=lambda at: far[at], default=None)
            if nearest is None or far[nearest] > _MAX_OFFSET or nearest in found:
                return None
            found.append(nearest)
        return tuple(found)


LaidSet = tuple[OpenSet, tuple[int, ...] | None]  # with the numbers of its tiles where all three are detected
# Of each side, the number of each set and where its tiles lie (mm).
SetsMemory: TypeAlias = dict[str, list[tuple[int | None, list[list[float]]]]]


class OpenSets:
    """The known open sets of each side in the order in which they came."""

    def __init__(self) -> None:
        self._known: dict[int, list[OpenSet]] = {side: [] for side in SIDES}

    def count(self, *sides: int) -> int:
        """The number of known sets of the given sides, or of all."""
        return sum(len(self._known[side]) for side in sides or SIDES)

    @property
    def spots(self) -> list[Points]:
        """The spots of all their tiles (2, mm)."""
        return [spot for known in self._known.values() for open_set in known for spot in open_set.spots]

    def move(self, motion: Motion) -> None:
        """Moves what is remembered along with the table."""
        for side, known in self._known.items():
            self._known[side] = [replace(open_set, spots=motion.of(open_set.spots)) for open_set in known]

    def known(self, side: int, pieces: Sequence[TablePiece], lying: Sequence[int]) -> list[LaidSet]:
        """The sets that were detected before, with their tiles."""
        sets = self._known[side]
        while sets and sets[-1].is_gone(pieces, lying):
            sets.pop()  # the latest one only: an earlier one keeps its number though a hand may cover it
        return [(open_set, open_set.tiles(pieces, lying)) for open_set in sets]

    def new(self, side: int, area: PlayerArea, pieces: Sequence[TablePiece]) -> list[LaidSet]:
        """The sets that were not known; they are remembered unless something before that side fits nothing."""
        known = self._known[side]
        is_next = len(area.sets) == 1 and all(open_set.number is not None for open_set in known)
        number = len(known) + 1 if is_next else None
        new = [OpenSet(number, np.array([pieces[at].middle for at in three])) for three in area.sets]
        if not area.is_open:
            known += new
        else:  # an earlier set may be among what fits nothing
            new = [replace(open_set, number=None) for open_set in new]
        return list(zip(new, area.sets, strict=True))

    def to_json(self) -> SetsMemory:
        """The sets as plain data."""
        return {
            str(side): [(open_set.number, open_set.spots.round(1).tolist()) for open_set in known]
            for side, known in self._known.items()
        }

    def from_json(self, data: SetsMemory) -> None:
        """Takes the sets that `to_json` gave."""
        self._known = {
            side: [OpenSet(number, np.array(spots, np.float64).reshape(3, 2)) for number, spots in data[str(side)]]
            for side in SIDES
        }

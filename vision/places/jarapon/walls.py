"""Reads the walls of Galaxy Jarapon, the dora and the bonus tile (J7-3, J7-4).

The stacks of a wall can be counted only while all four walls stand whole: ten stacks at three sides, eleven at the
dealer's, counted from each player's right end. Where they stood then is remembered, and each spot checked again. A
table whose walls were never detected whole, such as one whose rest of the wall was pushed to the middle, or that stand
round the tray, has no `wall` places in a reading.

The dora is known by lying face up in a wall, or in the middle with the bonus tile: the one that lies face down there
and touches no other. Where both lay is remembered, for the bonus tile is turned up too in the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import NotRequired, TypedDict

import numpy as np

from engines.vocabulary import BACK, EMPTY
from vision.facts import Probabilities
from vision.places.base import TablePiece
from vision.places.jarapon.discards import MIN_ROW_NEAR, SIDES, SideTile, side_tile, sides_of
from vision.places.rigid_motion import Motion
from vision.reading import Points

_STACKS = (10, 10, 10, 11)
# Distances in mm.
_MAX_GAP = 7.0  # between neighbouring stacks, either way
_MAX_OUT_OF_LINE = 8.0  # between neighbouring stacks
_MAX_NEIGHBOUR_DISTANCE = 60.0  # more than the middles of touching tiles are apart
_MAX_OFFSET = 9.0  # of a tile from its spot, less than half a tile: beyond, it would rather be the next stack
_MAX_ON_SPOT = 14.0  # of another piece that hides a stack's spot
MIN_BACK_PROBABILITY = 0.9  # of a tile that lies face down for certain


def is_of_wall(piece: TablePiece) -> bool:
    """Whether a piece lies face down as those of a wall do; a discard under a lamp may pass for a back with less.

    >>> ring = np.array([[60.0, 15.0], [82.0, 15.0], [82.0, -15.0], [60.0, -15.0]])
    >>> [is_of_wall(TablePiece(ring - [away, 0], {"back": 0.7, "5": 0.3}, 1.0)) for away in (0, 60)]
    [False, True]
    """
    return piece.probabilities.get(BACK, 0.0) > (0.5 if in_middle(piece) else MIN_BACK_PROBABILITY)


def touches_wall(piece: TablePiece, backs: Sequence[TablePiece], sides: Sequence[int] = SIDES[:2]) -> bool:
    """Whether a piece continues a line of face-down stacks, as the dora does, along one of these sides."""
    near = [back.ring for back in backs if dist(piece.middle, back.middle) < _MAX_NEIGHBOUR_DISTANCE]
    return any(_continues(side_tile(piece.ring, side), side_tile(ring, side)) for ring in near for side in sides)


def _continues(tile: SideTile, stack: SideTile) -> bool:
    """Whether a tile lies next to a stack in its wall."""
    same = tile.across == stack.across is not None
    return same and tile.out_of_line(stack) < _MAX_OUT_OF_LINE and -_MAX_GAP < tile.gap(stack) < _MAX_GAP


def in_middle(piece: TablePiece) -> bool:
    """Whether a piece lies where the rest of the wall does, nearer to the middle than any row."""
    return float(np.abs(piece.middle).max()) < MIN_ROW_NEAR


class WallsMemory(TypedDict):
    """`Walls` as plain data (mm)."""

    stacks: dict[str, list[float]]
    dora: list[float] | None
    bonus: NotRequired[list[float] | None]


@dataclass
class Walls:
    """The remembered spots (2, mm) of the walls, the dora and the bonus tile."""

    stacks: dict[str, Points] = field(default_factory=dict)  # of each stack's place, when the walls were whole
    dora: Points | None = None
    bonus: Points | None = None

    def read(
        self, pieces: Sequence[TablePiece], backs: Sequence[int], others: Sequence[int], is_bare: bool
    ) -> tuple[dict[int, str], dict[str, Probabilities]]:
        """The places of pieces of the walls, by their numbers, and what these places show.

        `backs` lie face down, `others` face up and in no place of a player. `is_bare`: nothing at all lies face up.
        """
        whole = _whole([pieces[at] for at in backs], backs)
        if whole:
            self.stacks = {place: pieces[at].middle for place, at in whole.items()}
        if whole or is_bare:
            self.dora = None
        names, places = self._at_spots(pieces, backs)
        down = [at for at in backs if at not in names and in_middle(pieces[at])]
        is_bonus = len(down) == 1 and not any(touches_wall(pieces[at], [pieces[down[0]]]) for at in others)
        if down:
            self.bonus = pieces[down[0]].middle if is_bonus else None
        dora = self._dora(pieces, backs, others, is_bonus)
        if dora is not None:
            self.dora = pieces[dora].middle
        bonus = [at for at in (*down, *others) if at != dora and in_middle(pieces[at])]
        if len(bonus) == 1 and self.bonus is not None:
            names[bonus[0]], places["bonus"] = "bonus", pieces[bonus[0]].shares()
        if dora is not None:
            names[dora], places["dora"] = "dora", pieces[dora].shares()
        elif is_bare and all(pieces[at].probabilities.get(BACK, 0.0) > MIN_BACK_PROBABILITY for at in backs):
            places["dora"] = {EMPTY: 1.0}
        return names, places

    def move(self, motion: Motion) -> None:
        """Moves what is remembered along with the table."""
        self.stacks = {place: motion.of(spot) for place, spot in self.stacks.items()}
        self.dora = None if self.dora is None else motion.of(self.dora)
        self.bonus = None if self.bonus is None else motion.of(self.bonus)

    def to_json(self) -> WallsMemory:
        """What is remembered as plain data (mm)."""
        return {
            "stacks": {place: spot.round(1).tolist() for place, spot in self.stacks.items()},
            "dora": None if self.dora is None else self.dora.round(1).tolist(),
            "bonus": None if self.bonus is None else self.bonus.round(1).tolist(),
        }

    def from_json(self, data: WallsMemory) -> None:
        """Restores what `to_json` gave."""
        dora, bonus = data["dora"], data.get("bonus")
        self.dora = None if dora is None else np.array(dora, np.float64).reshape(2)
        self.bonus = None if bonus is None else np.array(bonus, np.float64).reshape(2)
        self.stacks = {place: np.array(spot, np.float64).reshape(2) for place, spot in data["stacks"].items()}

    def is_dora(self, piece: TablePiece) -> bool:
        """Whether a piece lies where the dora lay before."""
        return self.dora is not None and _distance(piece, self.dora) < _MAX_OFFSET

    def _dora(
        self, pieces: Sequence[TablePiece], backs: Sequence[int], others: Sequence[int], with_bonus: bool
    ) -> int | None:
        """The dora: the one face-up tile where it lay, continuing a wall, on a stack's spot, or in the middle.

        `with_bonus`: the bonus tile lies face down in the middle, so that a face-up tile there is the dora.
        """
        down = [pieces[at] for at in backs]
        found = (
            [at for at in others if self.is_dora(pieces[at])]
            or [at for at in others if touches_wall(pieces[at], down)]
            or [at for at in others if any(_distance(pieces[at], spot) < _MAX_OFFSET for spot in self.stacks.values())]
            or [at for at in others if with_bonus and in_middle(pieces[at])]
        )
        return found[0] if len(found) == 1 else None

    def _at_spots(
        self, pieces: Sequence[TablePiece], backs: Sequence[int]
    ) -> tuple[dict[int, str], dict[str, Probabilities]]:
        """Names and places of the stacks at the known spots, which are forgotten when a wall has been pushed."""
        names: dict[int, str] = {}
        for at in backs:
            near = [place for place, spot in self.stacks.items() if _distance(pieces[at], spot) < _MAX_OFFSET]
            if len(near) == 1 and near[0] not in names.values():
                names[at] = near[0]
            elif not in_middle(pieces[at]):
                self.stacks = {}
        if not self.stacks:
            return {}, {}
        places: dict[str, Probabilities] = {place: {EMPTY: 1.0} for place in self.stacks}
        for number, piece in enumerate(pieces):
            if number in names:
                places[names[number]] = piece.shares()
                continue
            for place, spot in self.stacks.items():
                if _distance(piece, spot) < _MAX_ON_SPOT:  # no stack: the dora on it, or an open set
                    places.pop(place, None)
        return names, places


def _distance(piece: TablePiece, spot: Points) -> float:
    return float(np.linalg.norm(piece.middle - spot))


def _whole(backs: Sequence[TablePiece], numbers: Sequence[int]) -> dict[str, int]:
    """The piece at each stack's place while four walls stand whole; nothing otherwise."""
    rings = [piece.ring for piece in backs]
    walls: dict[int, list[tuple[float, int]]] = {side: [] for side in SIDES}
    for ring, number, (side, across) in zip(rings, numbers, sides_of(rings), strict=True):
        if side is not None and not across:
            walls[side].append((-side_tile(ring, side).right, number))
        elif float(np.abs(ring.mean(axis=0)).max()) > MIN_ROW_NEAR:
            return {}
    if tuple(sorted(map(len, walls.values()))) != _STACKS:
        return {}
    by_number = dict(zip(numbers, rings, strict=True))
    found: dict[str, int] = {}
    for side, wall in walls.items():
        ordered = [number for _, number in sorted(wall)]
        stacks = [side_tile(by_number[number], side) for number in ordered]
        if not all(_continues(stack, following) for stack, following in pairwise(stacks)):
            return {}
        found |= {f"wall/{side}/{at}": number for at, number in enumerate(ordered, start=1)}
    return found

"""Assigns the pieces of a picture to the places of a game.

A place reader knows where a game's places are, never its rules. What it may have to remember, such as where each of
many strewn tiles lay before, it keeps itself: one reader serves one game on one table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np

from engines.vocabulary import BACK, EMPTY, UNKNOWN, UPRIGHT
from vision.facts import Probabilities, TileFacts
from vision.reading import Points

Place = TypeVar("Place", str, int, tuple[int, int])


@dataclass(frozen=True)
class TablePiece:
    """A detected piece in table coordinates as the camera sees them (mm; x right, y up, origin in the middle)."""

    ring: Points  # the corners of its upper side (4 × 2 mm), clockwise from the face's top left if that is known
    probabilities: Mapping[str, float]  # of each face, with `"unknown"` for an untaught one; they sum to 1
    confidence: float  # the probability that there is a piece at all
    upright: bool = False  # whether it stands on an edge, so that its face is hidden

    @cached_property
    def middle(self) -> Points:
        """The middle of its upper side (2, mm)."""
        return np.asarray(self.ring.mean(axis=0), np.float64)

    def shares(self) -> dict[str, float]:
        """The probability of each face at the piece's place, `"empty"` included; they sum to 1.

        An overexposed tile may be the back as well as a face: half of `"unknown"` goes to the back, half to all others.
        """
        if self.upright:
            return {EMPTY: 1 - self.confidence, UPRIGHT: self.confidence}
        unknown = self.probabilities.get(UNKNOWN, 0.0)
        others = sum(face not in (UNKNOWN, BACK) for face in self.probabilities)
        return {EMPTY: 1 - self.confidence} | {
            face: self.confidence * (share + unknown * (0.5 if face == BACK else 0.5 / others))
            for face, share in self.probabilities.items()
            if face != UNKNOWN
        }


@dataclass(frozen=True)
class Placed:
    """The assignment of the pieces of a picture to places."""

    names: tuple[str | None, ...]  # for each piece its place, None for none
    places: Mapping[str, Probabilities]  # what each place shows; places without evidence are missing
    turned_or_not: bool = False  # whether it is ambiguous if the board was turned round, so that no place is known
    facts: TileFacts = field(default_factory=TileFacts)  # what lies where no place is


@dataclass(frozen=True, eq=False)
class FieldPose:
    """Where the field lies in a picture, by which a reader knows whether the board has been moved."""

    corners: Points  # 4 × 2, in shares of the picture's width
    is_oriented: bool = False  # whether their order is that of the sheet's print, however it is turned


class PlaceReader(Protocol):
    """Names the places of one game's pieces."""

    # What must survive a restart, as plain JSON data; None for nothing. A new reader that is given it continues from
    # there; other data raise `KeyError`, `TypeError` or `ValueError`.
    memory: object

    def place(self, pieces: Sequence[TablePiece], field: FieldPose | None = None, /) -> Placed:
        """Assigns the pieces of a picture to places. `field`: None where it is not known."""


@dataclass(frozen=True)
class Arrangement:
    """How the tiles of a kind of table are laid, and so how they are read."""

    places: Callable[[], PlaceReader]  # makes the reader that names their places
    upright: bool = False  # whether tiles may stand on an edge
    sides_only: bool = False  # whether only the side that lies up counts, so that no faces need be taught
    sideways: bool = False  # whether a tile laid across its row has a meaning
    dice: bool = False  # whether a die is thrown


def nearest_pairs(pairs: Iterable[tuple[float, int, Place]]) -> dict[int, Place]:
    """Pairs pieces, by their numbers, with places greedily from the nearest pair on; each of both at most once.

    `pairs`: those that may be, each with the distance between both.

    >>> nearest_pairs([(3.0, 0, "a"), (1.0, 1, "a"), (5.0, 0, "b")])
    {1: 'a', 0: 'b'}
    """
    found: dict[int, Place] = {}
    for _, piece, place in sorted(pairs):
        if piece not in found and place not in found.values():
            found[piece] = place
    return found


def most_confident_at(
    pieces: Sequence[TablePiece], names: Sequence[str | None], places: Sequence[str]
) -> dict[str, Probabilities]:
    """What each of `places` shows: the most confident of the pieces that lie there, or nothing."""
    shown: dict[str, Probabilities] = {place: {EMPTY: 1.0} for place in places}
    for piece, name in sorted(zip(pieces, names, strict=True), key=lambda pair: pair[0].confidence):
        if name is not None:
            shown[name] = piece.shares()
    return shown

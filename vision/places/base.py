"""Which piece lies at which place of a game.

A place reader knows where a game's places are, never its rules. What it may have to remember, such as where each of
many strewn tiles lay before, it keeps itself: one reader serves one game on one table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from engines.vocabulary import BACK, EMPTY, UNKNOWN, UPRIGHT
from vision.facts import Probabilities, TileFacts
from vision.reading import Points


@dataclass(frozen=True)
class TablePiece:
    """A detected piece in table coordinates as the camera sees them (mm; x right, y up, origin in the middle).

    `ring`: the corners of its upper side (4 × 2 mm), clockwise from the face's top left as far as that is known.
    `probabilities`: of each face, with `"unknown"` for one that was not taught; they sum to 1. `confidence`: the
    probability that there is a piece at all. `upright`: it stands on an edge, so that its face is hidden.
    """

    ring: Points
    probabilities: Mapping[str, float]
    confidence: float
    upright: bool = False

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
    """Where the pieces of a picture lie, and what each place shows."""

    # For each piece the place where it lies, None for none.
    names: tuple[str | None, ...]
    # What each place shows: one without evidence is missing, an empty one is there.
    places: Mapping[str, Probabilities]
    # The board lies as before or turned round, and the evidence is ambiguous, so that no place is known.
    turned_or_not: bool = False
    # What lies where no place is.
    facts: TileFacts = field(default_factory=TileFacts)


class PlaceReader(Protocol):
    """Names the places of one game's pieces."""

    def place(self, pieces: Sequence[TablePiece]) -> Placed:
        """Where each piece of a picture lies."""


@runtime_checkable
class Remembering(Protocol):
    """A place reader, or its owner, with a memory that must survive a restart."""

    def memory(self) -> object:
        """What must be kept, as plain JSON data."""

    def remember(self, memory: object) -> None:
        """Continues from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""


@runtime_checkable
class SeesField(Protocol):
    """A place reader that must know when the board has been moved before the camera."""

    def see_field(self, field: Points, is_oriented: bool = False) -> None:
        """Where the field is in the picture that is read next (4 × 2, in shares of the picture's width).

        `is_oriented`: the order of its corners goes by the sheet's print, however it is turned.
        """


@dataclass(frozen=True)
class Arrangement:
    """How the tiles of a kind of table are laid, and so how they are read.

    `places` makes the reader that names their places. `upright`: tiles may stand on an edge. `sides_only`: only which
    side of a tile lies up counts, so that no faces need be taught. `sideways`: a tile laid across its row has a
    meaning. `dice`: a die is thrown.
    """

    places: Callable[[], PlaceReader]
    upright: bool = False
    sides_only: bool = False
    sideways: bool = False
    dice: bool = False


def most_confident_at(
    pieces: Sequence[TablePiece], names: Sequence[str | None], places: Sequence[str]
) -> dict[str, Probabilities]:
    """What each of `places` shows: the most confident of the pieces that lie there, or nothing."""
    shown: dict[str, Probabilities] = {place: {EMPTY: 1.0} for place in places}
    for piece, name in sorted(zip(pieces, names, strict=True), key=lambda pair: pair[0].confidence):
        if name is not None:
            shown[name] = piece.shares()
    return shown

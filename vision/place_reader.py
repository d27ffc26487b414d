"""Which piece lies at which place of a game.

A place reader knows where a game's places are, never its rules. What it may have to remember, such as where each of
many strewn tiles lay before, it keeps itself: one reader serves one game on one table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from engines.vocabulary import BACK, EMPTY, UNKNOWN, UPRIGHT
from vision.reading import Points

Likely = Mapping[str, float]  # how likely each face is, "empty" included; sums to 1


@dataclass(frozen=True)
class Lying:
    """A piece on the table, in the table's frame as the camera sees it (mm; x right, y up, origin in the middle).

    `ring`: the corners of its upper side (4 × 2 mm), clockwise from the face's top left as far as that is known.
    `likely`: how likely each face is, `"unknown"` for one that was not taught; sums to 1. `sure`: how likely there is a
    piece at all. `upright`: it stands on an edge, so that its face is not seen.
    """

    ring: Points
    likely: Mapping[str, float]
    sure: float
    upright: bool = False

    @cached_property
    def middle(self) -> Points:
        """The middle of its upper side (2, mm)."""
        return np.asarray(self.ring.mean(axis=0), np.float64)

    def shares(self) -> dict[str, float]:
        """How likely each face is at the piece's place, `"empty"` included; sums to 1.

        What is burnt out by light may be the back as well as a face: `"unknown"` goes half to the back and half to all
        others.
        """
        if self.upright:
            return {EMPTY: 1 - self.sure, UPRIGHT: self.sure}
        unknown = self.likely.get(UNKNOWN, 0.0)
        others = sum(face not in (UNKNOWN, BACK) for face in self.likely)
        return {EMPTY: 1 - self.sure} | {
            face: self.sure * (share + unknown * (0.5 if face == BACK else 0.5 / others))
            for face, share in self.likely.items()
            if face != UNKNOWN
        }


@dataclass(frozen=True)
class Placed:
    """`names`: for each piece the place where it lies, None for none. `places`: what each place shows.

    A place that was not looked at is missing in `places`; one that was seen to be empty is there. `turned_or_not`: the
    board lies as before or turned round, and nothing tells which, so that no place is known.
    """

    names: tuple[str | None, ...]
    places: Mapping[str, Likely]
    turned_or_not: bool = False


class PlaceReader(Protocol):
    """Tells the places of one game's pieces."""

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """Where each piece of a picture lies."""


@runtime_checkable
class Remembering(Protocol):
    """A place reader, or whoever has one, that must go on after a restart with what it has seen so far."""

    def memory(self) -> Any:
        """What must be kept, as plain JSON data."""

    def remember(self, memory: Any) -> None:
        """Go on from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""


@runtime_checkable
class SeesField(Protocol):
    """A place reader that must know when the board has been moved before the camera."""

    def see_field(self, field: Points) -> None:
        """Where the field is in the picture that is read next (4 × 2, in shares of the picture's width)."""


def surest_at(pieces: Sequence[Lying], names: Sequence[str | None], places: Sequence[str]) -> dict[str, Likely]:
    """What each of `places` shows: the surest of the pieces that lie there, or nothing."""
    shown: dict[str, Likely] = {place: {EMPTY: 1.0} for place in places}
    for piece, name in sorted(zip(pieces, names, strict=True), key=lambda pair: pair[0].sure):
        if name is not None:
            shown[name] = piece.shares()
    return shown

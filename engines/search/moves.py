"""The moves of Character Search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile is turned up and shows a number (J1-1)."""

    tile: int
    face: str


@dataclass(frozen=True, slots=True)
class Take:
    """The two tiles match: both go off the sheet, and the others pay (J1-1)."""


@dataclass(frozen=True, slots=True)
class Back:
    """The two tiles do not match: both go face down again, and a chip is thrown away (J1-1).

    `unseen`: how many of them were turned up and back again before anybody who keeps the record saw them.
    """

    unseen: int = 0


Move = Turn | Take | Back


TAKE, BACK = Take(), Back()

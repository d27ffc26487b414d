"""What a look at the table can come to."""

from dataclasses import dataclass
from typing import Any

from engines.messages import Fact, Message


@dataclass(frozen=True)
class Nothing:
    """The table is as it should be. `turn`: by how many clockwise quarters it lies turned before the camera."""

    turn: int = 0


@dataclass(frozen=True)
class Moved:
    """These moves were made; passes between them, which the rules force, are not among them. `turn` as in `Nothing`.

    `options` are those that the first move has shown, where nobody had entered them.
    """

    moves: tuple[Any, ...]
    turn: int = 0
    options: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True)
class TakenBack:
    """The table is as it was after `to_ply` plies, or as it is after the other `moves` from there."""

    to_ply: int
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Turned:
    """The table is as it should be, but the board has been turned to lie as `turn` says."""

    turn: int


Happened = Nothing | Moved | TakenBack | Turned


@dataclass(frozen=True)
class Wrong:
    """Nothing explains the table: `message` says what to mend first, `also` what else, `places` where.

    `nearest` is what the players seem to be about: what will have happened when all is mended.
    """

    message: Message
    places: tuple[str, ...]
    nearest: Happened
    also: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Which:
    """One of these has happened, and a picture cannot show which: people are asked."""

    choices: tuple[Moved, ...]


@dataclass(frozen=True)
class Unclear:
    """The picture leaves open what happened at these places; `message` says what may help.

    `choices`: what it may have been, where people can be asked.
    """

    message: Message
    places: tuple[str, ...]
    choices: tuple[Moved, ...] = ()


Outcome = Happened | Which | Wrong | Unclear

"""What the evidence of a reading can mean: the outcomes of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias

from engines.contract import Move
from engines.messages import Fact, Message
from engines.vocabulary import Layout

# What people say of what came after the moves of an answer.
NOTHING_MORE, MORE = "nothing", "more"


@dataclass(frozen=True)
class Problem:
    """What is wrong with the table: `message` says what to mend first, `also` what else, `places` where."""

    message: Message
    places: tuple[str, ...] = ()
    also: tuple[Message, ...] = ()


def with_also(problem: Problem | None, also: Sequence[Message]) -> Problem | None:
    """A problem with what else may be the cause of it."""
    return problem and replace(problem, also=(*problem.also, *also))


@dataclass(frozen=True)
class Nothing:
    """The table is as it should be. `turn`: by how many clockwise quarters it lies turned before the camera."""

    turn: int = 0


@dataclass(frozen=True)
class Moved(Generic[Move]):
    """These moves were made; passes between them, which the rules force, are not among them. `turn` as in `Nothing`.

    `options` are those that the first move has shown, where nobody had entered them. `layout`: of the table after them.
    `then`: as an answer, whether that was all that had been made, `NOTHING_MORE`, or `MORE`; nothing if it is not said.
    """

    moves: tuple[Move, ...]
    turn: int = 0
    options: tuple[tuple[str, Fact], ...] = ()
    then: str = ""
    layout: Layout = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class TakenBack(Generic[Move]):
    """The table is as it was after `to_ply` plies, or as it is after the other `moves` from there: in this `layout`."""

    to_ply: int
    moves: tuple[Move, ...] = ()
    layout: Layout = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Turned:
    """The table is as it should be, but the board has been turned to lie as `turn` says."""

    turn: int


@dataclass(frozen=True)
class SetUpAnew:
    """The start position has been laid for another game."""


@dataclass(frozen=True)
class PutAway:
    """The game is over and its tiles are being put away."""


@dataclass(frozen=True)
class Wrong(Generic[Move]):
    """Nothing explains the table.

    `nearest` is what the players seem to be about: what will have happened when all is mended. `is_rejected`: something
    does explain it, but people have corrected that, and the table is not mended yet. `choices`: moves that explain a
    part of it and spoil nothing, where people may be asked which of them was the first.
    """

    problem: Problem
    nearest: "Happened[Move]"
    is_rejected: bool = False
    choices: tuple[Moved[Move], ...] = ()


@dataclass(frozen=True)
class Which(Generic[Move]):
    """One of these has happened, and a picture cannot show which: people are asked."""

    choices: tuple[Moved[Move], ...]


@dataclass(frozen=True)
class Unclear(Generic[Move]):
    """The picture leaves open what happened at some places; the problem says what may help.

    `choices`: what it may have been, where people can be asked.
    """

    problem: Problem
    choices: tuple[Moved[Move], ...] = ()


Happened: TypeAlias = Nothing | Moved[Move] | TakenBack[Move] | Turned
Outcome: TypeAlias = Happened[Move] | Which[Move] | Wrong[Move] | Unclear[Move]

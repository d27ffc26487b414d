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
    """What is wrong with the table."""

    message: Message  # what to mend first
    places: tuple[str, ...] = ()
    also: tuple[Message, ...] = ()  # what else


def with_also(problem: Problem | None, also: Sequence[Message]) -> Problem | None:
    """A problem with what else may be the cause of it."""
    return problem and replace(problem, also=(*problem.also, *also))


@dataclass(frozen=True)
class Nothing:
    """The table is as it should be."""

    turn: int = 0  # by how many clockwise quarters it lies turned before the camera


@dataclass(frozen=True)
class Moved(Generic[Move]):
    """These moves were made."""

    moves: tuple[Move, ...]  # without the passes between them that the rules force
    turn: int = 0  # as in `Nothing`
    options: tuple[tuple[str, Fact], ...] = ()  # that the first move has shown, where nobody had entered them
    then: str = ""  # as an answer, whether that was all: `NOTHING_MORE` or `MORE`; "" where it is not said
    layout: Layout = field(default_factory=dict, compare=False, repr=False)  # after them


@dataclass(frozen=True)
class TakenBack(Generic[Move]):
    """Moves were taken back, and others may have been made instead."""

    to_ply: int  # how many plies are left
    moves: tuple[Move, ...] = ()  # made from there
    layout: Layout = field(default_factory=dict, compare=False, repr=False)  # after them


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
    """Nothing explains the table."""

    problem: Problem
    nearest: "Happened[Move]"  # what will have happened when all is mended
    is_rejected: bool = False  # something does explain it, but people have corrected that, and not mended the table yet
    # Moves that explain a part of it and spoil nothing, where people may be asked which of them was the first.
    choices: tuple[Moved[Move], ...] = ()


@dataclass(frozen=True)
class Which(Generic[Move]):
    """One of these has happened, and a picture cannot show which: people are asked."""

    choices: tuple[Moved[Move], ...]


@dataclass(frozen=True)
class Unclear(Generic[Move]):
    """The picture leaves open what happened at some places."""

    problem: Problem  # says what may help
    choices: tuple[Moved[Move], ...] = ()  # what it may have been, where people can be asked


Happened: TypeAlias = Nothing | Moved[Move] | TakenBack[Move] | Turned
Outcome: TypeAlias = Happened[Move] | Which[Move] | Wrong[Move] | Unclear[Move]

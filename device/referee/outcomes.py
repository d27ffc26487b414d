"""The outcomes of comparing the evidence of a reading with the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias

from engines.contract import Move
from engines.messages import Fact, Message
from engines.vocabulary import Layout

# What people say came after the moves of an answer.
NOTHING_MORE, MORE = "nothing", "more"


@dataclass(frozen=True)
class Problem:
    """What is wrong with the table."""

    message: Message  # what to correct first
    places: tuple[str, ...] = ()
    also: tuple[Message, ...] = ()  # further corrections


def with_also(problem: Problem | None, also: Sequence[Message]) -> Problem | None:
    """A problem with further possible causes."""
    return problem and replace(problem, also=(*problem.also, *also))


@dataclass(frozen=True)
class Nothing:
    """The table is as recorded."""

    turn: int = 0  # turn of the table before the camera, in clockwise quarters


@dataclass(frozen=True)
class Moved(Generic[Move]):
    """These moves were made."""

    moves: tuple[Move, ...]  # without the passes between them that the rules force
    turn: int = 0  # as in `Nothing`
    options: tuple[tuple[str, Fact], ...] = ()  # options shown by the first move that nobody had entered
    then: str = ""  # in an answer: `NOTHING_MORE` or `MORE`; "" where it is not said
    layout: Layout = field(default_factory=dict, compare=False, repr=False)  # after them


@dataclass(frozen=True)
class TakenBack(Generic[Move]):
    """Moves were taken back, and others may have been made instead."""

    to_ply: int  # number of plies left
    moves: tuple[Move, ...] = ()  # made from there
    layout: Layout = field(default_factory=dict, compare=False, repr=False)  # after them


@dataclass(frozen=True)
class Turned:
    """The table is as recorded, but the board has been turned to `turn`."""

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
    nearest: "Happened[Move]"  # what will have happened once everything is corrected
    # a candidate explains it, but people have corrected that and not rearranged the table yet
    is_rejected: bool = False
    # Moves that explain a part of it and contradict nothing, where people may be asked which was first.
    choices: tuple[Moved[Move], ...] = ()


@dataclass(frozen=True)
class Which(Generic[Move]):
    """One of these has happened and a picture cannot show which: people are asked."""

    choices: tuple[Moved[Move], ...]


@dataclass(frozen=True)
class Unclear(Generic[Move]):
    """The picture leaves open what happened at some places."""

    problem: Problem  # says what may help
    choices: tuple[Moved[Move], ...] = ()  # possible moves, where people can be asked


Happened: TypeAlias = Nothing | Moved[Move] | TakenBack[Move] | Turned
Outcome: TypeAlias = Happened[Move] | Which[Move] | Wrong[Move] | Unclear[Move]

"""What invented people play, and the companion that watches them: the box, as far as people at a table know it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engines.contract import AnyGame
from engines.drop_it.frame import Frame
from engines.messages import Fact
from engines.vocabulary import Layout
from simulator.film.shots import AnyShot
from vision.places.laying import Laying, on_squares

# Seconds at the usual pace between two glances at the companion.
GLANCE_S = 0.25


@dataclass(frozen=True)
class StagedGame:
    """A game, and how it is played with tiles on a simulated table, or with pieces at a frame."""

    game: AnyGame
    layout: Callable[[object], Layout]  # all that lies on the table in a state
    lay: Laying = on_squares  # where the tile of a place lies
    sheet: str = "grid"  # what is printed there, `"grid"` or `"stars"`
    pips: Callable[[object], int | None] = lambda _move: None  # what a die shows after a move, if that throws one
    numbered: str = ""  # how names of places begin whose numbers the camera gives as tiles appear
    taken_back: bool = True  # whether a table as it was before means that moves were taken back
    frame: Frame | None = None  # that of Drop It


@dataclass(frozen=True)
class Begun:
    """A game that is to be played from where it stands."""

    staged: StagedGame
    players: tuple[str, ...]
    options: Mapping[str, Fact] = field(default_factory=dict)
    moves: tuple[object, ...] = ()  # those that were made already
    state: object = None  # after these; None before the first


class Companion(Protocol):
    """What people learn from the box that watches them, and what they tell it."""

    def begun(self) -> Begun:
        """The game that is to be played from now on."""

    def has_another_game(self) -> bool:
        """Whether another game has begun than that which they play."""

    def tell(self, move: object) -> None:
        """A move is being made, as all at the table can see it."""

    def end(self) -> None:
        """The game is over: nothing that comes after it will show what nobody announces."""

    def is_content(self) -> bool:
        """At a glance: whether people may play on, since all that was done has been recorded. Else they help."""

    def has_noticed(self, mishap: bool) -> bool:
        """Whether it was said that something is wrong, or without a mishap recorded what was done instead."""

    def play_again(self) -> None:
        """Ask for another game of the same kind."""


def until(
    is_so: Callable[[], bool], rest: Callable[[float], Iterator[AnyShot]], at_most_s: float | None = None
) -> Iterator[AnyShot]:
    """People wait for something, glancing at the companion; at most for some seconds."""
    waited_s = 0.0
    while not is_so() and (at_most_s is None or waited_s < at_most_s):
        waited_s += GLANCE_S
        yield from rest(GLANCE_S)

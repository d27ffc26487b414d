"""The games of simulated players, and the interface of the box that watches them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engines.contract import AnyGame
from engines.drop_it.frame import Frame
from engines.messages import Fact
from engines.vocabulary import Layout
from simulator.film.shots import AnyShot, DeckKind
from simulator.people.laid_cards import Heaps
from vision.places.laying import Laying, on_squares

GLANCE_S = 0.25  # seconds at the usual pace between two glances at the companion


@dataclass(frozen=True)
class StagedGame:
    """A game, and how it is played with tiles or cards on a simulated table, or with pieces at a frame."""

    game: AnyGame
    layout: Callable[[object], Layout]  # all that lies on the table in a state
    lay: Laying = on_squares  # the position of the tile of a place
    sheet: str = "grid"  # its print, `"grid"` or `"stars"`
    pips: Callable[[object], int | None] = lambda _move: None  # of a die after a move that throws one
    numbered: str = ""  # prefix of places that the camera numbers as tiles appear
    taken_back: bool = True  # whether restoring an earlier table takes moves back
    frame: Frame | None = None  # of Drop It
    deck: DeckKind | None = None  # of a game of cards
    heaps: Callable[[object], Heaps] = lambda _state: {}  # its cards at each place
    clockwise: bool = False  # how its players sit in the order of their seats, seen from above


@dataclass(frozen=True)
class Begun:
    """A game that is to be continued from its current state."""

    staged: StagedGame
    players: tuple[str, ...]
    options: Mapping[str, Fact] = field(default_factory=dict)
    moves: tuple[object, ...] = ()  # made so far
    state: object = None  # after these moves; None before the first


class Companion(Protocol):
    """The box, as the players use it."""

    def begun(self) -> Begun:
        """The game that is to be played now."""

    def has_another_game(self) -> bool:
        """Whether another game than the one that they play has begun."""

    def tell(self, move: object) -> None:
        """Reports a move that is being made, with what everybody at the table sees of it."""

    def end(self) -> None:
        """Reports the end of the game: no later move will confirm the last ones."""

    def is_content(self) -> bool:
        """Whether people may play on, since all moves have been recorded; else they help the box."""

    def has_noticed(self, mishap: bool) -> bool:
        """Whether the box has reported a mishap, or, without a `mishap`, recorded the move that was made instead."""

    def play_again(self) -> None:
        """Asks for another game of the same kind."""


def until(
    is_so: Callable[[], bool], rest: Callable[[float], Iterator[AnyShot]], at_most_s: float | None = None
) -> Iterator[AnyShot]:
    """People wait until a condition holds, at most for some seconds."""
    waited_s = 0.0
    while not is_so() and (at_most_s is None or waited_s < at_most_s):
        waited_s += GLANCE_S
        yield from rest(GLANCE_S)

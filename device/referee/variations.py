"""Variations: moves from a state on that may have been made, visible ones and others that nobody announces."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic

from device.games.forced_moves import settled
from device.games.open_moves import open_moves
from device.games.profile import Habits
from device.referee.evidence import Evidence
from device.referee.orientation import camera_place
from engines.contract import Game, Move, State
from engines.vocabulary import NOTHING, Layout, changed

# Tiles that repeat a move without a trace, as far as they are thought of at once.
MOST_COUNTED = 4


@dataclass(frozen=True)
class Variation(Generic[State, Move]):
    """Moves, and the state to which they lead before anything is forced."""

    game: Game[State, Move]
    state: State
    moves: tuple[Move, ...] = ()
    steps: int = 0  # how many of them are visible
    seats: tuple[int | None, ...] = ()  # who made each of them

    @cached_property
    def layout(self) -> Layout:
        """The layout now; worked out once, which takes longest of all that is asked of a variation."""
        return self.game.layout(self.state)

    def settled(self) -> "Variation[State, Move]":
        """The same when all that is forced has been played."""
        state = settled(self.game, self.state)
        return self if state is self.state else replace(self, state=state)

    def then(self, move: Move, steps: int = 0) -> "Variation[State, Move]":
        """The same and one move more, which is so many visible ones; raises `IllegalMove`."""
        seats = (*self.seats, self.game.mover(self.state, move))
        return Variation(self.game, self.game.play(self.state, move), (*self.moves, move), self.steps + steps, seats)


def visible_after(
    habits: Habits[State, Move],
    start: Variation[State, Move],
    evidence: Evidence | None = None,
    turn: int = 0,
) -> Iterator[Variation[State, Move]]:
    """One visible move further, with the silent ones before and after it that nobody announces.

    `evidence`, on a board that lies so turned: a move is left out whose places (`Habits.touches`) clearly show what
    lay there before it, or were not read: it explains nothing.
    """
    start = start.settled()
    before = start.layout
    silent: list[Variation[State, Move]] = []
    for move in open_moves(start.game, start.state):
        if isinstance(move, habits.interpretation.read_only):
            continue
        touched = habits.touches(start.state, move) if evidence else ()
        if evidence and touched and not _may_differ(evidence, touched, before, turn):
            continue
        further = start.then(move, steps=1)
        if further.layout != before:
            yield further
            yield from repeated(habits, further)
        elif habits.assumes(start.state, move):
            silent.append(replace(further, steps=start.steps))
    for unseen in silent:
        yield from visible_after(habits, unseen, evidence, turn)


def _may_differ(evidence: Evidence, places: Iterable[str], before: Layout, turn: int) -> bool:
    """Whether one of some places may show something else than before."""
    return any(evidence.may_differ(camera_place(place, turn), before.get(place, NOTHING)) for place in places)


def unannounced(
    habits: Habits[State, Move], start: Variation[State, Move], looked_at: Container[str]
) -> Iterator[Variation[State, Move]]:
    """The same, and the same after moves that nobody announces and that no place that was read shows."""
    yield start
    for move in open_moves(start.game, start.state) if habits.assumed else ():
        if habits.assumes(start.state, move):
            further = start.then(move)
            if not any(place in looked_at for place in changed(start.layout, further.layout)):
                yield from unannounced(habits, further, looked_at)


def repeated(habits: Habits[State, Move], first: Variation[State, Move]) -> Iterator[Variation[State, Move]]:
    """The same with more tiles laid on top, of which nothing is visible."""
    for _ in range(MOST_COUNTED - 1 if habits.counted else 0):
        moves = open_moves(first.game, first.state)
        more = next((move for move in moves if isinstance(move, habits.counted)), None)
        if more is None:
            return
        first = first.then(more)
        yield first

"""Variations: sequences of moves that may have been made from a state, visible moves and unannounced ones."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic

from device.games.forced_moves import play_forced_moves
from device.games.open_moves import open_moves
from device.games.profile import Habits
from device.referee.evidence import Evidence
from device.referee.orientation import camera_place
from engines.contract import Game, Move, State
from engines.vocabulary import NOTHING, Layout, changed

# Maximum number of tiles that repeat a move without a trace.
MAX_COUNTED = 4


@dataclass(frozen=True)
class Variation(Generic[State, Move]):
    """Moves and the state after them, before forced moves."""

    game: Game[State, Move]
    state: State
    moves: tuple[Move, ...] = ()
    steps: int = 0  # number of visible moves among them
    seats: tuple[int | None, ...] = ()  # seat that made each of them

    @cached_property
    def layout(self) -> Layout:
        """The layout of the state, cached since it takes longest."""
        return self.game.layout(self.state)

    def settled(self) -> "Variation[State, Move]":
        """The variation after all forced moves."""
        state = play_forced_moves(self.game, self.state)
        return self if state is self.state else replace(self, state=state)

    def then(self, move: Move, steps: int = 0) -> "Variation[State, Move]":
        """The variation with one more move that counts as `steps` visible moves; raises `IllegalMove`."""
        seats = (*self.seats, self.game.mover(self.state, move))
        return Variation(self.game, self.game.play(self.state, move), (*self.moves, move), self.steps + steps, seats)


def visible_after(
    habits: Habits[State, Move],
    start: Variation[State, Move],
    evidence: Evidence | None = None,
    turn: int = 0,
) -> Iterator[Variation[State, Move]]:
    """The variations with one more visible move and unannounced ones around it.

    With `evidence` of a board in this `turn`, moves are left out whose places (`Habits.touches`) clearly show what lay
    there before or were not read: they explain nothing.
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
    for variation in silent:
        yield from visible_after(habits, variation, evidence, turn)


def _may_differ(evidence: Evidence, places: Iterable[str], before: Layout, turn: int) -> bool:
    """Whether one of these places may show something else than before."""
    return any(evidence.may_differ(camera_place(place, turn), before.get(place, NOTHING)) for place in places)


def unannounced(
    habits: Habits[State, Move], start: Variation[State, Move], places_read: Container[str]
) -> Iterator[Variation[State, Move]]:
    """The variation, also after unannounced moves that no place in `places_read` shows."""
    yield start
    for move in open_moves(start.game, start.state) if habits.assumed else ():
        if habits.assumes(start.state, move):
            further = start.then(move)
            if not any(place in places_read for place in changed(start.layout, further.layout)):
                yield from unannounced(habits, further, places_read)


def repeated(habits: Habits[State, Move], first: Variation[State, Move]) -> Iterator[Variation[State, Move]]:
    """The variation with further tiles laid on top, which are not visible."""
    for _ in range(MAX_COUNTED - 1 if habits.counted else 0):
        moves = open_moves(first.game, first.state)
        more = next((move for move in moves if isinstance(move, habits.counted)), None)
        if more is None:
            return
        first = first.then(more)
        yield first

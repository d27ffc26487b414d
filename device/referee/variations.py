"""Variations: moves from a state on that may have been made, visible ones and others that nobody announces."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
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
    """Moves, and the state to which they lead before anything is forced.

    `steps`: how many of them are visible. `seats`: who made each of them.
    """

    state: State
    moves: tuple[Move, ...] = ()
    steps: int = 0
    seats: tuple[int | None, ...] = ()

    def then(self, game: Game[State, Move], move: Move, steps: int = 0) -> "Variation[State, Move]":
        """The same and one move more, which is so many visible ones; raises `IllegalMove`."""
        seats = (*self.seats, game.mover(self.state, move))
        return Variation(game.play(self.state, move), (*self.moves, move), self.steps + steps, seats)


def visible_after(
    game: Game[State, Move],
    habits: Habits[State, Move],
    start: Variation[State, Move],
    evidence: Evidence | None = None,
    turn: int = 0,
) -> Iterator[Variation[State, Move]]:
    """One visible move further, with the silent ones before and after it that nobody announces.

    `evidence`, on a board that lies so turned: a move is left out whose places (`Habits.touches`) clearly look as
    before it, or were not looked at: it explains nothing.
    """
    start = replace(start, state=settled(game, start.state))
    before = game.layout(start.state)
    silent: list[Variation[State, Move]] = []
    for move in open_moves(game, start.state):
        if isinstance(move, habits.read_only):
            continue
        touched = habits.touches(start.state, move) if evidence else ()
        if evidence and touched and not _may_differ(evidence, touched, before, turn):
            continue
        further = start.then(game, move, steps=1)
        if game.layout(further.state) != before:
            yield further
            yield from repeated(game, habits, further)
        elif habits.assumes(start.state, move):
            silent.append(replace(further, steps=start.steps))
    for unseen in silent:
        yield from visible_after(game, habits, unseen, evidence, turn)


def _may_differ(evidence: Evidence, places: Iterable[str], before: Layout, turn: int) -> bool:
    """Whether one of some places may show something else than before."""
    return any(evidence.may_differ(camera_place(place, turn), before.get(place, NOTHING)) for place in places)


def unannounced(
    game: Game[State, Move], habits: Habits[State, Move], start: Variation[State, Move], looked_at: Container[str]
) -> Iterator[Variation[State, Move]]:
    """The same, and the same after moves that nobody announces and that no place looked at shows."""
    yield start
    before = game.layout(start.state)
    for move in open_moves(game, start.state) if habits.assumed else ():
        if habits.assumes(start.state, move):
            further = start.then(game, move)
            if not any(place in looked_at for place in changed(before, game.layout(further.state))):
                yield from unannounced(game, habits, further, looked_at)


def repeated(
    game: Game[State, Move], habits: Habits[State, Move], first: Variation[State, Move]
) -> Iterator[Variation[State, Move]]:
    """The same with more tiles laid on top, of which nothing is to be seen."""
    for _ in range(MOST_COUNTED - 1 if habits.counted else 0):
        more = next((move for move in open_moves(game, first.state) if isinstance(move, habits.counted)), None)
        if more is None:
            return
        first = first.then(game, more)
        yield first

"""Moves that nobody chooses: where the rules leave one move and the table stays as it is, the box plays it itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from device.games.open_moves import open_moves
from engines.contract import Game, Move, State


@dataclass(frozen=True)
class Step(Generic[State, Move]):
    """A move and the state after it; `forced` when nobody chose it."""

    move: Move
    state: State
    forced: bool = False


def play_on(game: Game[State, Move], state: State, move: Move) -> list[Step[State, Move]]:
    """A move and the passes that it forces; raises `IllegalMove`.

    >>> from engines import reversi
    >>> [step.move.square for step in play_on(reversi, reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))]
    ['f5']
    """
    steps = [Step(move, game.play(state, move))]
    while (forced := forced_move(game, steps[-1].state)) is not None:
        steps.append(Step(forced, game.play(steps[-1].state, forced), forced=True))
    return steps


def state_after(game: Game[State, Move], state: State, moves: Iterable[Move]) -> State:
    """The state after chosen moves and the passes that they force; raises `IllegalMove`."""
    for move in moves:
        state = play_on(game, state, move)[-1].state
    return state


def settled(game: Game[State, Move], state: State) -> State:
    """The state when all that is forced in it has been played."""
    while (forced := forced_move(game, state)) is not None:
        state = game.play(state, forced)
    return state


def forced_move(game: Game[State, Move], state: State) -> Move | None:
    """The only move, when there is one that leaves the table as it is (J6-2); else None."""
    moves = open_moves(game, state)
    if len(moves) != 1:
        return None
    after = game.play(state, moves[0])
    return moves[0] if after != state and game.layout(after) == game.layout(state) else None

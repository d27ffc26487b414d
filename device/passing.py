"""Moves that nobody chooses: where the rules leave one move and the table stays as it is, the box plays it itself."""

from dataclasses import dataclass
from typing import Any

from device.open_moves import open_moves
from engines.contract import Game


@dataclass(frozen=True)
class Step:
    """A move and the state after it; `forced` when nobody chose it."""

    move: Any
    state: Any
    forced: bool = False


def play_on(game: Game, state: Any, move: Any) -> list[Step]:
    """A move and the passes that it forces; raises `IllegalMove`.

    >>> from engines import reversi
    >>> [step.move.square for step in play_on(reversi, reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))]
    ['f5']
    """
    steps = [Step(move, game.play(state, move))]
    while (forced := forced_move(game, steps[-1].state)) is not None:
        steps.append(Step(forced, game.play(steps[-1].state, forced), forced=True))
    return steps


def settled(game: Game, state: Any) -> Any:
    """The state when all that is forced in it has been played."""
    while (forced := forced_move(game, state)) is not None:
        state = game.play(state, forced)
    return state


def forced_move(game: Game, state: Any) -> Any:
    """The only move, when there is one that leaves the table as it is (J6-2); else None."""
    moves = open_moves(game, state)
    if len(moves) != 1:
        return None
    after = game.play(state, moves[0])
    return moves[0] if after != state and game.layout(after) == game.layout(state) else None

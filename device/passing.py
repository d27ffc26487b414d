"""Moves that nobody chooses: where the rules leave one move and the table stays as it is, the box plays it itself."""

from dataclasses import dataclass
from typing import Any

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


def forced_move(game: Game, state: Any) -> Any:
    """The only move, when there is one that leaves the table as it is (J6-2); else None."""
    moves = game.moves(state)
    if len(moves) != 1 or game.layout(game.play(state, moves[0])) != game.layout(state):
        return None
    return moves[0]

"""Moves that nobody chooses: where the rules leave one move and the table stays as it is, the box plays it itself.

Where somebody may still do what the rules punish, such as taking a discard to win that he may not take (J7-25), the
box waits: the move comes with the next one that needs it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from device.games.open_moves import open_moves
from engines.contract import Fallible, Game, IllegalMove, Move, State


@dataclass(frozen=True)
class Step(Generic[State, Move]):
    """A move and the state after it; `forced` when nobody chose it."""

    move: Move
    state: State
    forced: bool = False


def play_on(game: Game[State, Move], state: State, move: Move) -> list[Step[State, Move]]:
    """A move with the one that must come before it, if it is due, and the passes that it forces; raises `IllegalMove`.

    >>> from engines import reversi
    >>> [step.move.square for step in play_on(reversi, reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))]
    ['f5']
    """
    try:
        steps = [Step(move, game.play(state, move))]
    except IllegalMove:
        steps = _after_what_was_due(game, state, move)
        if not steps:
            raise
    while (forced := forced_move(game, steps[-1].state)) is not None:
        steps.append(Step(forced, game.play(steps[-1].state, forced), forced=True))
    return steps


def _after_what_was_due(game: Game[State, Move], state: State, move: Move) -> list[Step[State, Move]]:
    """A move that can come only after the only one of a state, and that one before it; nothing where that is not so."""
    due = only_move(game, state)
    if due is None or due == move:
        return []
    then = game.play(state, due)
    try:
        return [Step(due, then, forced=True), Step(move, game.play(then, move))]
    except IllegalMove:
        return []


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
    """The only move (`only_move`), unless somebody may still make one that is not listed; else None."""
    return None if isinstance(game, Fallible) and game.may_err(state) else only_move(game, state)


def only_move(game: Game[State, Move], state: State) -> Move | None:
    """The only move listed, when there is one that leaves the table as it is (J6-2); else None."""
    moves = open_moves(game, state)
    if len(moves) != 1:
        return None
    after = game.play(state, moves[0])
    return moves[0] if after != state and game.layout(after) == game.layout(state) else None

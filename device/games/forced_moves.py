"""Forced moves: where the rules leave one move and the table does not change, the box plays it itself.

Where a player may still commit an offence that the rules punish, such as winning on a forbidden discard (J7-25), the
box waits: the forced move then comes with the next move that needs it.
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
    """A move with the due move before it, if any, and the passes that it forces; raises `IllegalMove`.

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
    """The only legal move followed by `move`, where `move` is legal after it; else empty."""
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


def play_forced_moves(game: Game[State, Move], state: State) -> State:
    """The state after all forced moves."""
    while (forced := forced_move(game, state)) is not None:
        state = game.play(state, forced)
    return state


def forced_move(game: Game[State, Move], state: State) -> Move | None:
    """The only move (`only_move`), unless somebody may still make an unlisted one; else None."""
    return None if isinstance(game, Fallible) and game.may_err(state) else only_move(game, state)


def only_move(game: Game[State, Move], state: State) -> Move | None:
    """The only listed move, if there is just one and it leaves the table unchanged (J6-2); else None."""
    moves = open_moves(game, state)
    if len(moves) != 1:
        return None
    after = game.play(state, moves[0])
    return moves[0] if after != state and game.layout(after) == game.layout(state) else None

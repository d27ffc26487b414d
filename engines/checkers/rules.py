"""What may be done at checkers: the moves of J5-2 and J5-3, and the ends of J5-4."""

from dataclasses import replace
from functools import lru_cache

from engines.checkers.board import FAR_ROW, effect, jumpers, jumps, steps
from engines.checkers.moves import DRAW, Agreed, AnyMove, Move
from engines.checkers.refusals import why_not
from engines.checkers.state import Position, State, sides
from engines.contract import IllegalMove
from engines.messages import message

FORTY_MOVES = 2 * 40  # J5-4: of each player, none of which takes a tile or moves a lying one
TIMES = 3  # J5-4: the same position with the same player in turn


def moves(state: State) -> tuple[AnyMove, ...]:
    """Every legal move in a fixed order: nothing but jumps where there are any (J5-3).

    A draw may be agreed at any time (J5-4), but is listed, as the last move, only after forty moves without progress.
    """
    if state.ended is not None:
        return ()
    found = moves_of_tiles(state.position)
    return (*found, DRAW) if len(state.earlier) >= FORTY_MOVES and found else found


@lru_cache(maxsize=64)
def moves_of_tiles(position: Position) -> tuple[Move, ...]:
    """What the player in turn could do on the sheet, also after the end."""
    down, up, other, empty = sides(position)
    jumping = jumpers(down, up, other, empty)
    return jumps(jumping, down, up, other, empty) if jumping else steps(down, up, empty)


def is_over(state: State) -> bool:
    """Whether the game is drawn or given up, or the player in turn has no tile or no move and so has lost (J5-4)."""
    return state.ended is not None or not moves_of_tiles(state.position)


def winner(state: State) -> int | None:
    """The seat of the winner of a finished game; None for a draw."""
    return 1 - state.seat if state.ended in (None, "given_up") else None


def play(state: State, move: AnyMove) -> State:
    """The state after a move; raises `IllegalMove` with a `checkers.illegal.*` message."""
    if isinstance(move, Agreed):
        return _end(state, move)
    if state.ended is None:
        for legal in moves_of_tiles(state.position):
            if legal.squares == move.squares:
                return _moved(state, *effect(move.squares))
    over = message("checkers.illegal.over")
    raise IllegalMove(over if is_over(state) else why_not(state, move.squares))


def _moved(state: State, start: int, end: int, taken: int) -> State:
    """The state after a legal move: jumped tiles leave, and a tile on the far row stands up (J5-2, J5-3)."""
    first, second, standing, seat = state.position
    stands = start & standing
    gone = ~(start | taken)
    first, second, standing = first & gone, second & gone, standing & gone
    if seat:
        second |= end
    else:
        first |= end
    if stands or end & FAR_ROW[seat]:
        standing |= end
    position = (first, second, standing, 1 - seat)
    if stands and not taken:
        return _waited(state, position)
    return State(state.table, position)


def _waited(state: State, position: Position) -> State:
    """The state after a move without progress, drawn where an option of J5-4 says so."""
    table, earlier = state.table, (*state.earlier, state.position)
    ended = None
    if table.forty_moves and len(earlier) >= FORTY_MOVES:
        ended = "forty_moves"
    elif table.repetition and earlier.count(position) >= TIMES - 1:
        ended = "repetition"
    return State(table, position, earlier, ended)


def _end(state: State, ending: Agreed) -> State:
    if is_over(state):
        raise IllegalMove(message("checkers.illegal.over"))
    if ending.loser is None:
        return replace(state, ended="draw")
    if ending.loser not in (0, 1):
        raise IllegalMove(message("checkers.illegal.no_player", seat=ending.loser))
    return replace(state, position=(*state.position[:3], ending.loser), ended="given_up")


def mover(state: State, move: AnyMove) -> int | None:
    """The seat of the player who makes a move in this state; None for a draw, which both agree on."""
    return state.seat if isinstance(move, Move) else move.loser

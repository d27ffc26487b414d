"""Why a move of checkers is not allowed: the reason that helps its player most."""

from itertools import pairwise

from engines.bitboard import squares_in
from engines.checkers.board import DARK, DOWN, FAR_ROW, UP, chains, directions_of, jumpers
from engines.checkers.state import State, sides
from engines.messages import Message, message
from engines.squares import INDEX, SQUARES


def why_not(state: State, squares: tuple[str, ...]) -> Message:
    """What is wrong with a move that is not among the legal ones of a game that goes on."""
    for square in squares:
        if square not in INDEX:
            return message("checkers.illegal.no_square", square=square)
        if not DARK >> INDEX[square] & 1:
            return message("checkers.illegal.light_square", square=square)
    if len(squares) < 2:
        return message("checkers.illegal.too_short")
    path = [INDEX[square] for square in squares]
    down, up, other, _ = sides(state.position)
    if other >> path[0] & 1:
        return message("checkers.illegal.not_yours", player=state.players[state.seat], square=squares[0])
    if not (down | up) >> path[0] & 1:
        return message("checkers.illegal.nothing_there", square=squares[0])
    is_step = len(path) == 2 and path[1] - path[0] in DOWN + UP
    return _why_no_step(state, *path) if is_step else _why_no_jump(state, path)


def _why_no_step(state: State, start: int, end: int) -> Message:
    down, up, other, empty = sides(state.position)
    if not empty >> end & 1:
        return message("checkers.illegal.occupied", square=SQUARES[end])
    if end - start not in directions_of(start, down, up):
        return message("checkers.illegal.backward", square=SQUARES[start])
    jumping = _named(jumpers(down, up, other, empty))
    return message("checkers.illegal.must_take", player=state.players[state.seat], squares=jumping)


def _why_no_jump(state: State, path: list[int]) -> Message:
    """Follow the chain to where it breaks (J5-3), or to its end, where it must go on."""
    down, up, other, empty = sides(state.position)
    directions, left, empty = directions_of(path[0], down, up), other, empty | 1 << path[0]
    for at, to in pairwise(path):
        if left != other and 1 << at & FAR_ROW[state.seat] and directions in (DOWN, UP):
            return message("checkers.illegal.stands_up", square=SQUARES[at])
        if (to - at) / 2 not in directions:
            return _why_not_there(path[0], at, to)
        over = 1 << (at + to) // 2
        if over & other and not over & left:
            return message("checkers.illegal.twice", square=SQUARES[(at + to) // 2])
        if not over & other:
            return message("checkers.illegal.nothing_to_jump", square=SQUARES[at], to=SQUARES[to])
        if not empty >> to & 1:
            return message("checkers.illegal.occupied", square=SQUARES[to])
        left ^= over
    last = path[-1]
    onward = _named(sum(1 << to for to in {chain[1] for chain in chains((last,), directions, left, empty)}))
    return message("checkers.illegal.goes_on", player=state.players[state.seat], square=SQUARES[last], squares=onward)


def _why_not_there(start: int, at: int, to: int) -> Message:
    if (to - at) / 2 in DOWN + UP:
        return message("checkers.illegal.backward", square=SQUARES[start])
    return message("checkers.illegal.too_far", square=SQUARES[at], to=SQUARES[to])


def _named(squares: int) -> str:
    return " ".join(SQUARES[at] for at in squares_in(squares))

"""The computer player of Galaxy Reversi that looks ahead: alpha-beta search over bitboards, exact near the end.

It counts a position by the squares that tiles lie on, as the manual marks them (corners are good, the squares before
them bad), and by how many moves each player has. Near the end it counts the tiles themselves, by best play of both.
"""

from engines.bitboard import flipped_by, landing_squares, squares_in
from engines.bots import EASY, MEDIUM, STRONG
from engines.reversi.rules import Move, State, greedy, moves, play

_TILE = 1000  # the value of a tile at the end, more than all else together
_FREE_MOVE = 3
_MAX_EXACT = 8  # empty squares from which the end is worked out
_BOUND = 100 * _TILE
DEPTHS = {MEDIUM: 1, STRONG: 3}  # how many moves the computer players look ahead


def _squares(*steps: tuple[int, int]) -> int:
    """The squares at these steps from their nearest corner, along and up, as a bitboard."""
    return sum(1 << at for at in range(64) if tuple(sorted((_step(at % 8), _step(at // 8)))) in steps)


def _step(line: int) -> int:
    return min(line, 7 - line)


_WORTH = (
    (_squares((0, 0)), 30),
    (_squares((0, 2)), 4),
    (_squares((0, 3), (2, 2)), 2),
    (_squares((2, 3), (3, 3)), 1),
    (_squares((1, 2), (1, 3)), -1),
    (_squares((0, 1)), -5),
    (_squares((1, 1)), -12),
)


def choose(state: State, player: int, strength: str) -> Move | None:
    """The move of a computer player; None while he waits. The easy one takes what flips most, as beginners do."""
    if state.seat != player:
        return None
    return greedy(state, player) if strength == EASY else best_move(state, DEPTHS[strength])[0]


def is_exact(state: State, depth: int) -> bool:
    """Whether a search of so many moves sees the end of the game."""
    return _empty(state) <= max(depth, _MAX_EXACT)


def worth(state: State, move: Move, depth: int) -> int:
    """How good a legal move is for the player in turn, looking so many moves ahead, this one counted.

    Where `is_exact`, a whole number of thousands: by how many tiles the player then leads at the end.
    """
    return -_value(*_boards(play(state, move)), _left(state, depth) - 1, -_BOUND, _BOUND)


def best_move(state: State, depth: int) -> tuple[Move, int]:
    """The best legal move with its worth, the first of equals."""
    found, best = None, -_BOUND
    for move in moves(state):
        value = -_value(*_boards(play(state, move)), _left(state, depth) - 1, -_BOUND, -best)
        if found is None or value > best:
            found, best = move, value
    assert found is not None  # the game goes on
    return found, best


def in_tiles(difference: int) -> int:
    """A difference of two exact worths."""
    return difference // _TILE


def _boards(state: State) -> tuple[int, int]:
    """The tiles of the player in turn and of the other."""
    return state.tiles[state.seat], state.tiles[1 - state.seat]


def _empty(state: State) -> int:
    return 64 - (state.tiles[0] | state.tiles[1]).bit_count()


def _left(state: State, depth: int) -> int:
    return max(depth, _empty(state)) if is_exact(state, depth) else depth


def _value(own: int, other: int, depth: int, low: int, high: int) -> int:
    """The value of a position for the player in turn, as far as it lies between the bounds; passes are no moves."""
    landing = landing_squares(own, other)
    if not landing:
        if not landing_squares(other, own):
            return _TILE * (own.bit_count() - other.bit_count())
        return -_value(other, own, depth, -high, -low)
    if depth <= 0:
        return _static(own, other, landing)
    for squares, _ in _WORTH:  # the best squares first, so that more is cut off
        for at in squares_in(landing & squares):
            flipped = flipped_by(at, own, other)
            low = max(low, -_value(other & ~flipped, own | flipped | 1 << at, depth - 1, -high, -low))
            if low >= high:
                return low
    return low


def _static(own: int, other: int, landing: int) -> int:
    squares = sum(worth * ((own & on).bit_count() - (other & on).bit_count()) for on, worth in _WORTH)
    return squares + _FREE_MOVE * (landing.bit_count() - landing_squares(other, own).bit_count())

"""The greedy bot of Galaxy Checkers, which considers its own move and the answer to it."""

from engines.bitboard import squares_in
from engines.checkers.board import effect
from engines.checkers.moves import DRAW, AnyMove, Move
from engines.checkers.rules import moves, moves_of_tiles, play
from engines.checkers.state import Position, State
from engines.squares import INDEX


def greedy(state: State, player: int) -> AnyMove | None:
    """What wins most tiles after the answer; then a new power-up tile, what is new, a lying tile, a tile to chase.

    After forty moves without progress he agrees on a draw, unless he can take something.
    """
    legal = moves(state)
    if state.seat != player:
        return None
    if DRAW in legal and not _takes(state.position):
        return DRAW
    return max((move for move in legal if isinstance(move, Move)), key=lambda move: _worth(state, move))


def _worth(state: State, move: Move) -> tuple[int, ...]:
    after = play(state, move)
    standing, stood = after.position[2], state.position[2]
    start, end, taken = effect(move.squares)
    lost = 0 if after.ended else _takes(after.position)
    stands_up = bool(standing & end) and not stood & start
    fresh = after.position not in state.earlier
    return taken.bit_count() - lost, stands_up, fresh, not stood & start, -_steps_to_prey(state, move.squares[-1])


def _takes(position: Position) -> int:
    """How many tiles the player in turn can take at most."""
    return max((effect(move.squares)[2].bit_count() for move in moves_of_tiles(position)), default=0)


def _steps_to_prey(state: State, square: str) -> int:
    """How many steps there are from a square to the nearest tile of the other player."""
    row, column = divmod(INDEX[square], 8)
    prey = squares_in(state.position[1 - state.seat])
    return min(max(abs(row - at // 8), abs(column - at % 8)) for at in prey)

"""How a game of Galaxy Reversi ends by best play, found by trying every line."""

from engines import reversi
from engines.reversi import Move, State


def lead(state: State) -> int:
    """By how many tiles the player in turn then leads."""
    if reversi.is_over(state):
        return state.tiles[state.seat].bit_count() - state.tiles[1 - state.seat].bit_count()
    return max(lead_after(state, move) for move in reversi.moves(state))


def lead_after(state: State, move: Move) -> int:
    """By how many tiles he leads if he makes this move."""
    return -lead(reversi.play(state, move))

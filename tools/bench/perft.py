"""Perft: how many sequences of moves there are, against which the rules of a board game are checked."""

from engines.contract import Game, Move, State


def leaves(game: Game[State, Move], state: State, plies: int) -> int:
    """How many sequences of so many plies there are; a game that ends sooner counts as one.

    A position that several sequences lead to is searched once, so equal positions must compare equal.

    >>> from engines import reversi
    >>> [leaves(reversi, reversi.start(["Aya", "Ben"], {}), plies) for plies in range(5)]
    [1, 4, 12, 56, 244]
    """
    return _leaves(game, state, plies, {})


def _leaves(game: Game[State, Move], state: State, plies: int, known: dict[tuple[State, int], int]) -> int:
    if plies == 0:
        return 1
    moves = game.moves(state)
    if plies == 1 or not moves:
        return max(len(moves), 1)
    if (state, plies) in known:
        return known[state, plies]
    count = sum(_leaves(game, game.play(state, move), plies - 1, known) for move in moves)
    if plies > 2:  # nearer the end there are too many to keep
        known[state, plies] = count
    return count

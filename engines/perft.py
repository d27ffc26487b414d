"""Counting all ways to play on: the number against which the rules of a board game are checked."""

from typing import Any

from engines.contract import Game


def leaves(game: Game, state: Any, plies: int) -> int:
    """How many ways there are to play so many plies; a game that ends sooner is one way.

    Positions that several ways lead to are counted out once, so equal states must really be equal.

    >>> from engines import reversi
    >>> [leaves(reversi, reversi.start(["Aya", "Ben"], {}), plies) for plies in range(5)]
    [1, 4, 12, 56, 244]
    """
    return _leaves(game, state, plies, {})


def _leaves(game: Game, state: Any, plies: int, known: dict[tuple[Any, int], int]) -> int:
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

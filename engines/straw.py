"""Players of straw: one who picks any legal move, and one who takes what looks best at once.

Both play from a fully known deal: in the tests, at the demo table and for measuring.

>>> from engines import reversi
>>> game = list(random_game(reversi, ["Aya", "Ben"], {}, seed=1))
>>> reversi.is_over(game[-1][0]), len(game) > 20
(False, True)
"""

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.contract import Game
from engines.messages import Fact
from engines.vocabulary import UNKNOWN

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
Ply = tuple[Any, Any]  # a state and the move that was made in it


def random_game(game: Game, players: Sequence[str], options: Mapping[str, Fact], seed: int) -> Iterator[Ply]:
    """A game of players who pick any legal move; endless where the rules know no end."""
    pick = random.Random(seed)
    state = game.deal(players, options, seed)
    while moves := game.moves(state):
        move = pick.choice(moves)
        yield state, move
        state = game.play(state, move)


def greedy_game(game: Game, players: Sequence[str], options: Mapping[str, Fact], seed: int) -> Iterator[Ply]:
    """A game of simple players, each of whom knows his own view only; they are asked by seat from a random one on."""
    pick = random.Random(seed)
    state = game.deal(players, options, seed)
    while not game.is_over(state):
        move = greedy_move(game, state, pick.randrange(len(players)), len(players))
        yield state, move
        state = game.play(state, move)


def greedy_move(game: Game, state: Any, first: int, players: int) -> Any:
    """The full move that the first simple player who wants one makes, asked by seat from `first` on.

    Raises `ValueError` when nobody wants to move, be it because somebody else has begun what he alone would finish.
    """
    legal = game.moves(state)
    for seat in ((first + step) % players for step in range(players)):
        wanted = game.greedy(game.view(state, seat), seat)
        for move in legal:
            if (
                wanted is not None
                and game.mover(state, move) in (seat, None)
                and _fits(game.seen(state, move, seat), wanted)
            ):
                return move
    raise ValueError(f"no simple player of {game.NAME} wants to move")


def _fits(seen: Any, wanted: Any) -> bool:
    """Whether a move is the one that was wanted; who draws or turns up a tile does not know its face beforehand."""
    return type(seen) is type(wanted) and all(
        getattr(wanted, field.name) in (UNKNOWN, getattr(seen, field.name)) for field in dataclasses.fields(wanted)
    )

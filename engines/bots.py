"""Bots: one plays any legal move at random, the other what its game's `greedy` takes for the best at once.

Both play from a fully known deal: in the tests, at the demo table and in benchmarks.

>>> from engines import reversi
>>> game = list(random_game(reversi, ["Aya", "Ben"], {}, seed=1))
>>> reversi.is_over(game[-1][0]), len(game) > 20
(False, True)
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TypeAlias

from engines.contract import Game, Move, State
from engines.messages import Fact
from engines.vocabulary import UNKNOWN

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
Ply: TypeAlias = tuple[State, Move]  # a state and the move that was made in it


def random_game(
    game: Game[State, Move], players: Sequence[str], options: Mapping[str, Fact], seed: int
) -> Iterator[Ply[State, Move]]:
    """A game in which every move is random; endless where the rules know no end."""
    pick = random.Random(seed)
    state = game.deal(players, options, seed)
    while moves := game.moves(state):
        move = pick.choice(moves)
        yield state, move
        state = game.play(state, move)


def greedy_game(
    game: Game[State, Move], players: Sequence[str], options: Mapping[str, Fact], seed: int
) -> Iterator[Ply[State, Move]]:
    """A game of greedy bots, each of which knows its own view only; they are asked by seat from a random one on."""
    pick = random.Random(seed)
    state = game.deal(players, options, seed)
    while not game.is_over(state):
        move = greedy_move(game, state, pick.randrange(len(players)), len(players))
        yield state, move
        state = game.play(state, move)


def greedy_move(game: Game[State, Move], state: State, first: int, players: int) -> Move:
    """The full move of the first greedy bot that has one, asked by seat from `first` on.

    Raises `ValueError` when none has, for example because a random move began what no bot would continue.
    """
    legal = game.moves(state)
    for seat in ((first + step) % players for step in range(players)):
        wanted = game.greedy(game.view(state, seat), seat)
        for move in legal:
            if (
                wanted is not None
                and game.mover(state, move) in (seat, None)
                and _fits(game.observed(state, move, seat), wanted)
            ):
                return move
    raise ValueError(f"no bot of {game.NAME} has a move")


def _fits(observed: object, wanted: object) -> bool:
    """Whether a move is the one that a bot wants, which does not know the face of a tile before it is drawn."""
    if type(observed) is not type(wanted) or not is_dataclass(wanted):
        return observed == wanted
    return all(getattr(wanted, field.name) in (UNKNOWN, getattr(observed, field.name)) for field in fields(wanted))

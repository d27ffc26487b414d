"""Whole games that bots play from a fully known deal."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

from engines.bots import Ply, greedy_move
from engines.contract import Game, Move, State
from engines.messages import Fact

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def kept(call: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Its last answers are kept; `lru_cache` alone would not take a game, which is hashable but does not say so."""
    return cast(Callable[Arguments, Answer], lru_cache(maxsize=256)(call))


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

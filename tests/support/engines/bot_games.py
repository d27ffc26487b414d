"""Whole games that bots play from a fully known deal."""

import random
from collections.abc import Iterator, Mapping, Sequence

from engines.bots import Ply, greedy_move
from engines.contract import Game, Move, State
from engines.messages import Fact


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

"""Laws of single positions, at moments of lively games in which much has happened."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from engines.bots import Ply
from engines.contract import AnyGame
from tests.support.engines.fuzz import GAMES, plies
from tests.support.engines.in_short import all_told, short

MOVES = 25  # of a position that are tried


def some_ply(game: AnyGame) -> st.SearchStrategy[Ply[Any, Any]]:
    """Some position of some lively game, and what is done there."""
    return st.integers(0, GAMES - 1).flatmap(lambda seed: st.sampled_from(plies(game, seed)))


def moments(game: AnyGame, seed: int, most: int) -> Iterator[Any]:
    """Some positions of a lively game."""
    played = plies(game, seed % GAMES)
    yield from (state for state, _ in random.Random(seed).sample(played, min(most, len(played))))


def some_moves(game: AnyGame, state: Any, seed: int) -> Sequence[Any]:
    """Legal moves of a position, among them the first of each kind."""
    legal = game.moves(state)
    assert len(set(legal)) == len(legal)
    kinds = {type(move): move for move in reversed(legal)}
    return [*kinds.values(), *random.Random(seed).sample(legal, min(MOVES, len(legal)))]


def every_listed_move_can_be_made_and_told(game: AnyGame, seed: int, most: int) -> None:
    """By who knows all and by who knows the table only."""
    for state in moments(game, seed, most):
        for one in (state, game.view(state, None)):
            for move in some_moves(game, one, seed):
                after = game.play(one, move)
                assert game.layout(after)
                assert short(game.describe(one, move))
                assert all(map(short, all_told(game, after)))


def whoever_sees_less_follows_every_move(game: AnyGame, seed: int, most: int) -> None:
    """What is observed of a legal move leads from what one knows to what one knows then."""
    for state in moments(game, seed, most):
        for viewer in (None, *range(len(state.players))):
            seen = game.view(state, viewer)
            for move in some_moves(game, state, seed):
                observed = game.observed(state, move, viewer)
                assert game.play(seen, observed) == game.view(game.play(state, move), viewer)

"""Games that end when somebody says who has won."""

import pickle
import random
from typing import Any

import pytest

from device.games.listing import GAMES
from engines import checkers, doubt, infiltration, reversi, search, sevens
from engines.bots import Thinking
from engines.contract import BadRecord, Fallible, HasStatus, IllegalMove, Json, Owned
from engines.winners import EndedByWord, Winners
from tests.support.engines.bot_games import random_game

BY_WORD = {game.NAME: game for game in (search, sevens, doubt, infiltration, checkers, reversi)}
NONSENSE: tuple[Json, ...] = ({"winners": "Aya"}, {"winners": [True]}, {"winners": 1})


@pytest.fixture(params=list(BY_WORD))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def followed(name: str, seed: int, most: int = 1200) -> tuple[list[Any], Any]:
    """The states of a random game as the table knows them, and its last one."""
    game, players = GAMES[name], ("Aya", "Ben", "Chie", "Dan")[: GAMES[name].PLAYERS.start]
    states, state = [], game.deal(players, {}, seed)
    for at, (before, move) in enumerate(random_game(game, players, {}, seed)):
        if at == most:
            break
        states.append(game.view(before, None))
        state = game.play(before, move)
    return states, state


def first(game: Any, state: Any) -> set[int]:
    return {standing.player for standing in game.standings(state) if standing.rank == 1}


def test_who_has_won_is_booked_as_following_the_game_gives_it(name: str) -> None:
    """At its start, and in the middle of the followed game."""
    game = GAMES[name]
    for seed in range(4):
        states, last = followed(name, seed)
        assert game.is_over(last)
        winners = Winners(tuple(sorted(first(game, last))))
        for state in (states[0], random.Random(seed).choice(states)):
            told = game.play(state, game.move_from_json(game.move_to_json(winners)))
            assert first(game, told) == first(game, last)
            assert game.is_over(told)
            assert game.moves(told) == ()
            assert sorted(standing.rank for standing in game.standings(told))[0] == 1


def test_everybody_knows_who_has_won(name: str) -> None:
    game = GAMES[name]
    states, _ = followed(name, 5)
    state = states[-1]
    for viewer in (None, 0, 1):
        known = game.play(game.view(state, viewer), game.observed(state, Winners((1,)), viewer))
        assert known == game.view(game.play(state, Winners((1,))), viewer)
        assert hash(known) == hash(pickle.loads(pickle.dumps(known)))
        assert game.layout(known) == game.layout(game.view(state, viewer))
    assert [one.said.key for one in game.prompt(known)] == ["pad.won"]
    assert game.describe(state, Winners((0, 1))).key == "pad.won_together"
    assert game.mover(state, Winners((0,))) is None


def test_nothing_follows_and_nonsense_is_refused(name: str) -> None:
    game = GAMES[name]
    states, last = followed(name, 6)
    told = game.play(states[0], Winners((0,)))
    for state, move in ((told, Winners((1,))), (told, game.moves(states[0])[0]), (last, Winners((0,)))):
        with pytest.raises(IllegalMove):
            game.play(state, move)
    for seats in ((), (9,), (-1,)):
        with pytest.raises(IllegalMove):
            game.play(states[0], Winners(seats))
    for nonsense in NONSENSE:
        with pytest.raises(BadRecord):
            game.move_from_json(nonsense)


def test_a_game_keeps_what_it_has_besides(name: str) -> None:
    plain, ended = BY_WORD[name], EndedByWord(BY_WORD[name])
    for kind in (Owned, HasStatus, Fallible, Thinking):
        assert isinstance(ended, kind) == isinstance(plain, kind)
    told = GAMES[name].play(followed(name, 7)[0][0], Winners((0,)))
    for extra in ("owners", "status", "may_err"):
        if hasattr(plain, extra):
            assert getattr(ended, extra)(told) == getattr(plain, extra)(told.last)


def test_the_record_has_the_moves_that_were_followed() -> None:
    game, players = GAMES["reversi"], ("Aya", "Ben")
    moves = [game.move_from_json(square) for square in ("f5", "d6")]
    text = game.write_record(players, {}, [*moves, Winners((1,))])
    assert game.read_records(text) == reversi.read_records(text)
    assert "f5" in text

"""Games are commented once they are over, and not before: until then somebody still plays them."""

from collections.abc import Sequence
from typing import Any

from device.games.listing import GAMES
from device.record.comments import comments_of, is_commented
from device.record.line import Line
from device.record.replay import AnyReplay, Replay
from engines.bots import NAMES
from engines.winners import Winners
from tests.support.engines.bot_games import random_game


def game_of(name: str, moves: Sequence[Any]) -> AnyReplay:
    game, players = GAMES[name], NAMES[:2]
    line = (Line(number, game.move_to_json(move)) for number, move in enumerate(moves, start=1))
    return Replay(game, 0, players, {}, game.start(players, {}), is_dealt=True).with_line(line)


def moves_of(name: str) -> list[Any]:
    return [move for _, move in random_game(GAMES[name], NAMES[:2], {}, 1)]


def test_only_a_finished_game_is_commented() -> None:
    moves = moves_of("reversi")
    over, going_on = game_of("reversi", moves), game_of("reversi", moves[:-1])
    assert is_commented(over)
    assert not is_commented(going_on)
    assert comments_of(over, 0) == ()
    assert comments_of(over, 9)[0].key.startswith("comment.reversi.")
    assert [comments_of(going_on, number) for number in range(len(moves))] == [()] * len(moves)


def test_games_without_an_adviser_have_no_comments() -> None:
    checkers = game_of("checkers", moves_of("checkers"))
    assert checkers.is_over
    assert not is_commented(checkers)
    assert comments_of(checkers, 1) == ()


def test_who_has_won_by_word_is_not_commented() -> None:
    ended = game_of("reversi", [*moves_of("reversi")[:2], Winners((1,))])
    assert is_commented(ended)
    assert comments_of(ended, 2)
    assert comments_of(ended, 3) == ()

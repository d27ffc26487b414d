"""Nobody is asked to lay tiles for a camera that does not watch, or to lay out what the box deals."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from device.games.listing import GAMES, profile_of
from device.table.told_prompts import told_prompts
from device.texts import say
from engines.bots import NAMES
from engines.contract import Prompt
from tests.support.engines.bot_games import greedy_game

LAYING_OUT = re.compile(
    r"\b(shuffle|mix|deal|lay out|four walls|stacks?|stand four|kylo rens|put all|sit)\b", re.IGNORECASE
)
IN_JAPANESE = re.compile("まぜ|配|積んだ|ならべ|すわ")
FOR_A_CAMERA = re.compile(r"camera|the box|appears here|カメラ|ボックスが|目がここ")
DEALT = [name for name in GAMES if profile_of(name).is_dealt]


def states(name: str, most: int) -> Iterator[Any]:
    """A game from its beginning on."""
    game, players = GAMES[name], NAMES[: 5 if name == "stop" else min(GAMES[name].PLAYERS)]
    yield game.start(players, {})
    for state, _ in islice(greedy_game(game, players, {}, 1), most):
        yield game.view(state, None)


def sentences(prompts: tuple[Prompt, ...]) -> list[str]:
    return [say(prompt.said, language) for prompt in prompts for language in ("en", "ja")]


@pytest.mark.parametrize("name", DEALT)
def test_where_the_box_deals_nobody_is_told_to_shuffle_or_to_lay_anything_out(name: str) -> None:
    for state in states(name, 150):
        prompts = tuple(GAMES[name].prompt(state))
        told = told_prompts(prompts, is_by_hand=True, is_dealt=True)
        assert told[-1].player == prompts[-1].player  # somebody's turn stays his
        for prompt, sentence in ((one, say(one.said, language)) for one in told for language in ("en", "ja")):
            if prompt.said.key != "computers.dealing":
                assert not LAYING_OUT.search(sentence), sentence
                assert not IN_JAPANESE.search(sentence), sentence


@pytest.mark.parametrize("name", GAMES)
def test_where_people_enter_the_moves_nothing_is_asked_for_a_camera(name: str) -> None:
    for state in states(name, 3):
        told = told_prompts(tuple(GAMES[name].prompt(state)), is_by_hand=True, is_dealt=False)
        assert told
        assert not [sentence for sentence in sentences(told) if FOR_A_CAMERA.search(sentence)]


@pytest.mark.parametrize("name", GAMES)
def test_where_a_camera_watches_a_table_that_people_lay_out_all_is_told(name: str) -> None:
    prompts = tuple(GAMES[name].prompt(next(states(name, 0))))
    assert told_prompts(prompts, is_by_hand=False, is_dealt=False) == prompts

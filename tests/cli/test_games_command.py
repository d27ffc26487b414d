"""`jarapon games`: which games there are, what they are called, and what can be chosen in them."""

import json

import pytest

from cli.main import main
from device.games.listing import GAMES, WATCHED

TEN = {
    "en": {
        "reversi": "reversi: Galaxy Reversi / ギャラクシーリバーシ (like Othello), 2 players",
        "drop_it": "drop_it: Drop It / ドロップイット, 2–8 players",
    },
    "ja": {
        "reversi": "reversi：ギャラクシーリバーシ / Galaxy Reversi（「オセロ」に似たゲーム）、2人",
        "drop_it": "drop_it：ドロップイット / Drop It、2–8人",
    },
}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_game_has_one_line_with_its_titles_the_own_language_first(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert main(["games", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.replace("：", ":").partition(":")[0] for line in lines] == list(GAMES)
    assert set(TEN[language].values()) <= set(lines)


def test_on_request_the_house_rules_of_each_game_follow_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--rules", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(TEN["en"]["reversi"])
    assert [line.strip() for line in lines[at + 1 : at + 4]] == [
        "first: Player 1's tiles show", "up: the picture", "down: the back",
    ]  # fmt: skip
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == list(GAMES)


def test_programs_get_all_games_and_only_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in games] == list(GAMES)
    assert [game["name"] for game in games if game["watched"]] == list(WATCHED)
    assert games[0]["titles"] == {"en": "Character Search", "ja": "フォースで感じ取れ！キャラクターサーチ"}
    assert games[0]["options"] == [{"name": "chips", "default": "pieces", "allowed": ["pieces", "value"]}]

"""`jarapon games`: which games there are, what they are called, and which of them the camera watches."""

import json

import pytest

from cli.main import main
from device.games.listing import GAMES, WATCHED


def lines_of(capsys: pytest.CaptureFixture[str], language: str) -> list[str]:
    assert main(["games", "--lang", language]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_is_listed_once_with_its_names_in_both_languages(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    lines = lines_of(capsys, language)
    for name in GAMES:
        assert len([line for line in lines if line.startswith((f"  {name}: ", f"  {name}："))]) == 1
    (search,) = [line for line in lines if line.startswith("  search")]
    assert "Character Search" in search
    assert "キャラクターサーチ" in search


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_games_that_the_camera_watches_stand_under_their_heading(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    lines = lines_of(capsys, language)
    headings = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    watched, known = headings[:2]
    assert "jarapon run --game" in lines[watched]
    assert "jarapon replay" in lines[known]
    found = {line.strip().replace("：", ":").partition(":")[0] for line in lines[watched:known] if line[2:3] != " "}
    assert found & {*GAMES, "hand"} == {*WATCHED, "hand"}


def test_an_own_language_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  reversi: Galaxy Reversi / ギャラクシーリバーシ, 2 players" in lines_of(capsys, "en")
    assert "  reversi：ギャラクシーリバーシ / Galaxy Reversi、2人" in lines_of(capsys, "ja")
    assert "  drop_it: Drop It / ドロップイット, 2–8 players" in lines_of(capsys, "en")


def test_options_stand_under_their_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(capsys, "en")
    at = lines.index("  reversi: Galaxy Reversi / ギャラクシーリバーシ, 2 players")
    assert [line.strip() for line in lines[at + 1 : at + 4]] == [
        "first: Player 1's tiles show",
        "up: the picture",
        "down: the back",
    ]


def test_typed_hands_are_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    assert "jarapon hand 1 1 1 2 2 2 3 wild 3" in lines_of(capsys, "en")[-1]
    assert "jarapon hand 1 1 1 2 2 2 3 wild 3" in lines_of(capsys, "ja")[-1]


def test_programs_get_all_games_and_only_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in games] == list(GAMES)
    assert [game["name"] for game in games if game["watched"]] == list(WATCHED)
    assert games[0]["titles"] == {"en": "Character Search", "ja": "フォースで感じ取れ！キャラクターサーチ"}
    assert games[0]["options"] == [{"name": "chips", "default": "pieces", "allowed": ["pieces", "value"]}]

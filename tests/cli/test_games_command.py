"""`jarapon games`: which games there are, what they are called, and which of them the camera watches."""

import json

import pytest

from cli.main import main
from device.games.listing import GAMES, WATCHED

REVERSI = {
    "en": "  reversi: Galaxy Reversi / ギャラクシーリバーシ, 2 players",
    "ja": "  reversi：ギャラクシーリバーシ / Galaxy Reversi、2人",
}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_is_listed_once_under_its_heading_with_its_names_the_own_language_first(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert main(["games", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in GAMES:
        assert len([line for line in lines if line.startswith((f"  {name}: ", f"  {name}："))]) == 1
    assert REVERSI[language] in lines
    headings = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    watched, known = headings[:2]
    assert "jarapon run --game" in lines[watched]
    assert "jarapon replay" in lines[known]
    found = {line.strip().replace("：", ":").partition(":")[0] for line in lines[watched:known] if line[2:3] != " "}
    assert found & {*GAMES, "hand"} == {*WATCHED, "hand"}
    assert "jarapon hand 1 1 1 2 2 2 3 wild 3" in lines[-1]
    if language == "en":
        assert "  drop_it: Drop It / ドロップイット, 2–8 players" in lines
        at = lines.index(REVERSI["en"])
        options = ["first: Player 1's tiles show", "up: the picture", "down: the back"]
        assert [line.strip() for line in lines[at + 1 : at + 4]] == options


def test_programs_get_all_games_and_only_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in games] == list(GAMES)
    assert [game["name"] for game in games if game["watched"]] == list(WATCHED)
    assert games[0]["titles"] == {"en": "Character Search", "ja": "フォースで感じ取れ！キャラクターサーチ"}
    assert games[0]["options"] == [{"name": "chips", "default": "pieces", "allowed": ["pieces", "value"]}]

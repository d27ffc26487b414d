"""`jarapon replay` and `jarapon games` as people and programs call them."""

import json
import struct
from pathlib import Path

import pytest

from cli.main import main
from device.games.listing import GAMES

SHORTEST = "e6f4e3f6g5d6e7f5c5"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def call(*arguments: str) -> int:
    return main(arguments)


def record(tmp_path: Path, text: str) -> str:
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_game_prints_its_standings_and_whether_it_is_finished(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call("replay", record(tmp_path, f"# player: Aya\n# player: Ben\n{SHORTEST}")) == 0
    assert capsys.readouterr().out.splitlines() == ["Galaxy Reversi, 9 moves", "  1. Aya: 13", "  2. Ben: 0"]
    assert call("replay", record(tmp_path, "f5d6"), "--game", "reversi") == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The game is not finished.", "  1. Player 1: 3", "  1. Player 2: 3",
    ]  # fmt: skip


def test_each_game_of_a_file_is_one_json_object(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call("replay", record(tmp_path, f"{SHORTEST}\nf5d6\n"), "--json") == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["game"], first["moves"], first["over"], first["record"]) == ("reversi", 9, True, SHORTEST)
    assert first["standings"][0] == {
        "player": "Player 1",
        "score": 13,
        "rank": 1,
        "reasons": ["13 tiles showing the picture."],
    }
    assert second["over"] is False


def test_an_illegal_record_has_status_one_and_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call("replay", record(tmp_path, "f5d6a1")) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "Line 1, move 3: a tile on a1 turns nothing over.\n"


def test_a_broken_game_of_several_is_named_and_the_others_are_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call("replay", record(tmp_path, "f5d6c3\n1. f5 d6 2. a1\nf5f6"), "--json") == 1
    captured = capsys.readouterr()
    assert [json.loads(line)["moves"] for line in captured.out.splitlines()] == [3, 2]
    assert captured.err == "Game 2: Line 2, move 3: a tile on a1 turns nothing over.\n"


def test_a_file_that_cannot_be_a_record_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(b"\xff\xd8\xff\xe0\x00\x10")
    database = tmp_path / "wth_2024.wtb"
    database.write_bytes(struct.pack("<4BI8x", 20, 25, 1, 31, 1) + bytes(68))
    cases = {
        str(database): "WTHOR",
        str(tmp_path / "none.txt"): "There is no file",
        str(tmp_path): "cannot be read",
        str(picture): "is not a text file in UTF-8",
    }
    for path, words in cases.items():
        assert call("replay", path) == 2
        assert words in capsys.readouterr().err
        assert call("replay", path, "--lang", "ja") == 2
        assert words == "WTHOR" or words not in capsys.readouterr().err


def test_a_game_that_is_not_known_is_refused_with_those_that_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call("replay", record(tmp_path, "f5"), "--game", "chess") == 2
    said = capsys.readouterr().err
    assert said.startswith("There is no game “chess”: choose one of ")
    assert all(game in said for game in GAMES)

"""Games as files: what goes out comes in again, and what is no game is refused in one sentence, with nothing lost."""

import csv
import io
import json
import struct
import zipfile
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.games.listing import GAMES
from device.record import imports
from device.record.archive import KeptGame, kept_game
from device.record.exports import FORMAT, GAME, PICTURE_BYTES, PICTURES, game_json, record_text, scores_csv, write_zip
from device.record.imports import BadImport, GameRead, read_games
from device.record.journal import Journal
from device.record.pictures import PictureStore, jpeg_of
from engines.bots import NAMES
from engines.messages import Refusal
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.refusals import refused
from tests.support.tiers import first

NOW = datetime(2026, 1, 2, 15, 4, 5)
PLAYERS = {"search": 3, "sevens": 3, "doubt": 4, "infiltration": 2, "checkers": 2, "reversi": 2, "jarapon": 4,
           "stop": 5, "drop_it": 3, "skip_bo": 3}  # fmt: skip
THOUGHTFUL = ("jarapon", "doubt", "checkers", "stop", "drop_it", "skip_bo")
JPEG = jpeg_of(np.full((48, 64, 3), 90, np.uint8))


def read(data: bytes, game: str | None = None) -> GameRead:
    (one,) = read_games(data, NOW, game, lambda number: f"Player {number}")
    return one


def evening() -> KeptGame:
    """A game with pictures, corrections and a name that a table would take for a formula."""
    with Journal(Path(":memory:"), now=lambda: NOW) as journal:
        journal.start_game("checkers", ["Other", "game"], {})
        number = journal.start_game("reversi", ["=Aya", "Ben"], {"first": "down"})
        journal.append("turn", {"turn": 3})
        moves = [journal.append("move", {"move": move, "picture": f"{number}-{number + at}", "by": "camera"}).number
                 for at, move in enumerate(("c4", "c3", "d3"), start=2)]  # fmt: skip
        journal.append("change", {"entry": moves[2], "move": "c5", "by": "phone:Aya's phone"})
        journal.append("strike", {"entries": moves[2:], "by": "button"})
        journal.append("resume", {})
        journal.append("insert", {"after": moves[1], "move": "d3", "by": "phone", "without": []})
        return kept_game(journal.current())


def zipped(kept: KeptGame, pictures: dict[str, bytes] | None = None, picture_bytes: int = PICTURE_BYTES) -> bytes:
    into = io.BytesIO()
    write_zip(kept, (pictures or {}).get, "en", into, picture_bytes)
    return into.getvalue()


@pytest.mark.parametrize("whole", first([False, True]))
@pytest.mark.parametrize("name", PLAYERS)
def test_every_game_comes_back_from_its_notation_its_json_and_its_archive(name: str, whole: bool) -> None:
    game, players = GAMES[name], NAMES[: PLAYERS[name]]
    kind = greedy_game if name in THOUGHTFUL else random_game
    plies = list(islice(kind(game, players, {}, 1), 600 if whole else 25))
    text = game.write_record(players, {}, [move for _, move in plies])
    first = read(text.encode(), name)
    kept = kept_game(first.entries)
    assert kept.played.players == players
    # As long as it is not over, what players hide is told to nobody, though the file says it.
    assert whole or all(game.view(state, None) == state for state in kept.played.states)
    shown = [game.view(state, None) for state, _ in plies]
    assert [game.view(state, None) for state in kept.played.states[: len(plies)]] == shown
    for data in (record_text(kept).encode(), game_json(kept).encode(), zipped(kept)):
        again = kept_game(read(data, name).entries)
        assert again.played.now == kept.played.now
        assert again.played.plies == kept.played.plies


def test_all_that_was_corrected_and_told_comes_back_from_an_export() -> None:
    kept = evening()
    pictures = {str(entry.data["picture"]): JPEG for entry in kept.entries if entry.kind == "move"}
    for one in (read(game_json(kept).encode()), read(zipped(kept, pictures))):
        again = kept_game(one.entries)
        assert [ply.move for ply in again.played.plies] == [ply.move for ply in kept.played.plies]
        assert again.played.options == {"first": "down"}
        assert [entry.kind for entry in one.entries] == [
            "import", "turn", "move", "move", "move", "change", "strike", "insert",
        ]  # fmt: skip
        assert [entry.at for entry in one.entries] == ["2026-01-02T15:04:05+09:00"] * 8
        assert one.entries[5].data["by"] == "phone:Aya's phone"
    entries, files = one.numbered(100)
    assert [entry.number for entry in entries] == list(range(100, 108))
    assert {entry.game for entry in entries} == {100}
    assert entries[5].data["entry"] == 104
    assert entries[7].data["after"] == 103
    assert sorted(files) == ["100-102", "100-103", "100-104"]
    assert [entry.data["picture"] for entry in entries if entry.kind == "move"] == sorted(files)
    assert set(files.values()) == {JPEG}


def test_an_archive_has_what_a_report_of_a_fault_needs_and_no_more() -> None:
    kept = evening()
    with zipfile.ZipFile(io.BytesIO(zipped(kept, {"2-4": JPEG}))) as archive:
        assert set(archive.namelist()) == {
            "about.txt", "game.json", "journal.jsonl", "record.txt", "scores.csv", "pictures/2-4.jpg",
        }  # fmt: skip
        lines = archive.read("journal.jsonl").decode().splitlines()
        about = archive.read("about.txt").decode()
    assert [json.loads(line)["number"] for line in lines] == [entry.number for entry in kept.entries]
    assert "1 picture; 2 are left out or no longer kept." in about
    assert "Python" in about


def test_an_archive_of_a_game_with_a_damaged_picture_leaves_it_out_and_can_be_taken_over(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    for at in (4, 5, 6):
        store.keep(f"2-{at}", np.zeros((48, 64, 3), np.uint8))
    (tmp_path / "2-4.jpg").write_bytes(b"")
    (tmp_path / "2-5.jpg").write_bytes((tmp_path / "2-5.jpg").read_bytes()[:-9])
    into = io.BytesIO()
    write_zip(evening(), store.read, "en", into)
    with zipfile.ZipFile(into) as archive:
        assert "1 picture; 2 are left out or no longer kept." in archive.read("about.txt").decode()
    again = read(into.getvalue())
    assert list(again.pictures) == ["1-5"]
    assert [entry.data["picture"] for entry in again.entries if entry.kind == "move"] == ["1-3", "1-4", "1-5"]
    assert len(list(tmp_path.glob("*-damaged-*.jpg"))) == 2


def test_pictures_that_are_too_many_stay_behind_the_oldest_first() -> None:
    data = zipped(evening(), {f"2-{at}": JPEG for at in (4, 5, 6)}, picture_bytes=2 * len(JPEG))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert [name for name in archive.namelist() if name.startswith(PICTURES)] == [
            "pictures/2-6.jpg", "pictures/2-5.jpg",
        ]  # fmt: skip
        assert "1 is left out or no longer kept." in archive.read("about.txt").decode()


def test_the_table_of_scores_is_one_that_spreadsheets_read_and_run_nothing_of() -> None:
    rows = list(csv.reader(io.StringIO(scores_csv(evening(), "en").removeprefix("\ufeff"))))
    assert rows[0] == ["move", "time", "player", "what happened", "'=Aya", "Ben"]
    assert rows[1] == ["0", "2026-01-02T15:04:05", "", "", "2", "2"]
    assert [row[0] for row in rows[1:]] == ["0", "1", "2", "3"]
    assert rows[2][2] == "'=Aya"
    assert [int(row[4]) + int(row[5]) for row in rows[1:]] == [4, 5, 6, 7]
    assert scores_csv(evening(), "ja").splitlines()[0].startswith("\ufeff手,時刻")


@pytest.mark.parametrize("name", [
    "=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠A1", "﹦1", "⁼1", "−1", " =1", "\t=1", "\ufeff=1",
    "\r\n=1", "　＝1", "\u200b=1", "=\u0338 1", "\t", "|calc", "%0A",
])  # fmt: skip
def test_no_cell_of_a_table_is_a_formula(name: str) -> None:
    with Journal(Path(":memory:"), now=lambda: NOW) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        journal.append("move", {"move": "f5", "picture": None, "by": "camera"})
        kept = kept_game(journal.current())
    named = replace(kept, played=replace(kept.played, players=(name, "A=1")))
    rows = list(csv.reader(io.StringIO(scores_csv(named, "en").removeprefix("\ufeff"))))
    assert rows[0][4:] == [f"'{name}", "A=1"]


def test_a_notation_without_names_gets_some_and_its_game_is_found_out() -> None:
    kept = kept_game(read(b"f5d6c3\n").entries)
    assert kept.start.data == {"game": "reversi", "players": ["Player 1", "Player 2"], "options": {}}
    assert [entry.data["by"] for entry in kept.entries[1:]] == ["file"] * 3
    assert kept_game(read(b'[White "Ben"]\n[Black "Aya"]\n1. 9-13 24-20 *\n').entries).played.game.NAME == "checkers"
    assert len(read_games(b"f5d6\n\nf5f6\n", NOW, "reversi", str)) == 2


def archive_of(**files: bytes) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return into.getvalue()


def told(**other: Any) -> bytes:
    return json.dumps(json.loads(game_json(evening())) | other).encode()


def entries(change: Any = lambda entry: entry, keep: slice = slice(None)) -> list[Any]:
    found = json.loads(game_json(evening()))["entries"][keep]
    return [change(entry) or entry for entry in found]


def with_data(kind: str, **other: Any) -> list[Any]:
    return entries(lambda one: one["data"].update(other) if one["kind"] == kind else None)


def wthor(games: int = 2) -> bytes:
    """A database of Othello games: its date, how many there are, and 68 bytes of each."""
    return struct.pack("<4BIHH4x", 20, 25, 1, 31, games, 0, 2024) + bytes(68) * games


@pytest.mark.parametrize(("data", "key"), [
    (b"", "keeping.not_an_export"),
    (b"Dear box, this is a letter.", "keeping.not_an_export"),
    (b"\xff\xd8\xff\xe0\x00\x10JFIF a picture", "keeping.not_an_export"),
    (b"PK but no archive", "keeping.not_an_export"),
    (archive_of(), "keeping.not_an_export"),
    (archive_of(**{"readme.txt": b"hello"}), "keeping.not_an_export"),
    (archive_of(**{GAME: b"\xff"}), "keeping.not_an_export"),
    (archive_of(**{GAME: b"{}"}), "keeping.not_an_export"),
    (b"{}", "keeping.not_an_export"),
    (b'{"format": "another"}', "keeping.not_an_export"),
    (b"{" + b'"a":[' * 90_000, "keeping.not_an_export"),
    (json.dumps({"format": FORMAT, "format_version": 1, "entries": 7}).encode(), "keeping.not_an_export"),
    (told(format_version=2), "keeping.newer_export"),
    (told(entries=[]), "keeping.damaged_export"),
    (told(entries=entries(keep=slice(1, None))), "keeping.damaged_export"),
    (told(entries=entries()[::-1]), "keeping.damaged_export"),
    (told(entries=with_data("start", players=[{"name": "Aya"}])), "keeping.damaged_export"),
    (told(entries=with_data("start", players=["x" * 999, "y"])), "keeping.damaged_export"),
    (told(entries=with_data("start", players=["x"] * 99)), "keeping.damaged_export"),
    (told(entries=with_data("strike", entries=[999])), "keeping.damaged_export"),
    (told(entries=with_data("insert", after=999)), "keeping.damaged_export"),
    (told(entries=with_data("start", game="chess")), "keeping.unknown_game"),
    (told(entries=with_data("start", players=["Aya"])), "options.players"),
    (told(entries=with_data("insert", move="h8")), "table.line_breaks"),
    (told(entries=with_data("insert", move=None)), "table.line_breaks"),
    (told(entries=entries(keep=slice(2))), "keeping.no_moves"),
    (b"f5f5", "reversi.record.occupied"),
    (b"1. 11-14 *", "record.bad_line"),
    ("あや".encode("cp932"), "keeping.not_utf8"),
    (wthor(), "keeping.wthor"),

])  # fmt: skip
def test_a_file_that_is_no_game_is_refused_in_words(data: bytes, key: str) -> None:
    with refused(key, BadImport):
        read(data)


def test_names_of_a_file_come_in_one_line_and_in_signs_that_can_be_shown() -> None:
    one = read(told(entries=with_data("start", players=["Aya\n\x07 Mori", " Ben"])))
    assert one.entries[0].data["players"] == ["Aya Mori", "Ben"]


@pytest.mark.parametrize("name", ["Ben\u202e", "Be\u200bn", "\ud800"])
def test_names_that_hide_or_turn_the_text_around_them_are_refused(name: str) -> None:
    for entries in (with_data("start", players=["Aya", name]), with_data("move", by=f"phone:{name}")):
        with refused("names.hidden"):
            read(told(entries=entries))
    if name != "\ud800":  # a text in UTF-8 has no half letters
        with refused("names.hidden"):
            read(f"# player: Aya\n# player: {name}\nf5d6\n".encode())


def test_a_notation_that_breaks_the_rules_names_the_line_when_the_game_is_known() -> None:
    with pytest.raises(Refusal) as refused:
        read(b"f5f5", "reversi")
    assert refused.value.said.key.startswith("reversi.")


@pytest.mark.parametrize("picture", [b"no picture", JPEG[:200], b"\x89PNG\r\n\x1a\n"])
def test_a_damaged_picture_refuses_the_whole_file(picture: bytes) -> None:
    with refused("keeping.bad_picture", BadImport):
        read(archive_of(**{GAME: told(), "pictures/2-4.jpg": picture}))


def test_names_in_an_archive_lead_nowhere() -> None:
    names = ("../../evil.jpg", "pictures/../2-4.jpg", "/pictures/2-4.jpg", "pictures/2-4.jpg/../x.jpg")
    one = read(archive_of(**{GAME: told(), **dict.fromkeys(names, b"evil"), "pictures/99-99.jpg": JPEG}))
    assert one.pictures == {}


def test_an_archive_that_swells_is_stopped_at_its_bound() -> None:
    bomb = archive_of(**{GAME: b" " * (imports.MAX_TEXT_BYTES + 10)})
    assert len(bomb) < 10_000
    with refused("keeping.too_big", BadImport):
        read(bomb)
    large = JPEG + bytes(imports.MAX_PICTURE_BYTES - len(JPEG))
    count = imports.MAX_PICTURES_BYTES // len(large) + 1
    many = archive_of(**{GAME: told(), **{f"pictures/2-{at}.jpg": large for at in range(count)}})
    with refused("keeping.too_big", BadImport):
        read(many)


def test_more_entries_or_games_than_anybody_plays_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_ENTRIES", 5)
    for data in (told(), b"f5d6c3d3c4\n"):
        with refused("keeping.too_long", BadImport):
            read(data, "reversi")
    with refused("keeping.too_many_games", BadImport):
        read_games(b"f5\n\n" * 21, NOW, "reversi", str)


def test_a_text_that_could_be_of_several_games_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "GAMES", {"reversi": GAMES["reversi"], "like_reversi": GAMES["reversi"]})
    with refused("keeping.which_game", BadImport):
        read(b"f5d6\n")
    assert len(kept_game(read(b"f5d6\n", "reversi").entries).played.plies) == 2


def test_an_archive_whose_size_is_written_as_for_a_very_large_one_is_refused() -> None:
    data, end = zipped(evening()), 22  # bytes of what stands at an archive's end
    count, size, start = struct.unpack("<10xH2L2x", data[-end:])
    large = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, start)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, len(data) - end, 1)
    data = data[:-end] + large + locator + data[-end:]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
    with refused("keeping.not_an_export", BadImport):
        read(data)

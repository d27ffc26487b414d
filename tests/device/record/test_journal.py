"""The journal keeps everything: through power cuts, a full disk and a damaged file."""

import sqlite3
from datetime import datetime
from pathlib import Path

import pytest

from device.record.journal import SCHEMA_VERSION, Journal, JournalTrouble
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.refusals import refused

PARTY = datetime(2026, 1, 2, 15, 4, 5)


def open_journal(folder: Path, **more) -> Journal:
    return Journal(folder / "journal.db", now=lambda: PARTY, **more)


def played(journal: Journal) -> list:
    return [entry.data["move"] for entry in journal.current() if entry.kind == "move"]


def play_on(folder: Path, *moves: str) -> None:
    with open_journal(folder) as journal:
        for move in moves:
            journal.append("move", {"move": move})


def begin(folder: Path, *moves: str) -> None:
    with open_journal(folder) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {"first": "up"})
        for move in moves:
            journal.append("move", {"move": move})


def test_a_new_journal_is_empty_and_what_was_written_is_there_tomorrow(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        assert (journal.current(), journal.trouble, journal.notices) == ((), None, [])
    begin(tmp_path, "f5", "d6")
    with open_journal(tmp_path) as journal:
        start, *_ = journal.current()
        assert start.data == {"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": "up"}}
        assert start.at == "2026-01-02T15:04:05"
        assert played(journal) == ["f5", "d6"]
        assert [entry.number for entry in journal.current()] == [1, 2, 3]
    begin(tmp_path, "e6")  # numbers go on, and only the last game is current
    with open_journal(tmp_path) as journal:
        assert played(journal) == ["e6"]
        assert {entry.game for entry in journal.current()} == {4}
        assert journal.next_number() == 6


def test_it_is_written_the_way_that_survives_a_power_cut(tmp_path: Path) -> None:
    asked = []

    def connect(*args, **kwargs):
        connection = sqlite3.connect(*args, **kwargs)
        asked.append(connection)
        return connection

    with open_journal(tmp_path, connect=connect):
        modes = [asked[0].execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]


@pytest.mark.parametrize("change", ["UPDATE entry SET data = '{}'", "DELETE FROM entry"])
def test_entries_are_never_altered_not_even_by_hand(tmp_path: Path, change: str) -> None:
    begin(tmp_path, "f5")
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        sqlite3.connect(tmp_path / "journal.db").execute(change)


def test_a_second_box_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    with open_journal(tmp_path), refused("journal.in_use", JournalTrouble):
        open_journal(tmp_path)


def test_a_journal_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    begin(tmp_path, "f5")
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    before = (tmp_path / "journal.db").read_bytes()
    with refused("journal.newer", JournalTrouble):
        open_journal(tmp_path)
    assert (tmp_path / "journal.db").read_bytes() == before


def test_with_a_full_disk_the_game_goes_on_and_is_written_when_there_is_room(tmp_path: Path) -> None:
    disk = FaultyDisk()
    journal = open_journal(tmp_path, connect=disk)
    journal.start_game("reversi", ["Aya", "Ben"], {})
    disk.code = sqlite3.SQLITE_FULL
    journal.append("move", {"move": "f5"})
    journal.append("move", {"move": "d6"})
    assert played(journal) == ["f5", "d6"]
    assert journal.trouble is not None
    assert dict(journal.trouble.facts)["waiting"] == 2
    disk.code = None
    journal.write_waiting()
    assert journal.trouble is None
    journal.close()
    with open_journal(tmp_path) as again:
        assert played(again) == ["f5", "d6"]
        assert [entry.number for entry in again.current()] == [1, 2, 3]


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    disk = FaultyDisk(sqlite3.SQLITE_FULL)
    journal = open_journal(tmp_path, connect=disk)
    assert journal.trouble is not None
    journal.start_game("reversi", ["Aya", "Ben"], {})
    journal.append("move", {"move": "f5"})
    disk.code = None
    journal.close()
    with open_journal(tmp_path) as again:
        assert played(again) == ["f5"]


def test_a_folder_that_cannot_be_written_keeps_the_game_in_memory(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "gone" / "journal.db")
    journal.start_game("reversi", ["Aya", "Ben"], {})
    journal.append("move", {"move": "f5"})
    assert played(journal) == ["f5"]
    assert journal.trouble is not None
    (tmp_path / "gone").mkdir()
    journal.close()
    with Journal(tmp_path / "gone" / "journal.db") as again:
        assert played(again) == ["f5"]


def many_moves(folder: Path) -> list[str]:
    moves = [f"move {number} {'x' * 60}" for number in range(160)]
    begin(folder, *moves)
    return moves


@pytest.mark.parametrize("kept", [0.6, 0.75, 0.95])
def test_a_truncated_journal_is_put_aside_and_what_it_still_says_is_kept(tmp_path: Path, kept: float) -> None:
    moves = many_moves(tmp_path)
    path = tmp_path / "journal.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    with open_journal(tmp_path) as journal:
        saved = played(journal)
        [notice] = journal.notices
        assert notice.key == "journal.damaged"
        assert dict(notice.facts)["file"] == "journal-damaged-20260102-150405.db"
        assert set(saved) < set(moves)
        assert saved[:10] == moves[:10]
        journal.append("move", {"move": "and on"})
    assert (tmp_path / "journal-damaged-20260102-150405.db").exists()
    with open_journal(tmp_path) as again:
        assert again.notices == []
        assert played(again) == [*saved, "and on"]


def test_one_bad_page_costs_only_what_stood_on_it(tmp_path: Path) -> None:
    moves = many_moves(tmp_path)
    path = tmp_path / "journal.db"
    data = bytearray(path.read_bytes())
    page = data.index(b"move 80 ") // 4096
    data[page * 4096 : (page + 1) * 4096] = bytes(4096)
    path.write_bytes(data)
    with open_journal(tmp_path) as journal:
        saved = played(journal)
        assert 100 < len(saved) < 160
        assert moves[80] not in saved
        assert saved[0] == moves[0]
        assert saved[-1] == moves[-1]


@pytest.mark.parametrize("rubbish", [b"not a journal at all" * 100, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_journal_is_put_aside(tmp_path: Path, rubbish: bytes) -> None:
    (tmp_path / "journal.db").write_bytes(rubbish)
    with open_journal(tmp_path) as journal:
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        journal.start_game("reversi", ["Aya", "Ben"], {})
    assert (tmp_path / "journal-damaged-20260102-150405.db").read_bytes()[:8] == rubbish[:8]
    with open_journal(tmp_path) as again:
        assert len(again.current()) == 1


def test_a_journal_that_is_damaged_while_it_is_open_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    disk = FaultyDisk()
    journal = open_journal(tmp_path, connect=disk)
    journal.start_game("reversi", ["Aya", "Ben"], {})
    journal.append("move", {"move": "f5"})
    disk.rots = True
    journal.append("move", {"move": "d6"})
    assert [notice.key for notice in journal.notices] == ["journal.damaged"]
    assert played(journal) == ["f5", "d6"]
    journal.close()
    with open_journal(tmp_path) as again:
        assert played(again) == ["f5", "d6"]


def test_a_damaged_journal_that_cannot_be_put_aside_keeps_the_game_in_memory(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "journal.db").write_bytes(b"rubbish" * 100)

    def closed(*_: object, **__: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("device.record.journal.set_aside", closed)
    journal = open_journal(tmp_path)
    journal.start_game("reversi", ["Aya", "Ben"], {})
    journal.append("move", {"move": "f5"})
    assert played(journal) == ["f5"]
    assert journal.trouble is not None


def test_two_damages_in_one_second_are_both_kept(tmp_path: Path) -> None:
    for rubbish in (b"one" * 100, b"two" * 100):
        (tmp_path / "journal.db").unlink(missing_ok=True)
        (tmp_path / "journal.db").write_bytes(rubbish)
        open_journal(tmp_path).close()
    assert sorted(path.read_bytes()[:3] for path in tmp_path.glob("journal-damaged-*.db")) == [b"one", b"two"]

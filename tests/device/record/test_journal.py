"""The journal keeps everything that was told to it, in a file that nobody else touches and no program alters."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from device.record.journal import SCHEMA_VERSION, Journal, JournalTrouble
from device.system.household_time import local_iso
from engines.messages import Refusal
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.journals import begin, change, moves, open_journal, rows
from tests.support.refusals import refused


def test_a_new_journal_is_empty_and_what_was_written_is_there_tomorrow(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        assert (journal.current(), journal.trouble, journal.notices) == ((), None, [])
        begin(journal, "f5", "d6")
    with open_journal(tmp_path) as journal:
        start, *_ = journal.current()
        assert start.data == {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}
        assert start.at == "2026-01-02T15:04:05+09:00"
        assert moves(journal) == ["f5", "d6"]
        assert [entry.number for entry in journal.current()] == [1, 2, 3]
        begin(journal, "e6")  # numbers go on, and only the last game is current
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["e6"]
        assert {entry.game for entry in journal.current()} == {4}
        assert journal.next_number() == 6


def test_an_entry_keeps_the_offset_of_its_day_and_an_old_one_without_counts_as_local(
    tmp_path: Path, live_in: Callable[[str], None]
) -> None:
    live_in("Europe/London")
    days = [datetime(2026, 1, 2, 15, 4, 5), datetime(2026, 7, 2, 15, 4, 5), datetime(2026, 7, 2, 14, 4, 5, tzinfo=UTC)]
    with Journal(tmp_path / "journal.db", now=iter(days).__next__) as journal:
        begin(journal, "f5", "d6")
    change(
        tmp_path / "journal.db",
        "DROP TRIGGER IF EXISTS entry_stays",
        "UPDATE entry SET at = '2026-01-02T15:04:05' WHERE number = 1",
        "DELETE FROM checksum WHERE number = 1",
    )
    with open_journal(tmp_path) as journal:
        assert [entry.at for entry in journal.current()] == [
            "2026-01-02T15:04:05", "2026-07-02T15:04:05+01:00", "2026-07-02T15:04:05+01:00",
        ]  # fmt: skip
        assert [local_iso(entry.at)[-6:] for entry in journal.current()] == ["+00:00", "+01:00", "+01:00"]


def test_its_file_survives_a_power_cut_is_read_by_older_programs_and_altered_by_none(tmp_path: Path) -> None:
    asked = []

    def connect(*args, **kwargs):
        asked.append(sqlite3.connect(*args, **kwargs))
        return asked[-1]

    with open_journal(tmp_path, connect=connect) as journal:
        begin(journal, "f5")
        for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("user_version", 1)):
            assert asked[0].execute(f"PRAGMA {name}").fetchone() == (value,)
    assert [len(row) for row in rows(tmp_path).values()] == [5, 5]
    for statement in ("UPDATE entry SET data = '{}'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            change(tmp_path / "journal.db", statement)


def test_a_journal_of_another_box_or_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin(journal, "f5")
        with refused("journal.in_use", JournalTrouble):
            open_journal(tmp_path)
    change(tmp_path / "journal.db", f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = (tmp_path / "journal.db").read_bytes()
    with refused("journal.newer", JournalTrouble):
        open_journal(tmp_path)
    assert (tmp_path / "journal.db").read_bytes() == before


def endless() -> list:
    """Lists in lists without end."""
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    return deep


@pytest.mark.parametrize(
    "move", ["\ud800", 1 << 63, float("nan"), {1: 2}, object(), {"\udfff": 1}, "x" * (2 << 20), endless()],
    ids=["half a letter", "huge", "NaN", "no name", "object", "half a name", "long", "endless"],
)  # fmt: skip
def test_what_cannot_be_written_is_refused_before_it_has_a_number(tmp_path: Path, move) -> None:
    with open_journal(tmp_path) as journal:
        begin(journal)
        with refused("journal.bad_entry"):
            journal.append("move", {"move": move})
        with pytest.raises(Refusal):
            begin(journal, players=["\ud800"])
        assert journal.append("move", {"move": "f5"}).number == 2
    assert len(rows(tmp_path)) == 2


def test_an_entry_that_fails_when_it_is_written_does_not_stop_the_next(tmp_path: Path) -> None:
    disk = FaultyDisk()
    disk.refused = "poison"
    with open_journal(tmp_path, connect=disk) as journal:
        begin(journal)
        with pytest.raises(JournalTrouble):
            journal.append("move", {"move": "poison"})
        assert [notice.key for notice in journal.notices] == ["journal.refused"]
        assert journal.trouble is None
        journal.append("move", {"move": "f5"})
        assert moves(journal) == ["f5"]
    assert "poison" in (tmp_path / "journal-refused.txt").read_text()
    assert list(rows(tmp_path)) == [1, 3]

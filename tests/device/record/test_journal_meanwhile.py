"""While the journal cannot be written or read, the evening goes on in a second file, and is joined afterwards."""

import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from device.record.interim_journal import InterimJournal
from device.record.journal import Journal
from device.texts import say
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.forked import forked
from tests.support.journals import alter, begin, change, moves, open_journal, play


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FaultyDisk:
    """A disk without faults as yet, with a data folder; the second file may also lie in the runtime folder."""
    (tmp_path / "run").mkdir()
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    return FaultyDisk()


@pytest.fixture
def reopened(disk: FaultyDisk, tmp_path: Path) -> Callable[[], Journal]:
    """Opens the journal of the data folder on that disk."""
    return lambda: open_journal(tmp_path / "data", connect=disk)


def played(journal: Journal, *squares: str) -> None:
    """An evening so far."""
    with journal:
        begin(journal, *squares)


def killed_after(work: Callable[[], object]) -> None:
    """Do something with a journal in a process that is then killed."""
    assert forked(lambda: (work(), os.kill(os.getpid(), signal.SIGKILL))) == -signal.SIGKILL


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR])
def test_a_kill_while_the_disk_takes_nothing_loses_nothing(
    tmp_path: Path, disk: FaultyDisk, reopened: Callable[[], Journal], code: int
) -> None:
    played(reopened(), "f5")

    def play_on() -> None:
        journal, disk.code = reopened(), code
        play(journal, "d6", "c3")
        assert journal.trouble is not None

    killed_after(play_on)
    with reopened() as journal:
        assert moves(journal) == ["f5", "d6", "c3"]
        assert ([notice.key for notice in journal.notices], journal.trouble) == (["journal.joined"], None)
        assert [entry.number for entry in journal.current()] == [1, 2, 3, 4]
    with reopened() as journal:
        assert (moves(journal), journal.notices) == (["f5", "d6", "c3"], [])
    assert len(list((tmp_path / "data").glob("journal-joined-*.db"))) == 1


@pytest.mark.parametrize(("code", "is_kept", "key"), [
    (sqlite3.SQLITE_FULL, True, "journal.meanwhile"),
    (sqlite3.SQLITE_FULL, False, "journal.cannot_write"),
    (sqlite3.SQLITE_IOERR, True, "journal.meanwhile_card"),
    (sqlite3.SQLITE_IOERR, False, "journal.cannot_write_card"),
])  # fmt: skip
def test_the_game_goes_on_it_is_said_at_once_and_over_when_the_disk_is_well_again(
    tmp_path: Path, disk: FaultyDisk, reopened: Callable[[], Journal], monkeypatch: pytest.MonkeyPatch,
    code: int, is_kept: bool, key: str,
) -> None:  # fmt: skip
    if not is_kept:
        monkeypatch.setattr(InterimJournal, "keep", lambda *_: None)
    with reopened() as journal:
        begin(journal)
        disk.code = code
        play(journal, "f5", "d6")
        assert moves(journal) == ["f5", "d6"]
        assert journal.trouble is not None
        assert (journal.trouble.key, dict(journal.trouble.facts)["waiting"]) == (key, 2)
        for language, words in (("en", "new card"), ("ja", "新しいカード")):
            assert (words in say(journal.trouble, language)) == key.endswith("card")
        disk.code = None
        journal.write_waiting()
        assert journal.trouble is None
        play(journal, "c3")
    assert not (tmp_path / "data" / "journal-meanwhile.db").exists()
    with reopened() as journal:
        assert moves(journal) == ["f5", "d6", "c3"]
        assert [entry.number for entry in journal.current()] == [1, 2, 3, 4]


@pytest.mark.parametrize("is_full", [True, False], ids=["full", "no folder"])
def test_a_game_that_begins_where_nothing_can_be_written_is_written_at_its_end(
    tmp_path: Path, disk: FaultyDisk, is_full: bool
) -> None:
    folder = tmp_path / ("data" if is_full else "gone")
    disk.code = sqlite3.SQLITE_FULL if is_full else None
    with open_journal(folder, connect=disk) as journal:
        assert journal.trouble is not None
        begin(journal, "f5")
        assert moves(journal) == ["f5"]
        disk.code = None
        folder.mkdir(exist_ok=True)
    with open_journal(folder) as again:
        assert (moves(again), again.notices) == (["f5"], [])


def test_a_journal_that_cannot_be_read_for_a_whole_game_is_joined_without_a_clash(
    tmp_path: Path, disk: FaultyDisk, reopened: Callable[[], Journal]
) -> None:
    played(reopened(), "f5", "d6")
    path = tmp_path / "data" / "journal.db"
    path.rename(tmp_path / "elsewhere")
    disk.opens = False

    def another_game() -> None:
        journal = reopened()
        assert (journal.current(), journal.trouble is not None) == ((), True)
        begin(journal, "e6", "f6", "c4", players=["Chie", "Dan"])

    (tmp_path / "data").rename(tmp_path / "unplugged")
    killed_after(another_game)
    (tmp_path / "unplugged").rename(tmp_path / "data")
    (tmp_path / "elsewhere").rename(path)
    disk.opens = True
    with reopened() as journal:
        assert moves(journal) == ["e6", "f6", "c4"]
        assert [kept.start.data["players"] for kept in journal.games()] == [["Chie", "Dan"], ["Aya", "Ben"]]
        assert len(journal.entries_of(1)) == 3
        assert [notice.key for notice in journal.notices] == ["journal.joined"]
        play(journal, "f4")
    with reopened() as journal:
        assert (moves(journal), len(journal.games())) == (["e6", "f6", "c4", "f4"], 2)


def test_a_journal_that_can_be_read_but_not_opened_goes_on_with_its_game_and_heals_while_it_runs(
    disk: FaultyDisk, reopened: Callable[[], Journal]
) -> None:
    played(reopened(), "f5")
    disk.opens = False
    with reopened() as journal:
        assert moves(journal) == ["f5"]
        assert journal.trouble is not None
        play(journal, "d6")
        assert len(journal.games()) == 1
        disk.opens = True
        journal.write_waiting()
        assert journal.trouble is None
        play(journal, "c3")
    with reopened() as journal:
        assert [entry.number for entry in journal.current()] == [1, 2, 3, 4]
        assert moves(journal) == ["f5", "d6", "c3"]


@pytest.mark.parametrize("fault", ["both damaged", "other moves"])
def test_two_files_that_do_not_go_together_are_kept_and_that_is_said(
    tmp_path: Path, disk: FaultyDisk, reopened: Callable[[], Journal], fault: str
) -> None:
    data, is_damaged = tmp_path / "data", fault == "both damaged"
    played(reopened(), "f5")

    def play_on() -> None:
        journal, disk.code = reopened(), sqlite3.SQLITE_FULL
        play(journal, "d6", "c3")

    killed_after(play_on)
    if is_damaged:
        alter(data / "journal.db", 2, "{}")
        alter(data / "journal-meanwhile.db", 3, "{}")
    else:
        d3 = """INSERT INTO entry VALUES (3, 1, 'move', '{"move": "d3"}', '2026-01-02T15:04:05')"""
        change(data / "journal.db", d3)
    with reopened() as journal:
        assert moves(journal) == (["c3"] if is_damaged else ["f5", "d3"])
        said = ["journal.damaged", "journal.meanwhile_damaged"] if is_damaged else ["journal.not_joined"]
        assert {notice.key for notice in journal.notices} >= set(said)
    assert bool(list(data.glob("journal-not-joined-*.db"))) is not is_damaged

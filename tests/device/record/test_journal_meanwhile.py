"""While the journal cannot be written or read, the evening goes on in a second file, and is joined afterwards."""

import os
import signal
import sqlite3
from pathlib import Path

import pytest

from device.record.interim_journal import InterimJournal
from device.record.journal import Journal
from device.texts import say
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.forked import forked

DISK = FaultyDisk()


@pytest.fixture(autouse=True)
def well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    DISK.code, DISK.opens = None, True
    (tmp_path / "run").mkdir()
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))


def open_journal(folder: Path) -> Journal:
    return Journal(folder / "data" / "journal.db", connect=DISK)


def moves(journal: Journal) -> list[str]:
    return [entry.data["move"] for entry in journal.current() if entry.kind == "move"]


def play(journal: Journal, *squares: str) -> None:
    for square in squares:
        journal.append("move", {"move": square, "picture": None})


def begin(folder: Path, *squares: str) -> None:
    with open_journal(folder) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        play(journal, *squares)


def killed_after(folder: Path, play_on) -> None:
    """Do something with a journal in a process that is then killed."""

    def work() -> None:
        play_on(open_journal(folder))
        os.kill(os.getpid(), signal.SIGKILL)

    assert forked(work) == -signal.SIGKILL


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR])
def test_a_kill_while_the_disk_is_full_loses_nothing(tmp_path: Path, code: int) -> None:
    begin(tmp_path, "f5")

    def play_on(journal: Journal) -> None:
        DISK.code = code
        play(journal, "d6", "c3")
        assert journal.trouble is not None

    killed_after(tmp_path, play_on)
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["f5", "d6", "c3"]
        assert ([notice.key for notice in journal.notices], journal.trouble) == (["journal.joined"], None)
        assert [entry.number for entry in journal.current()] == [1, 2, 3, 4]
    with open_journal(tmp_path) as journal:
        assert (moves(journal), journal.notices) == (["f5", "d6", "c3"], [])
    assert len(list((tmp_path / "data").glob("journal-joined-*.db"))) == 1


@pytest.mark.parametrize(("is_kept", "key"), [(True, "journal.meanwhile_card"), (False, "journal.cannot_write_card")])
def test_a_card_that_fails_is_to_be_replaced_and_words_go_when_it_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool, key: str
) -> None:
    begin(tmp_path)
    with open_journal(tmp_path) as journal:
        if not is_kept:
            monkeypatch.setattr(InterimJournal, "keep", lambda _file, _rows: None)
        DISK.code = sqlite3.SQLITE_IOERR
        play(journal, "f5")
        assert journal.trouble is not None
        assert journal.trouble.key == key
        assert "new card" in say(journal.trouble, "en")
        assert "新しいカード" in say(journal.trouble, "ja")
        DISK.code = None
        journal.write_waiting()
        assert (journal.trouble, moves(journal)) == (None, ["f5"])


def test_it_is_said_at_once_and_over_when_the_disk_is_well_again(tmp_path: Path) -> None:
    begin(tmp_path)
    with open_journal(tmp_path) as journal:
        DISK.code = sqlite3.SQLITE_FULL
        play(journal, "f5")
        assert journal.trouble is not None
        assert (journal.trouble.key, dict(journal.trouble.facts)["waiting"]) == ("journal.meanwhile", 1)
        DISK.code = None
        journal.write_waiting()
        assert journal.trouble is None
        play(journal, "d6")
    assert not (tmp_path / "data" / "journal-meanwhile.db").exists()


def test_a_journal_that_cannot_be_read_for_a_whole_game_is_joined_without_a_clash(tmp_path: Path) -> None:
    begin(tmp_path, "f5", "d6")
    path = tmp_path / "data" / "journal.db"
    path.rename(tmp_path / "elsewhere")
    DISK.opens = False

    def play_on(journal: Journal) -> None:
        assert (journal.current(), journal.trouble is not None) == ((), True)
        journal.start_game("reversi", ["Chie", "Dan"], {})
        play(journal, "e6", "f6", "c4")

    (tmp_path / "data").rename(tmp_path / "unplugged")
    killed_after(tmp_path, play_on)
    (tmp_path / "unplugged").rename(tmp_path / "data")
    (tmp_path / "elsewhere").rename(path)
    DISK.opens = True
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["e6", "f6", "c4"]
        assert [kept.start.data["players"] for kept in journal.games()] == [["Chie", "Dan"], ["Aya", "Ben"]]
        assert len(journal.entries_of(1)) == 3
        assert [notice.key for notice in journal.notices] == ["journal.joined"]
        play(journal, "f4")
    with open_journal(tmp_path) as journal:
        assert (moves(journal), len(journal.games())) == (["e6", "f6", "c4", "f4"], 2)


def test_a_journal_that_can_be_read_but_not_opened_goes_on_with_its_game_and_heals_while_it_runs(
    tmp_path: Path,
) -> None:
    begin(tmp_path, "f5")
    DISK.opens = False
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["f5"]
        assert journal.trouble is not None
        play(journal, "d6")
        assert len(journal.games()) == 1
        DISK.opens = True
        journal.write_waiting()
        assert journal.trouble is None
        play(journal, "c3")
    with open_journal(tmp_path) as journal:
        assert [entry.number for entry in journal.current()] == [1, 2, 3, 4]
        assert moves(journal) == ["f5", "d6", "c3"]


def test_where_both_files_are_damaged_what_can_be_read_of_them_is_kept_and_said(tmp_path: Path) -> None:
    begin(tmp_path, "f5")

    def play_on(journal: Journal) -> None:
        DISK.code = sqlite3.SQLITE_FULL
        play(journal, "d6", "c3")

    killed_after(tmp_path, play_on)
    for path, number in ((tmp_path / "data" / "journal.db", 2), (tmp_path / "data" / "journal-meanwhile.db", 3)):
        connection = sqlite3.connect(path)
        connection.execute("DROP TRIGGER entry_stays")
        connection.execute("UPDATE entry SET data = '{}' WHERE number = ?", (number,))
        connection.commit()
        connection.close()
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["c3"]
        assert {notice.key for notice in journal.notices} >= {"journal.damaged", "journal.meanwhile_damaged"}


def test_a_second_file_that_tells_of_other_moves_is_kept_aside_and_said(tmp_path: Path) -> None:
    begin(tmp_path, "f5")

    def play_on(journal: Journal) -> None:
        DISK.code = sqlite3.SQLITE_FULL
        play(journal, "d6")

    killed_after(tmp_path, play_on)
    connection = sqlite3.connect(tmp_path / "data" / "journal.db")
    connection.execute("""INSERT INTO entry VALUES (3, 1, 'move', '{"move": "d3"}', '2026-01-02T15:04:05')""")
    connection.commit()
    connection.close()
    with open_journal(tmp_path) as journal:
        assert moves(journal) == ["f5", "d3"]
        assert [notice.key for notice in journal.notices] == ["journal.not_joined"]
    assert list((tmp_path / "data").glob("journal-not-joined-*.db"))

"""When the log of a journal's file is put into it, what that means for whoever copies both, and large files."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from device.record.journal_file import QUIET_S, Damaged, JournalFile
from tests.support.journals import alter, rows


def moves(*numbers: int) -> list:
    return [(number, 1, "move", '{"move": "f5"}', "2026-01-02T15:04:05") for number in numbers]


def test_a_log_is_put_into_the_file_when_it_was_quiet_and_is_begun_anew_only_later(tmp_path: Path) -> None:
    now = [0.0]
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    (tmp_path / "copy").mkdir()
    with closing(JournalFile(path, clock=lambda: now[0], min_log_bytes=1)) as file:
        file.add(moves(1, 2, 3))
        now[0] += QUIET_S / 2
        before = path.read_bytes()
        file.tidy()
        assert path.read_bytes() == before
        now[0] += QUIET_S / 2
        shutil.copy(path, tmp_path / "copy")  # somebody copies the file, and the log only after what follows
        file.tidy()
        assert path.read_bytes() != before
        size = log.stat().st_size
        file.add(moves(4))
        assert log.stat().st_size > size
        shutil.copy(log, tmp_path / "copy")
        assert list(rows(tmp_path / "copy")) == [1, 2, 3, 4]
        now[0] += QUIET_S
        file.tidy()
        now[0] += QUIET_S
        file.add(moves(5))
    assert list(rows(tmp_path)) == [1, 2, 3, 4, 5]


def test_a_log_that_never_has_a_quiet_moment_is_bounded(tmp_path: Path) -> None:
    largest, path = 0, tmp_path / "journal.db"
    with closing(JournalFile(path, clock=lambda: 0.0, min_log_bytes=1, max_log_bytes=50_000)) as file:
        for number in range(1, 100):
            file.add(moves(number))
            file.tidy()
            largest = max(largest, (tmp_path / "journal.db-wal").stat().st_size)
    assert largest < 200_000
    assert len(rows(tmp_path)) == 99


def test_of_a_large_file_the_newest_entries_are_checked_at_once_and_the_older_ones_later(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(JournalFile(path)) as file:
        file.add(moves(*range(1, 101)))
    alter(path, 20, "{}")
    with closing(JournalFile(path, newest=50, small_bytes=0)) as file:
        file.check()
        assert [row[0] for row in file.rows("entry.number BETWEEN 19 AND 21")] == [19, 21]
        with pytest.raises(Damaged):
            file.check_on()
    alter(path, 80, "{}")
    with closing(JournalFile(path, newest=50, small_bytes=0)) as file, pytest.raises(Damaged):
        file.check()

"""When the log of a journal's file is put into it, and what that means for whoever copies both."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from device.record.journal_file import QUIET_S, JournalFile

AT = "2026-01-02T15:04:05"


def rows(*numbers: int) -> list:
    return [(number, 1, "move", '{"move": "f5"}', AT) for number in numbers]


def numbers_in(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM entry")]


def test_a_log_is_put_into_the_file_when_it_was_quiet_and_is_begun_anew_only_later(tmp_path: Path) -> None:
    now = [0.0]
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    (tmp_path / "copy").mkdir()
    with closing(JournalFile(path, clock=lambda: now[0], much_log_bytes=1)) as file:
        file.add(rows(1, 2, 3))
        now[0] += QUIET_S / 2
        before = path.read_bytes()
        file.tidy()
        assert path.read_bytes() == before
        now[0] += QUIET_S / 2
        shutil.copy(path, tmp_path / "copy")  # somebody copies the file, and the log only after what follows
        file.tidy()
        assert path.read_bytes() != before
        size = log.stat().st_size
        file.add(rows(4))
        assert log.stat().st_size > size
        shutil.copy(log, tmp_path / "copy")
        assert numbers_in(tmp_path / "copy" / "journal.db") == [1, 2, 3, 4]
        now[0] += QUIET_S
        file.tidy()
        now[0] += QUIET_S
        file.add(rows(5))
    assert numbers_in(path) == [1, 2, 3, 4, 5]


def test_a_log_that_never_has_a_quiet_moment_is_bounded(tmp_path: Path) -> None:
    largest, path = 0, tmp_path / "journal.db"
    with closing(JournalFile(path, clock=lambda: 0.0, much_log_bytes=1, most_log_bytes=50_000)) as file:
        for number in range(1, 100):
            file.add(rows(number))
            file.tidy()
            largest = max(largest, (tmp_path / "journal.db-wal").stat().st_size)
    assert largest < 200_000
    assert len(numbers_in(tmp_path / "journal.db")) == 99

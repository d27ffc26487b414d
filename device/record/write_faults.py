"""What an error of SQLite means: damage, a fault of the disk, or an entry that cannot be written."""

import errno
import sqlite3
from collections.abc import Sequence

from device.record.entries import Row
from device.record.journal_file import JournalFile

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# These may heal; with any other error it is the entry that cannot be written.
_DISK_FAULTS = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
}  # fmt: skip


def code_of(error: Exception) -> int:
    """SQLite's primary result code of an error; 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged."""
    return code_of(error) in _DAMAGE


def is_disk_fault(error: Exception) -> bool:
    """Whether the disk is at fault, so that another attempt may succeed."""
    return code_of(error) in _DISK_FAULTS


def is_card_failing(error: Exception) -> bool:
    """Whether the disk did not take or give what it was asked for: more room does not help then."""
    return code_of(error) == sqlite3.SQLITE_IOERR or getattr(error, "errno", None) == errno.EIO


def write_each(file: JournalFile, rows: Sequence[Row]) -> list[tuple[Row, Exception]]:
    """Write rows one by one, twice where that fails; gives those that cannot be written, each with its error.

    Raises the last error where no row can be written for a reason that is not the row's, and every fault of the file
    or the disk.
    """
    faults = _failing(file, rows)
    faults = _failing(file, [row for row, _ in faults])
    if len(faults) == len(rows) and isinstance(faults[-1][1], sqlite3.OperationalError):
        raise faults[-1][1]
    return faults


def _failing(file: JournalFile, rows: Sequence[Row]) -> list[tuple[Row, Exception]]:
    faults: list[tuple[Row, Exception]] = []
    for row in rows:
        try:
            if not file.has(row):
                file.add([row])
        except Exception as error:  # whatever an entry does, the others are written
            if is_damage(error) or is_disk_fault(error):
                raise
            faults.append((row, error))
    return faults

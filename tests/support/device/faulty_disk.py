"""SQLite's connections to a disk that has faults."""

import sqlite3
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self


class FaultyDisk:
    """Connects a journal to a file on a disk with faults, which may come and go.

    `code` is SQLite's error of every write; the file `opens` or does not; once it `rots`, the next write finds it
    damaged. Rows in which `refused` stands cannot be written.
    """

    def __init__(self, code: int | None = None) -> None:
        self.code, self.opens, self.rots, self.refused = code, True, False, ""

    def __call__(self, *args: Any, **kwargs: Any) -> "_Connection":
        if not self.opens:
            raise _fault(sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN)
        return _Connection(self, sqlite3.connect(*args, **kwargs))

    def check(self, rows: Iterable[object] = ()) -> None:
        """Raises what a write raises."""
        if self.code is not None:
            raise _fault(sqlite3.OperationalError, self.code)
        if self.rots:
            self.rots = False
            raise _fault(sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT)
        if self.refused and any(self.refused in str(row) for row in rows):
            raise OverflowError("too much")


def _fault(kind: type[sqlite3.DatabaseError], code: int) -> sqlite3.DatabaseError:
    error = kind("a fault of the disk")
    error.sqlite_errorcode = code
    return error


class _Connection:
    def __init__(self, disk: FaultyDisk, real: sqlite3.Connection) -> None:
        self._disk, self._real = disk, real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def executescript(self, script: str) -> sqlite3.Cursor:
        self._disk.check()
        return self._real.executescript(script)

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        rows = list(rows)
        self._disk.check(rows)
        return self._real.executemany(sql, rows)

    def __enter__(self) -> Self:
        self._real.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._real.__exit__(kind, error, trace)

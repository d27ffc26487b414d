"""A journal's file: a table of entries in SQLite, and beside it a table of their checksums.

An older program can use the file, and writes entries without checksums; these are sealed (given checksums) once they
have been read as sound. Every row that is read is checked against its checksum.
"""

import errno
import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from device.record.entries import Row, is_sound, sum_of
from device.record.lineage import Lineage, branch_off, lineage_of, lineage_text
from engines.messages import Refusal, message

# The endings of a journal's files, in the order of renaming.
ENDINGS = ("-wal", "-shm", "")
# A version that differs from this one in a single bit is taken for damage, so the next ones are 2 and 4.
SCHEMA_VERSION = 1
LATER_TABLES = {  # missing in the journals of older programs
    "checksum": "CREATE TABLE checksum (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL)",
    "lineage": "CREATE TABLE lineage (number INTEGER PRIMARY KEY, branches TEXT NOT NULL, sum INTEGER NOT NULL)",
}
SCHEMA = f"""
BEGIN;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL);
CREATE INDEX entry_of_game ON entry (game);
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never altered'); END;
CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
{LATER_TABLES["checksum"]};
{LATER_TABLES["lineage"]};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
COLUMNS = ["number", "game", "kind", "data", "at"]
ROWS = "SELECT entry.*, checksum.sum FROM entry LEFT JOIN checksum ON checksum.number = entry.number "

CHECKED_AT_OPEN = 20_000  # entries that are checked when the file is opened
SMALL_BYTES = 16 << 20  # a file up to this size is checked as a whole
CHECKED_AT_ONCE = 2000  # entries that are checked at once later, in about 10 ms

# A checkpoint moves the log into the file when nothing was written for `QUIET_S`, and the log is not overwritten before
# as long again has passed: copying the files of a running box one by one within that time copies every entry.
QUIET_S = 30.0
MIN_LOG_BYTES, MAX_LOG_BYTES = 4 << 20, 64 << 20

Connect = Callable[..., sqlite3.Connection]

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# These may pass; any other error means that the entry itself cannot be written.
_DISK_FAULTS = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
}  # fmt: skip


class JournalTrouble(Refusal):
    """A journal that must not be touched or cannot be read: another box has it open, or a newer version wrote it."""


class Damaged(Exception):
    """The file or its content is damaged."""


# What reading or writing a journal's file raises.
FILE_FAILURES = (OSError, sqlite3.Error, Damaged)


class JournalFile:
    """Opens the file `path`, or creates it; raises `Damaged`, `JournalTrouble` or SQLite's errors.

    The log is checkpointed from `min_log_bytes` on, and grows to little more than `max_log_bytes`. `check` covers only
    the `newest` entries, unless the file has `small_bytes` at most.
    `found_damage` is set when rows that were read did not fit their checksums; they are left out.
    `lineage` is given to a file that has none; a new one where it is None.
    """

    def __init__(
        self,
        path: Path,
        connect: Connect = sqlite3.connect,
        clock: Callable[[], float] = time.monotonic,
        min_log_bytes: int = MIN_LOG_BYTES,
        max_log_bytes: int = MAX_LOG_BYTES,
        newest: int = CHECKED_AT_OPEN,
        small_bytes: int = SMALL_BYTES,
        lineage: Lineage | None = None,
    ) -> None:
        self.path = path
        self._newest, self._small_bytes = newest, small_bytes
        self._min_log_bytes, self._max_log_bytes = min_log_bytes, max_log_bytes
        self.found_damage = False
        self._clock = clock
        self._written_at = self._log_kept_at = clock()
        self._maintained_at = -math.inf
        self._holding: sqlite3.Connection | None = None
        self._checked_down_to: int | None = None
        if str(path) != ":memory:":
            _check_header(path)
        # The table's thread is not the one that builds the box; there is never more than one at a time.
        self._connection = connect(path, timeout=1, check_same_thread=False)
        try:
            self._prepare()
            self.lineage = self._own_lineage(lineage)
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        execute = self._connection.execute
        self._connection.text_factory = _text
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = FULL")
        execute("PRAGMA wal_autocheckpoint = 0")
        tables = {name for (name,) in execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        version = execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION and "entry" in tables and (version ^ SCHEMA_VERSION).bit_count() != 1:
            raise JournalTrouble(message("journal.newer", file=str(self.path)))
        if not tables and version == 0:
            self._connection.executescript(SCHEMA)
        elif version != SCHEMA_VERSION or [row[1] for row in execute("PRAGMA table_info(entry)")] != COLUMNS:
            raise Damaged("another program's tables")
        with self._connection:
            for name in LATER_TABLES.keys() - tables if tables else ():
                execute(LATER_TABLES[name])

    def _own_lineage(self, given: Lineage | None) -> Lineage:
        """The lineage in the file; where there is none, `given` (or a new one) is written."""
        row = self._connection.execute("SELECT branches, sum FROM lineage").fetchone()
        if row is not None:
            if (found := lineage_of(*row)) is None:
                raise Damaged("its lineage")
            return found
        lineage = branch_off() if given is None else given
        self._set_lineage(lineage)
        return lineage

    def branch(self) -> None:
        """Begin a new branch after the last entry: other journals that continue from there are different ones."""
        self.lineage = branch_off(self.lineage, self.last())
        self._set_lineage(self.lineage)

    def _set_lineage(self, lineage: Lineage) -> None:
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO lineage VALUES (1, ?, ?)", lineage_text(lineage))

    def check(self) -> None:
        """Check the newest entries, and in a small file all of them; raises `Damaged` or SQLite's errors."""
        (pages,), (size,) = (self._connection.execute(f"PRAGMA {of}").fetchone() for of in ("page_count", "page_size"))
        is_small = pages * size <= self._small_bytes
        if is_small:
            self.check_structure()
        last = self.last()
        self._checked_down_to = 0 if is_small else max(last - self._newest, 0)
        self._check_range(self._checked_down_to, None)

    def check_structure(self) -> None:
        """Raise `Damaged` where SQLite's own structures are damaged."""
        fault = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise Damaged(fault)

    def check_all(self) -> None:
        """Check everything; raises `Damaged` or SQLite's errors."""
        self.check_structure()
        self._check_range(0, None, seal=False)

    def maintain(self) -> None:
        """Check some older entries and tidy the log, once a second at most; raises as `check`."""
        if self._clock() >= self._maintained_at + 1:
            self._maintained_at = self._clock()
            self.check_on()
            self.tidy()

    def check_on(self) -> None:
        """Check some older entries, until all of them have been; raises `Damaged`."""
        if self._checked_down_to:
            below = max(self._checked_down_to - CHECKED_AT_ONCE, 0)
            self._check_range(below, self._checked_down_to)
            self._checked_down_to = below

    def _check_range(self, above: int, up_to: int | None, seal: bool = True) -> None:
        """Check the entries numbered in a range against their checksums, and seal sound ones that have none."""
        within = "{0}.number > ? AND {0}.number <= ?"
        bounds = (above, (1 << 63) - 1 if up_to is None else up_to)
        sealed, unsealed = 0, []
        for *row, checksum in self._connection.execute(f"{ROWS} WHERE {within.format('entry')}", bounds):
            if not is_sound(tuple(row), checksum):
                raise Damaged(f"entry {row[0]}")
            if checksum is None:
                unsealed.append(tuple(row))
            sealed += checksum is not None
        (sums,) = self._connection.execute(
            f"SELECT count(*) FROM checksum WHERE {within.format('checksum')}", bounds
        ).fetchone()
        if sums != sealed:
            raise Damaged("entries are missing")
        if seal and unsealed:
            # If the disk is full now, a later check seals them.
            with suppress(sqlite3.OperationalError), self._connection:
                self._seal(unsealed)

    def last(self) -> int:
        """The number of the last entry, 0 where there is none."""
        return int(self._connection.execute("SELECT ifnull(max(number), 0) FROM entry").fetchone()[0])

    def rows(self, where: str, *values: int) -> list[Row]:
        """The sound rows of the entries for which `where` holds, in order of their numbers."""
        sound = []
        for *row, checksum in self._connection.execute(f"{ROWS} WHERE {where} ORDER BY entry.number", values):
            if is_sound(tuple(row), checksum):
                sound.append(tuple(row))
            else:
                self.found_damage = True
        return sound

    def one(self, sql: str, *values: int) -> int | None:
        """The first value of the first row of a query, None where there is none."""
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def add(self, rows: Sequence[Row]) -> None:
        """Write rows with their checksums: all of them are on the disk when this returns, or none is written."""
        with self._connection:
            self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", rows)
            self._seal(rows)
        self._written_at = self._clock()

    def has(self, row: Row) -> bool:
        """Whether exactly this row is in the file."""
        return self.rows("entry.number = ?", row[0]) == [row]

    def _seal(self, rows: Iterable[Row]) -> None:
        sums = [(row[0], sum_of(row)) for row in rows]
        self._connection.executemany("INSERT INTO checksum VALUES (?, ?)", sums)

    def tidy(self) -> None:
        """Checkpoint the log when it is due; see `QUIET_S`."""
        now = self._clock()
        log = self.path.with_name(self.path.name + "-wal")
        size = log.stat().st_size if log.exists() else 0
        if now - self._log_kept_at >= QUIET_S:
            self._let_go()
        is_new = self._written_at >= self._log_kept_at
        is_quiet = now - max(self._written_at, self._log_kept_at) >= QUIET_S
        if not is_new or size < self._min_log_bytes or not (is_quiet or size > self._max_log_bytes):
            return
        self._let_go()
        if size <= self._max_log_bytes:
            # As long as somebody reads from the log, SQLite appends to it and does not begin it anew.
            self._holding = sqlite3.connect(self.path, timeout=0, check_same_thread=False, isolation_level=None)
            self._holding.execute("BEGIN")
            self._holding.execute("SELECT number FROM entry LIMIT 1").fetchone()
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._log_kept_at = now

    def _let_go(self) -> None:
        if self._holding is not None:
            self._holding.close()
            self._holding = None

    def close(self) -> None:
        """Close the file, with what is in its log written into it."""
        self._let_go()
        self._connection.close()


def _text(raw: bytes) -> str:
    """Decode text; invalid UTF-8 becomes surrogates, which fit no checksum and which JSON refuses."""
    return raw.decode("utf-8", "surrogateescape")


def _check_header(path: Path) -> None:
    """Raise `Damaged` where the header is not a journal's, which SQLite itself may accept.

    A newer version is left to `_prepare`; a file that cannot be read raises SQLite's error later.
    """
    log = path.with_name(path.name + "-wal")
    with suppress(OSError):
        if path.is_dir():
            raise Damaged("a folder")
        size = path.stat().st_size if path.exists() else 0
        if size == 0:
            # SQLite would delete the log of an empty file.
            if log.exists() and log.stat().st_size:
                raise Damaged("0 bytes")
            return
        with path.open("rb") as file:
            header = file.read(100)
        page_size = int.from_bytes(header[16:18], "big")
        is_ours = (
            header[:16] == b"SQLite format 3\0"
            and (page_size == 1 or (page_size >= 512 and page_size & (page_size - 1) == 0))
            and header[18:20] in (b"\1\1", b"\2\2")
            and header[20:24] == b"\0\x40\x20\x20"
            and header[52:56] == bytes(4)  # no auto-vacuum
            and header[56:60] in (bytes(4), b"\0\0\0\1")  # UTF-8, said with the first table
        )
        if not is_ours:
            raise Damaged("not a journal")


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
    """Whether the disk failed to read or write (an I/O error): more space does not help then."""
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

"""Salvages a damaged journal entry by entry.

A copy is read, so that the file itself stays unchanged. A damaged log is read frame by frame: each holds a whole page,
and rows of a damaged one do not fit their checksums.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.record.entries import Row, is_sound
from device.record.journal_file import SCHEMA
from device.record.lineage import Lineage, lineage_of

# A damaged page holds some dozens of entries, seldom more than a hundred.
SINGLE_STEPS = 2000
MAX_MISNUMBERED = 100
_FRAME_HEADER, _LOG_HEADER = 24, 32


@dataclass(frozen=True)
class Salvaged:
    """What could be read of a damaged file."""

    rows: dict[int, Row]  # the sound rows, by number
    missing: frozenset[int]  # numbers of lost entries
    lineage: Lineage = ()  # empty if unknown


def salvage(path: Path) -> Salvaged:
    """Read what can still be read of the journal `path`, of which nothing is changed; raises `OSError`."""
    if path.is_dir():
        return Salvaged({}, frozenset())
    with tempfile.TemporaryDirectory(prefix="journal-", dir=_with_room(path)) as folder:
        copy = Path(folder) / "copy.db"
        if path.exists():
            shutil.copyfile(path, copy)
        else:
            copy.touch()
        _put_log_in(path.with_name(path.name + "-wal"), copy)
        _fill_up(copy)
        found, sealed = _sound_rows(copy)
        if not sealed:
            # The first page may be what is damaged, and it is the same in every journal.
            _renew_first_page(copy)
            anew, sealed = _sound_rows(copy)
            found = anew if sealed or not found.rows else found
        return found


def _with_room(path: Path) -> Path | None:
    """The folder in which a copy fits: None for the system's temporary folder, or else the journal's own."""
    needed = sum(part.stat().st_size for part in (path, path.with_name(path.name + "-wal")) if part.exists())
    is_tight = shutil.disk_usage(tempfile.gettempdir()).free < 2 * needed
    return path.parent if is_tight else None


def _sound_rows(copy: Path) -> tuple[Salvaged, bool]:
    """The rows of a copy that fit their checksums, or have none and make sense; and whether any of them has one."""
    sums = {number: checksum for number, (checksum,) in _walk(copy, "checksum", 2)}
    found = list(_walk(copy, "entry", 5))
    rows = {number: row for number, rest in found if is_sound(row := (number, *rest), sums.get(number))}
    astray = [(number, rest) for number, rest in found if number not in rows or number not in sums]
    for number in sums.keys() - rows.keys():
        # The damage may be in the entry's number itself.
        for misread, rest in astray[:MAX_MISNUMBERED]:
            if is_sound(own := (number, *rest), sums[number]):
                rows.pop(misread, None)
                rows[number] = own
    missing = {*sums, *(number for number, _ in found)} - rows.keys()
    lineage = next((lineage_of(*row) for _, row in _walk(copy, "lineage", 3)), None)
    return Salvaged(rows, frozenset(missing), lineage or ()), not sums.keys().isdisjoint(rows)


def _walk(copy: Path, table: str, columns: int) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Every row of a table that SQLite can still read, in the order of numbers: its number, and the rest."""
    number, missed = 0, 0
    with closing(sqlite3.connect(copy)) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA writable_schema = ON")  # otherwise a damaged trigger hides all tables
            connection.execute(f"SELECT * FROM {table} LIMIT 0")
        while number < 1 << 62:
            try:
                for row in connection.execute(f"SELECT * FROM {table} WHERE rowid > ? ORDER BY rowid", (number,)):
                    if type(row[0]) is not int or row[0] <= number:
                        raise sqlite3.DatabaseError("a page of rubbish gives rows that were not asked for")
                    number, missed = row[0], 0
                    if len(row) == columns:
                        yield number, row[1:]
            except sqlite3.Error as error:
                if "no such" in str(error):
                    return
                # There may be large gaps between numbers: after a damaged page the search steps grow.
                number, missed = number + (1 << max(0, missed - SINGLE_STEPS)), missed + 1
            else:
                return


def _put_log_in(log: Path, copy: Path) -> None:
    """Write every page of the current write-ahead log into a copy, in order, so that the newest version wins."""
    data = log.read_bytes() if log.exists() else b""
    size = int.from_bytes(data[8:12], "big")
    if len(data) <= _LOG_HEADER or size not in (1 << bits for bits in range(9, 17)):
        return
    frames = range(_LOG_HEADER, len(data) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size)
    salts = [data[at + 8 : at + 16] for at in frames]
    if not salts:
        return
    newest = salts[0]  # of the log's last restart; older frames have others
    most = copy.stat().st_size // size + len(salts)
    with copy.open("r+b") as file:
        for at, salt in zip(frames, salts, strict=True):
            page = int.from_bytes(data[at : at + 4], "big")
            if salt == newest and 0 < page <= most:
                file.seek((page - 1) * size)
                file.write(data[at + _FRAME_HEADER : at + _FRAME_HEADER + size])


def _fill_up(copy: Path) -> None:
    """Extend a truncated file to its full length, and turn its write-ahead mode off."""
    with copy.open("r+b") as file:
        header = file.read(100)
        page_size, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
        if header.startswith(b"SQLite format 3"):
            file.seek(18)
            file.write(b"\1\1")
            if copy.stat().st_size < page_size * pages < 1 << 32:
                os.truncate(copy, page_size * pages)


def _renew_first_page(copy: Path) -> None:
    """Give a copy the first page of a new journal, which says where the tables are."""
    fresh = copy.with_name("fresh.db")
    with closing(sqlite3.connect(fresh)) as connection:
        connection.executescript(SCHEMA)
    page = bytearray(fresh.read_bytes()[:4096])
    page[28:32] = (copy.stat().st_size // 4096).to_bytes(4, "big")
    with copy.open("r+b") as file:
        file.write(page)

"""What can be saved of a damaged journal: the file is put aside, never deleted, and read entry by entry."""

import json
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, cast

# A damaged page holds some dozens of entries; after so many numbers without one, nothing more is to be found.
GIVE_UP_AFTER = 2000

Row = tuple[int, int, str, str, str]


def put_aside(path: Path, at: datetime) -> Path:
    """Rename a damaged journal, its write-ahead log with it, to a name with the date; gives the new path."""
    stem = f"{path.stem}-damaged-{at:%Y%m%d-%H%M%S}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    aside = next(aside for name in names if not (aside := path.with_name(name + path.suffix)).exists())
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def readable_rows(path: Path) -> Iterator[Row]:
    """Every row of the `entry` table that SQLite can still read, in order of their numbers."""
    _fill_up(path)
    connection = sqlite3.connect(path)
    number, missed = 0, 0
    try:
        while missed < GIVE_UP_AFTER:
            row = _next_row(connection, number)
            if row is None:
                number, missed = number + 1, missed + 1
            elif row == ():
                return
            else:
                number, missed = row[0], 0
                if _is_whole(row):
                    yield cast(Row, row)
    finally:
        connection.close()


def _next_row(connection: sqlite3.Connection, number: int) -> tuple[Any, ...] | None:
    """The first row behind `number`; empty when there is none, None when the page where it should stand is damaged."""
    sql = "SELECT * FROM entry WHERE number > ? ORDER BY number LIMIT 1"
    try:
        row: tuple[Any, ...] = connection.execute(sql, (number,)).fetchone() or ()
    except sqlite3.DatabaseError:
        return None
    # A page of rubbish may also give rows that were not asked for.
    return None if row and row[0] <= number else row


def _fill_up(path: Path) -> None:
    """Give a file that was cut short its length again: SQLite opens none that is shorter than its header says."""
    with path.open("rb") as file:
        header = file.read(100)
    page_size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    if header.startswith(b"SQLite format 3") and path.stat().st_size < page_size * pages:
        os.truncate(path, page_size * pages)


def _is_whole(row: tuple[Any, ...]) -> bool:
    if [type(value) for value in row] != [int, int, str, str, str]:
        return False
    try:
        return isinstance(json.loads(row[3]), dict)
    except ValueError:
        return False

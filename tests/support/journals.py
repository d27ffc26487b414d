"""Games of reversi in a journal, and its file changed behind its back, as a fault of the disk or another program would.

>>> with Journal(Path(":memory:")) as journal:
...     begin(journal, "f5", "d6"), moves(journal)
(1, ['f5', 'd6'])
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from device.record.entries import Row
from device.record.journal import Journal

NOW = datetime(2026, 1, 2, 15, 4, 5)


def open_journal(folder: Path, **more: Any) -> Journal:
    """The journal of a data folder, at a time that is always the same."""
    return Journal(folder / "journal.db", now=lambda: NOW, **more)


def begin(journal: Journal, *squares: str, players: Sequence[str] = ("Aya", "Ben")) -> int:
    """A game with these moves, which the camera has seen; its number."""
    number = journal.start_game("reversi", players, {})
    play(journal, *squares)
    return number


def play(journal: Journal, *squares: str) -> None:
    """More moves of the game that is on."""
    for square in squares:
        journal.append("move", {"move": square, "picture": None, "by": "camera"})


def moves(journal: Journal) -> list[object]:
    """What was played in the game that is on."""
    return [entry.data["move"] for entry in journal.current() if entry.kind == "move"]


def rows(folder: Path, name: str = "journal.db") -> dict[int, Row]:
    """The entries in a journal's file, by their numbers."""
    with closing(sqlite3.connect(folder / name)) as connection:
        return {row[0]: row for row in connection.execute("SELECT * FROM entry")}


def change(path: Path, *statements: str) -> None:
    """Have another program change a journal's file."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def alter(path: Path, number: int, data: str | bytes) -> None:
    """Give an entry other data; bytes need be no text."""
    raw = data if isinstance(data, bytes) else data.encode()
    altered = f"UPDATE entry SET data = CAST(x'{raw.hex()}' AS TEXT) WHERE number = {number}"
    change(path, "DROP TRIGGER IF EXISTS entry_stays", altered)

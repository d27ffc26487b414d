"""The journal: everything that happened at the table, in order, added to and never altered.

A game is what its entries say; no state is stored. Each entry is on the disk (`synchronous=FULL`) before the table is
told of it, so a power cut loses nothing. When the disk is full the entries wait in memory and are written, in order, as
soon as there is room. A damaged file is put aside under a name with the date, and what can be read of it is kept.

>>> with Journal(Path(":memory:")) as journal:
...     game = journal.start_game("reversi", ["Aya", "Ben"], {})
...     move = journal.append("move", {"move": "f5"})
...     [entry.kind for entry in journal.current()]
['start', 'move']
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, cast

from device.journal_rescue import put_aside, readable_rows
from engines.messages import Fact, Message, Refusal, message

SCHEMA_VERSION = 1
SCHEMA = f"""
BEGIN;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL);
CREATE INDEX entry_of_game ON entry (game);
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never altered'); END;
CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

Kind = Literal["start", "import", "resume", "turn", "move", "strike", "insert", "change"]
BEGINS = ("start", "import")
# The game that is on: that of the last of these. One that came from a file only becomes it when people go on with it.
ON_THE_TABLE = ("start", "resume")


class JournalTrouble(Refusal):
    """A journal that must not be touched or cannot be read: another box has it open, or a newer version wrote it."""


@dataclass(frozen=True)
class GameKept:
    """A game of the journal: its first entry, and the number of its last one."""

    start: "Entry"
    last: int


@dataclass(frozen=True)
class Entry:
    """One line of the journal: `number` counts from 1 and is never used again; `game` is its first entry's number.

    `data` by kind: start `{game, players, options}` · import, which starts a game that came from a file, the same ·
    resume `{}` (people go on with this game) · turn `{turn}` (null: open again) · move `{move, picture, by}` ·
    strike `{entries, by}` · insert `{after, move, by}` · change `{entry, move, by}`; insert and change may have
    `without`, the entries of moves that are struck with them.
    """

    number: int
    game: int
    kind: Kind
    data: Mapping[str, Any]
    at: str


class Journal:
    """The journal in the file `path`, used by one thread at a time.

    `trouble` is what people must know as long as it lasts (entries wait for room); `notices` are said once. Raises
    `JournalTrouble`; every other fault of disk or file is lived with and said.
    """

    def __init__(
        self, path: Path, now: Callable[[], datetime] = datetime.now, connect: Callable[..., Any] = sqlite3.connect
    ) -> None:
        self.path = path
        self.trouble: Message | None = None
        self.notices: list[Message] = []
        self._now = now
        self._connect = connect
        self._connection: Any = None
        self._current: list[Entry] = []
        self._waiting: list[Entry] = []
        self._last_number = 0
        self._open()

    def current(self) -> tuple[Entry, ...]:
        """Every entry of the game that was started last, in order; empty when there never was one."""
        return tuple(self._current)

    def start_game(self, game: str, players: Sequence[str], options: Mapping[str, Fact]) -> int:
        """Begin a game: what follows belongs to it. Gives its number."""
        self._current = []
        return self.append("start", {"game": game, "players": list(players), "options": dict(options)}).number

    def append(self, kind: Kind, data: Mapping[str, Any]) -> Entry:
        """One more entry of the current game: on the disk when this returns, or waiting for room (see `trouble`)."""
        number = self.next_number()
        game = self._current[0].game if self._current else number
        entry = Entry(number, game, kind, data, self._now().isoformat(timespec="seconds"))
        self._current.append(entry)
        self._add(entry)
        return entry

    def games(self, before: int | None = None, most: int = 10) -> tuple[GameKept, ...]:
        """The games in which a move was made, and the current one: those begun last, before the game `before`.

        Raises `JournalTrouble`.
        """
        kept: list[GameKept] = []
        number = self._game_before(self.next_number() if before is None else before)
        while number and len(kept) < most:
            entries = [entry for entry in self._waiting if entry.game == number]
            start = next((entry for entry in entries if entry.number == number), None) or self._written(number)
            if start is not None and (self._is_current(number) or self._is_played(number)):
                ((last,),) = self._rows("SELECT max(number) FROM entry WHERE game = ?", number) or [(None,)]
                kept.append(GameKept(start, max(last or 0, number, *(entry.number for entry in entries))))
            number = self._game_before(number)
        return tuple(kept)

    def _game_before(self, number: int) -> int:
        """The number of the game that was begun before an entry; 0 where there is none."""
        written = self._rows("SELECT max(game) FROM entry WHERE game < ?", number)
        waiting = [entry.game for entry in self._waiting if entry.game < number]
        return max([*waiting, *(game for (game,) in written if game is not None)], default=0)

    def _written(self, number: int) -> Entry | None:
        return next(map(_entry, self._rows("SELECT * FROM entry WHERE number = ?", number)), None)

    def _is_current(self, game: int) -> bool:
        return bool(self._current) and self._current[0].game == game

    def _is_played(self, game: int) -> bool:
        sql = "SELECT 1 FROM entry WHERE game = ? AND kind IN ('move', 'insert') LIMIT 1"
        waiting = (entry for entry in self._waiting if entry.game == game)
        return any(entry.kind in ("move", "insert") for entry in waiting) or bool(self._rows(sql, game))

    def entries_of(self, game: int) -> tuple[Entry, ...]:
        """Every entry of a game, in order, none if there is no such game; raises `JournalTrouble`."""
        if self._is_current(game):
            return self.current()
        written = map(_entry, self._rows("SELECT * FROM entry WHERE game = ? ORDER BY number", game))
        return (*written, *(entry for entry in self._waiting if entry.game == game))

    def begun(self, after: int, most: int) -> tuple[Entry, ...]:
        """The first entries of games that began after the game `after`, the oldest first; raises `JournalTrouble`."""
        # From game to game by their index: of a large journal nothing else is read.
        sql = """WITH RECURSIVE begun(game) AS (
            SELECT min(game) FROM entry WHERE game > ?
            UNION ALL SELECT (SELECT min(game) FROM entry WHERE game > begun.game) FROM begun WHERE game IS NOT NULL
            LIMIT ?)
            SELECT entry.* FROM begun JOIN entry ON number = begun.game"""
        waiting = (entry for entry in self._waiting if entry.number == entry.game > after)
        return (*map(_entry, self._rows(sql, after, most)), *waiting)[:most]

    def resume(self, game: int) -> None:
        """Make a game that is in the journal the current one again; the one that was stays as it is."""
        self._current = list(self.entries_of(game))
        self.append("resume", {})

    def add_game(self, entries: Sequence[Entry]) -> int:
        """Keep a game that came from a file, whose entries begin with an import; gives its number.

        All of it is written, or nothing; the current game stays the current one. Entries name one another by their
        numbers, so theirs must begin with `next_number` and leave none out.
        """
        self._add(*entries)
        return entries[0].number

    def _add(self, *entries: Entry) -> None:
        self._last_number = entries[-1].number
        self._waiting += entries
        self.write_waiting()

    def _rows(self, sql: str, *values: int) -> list[Any]:
        """What is written in the file; nothing as long as there is none."""
        if self._connection is None:
            return []
        try:
            return list(self._connection.execute(sql, values))
        except sqlite3.DatabaseError as error:
            raise JournalTrouble(message("journal.cannot_read", reason=str(error))) from error

    def next_number(self) -> int:
        """The number that the next entry will have."""
        return self._last_number + 1

    def write_waiting(self) -> None:
        """Write the entries that wait for room, if there is room now."""
        if not self._waiting:
            return
        try:
            self._prepare()
            with self._connection:
                self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", map(_row, self._waiting))
        except sqlite3.DatabaseError as error:
            if _code(error) in DAMAGED:
                self._replace_damaged()
            else:
                self.trouble = message("journal.cannot_write", waiting=len(self._waiting), reason=str(error))
        else:
            self._waiting.clear()
            self.trouble = None

    def close(self) -> None:
        """Write what waits, if that is possible, and let go of the file."""
        self.write_waiting()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self) -> None:
        try:
            self._prepare()
            fault = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            self._read_current()
        except sqlite3.DatabaseError as error:
            if _code(error) in DAMAGED:
                self._replace_damaged()
            elif _code(error) == sqlite3.SQLITE_BUSY:
                raise JournalTrouble(message("journal.in_use", file=str(self.path))) from error
            else:
                self.trouble = message("journal.cannot_write", waiting=0, reason=str(error))
        else:
            if fault != "ok":
                self._replace_damaged()

    def _prepare(self) -> None:
        """Open the file and give it its tables, as far as that has not been done."""
        if self._connection is None:
            # The table's thread is not the one that builds the box; there is never more than one at a time.
            self._connection = self._connect(self.path, timeout=0, check_same_thread=False)
            # Exclusive: two boxes on one journal would each be right and together wrong.
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise JournalTrouble(message("journal.newer", file=str(self.path)))
        if version == 0:
            self._connection.executescript(SCHEMA)

    def _read_current(self) -> None:
        (self._last_number,) = self._connection.execute("SELECT ifnull(max(number), 0) FROM entry").fetchone()
        last = f"SELECT game FROM entry WHERE kind IN {ON_THE_TABLE} ORDER BY number DESC LIMIT 1"
        (game,) = self._connection.execute(last).fetchone() or (None,)
        rows = self._connection.execute("SELECT * FROM entry WHERE game = ? ORDER BY number", (game,))
        self._current = [_entry(row) for row in rows]

    def _replace_damaged(self) -> None:
        """Go on in a new file with every entry that can still be read, and those not written yet."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        try:
            aside = put_aside(self.path, self._now())
            rows = list(readable_rows(aside))
        except (OSError, sqlite3.Error) as error:
            self.trouble = message("journal.cannot_write", waiting=len(self._waiting), reason=str(error))
            return
        known = {entry.number: entry for entry in (*map(_entry, rows), *self._current, *self._waiting)}
        self._waiting = [known[number] for number in sorted(known)]
        self.notices.append(message("journal.damaged", file=aside.name, kept=len(known)))
        self._last_number = max(known, default=0)
        begun = {entry.game for entry in self._waiting if entry.kind in BEGINS}
        on = [entry.game for entry in self._waiting if entry.kind in ON_THE_TABLE and entry.game in begun]
        game = on[-1] if on else 0
        self._current = [entry for entry in self._waiting if entry.game == game]
        self.write_waiting()


def _row(entry: Entry) -> tuple[int, int, str, str, str]:
    return entry.number, entry.game, entry.kind, json.dumps(entry.data, ensure_ascii=False), entry.at


def _entry(row: Iterable[Any]) -> Entry:
    number, game, kind, data, at = row
    return Entry(number, game, cast(Kind, kind), json.loads(data), at)


def _code(error: sqlite3.DatabaseError) -> int:
    """SQLite's primary result code of an error."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF

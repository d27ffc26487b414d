"""The journal: an append-only record of everything that happened at the table.

Games are replayed from their entries; no state is stored. Each entry is checked, then on the disk (`synchronous=FULL`)
before the table goes on, so a power cut loses nothing. While the journal cannot be written, or cannot even be read,
entries are kept in a second file; the two are joined, in order, as soon as possible. A damaged file is set aside under
a name with the date; what can be read of it is kept, and what is missing is taken from a backup.

>>> with Journal(Path(":memory:")) as journal:
...     game = journal.start_game("reversi", ["Aya", "Ben"], {})
...     move = journal.append("move", {"move": "f5"})
...     [entry.kind for entry in journal.current()]
['start', 'move']
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from threading import Event
from typing import TypeVar

from device.record.entries import BEGINS, ON_THE_TABLE, Entry, EntryData, JournalGame, Kind, Row, entry_of, row_of
from device.record.interim_journal import InterimJournal
from device.record.journal_file import (
    ENDINGS,
    SCHEMA_VERSION,
    Connect,
    Damaged,
    JournalFile,
    JournalTrouble,
    code_of,
    is_card_failing,
    is_damage,
    is_disk_fault,
    write_each,
)
from device.record.journal_recovery import Salvaged
from device.record.lineage import Lineage, shared_up_to
from device.record.lock import JournalLock
from device.record.repair import open_copy, repair_journal, write_journal
from device.system.error_text import error_text
from device.system.household_time import written
from device.system.whole_files import set_aside, sync_folder
from engines.messages import Fact, Message, Refusal, message

__all__ = ["BEGINS", "SCHEMA_VERSION", "Entry", "Journal", "JournalGame", "JournalTrouble", "Kind"]

# After a power cut the mark in the lock file may be this many entries behind the journal.
MAX_MARK_LAG = 1000
REPAIR_EVERY_S = 10.0
MAX_REPAIR_S = 600.0  # a file of hundreds of MB, on a Pi

_log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class _FailedRepair:
    """A repair that failed."""

    fault: str
    again_at_s: float  # when it may be tried again


class Journal:
    """The journal in the file `path`, used by one thread at a time.

    `trouble` is what people must know as long as it lasts (entries wait to be written); `notices` are shown once.
    `suspected` may be set by any thread that has found damage: the file is then checked and repaired. `takes` is called
    with the seconds that a repair may take. Raises `JournalTrouble`; every other fault of disk or file is reported, and
    the game goes on.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = datetime.now,
        connect: Connect = sqlite3.connect,
        takes: Callable[[float], object] = lambda _seconds: None,
    ) -> None:
        self.path = path
        self.trouble: Message | None = None
        self.notices: list[Message] = []
        self.suspected = Event()
        self._now, self._connect, self._takes = now, connect, takes
        self._file: JournalFile | None = None
        self._copy: JournalFile | None = None  # read-only, while the file itself cannot be opened
        self._current: list[Entry] = []
        self._waiting: list[Entry] = []
        self._last_number = 0
        self._failed_repair: _FailedRepair | None = None
        self._lock, self._interim = JournalLock(path), InterimJournal(path)
        self._open()

    def current(self) -> tuple[Entry, ...]:
        """Every entry of the game that was started last, in order; empty when there never was one."""
        return tuple(self._current)

    def start_game(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, Fact],
        by_hand: bool | None = None,
        more: EntryData | None = None,
    ) -> int:
        """Begin a game: what follows belongs to it. Gives its number; raises as `append`.

        `more`: further data of its start.
        """
        before, self._current = self._current, []
        start: EntryData = {"game": game, "players": list(players), "options": dict(options), **(more or {})}
        if by_hand is not None:
            start["by_hand"] = by_hand
        try:
            return self.append("start", start).number
        except Refusal:
            self._current = before
            raise

    def append(self, kind: Kind, data: EntryData) -> Entry:
        """Add an entry to the current game: on the disk when this returns, or waiting (see `trouble`).

        Raises `Refusal` and changes nothing for an entry that is itself invalid, whatever the state of the disk.
        """
        number = self.next_number()
        game = self._current[0].game if self._current else number
        entry = Entry(number, game, kind, data, written(self._now()))
        row_of(entry)
        self._current.append(entry)
        self._add(entry)
        return entry

    def games(self, before: int | None = None, most: int = 10) -> tuple[JournalGame, ...]:
        """The last games begun before the game `before`, newest first: those with a move, and the current one.

        Raises `JournalTrouble`.
        """
        kept: list[JournalGame] = []
        number = self._game_before(self.next_number() if before is None else before)
        while number and len(kept) < most:
            entries = [entry for entry in self._waiting if entry.game == number]
            start = next((entry for entry in entries if entry.number == number), None) or self._written(number)
            if start is not None and (self._is_current(number) or self._is_played(number)):
                last = self._one("SELECT max(number) FROM entry WHERE game = ?", number)
                kept.append(JournalGame(start, max(last or 0, number, *(entry.number for entry in entries))))
            number = self._game_before(number)
        return tuple(kept)

    def _game_before(self, number: int) -> int:
        """The number of the game that was begun before an entry; 0 where there is none."""
        written = self._one("SELECT max(game) FROM entry WHERE game < ?", number) or 0
        return max([written, *(entry.game for entry in self._waiting if entry.game < number)])

    def _written(self, number: int) -> Entry | None:
        rows = self._rows("entry.number = ?", number)
        return entry_of(rows[0]) if rows and rows[0][2] in BEGINS else None

    def _is_current(self, game: int) -> bool:
        return bool(self._current) and self._current[0].game == game

    def _is_played(self, game: int) -> bool:
        sql = "SELECT 1 FROM entry WHERE game = ? AND kind IN ('move', 'insert') LIMIT 1"
        waiting = (entry for entry in self._waiting if entry.game == game)
        return any(entry.kind in ("move", "insert") for entry in waiting) or bool(self._one(sql, game))

    def entries_of(self, game: int) -> tuple[Entry, ...]:
        """Every entry of a game, in order, none if there is no such game; raises `JournalTrouble`."""
        if self._is_current(game):
            return self.current()
        written = map(entry_of, self._rows("entry.game = ?", game))
        entries = (*written, *(entry for entry in self._waiting if entry.game == game))
        return entries if entries and entries[0].kind in BEGINS else ()

    def begun(self, after: int, most: int) -> tuple[Entry, ...]:
        """The first entries of games that began after the game `after`, the oldest first; raises `JournalTrouble`."""
        # From game to game by their index: of a large journal nothing else is read.
        where = """entry.number IN (WITH RECURSIVE begun(game) AS (
            SELECT min(game) FROM entry WHERE game > ?
            UNION ALL SELECT (SELECT min(game) FROM entry WHERE game > begun.game) FROM begun WHERE game IS NOT NULL
            LIMIT ?) SELECT game FROM begun)"""
        waiting = (entry for entry in self._waiting if entry.number == entry.game > after)
        written = (entry_of(row) for row in self._rows(where, after, most) if row[2] in BEGINS)
        return (*written, *waiting)[:most]

    def changed_games(self, after: int) -> list[int]:
        """The games with entries after the entry `after`, the oldest first; raises `JournalTrouble`."""
        found = {entry.game for entry in self._waiting if entry.number > after}
        before = self.next_number()
        while game := self._one("SELECT max(game) FROM entry WHERE number > ? AND game < ?", after, before):
            found.add(before := game)
        return sorted(found)

    def resume(self, game: int) -> None:
        """Make a game of the journal the current one again; the present one stays unchanged."""
        self._current = list(self.entries_of(game))
        self.append("resume", {})

    def add_game(self, entries: Sequence[Entry]) -> int:
        """Add an imported game, whose first entry is an import; gives its number.

        All of it is written, or nothing; the current game stays the current one. Entries refer to one another by
        number, so theirs must begin with `next_number` and be consecutive. Raises `Refusal` for one that cannot be
        written.
        """
        for entry in entries:
            row_of(entry)
        self._add(*entries)
        return entries[0].number

    def _add(self, *entries: Entry) -> None:
        self._last_number = entries[-1].number
        self._waiting += entries
        refused = self.write_waiting()
        if any(entry.number in refused for entry in entries):
            raise JournalTrouble(message("journal.bad_entry"))

    def next_number(self) -> int:
        """The number that the next entry will have."""
        return self._last_number + 1

    def _rows(self, where: str, *values: int) -> list[Row]:
        """Rows of the file; none as long as there is no file."""
        return self._read(lambda file: file.rows(where, *values)) or []

    def _one(self, sql: str, *values: int) -> int | None:
        """A single number from the file, None as long as there is no file."""
        return self._read(lambda file: file.one(sql, *values))

    def _read(self, read: Callable[[JournalFile], Answer]) -> Answer | None:
        source = self._file or self._copy
        try:
            return None if source is None else read(source)
        except sqlite3.Error as error:
            raise JournalTrouble(message("journal.cannot_read", reason=str(error))) from error

    def write_waiting(self) -> Collection[int]:
        """Write the waiting entries, if that is possible now; if none waits, maintain the file.

        Gives the numbers of entries that are themselves invalid; they do not wait any more.
        """
        refused: Collection[int] = ()
        try:
            file = self._opened()
            if file.found_damage:
                raise Damaged("rows that were read")
            if self.suspected.is_set():
                self.suspected.clear()
                file.check_all()
            if self._waiting:
                refused = self._write(file)
            else:
                file.maintain()
        except Damaged:
            self._repair()
        except (sqlite3.Error, OSError, JournalTrouble) as error:
            if is_damage(error):
                self._repair()
            else:
                self._put_off(error)
        else:
            self.trouble = None
        return refused

    @property
    def _is_kept(self) -> bool:
        return str(self.path) != ":memory:"

    def _opened(self) -> JournalFile:
        """The file, opened and checked on first use."""
        if self._file is None:
            if self._is_kept:
                self._lock.hold()
            file = JournalFile(self.path, self._connect, lineage=self._lock.lineage or None)
            try:
                file.check()
                if file.last() < self._lock.mark:
                    raise Damaged("the end is missing")
            except (Damaged, sqlite3.DatabaseError) as error:
                if isinstance(error, Damaged) or is_damage(error):
                    self._file = file  # it is closed when it has been set aside, so that SQLite leaves its log alone
                else:
                    file.close()
                raise
            self._file = file
            self._lock.set_lineage(file.lineage)
            self._last_number = max(self._last_number, file.last())
            if self._copy is not None:
                self._copy.close()
                self._copy = None
        return self._file

    def _write(self, file: JournalFile) -> Collection[int]:
        rows = {entry.number: row_of(entry) for entry in self._waiting}
        refused: Collection[int] = ()
        try:
            file.add(list(rows.values()))
        except Exception as error:  # whatever an entry does, the others are written
            if is_damage(error) or is_disk_fault(error):
                raise
            refused = self._refuse(write_each(file, list(rows.values())))
        self._waiting.clear()
        self._lock.set_mark(max(rows))
        if self._interim.put_away(self._now, "joined"):
            self.notices.append(message("journal.joined", entries=len(rows)))
        return refused

    def _refuse(self, faults: Sequence[tuple[Row, Exception]]) -> Collection[int]:
        """Set aside the entries that cannot be written, and report them; gives their numbers."""
        refused = {row[0] for row, _ in faults}
        for row, error in faults:
            _log.error("an entry cannot be written: %s", ascii(row), exc_info=error)
            self.notices.append(message("journal.refused", entry=row[0], reason=error_text(error)))
            with suppress(OSError), self.path.with_name(f"{self.path.stem}-refused.txt").open("a") as aside:
                aside.write(ascii(row) + "\n")
        self._current = [entry for entry in self._current if entry.number not in refused]
        return refused

    def _put_off(self, error: Exception) -> None:
        """Keep the waiting entries in the second file, and report it."""
        rows = [row_of(entry) for entry in self._waiting]
        kept = self._interim.keep(rows, self.lineage) if self._is_kept else None
        reason, fails = error_text(error), is_card_failing(error)
        if kept is None or not self._waiting:
            key = "journal.cannot_write_card" if fails else "journal.cannot_write"
            self.trouble = message(key, waiting=len(self._waiting), reason=reason)
        else:
            key = "journal.meanwhile_card" if fails else "journal.meanwhile"
            self.trouble = message(key, waiting=len(self._waiting), reason=reason, file=kept.name)

    @property
    def lineage(self) -> Lineage:
        """The lineage of this journal, from the file, its copy or else the lock file; empty where unknown."""
        source = self._file or self._copy
        return self._lock.lineage if source is None else source.lineage

    def close(self) -> None:
        """Write the waiting entries, if that is possible, and close the file."""
        if self._waiting:
            self.write_waiting()
        for part in (self._file, self._copy, self._interim, self._lock):
            if part is not None:
                with suppress(sqlite3.Error):
                    part.close()
        self._file = self._copy = None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        left = self._interim.left() if self._is_kept else []
        try:
            self._opened()
        except JournalTrouble:
            self._lock.close()
            raise
        except Damaged:
            self._repair()
        except (sqlite3.Error, OSError) as error:
            if code_of(error) == sqlite3.SQLITE_BUSY:
                self._lock.close()
                raise JournalTrouble(message("journal.in_use", file=str(self.path))) from error
            if is_damage(error):
                self._repair()
            else:
                self._go_on_without_file(error)
        self._take_over(left)
        self._find_current()
        if self._waiting:
            self.write_waiting()

    def _go_on_without_file(self, error: Exception) -> None:
        """Go on from a copy of a journal that cannot be opened; without one, with entry numbers certain to be free."""
        self._copy = open_copy(self.path)
        self._last_number = self._free_number() if self._copy is None else self._copy.last()
        self._put_off(error)

    def _free_number(self) -> int:
        """A number above any in a journal that cannot be read: nobody makes a move a second for years on end."""
        return max(self._lock.mark + MAX_MARK_LAG, int(self._now().timestamp()))

    def _take_over(self, left: Sequence[Salvaged]) -> None:
        """Take over the entries that an earlier run kept in a second file."""
        found = dict(sorted(chain.from_iterable(part.rows.items() for part in left)))
        if lost := len(set().union(*(part.missing for part in left)) - found.keys()):
            self.notices.append(message("journal.meanwhile_damaged", lost=lost))
        source = self._file or self._copy
        new = [row for row in found.values() if source is None or not source.has(row)]
        if any(self._conflicts(row[0], left) for row in new):
            aside = self._interim.put_away(self._now, "not-joined")
            self.notices.append(message("journal.not_joined", file=" ".join(aside), entries=len(new)))
        elif new:
            numbers = {row[0] for row in new}
            self._waiting = [*map(entry_of, new), *(one for one in self._waiting if one.number not in numbers)]
            self._last_number = max(self._last_number, new[-1][0])
        elif found and self._file is not None:
            self._interim.put_away(self._now, "joined")

    def _conflicts(self, number: int, left: Sequence[Salvaged]) -> bool:
        """Whether an entry of a second file has a number that is taken, or lies behind where a restore branched off."""
        if self._one("SELECT 1 FROM entry WHERE number = ?", number):
            return True
        ours = self.lineage
        theirs = [part.lineage for part in left if ours and part.lineage and number in part.rows]
        return any(number > shared_up_to(ours, lineage) for lineage in theirs)

    def _find_current(self) -> None:
        """Find the current game: the last one begun or resumed whose first entry is there."""
        for entry in reversed(self._waiting):
            if entry.kind in ON_THE_TABLE and (entries := self.entries_of(entry.game)):
                self._current = list(entries)
                return
        below = self.next_number()
        with suppress(JournalTrouble):  # irreparable damage: reported already, and a new game can be played
            while below:
                sql = f"SELECT max(number) FROM entry WHERE kind IN {ON_THE_TABLE} AND number < ?"
                below = self._one(sql, below) or 0
                rows = self._rows("entry.number = ?", below)
                if rows and (entries := self.entries_of(rows[0][1])):
                    self._current = list(entries)
                    return

    def _repair(self) -> None:
        """Replace the file by a new one with every entry that can be read, is in a backup or waits."""
        self._takes(MAX_REPAIR_S)
        known = {entry.number: row_of(entry) for entry in (*self._current, *self._waiting)}
        mark, new = self._lock.mark, self.path.with_name(self.path.name + ".new")
        if self._file is not None:
            self._file.found_damage = True
        try:
            if (failed := self._failed_repair) and time.monotonic() < failed.again_at_s:
                raise OSError(failed.fault)
            found = repair_journal(self.path, mark, known, self._lock.lineage)
            write_journal(new, found.rows.values(), found.lineage)
            aside = set_aside(self.path, at=self._now(), endings=ENDINGS)
            if self._file is not None:
                self._file.close()
                self._file = None
            new.rename(self.path)
            sync_folder(self.path.parent)
            self._lock.set_mark(max(found.rows, default=0))
            file = self._opened()
        except (OSError, sqlite3.Error, Damaged) as error:
            if not self._failed_repair or time.monotonic() >= self._failed_repair.again_at_s:
                self._failed_repair = _FailedRepair(error_text(error), time.monotonic() + REPAIR_EVERY_S)
            self._last_number = self._last_number or self._free_number()
            self._put_off(error)
            return
        self.trouble = None
        self._waiting.clear()
        self._interim.put_away(self._now, "joined")
        self._last_number = max(self._last_number, mark, file.last())
        self.notices.append(found.said(aside.name))

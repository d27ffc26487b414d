"""Repairs a damaged journal from its readable entries, older damaged files and backups."""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.record.backup_files import salvage_backups
from device.record.entries import BEGINS, Row, entry_of
from device.record.journal_file import ENDINGS, Damaged, JournalFile
from device.record.journal_recovery import Salvaged, salvage
from device.record.lineage import LAST, Lineage, shared_up_to
from device.system.whole_files import set_aside_copies
from engines.messages import Message, message


@dataclass(frozen=True)
class RepairedJournal:
    """A repaired journal, and what became of the damaged one's entries."""

    rows: dict[int, Row]  # by their numbers
    lineage: Lineage  # empty where it is unknown
    saved: int  # number of rows from the file itself
    taken: int  # number of rows from elsewhere
    lost: frozenset[int]  # numbers of lost entries that something still mentions
    behind: int  # number of other lost entries, after the last one

    def said(self, aside: str) -> Message:
        """The message for people; `aside` is the name under which the damaged file was set aside."""
        lost, games = len(self.lost) + self.behind, self._games() or "–"
        return message("journal.damaged", file=aside, kept=self.saved, mended=self.taken, lost=lost, games=games)

    def _games(self) -> str:
        """The games that have lost entries, and how many each: `reversi 2026-01-02 15:04 (3)`."""
        numbers = sorted(self.rows)
        of_games: Counter[int] = Counter()
        for lost in self.lost:
            before = [number for number in numbers if number < lost]
            of_games[self.rows[before[-1]][1] if before else 0] += 1
        if self.behind and numbers:
            of_games[self.rows[numbers[-1]][1]] += self.behind
        return ", ".join(f"{_title_of(self.rows.get(game))} ({count})" for game, count in of_games.items())


def repair_journal(path: Path, mark: int, known: Mapping[int, Row], noted: Lineage = ()) -> RepairedJournal:
    """Repair the journal `path`, whose last confirmed entry is `mark`; `known` rows are trusted.

    Only entries of the same lineage are taken from elsewhere; a journal that has lost its lineage gets `noted`, or else
    that of its newest backup in the data folder. Raises `OSError` or SQLite's errors where it cannot be opened at all.
    """
    found = salvage(path)
    rows = {**found.rows, **known}
    lineage = found.lineage or noted
    taken = 0
    last = max(rows, default=0)
    if found.missing - rows.keys() or mark > last or not rows:
        for other, is_own in _elsewhere(path):
            if is_own and not rows:
                lineage = lineage or other.lineage
            end = _end_of_shared(rows, lineage, other, is_own)
            more = {number: row for number, row in other.rows.items() if number not in rows and number <= end}
            taken += len(more)
            rows |= more
    last, lost = max(rows, default=0), found.missing - rows.keys()
    behind = max(mark - last, 0) - sum(last < number <= mark for number in lost)
    return RepairedJournal(rows, lineage, len(found.rows), taken, lost, behind)


def _end_of_shared(rows: Mapping[int, Row], lineage: Lineage, other: Salvaged, is_own: bool) -> int:
    """The number up to which another file holds the entries of this journal.

    Files of older programs have no lineage: then the entries that both have must be equal.
    """
    common = rows.keys() & other.rows.keys()
    different = [number for number in common if rows[number] != other.rows[number]]
    if lineage and other.lineage:
        end = shared_up_to(lineage, other.lineage)
    else:
        end = LAST if len(different) < len(common) or (is_own and not rows) else 0
    return min([end, *(number - 1 for number in different)])


def _elsewhere(path: Path) -> Iterator[tuple[Salvaged, bool]]:
    """Yield other sources of a journal's lost entries, and whether each lies in the same folder.

    They are the file set aside last, since a power cut may have prevented its replacement, and the backups.
    """
    for aside in set_aside_copies(path)[-1:]:
        with suppress(OSError, sqlite3.Error):
            yield salvage(aside), True
    yield from salvage_backups(path.parent)


def write_journal(path: Path, rows: Iterable[Row], lineage: Lineage) -> None:
    """Write a complete journal with these rows; an empty lineage is replaced by a new one.

    Raises `OSError` or SQLite's errors.
    """
    for ending in ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    with closing(JournalFile(path, lineage=lineage or None)) as file:
        file.add(sorted(rows))


def open_copy(path: Path) -> JournalFile | None:
    """Open a copy of a journal for reading, where SQLite cannot open the file itself; None where that fails, too.

    The copy is unlinked already when this returns.
    """
    if not path.parent.is_dir():
        return None
    with suppress(OSError, sqlite3.Error, Damaged), tempfile.TemporaryDirectory(prefix="journal-") as folder:
        for ending in ("", "-wal"):
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copyfile(part, Path(folder) / f"copy.db{ending}")
        return JournalFile(Path(folder) / "copy.db")
    return None


def _title_of(start: Row | None) -> str:
    """A game as people know it: its name and when it was begun."""
    if start is None or start[2] not in BEGINS:
        return "?"
    return f"{entry_of(start).data['game']} {start[4][:16].replace('T', ' ')}"

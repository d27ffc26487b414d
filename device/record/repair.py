"""How a damaged journal is made whole: from what it still says, from older damaged files, and from backups."""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from device.record.backup_files import backed_up_rows
from device.record.entries import BEGINS, Row, entry_of
from device.record.journal_file import ENDINGS, Damaged, JournalFile
from device.record.journal_recovery import salvaged
from device.system.whole_files import set_aside_copies
from engines.messages import Message, message


@dataclass(frozen=True)
class RepairedJournal:
    """What a damaged journal was made whole with.

    `rows` by their numbers; how many were `saved` from the file itself and how many `taken` from elsewhere; the numbers
    of those that are `lost`, as far as anything says that they were there, and how many others are behind the end.
    """

    rows: dict[int, Row]
    saved: int
    taken: int
    lost: frozenset[int]
    behind: int

    def said(self, aside: str) -> Message:
        """The message for people; `aside` is the name under which the damaged file was set aside."""
        lost, games = len(self.lost) + self.behind, self._games() or "–"
        return message("journal.damaged", file=aside, kept=self.saved, mended=self.taken, lost=lost, games=games)

    def _games(self) -> str:
        """Which games have lost entries, and how many each: `reversi 2026-01-02 15:04 (3)`."""
        numbers = sorted(self.rows)
        of_games: Counter[int] = Counter()
        for lost in self.lost:
            before = [number for number in numbers if number < lost]
            of_games[self.rows[before[-1]][1] if before else 0] += 1
        if self.behind and numbers:
            of_games[self.rows[numbers[-1]][1]] += self.behind
        return ", ".join(f"{_called(self.rows.get(game))} ({count})" for game, count in of_games.items())


def repaired(path: Path, mark: int, known: Mapping[int, Row]) -> RepairedJournal:
    """The whole of the journal `path`, which had come to the number `mark`; `known` rows are right in any case.

    Raises `OSError` or SQLite's errors where it cannot even be looked at.
    """
    found = salvaged(path)
    rows = {**found.rows, **known}
    taken = 0
    last = max(rows, default=0)
    if found.missing - rows.keys() or mark > last or not rows:
        for others in chain(_older_damaged(path), backed_up_rows(path.parent)):
            more = {number: row for number, row in others.items() if number not in rows}
            taken += len(more)
            rows |= more
    last, lost = max(rows, default=0), found.missing - rows.keys()
    behind = max(mark - last, 0) - sum(last < number <= mark for number in lost)
    return RepairedJournal(rows, len(found.rows), taken, lost, behind)


def _older_damaged(path: Path) -> Iterator[dict[int, Row]]:
    """The rows of the file that was set aside last: a power cut may have kept the new one from its place."""
    for aside in set_aside_copies(path)[-1:]:
        with suppress(OSError, sqlite3.Error):
            yield salvaged(aside).rows


def write_new(path: Path, rows: Iterable[Row]) -> None:
    """Write a journal with these rows as a whole; raises `OSError` or SQLite's errors."""
    for ending in ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    with closing(JournalFile(path)) as file:
        file.add(sorted(rows))


def copied(path: Path) -> JournalFile | None:
    """A copy of a journal, to be read where SQLite cannot open the file itself; None where that fails, too.

    The copy has no name any more when this returns.
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


def _called(start: Row | None) -> str:
    """A game as people know it: its name and when it was begun."""
    if start is None or start[2] not in BEGINS:
        return "?"
    return f"{entry_of(start).data['game']} {start[4][:16].replace('T', ' ')}"

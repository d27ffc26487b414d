"""Backups of what the box keeps: made beside the table after each game and every day, and put back by `restore`.

Each is verified before an older one goes. Pictures are not in it: they are many, and no game needs them.
"""

import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Protocol, Self

from device.record.backup_files import (
    FAILURES,
    JOURNAL,
    backups_in,
    check_journal,
    folders_of,
    name_of,
    pack,
    unpack,
    worth_keeping,
)
from device.record.journal_file import Damaged, JournalFile
from device.record.lock import JournalLock
from device.system.error_text import error_text
from device.system.whole_files import clear_unfinished, give_to_owner_of, sync_folder, write_whole
from engines.messages import Message, Refusal, message

LOOK_S = 5.0
EVERY = timedelta(days=1)
AGAIN = timedelta(minutes=10)  # after one that failed

_log = logging.getLogger(__name__)


class BadBackup(Refusal):
    """A backup that cannot be made, or cannot be put back."""


@dataclass(frozen=True)
class Backup:
    """A backup that lies in `folder`, made at a time of the box's clock."""

    at: datetime
    folder: Path


def newest(folders: Sequence[Path]) -> Backup | None:
    """The newest backup of some folders, in the last of them that has it."""
    found = [Backup(at, folder) for folder in folders for at in list(backups_in(folder))[:1]]
    return max(found, key=lambda backup: (backup.at, folders.index(backup.folder)), default=None)


def back_up(data: Path, folders: Sequence[Path], at: datetime) -> list[Path]:
    """Make a backup of a data folder, whole and verified, in each of these folders; gives the files.

    Raises `Damaged` where the journal is not whole, and others of `FAILURES`; the older ones stay then.
    """
    first, *others = folders
    first.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=first) as making:
        copy, archive, tried = Path(making) / JOURNAL, Path(making) / name_of(at), Path(making) / "tried"
        with closing(sqlite3.connect(data / JOURNAL, timeout=5)) as source, closing(sqlite3.connect(copy)) as target:
            source.execute("PRAGMA wal_autocheckpoint = 0")
            source.backup(target)
        check_journal(copy)
        pack(copy, data, archive)
        tried.mkdir()
        unpack(archive, tried)
        return [_put(archive, folder) for folder in (first, *others)]


def _put(archive: Path, folder: Path) -> Path:
    """Put a copy of an archive into a folder, whole or not at all, and delete those that are not worth keeping."""
    path = folder / archive.name
    clear_unfinished(folder)
    with archive.open("rb") as packed:
        write_whole(path, packed, 0o600)
    kept = backups_in(folder)
    for at in kept.keys() - worth_keeping(kept):
        if kept[at] != path:
            kept[at].unlink(missing_ok=True)
    return path


def restore(archive: Path, data: Path, now: datetime) -> tuple[list[str], Path]:
    """Put a backup back; gives the names of its files, and the folder in which what was there is set aside.

    Raises `JournalTrouble` while a box uses the data folder, and `BadBackup` where the backup is not whole.
    """
    data.mkdir(parents=True, exist_ok=True)
    lock = JournalLock(data / JOURNAL)
    lock.hold()
    try:
        with tempfile.TemporaryDirectory(prefix=".restoring-", dir=data) as folder:
            unpacked = Path(folder)
            names = unpack(archive, unpacked)
            check_journal(unpacked / JOURNAL)
            with closing(JournalFile(unpacked / JOURNAL)) as file:
                last = file.last()
            for path in [path for path in unpacked.rglob("*") if path.is_file()]:
                give_to_owner_of(data, path)
                with path.open("rb") as written:
                    os.fsync(written.fileno())
            aside = _set_aside(data, {Path(name).parts[0] for name in names}, now)
            for path in sorted(unpacked.iterdir(), key=lambda path: path.name == JOURNAL):
                path.rename(data / path.name)
            sync_folder(data)
        lock.set_mark(last)
    except FAILURES as error:
        raise BadBackup(message("backup.cannot_restore", file=str(archive), reason=error_text(error))) from error
    finally:
        lock.close()
    return names, aside


def _set_aside(data: Path, names: set[str], now: datetime) -> Path:
    """Move the journal with all that belongs to it, and what a backup brings, into a folder of their own."""
    aside = data / f"before-restore-{now:%Y%m%d-%H%M%S}"
    aside.mkdir()
    lock = Path(JOURNAL).with_suffix(".lock").name
    for path in list(data.iterdir()):
        if path.name in names or (path.name.startswith("journal") and path.name != lock):
            path.rename(aside / path.name)
    give_to_owner_of(data, aside)
    return aside


class Reached(Protocol):
    """How far the game on the table has come: its last entry in the journal, and whether it has ended."""

    @property
    def known(self) -> int:
        """The number of the last entry."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""


class Backups:
    """Makes backups in a thread of its own, from entering the `with` block to leaving it.

    `reached` says how far the game on the table has come; `suspected` is set when the journal turns out to be damaged.
    `trouble` says why the last one failed.
    """

    def __init__(
        self,
        data: Path,
        reached: Callable[[], Reached],
        suspected: Event,
        now: Callable[[], datetime] = datetime.now,
        look_s: float = LOOK_S,
    ) -> None:
        self.trouble: Message | None = None
        self._data, self._reached, self._suspected = data, reached, suspected
        self._now, self._look_s = now, look_s
        self._began, self._failed_at = now(), datetime.min
        self._is_making = False
        self._known = 0  # the last entry that was thought of
        self._wanted, self._wake, self._stop = Event(), Event(), Event()
        self._thread = Thread(target=self._run, name="backups", daemon=True)

    @property
    def last(self) -> Backup | None:
        """The newest backup that there is."""
        return newest(folders_of(self._data))

    @property
    def is_running(self) -> bool:
        """Whether one is being made, or about to be."""
        return self._is_making or self._wanted.is_set()

    def want(self) -> None:
        """Make one now, while the table goes on."""
        self._wanted.set()
        self._wake.set()

    def __enter__(self) -> Self:
        self._known = self._reached().known
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._wake.set()
        self._thread.join(60.0)

    def _run(self) -> None:
        for making in self._data.glob("backups/.making-*"):
            shutil.rmtree(making, ignore_errors=True)  # a power cut has left it
        while not self._stop.is_set():
            self._wake.wait(self._look_s)
            self._wake.clear()
            if not self._stop.is_set() and (self._wanted.is_set() or self._is_due()):
                self._is_making = True
                self._wanted.clear()
                self._make()
                self._is_making = False

    def _is_due(self) -> bool:
        """After each game, and every day on which something was recorded."""
        now, reached = self._now(), self._reached()
        if reached.known == self._known or now < self._failed_at + AGAIN:
            return False
        last = self.last
        return reached.over or now >= (last.at if last else self._began) + EVERY

    def _make(self) -> None:
        known, folders = self._reached().known, folders_of(self._data)
        try:
            back_up(self._data, folders, self._now())
        except FAILURES as error:
            _log.warning("no backup could be made", exc_info=error)
            if isinstance(error, Damaged | sqlite3.DatabaseError):
                self._suspected.set()
            self._failed_at = self._now()
            self.trouble = message("backup.failed", reason=error_text(error))
            return
        self._known, self.trouble = known, None

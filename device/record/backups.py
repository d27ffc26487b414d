"""Makes backups beside the running table after each game and every day, and restores them by `restore`.

Each backup is verified before an older one is deleted. Pictures are not included: they are many, and no game needs
them.
"""

import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from typing import Self

from device.record.backup_files import (
    BackupFile,
    about_backup,
    about_journal,
    age_of,
    backups_in,
    folders_of,
    name_of,
    pack,
    unpack,
    worth_keeping,
)
from device.record.journal import Journal
from device.record.journal_file import FILE_FAILURES, Damaged, JournalFile, JournalTrouble
from device.record.lock import JournalLock
from device.system.data_folder import BACKUPS, BEFORE_RESTORE, BROKER, JOURNAL, LOCK, PHONES
from device.system.error_text import error_text, os_error_text
from device.system.whole_files import (
    clear_unfinished,
    free_path,
    give_to_owner_of,
    is_there,
    sync_folder,
    write_whole,
)
from engines.messages import Message, Refusal, message

LOOK_S = 5.0
DAY_S = 24 * 3600.0
AGAIN_S = 600.0  # seconds until the next attempt after a failure
_RESTORING = ".restoring-"

_log = logging.getLogger(__name__)


class BadBackup(Refusal):
    """A backup cannot be made, or cannot be restored."""


@dataclass(frozen=True)
class Made:
    """The files of a backup, and why other folders, if any, lack it."""

    files: tuple[Path, ...]
    failed: tuple[Message, ...]


def newest(data: Path, now: datetime) -> tuple[BackupFile, list[Path]] | None:
    """The newest backup of a data folder, and the folders in which it lies, that of the data folder first."""
    found = max(backups_in(data / BACKUPS), key=lambda backup: age_of(backup.at, now), default=None)
    if found is None:
        return None
    return found, [folder for folder in folders_of(data) if (folder / found.path.name).is_file()]


def back_up(data: Path, folders: Sequence[Path], at: datetime) -> Made:
    """Make a complete, verified backup of a data folder in the first of these folders, and copy it to the others.

    Raises `Damaged` if the journal is damaged, and others of `FILE_FAILURES`; the older backups then stay.
    """
    first, *others = folders
    first.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=first) as making:
        copy, tried = Path(making) / JOURNAL, Path(making) / "tried"
        with closing(sqlite3.connect(data / JOURNAL, timeout=5)) as source, closing(sqlite3.connect(copy)) as target:
            source.execute("PRAGMA wal_autocheckpoint = 0")
            source.backup(target)
        about = about_journal(copy)
        archive = Path(making) / name_of(at, about)
        pack(copy, about, data, archive)
        tried.mkdir()
        unpack(archive, tried)
        files, failed = [_put(archive, first, at, is_own=first == data / BACKUPS)], []
        for folder in others:
            try:
                files.append(_put(archive, folder, at, is_own=False))
            except OSError as error:
                failed.append(message("backup.no_copy", folder=str(folder), reason=os_error_text(error)))
    return Made(tuple(files), tuple(failed))


def _put(archive: Path, folder: Path, now: datetime, is_own: bool) -> Path:
    """Put a copy of an archive into a folder, completely or not at all, and delete those not worth keeping.

    In a folder that is not the box's own, only those of the same box and branch of its journal are deleted.
    """
    path = folder / archive.name
    clear_unfinished(folder)
    with archive.open("rb") as packed:
        write_whole(path, packed, 0o600)
    found = backups_in(folder)
    [made] = [backup for backup in found if backup.path == path]
    ours = [one for one in found if is_own or (one.box, one.branch) == (made.box, made.branch)]
    kept = worth_keeping((one.at for one in ours), now)
    for backup in ours:
        if backup.at not in kept and backup.path != path:
            backup.path.unlink(missing_ok=True)
    return path


def restore(archive: Path, data: Path, now: datetime) -> tuple[list[str], Path]:
    """Restore a backup; returns the names of its files, and the folder to which the previous files were moved.

    The journal starts a new branch. Phones stay paired or removed as they are now; only if no phone was ever paired do
    they come from the backup. Raises `JournalTrouble` while a box uses the data folder, and `BadBackup` if the backup
    is damaged.
    """
    data.mkdir(parents=True, exist_ok=True)
    lock = JournalLock(data / JOURNAL)
    lock.hold()
    try:
        for left in data.glob(f"{_RESTORING}*"):
            shutil.rmtree(left)  # by a power cut
        with tempfile.TemporaryDirectory(prefix=_RESTORING, dir=data) as folder:
            unpacked = Path(folder)
            names = unpack(archive, unpacked)
            if PHONES in names and is_there(data / PHONES):
                names.remove(PHONES)
                (unpacked / PHONES).unlink()
            with closing(JournalFile(unpacked / JOURNAL)) as file:
                file.check_all()
                file.branch()
                last, lineage = file.last(), file.lineage
            if BROKER in names:
                (unpacked / BROKER).chmod(0o600)  # it has a password
            for path in [path for path in unpacked.rglob("*") if path.is_file()]:
                give_to_owner_of(data, path)
                with path.open("rb") as written:
                    os.fsync(written.fileno())
            aside = _set_aside(data, {Path(name).parts[0] for name in names}, now)
            lock.set_lineage(lineage)
            lock.set_mark(last)
            for path in sorted(unpacked.iterdir(), key=lambda path: path.name == JOURNAL):
                path.rename(data / path.name)
            sync_folder(data)
    except JournalTrouble as error:
        raise BadBackup(message("backup.newer", file=str(archive))) from error
    except FILE_FAILURES as error:
        raise BadBackup(message("backup.cannot_restore", file=str(archive), reason=error_text(error))) from error
    finally:
        lock.close()
    return names, aside


def _set_aside(data: Path, names: set[str], now: datetime) -> Path:
    """Move the journal's files, and those that a backup replaces, into a separate folder."""
    aside = free_path(data / f"{BEFORE_RESTORE}{now:%Y%m%d-%H%M%S}")
    aside.mkdir()
    for path in list(data.iterdir()):
        if path.name in names or (path.name.startswith("journal") and path.name != LOCK):
            path.rename(aside / path.name)
    give_to_owner_of(data, aside)
    return aside


class Backups:
    """Makes backups in a thread of its own while its `with` block is open.

    A backup is due when something was recorded since the last good one: after a game, once a day, and at the start if
    an earlier run has left something. The clock's date does not matter. `is_over` says whether the game on the table
    has ended. `trouble` says why the last backup, or a copy of it, failed; `clock` gives monotonic seconds.
    """

    def __init__(
        self,
        data: Path,
        is_over: Callable[[], bool],
        journal: Journal,
        now: Callable[[], datetime] = datetime.now,
        look_s: float = LOOK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trouble: Message | None = None
        self._data, self._is_over, self._journal = data, is_over, journal
        self._now, self._look_s, self._clock = now, look_s, clock
        self._is_making = False
        self._backed_up = 0  # last entry of the newest good backup
        self._daily_at = self._not_before = 0.0
        self._wanted, self._wake, self._stop = Event(), Event(), Event()
        self._thread = Thread(target=self._run, name="backups", daemon=True)

    @property
    def last(self) -> tuple[BackupFile, list[Path]] | None:
        """The newest backup of this box, and the folders that have it."""
        return newest(self._data, self._now())

    @property
    def is_running(self) -> bool:
        """Whether a backup is being made or about to be."""
        return self._is_making or self._wanted.is_set()

    def want(self) -> None:
        """Request a backup now, while the table goes on."""
        self._wanted.set()
        self._wake.set()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._wake.set()
        self._thread.join(60.0)

    def _run(self) -> None:
        for making in self._data.glob(f"{BACKUPS}/.making-*"):
            shutil.rmtree(making, ignore_errors=True)  # a power cut has left it
        self._backed_up = self._last_backed_up()
        self._daily_at = self._clock() + (DAY_S if self._backed_up == self._recorded() else 0.0)
        while not self._stop.is_set():
            self._wake.wait(self._look_s)
            self._wake.clear()
            if not self._stop.is_set() and (self._wanted.is_set() or self._is_due()):
                self._is_making = True
                self._wanted.clear()
                self._make()
                self._is_making = False

    def _last_backed_up(self) -> int:
        """The last entry of this branch of the journal in the backups of the data folder."""
        branch = [branch.id for branch in self._journal.lineage[-1:]]
        found = (about_backup(backup.path) for backup in backups_in(self._data / BACKUPS))
        return max((about.last for about in found if about and about.branch in branch), default=0)

    def _recorded(self) -> int:
        return self._journal.next_number() - 1

    def _is_due(self) -> bool:
        now = self._clock()
        if self._recorded() <= self._backed_up or now < self._not_before:
            return False
        return self._is_over() or now >= self._daily_at

    def _make(self) -> None:
        recorded, folders = self._recorded(), folders_of(self._data)
        try:
            made = back_up(self._data, folders, self._now())
        except FILE_FAILURES as error:
            _log.warning("no backup could be made: %s", error_text(error))
            if isinstance(error, Damaged | sqlite3.DatabaseError):
                self._journal.suspected.set()
            self._not_before = self._clock() + AGAIN_S
            self.trouble = message("backup.failed", reason=error_text(error))
            return
        self._backed_up, self._daily_at = recorded, self._clock() + DAY_S
        self.trouble = next(iter(made.failed), None)

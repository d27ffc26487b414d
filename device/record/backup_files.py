"""Backups as files: one archive each, with the journal and what else the box has learned, and how long they are kept.

>>> days = [datetime(2026, 1, day, 20) for day in range(1, 31)]
>>> [day.day for day in sorted(worth_keeping(days))]
[11, 18, 24, 25, 26, 27, 28, 29, 30]
"""

import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from device.record.entries import Row
from device.record.journal_file import Damaged, JournalFile
from device.record.journal_recovery import salvaged

FOLDER = "backups"
ELSEWHERE = "jarapon-backups"  # in the root of another disk
JOURNAL = "journal.db"
DAYS, WEEKS = 7, 4
MOST_BYTES = 16 << 20  # of each other file
_NAME, _FORMAT = re.compile(r"jarapon-(\d{8}-\d{6})\.zip"), "%Y%m%d-%H%M%S"
_FOLDERS = ("taught", "cards", "frames")
FAILURES = (OSError, sqlite3.Error, Damaged, zipfile.BadZipFile, EOFError, ValueError, NotImplementedError)


def name_of(at: datetime) -> str:
    """What a backup of this time is called."""
    return f"jarapon-{at.strftime(_FORMAT)}.zip"


def backups_in(folder: Path) -> dict[datetime, Path]:
    """The backups in a folder by their times, the newest first."""
    found = {}
    with suppress(OSError):
        for path in folder.iterdir():
            if match := _NAME.fullmatch(path.name):
                with suppress(ValueError):
                    found[datetime.strptime(match[1], _FORMAT)] = path
    return dict(sorted(found.items(), reverse=True))


def worth_keeping(times: Iterable[datetime]) -> set[datetime]:
    """The newest backup of each of the last seven days that have one, and of each of the last four weeks."""
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for at in sorted(times, reverse=True):
        days.setdefault(at.date(), at)
        weeks.setdefault(at.isocalendar()[:2], at)
    return {*list(days.values())[:DAYS], *list(weeks.values())[:WEEKS]}


def mounted_disks(mounts: Path = Path("/proc/mounts")) -> list[Path]:
    """The roots of disks that are mounted below /media, /mnt or /run/media."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    points = {Path(line.split()[1].replace("\\040", " ")) for line in lines if len(line.split()) > 1}
    found = [point for point in sorted(points) if point.parts[1:2] in (("media",), ("mnt",))]
    return found + [point for point in sorted(points) if point.parts[1:3] == ("run", "media")]


def other_disks(mounts: Path = Path("/proc/mounts")) -> list[Path]:
    """The folders `jarapon-backups` in the roots of these disks."""
    return [folder for point in mounted_disks(mounts) if (folder := point / ELSEWHERE).is_dir()]


def folders_of(data: Path) -> list[Path]:
    """Where the backups of a data folder lie: in it, and on other disks."""
    return [data / FOLDER, *other_disks()]


def pack(journal: Path, data: Path, archive: Path) -> None:
    """Put a copy of the journal and the data folder's other files, but no pictures, into one archive."""
    files = [*data.iterdir(), *(path for folder in _FOLDERS for path in (data / folder).rglob("*"))]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as packed:
        packed.write(journal, JOURNAL)
        for path in sorted(files):
            is_wanted = not path.name.startswith(("journal", ".")) and path.suffix not in (".new", ".damaged")
            if is_wanted and path.is_file() and not path.is_symlink() and path.stat().st_size <= MOST_BYTES:
                packed.write(path, str(path.relative_to(data)))


def check_journal(path: Path) -> None:
    """Raises `Damaged` or SQLite's errors where a journal's file is not whole."""
    with closing(JournalFile(path)) as file:
        file.check_all()


def unpack(archive: Path, folder: Path) -> list[str]:
    """Unpack a backup into an empty folder; gives the files' names. Raises one of `FAILURES`."""
    with zipfile.ZipFile(archive) as packed:
        if (bad := packed.testzip()) is not None:
            raise Damaged(bad)
        names = [one.filename for one in packed.infolist() if not one.is_dir()]
        for name in names:
            parts = Path(name).parts
            if Path(name).is_absolute() or ".." in parts or (parts[0].startswith("journal") and name != JOURNAL):
                raise Damaged(name)
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(name) as file, target.open("xb") as out:
                shutil.copyfileobj(file, out)
    if JOURNAL not in names:
        raise Damaged("no journal")
    return names


def backed_up_rows(data: Path) -> Iterator[dict[int, Row]]:
    """The sound rows of every backup of a data folder, the newest first; one that cannot be read is left out."""
    found = [one for folder in folders_of(data) for one in backups_in(folder).items()]
    for _, archive in sorted(found, reverse=True):
        with suppress(*FAILURES), tempfile.TemporaryDirectory(prefix="backup-") as folder:
            with zipfile.ZipFile(archive) as packed, packed.open(JOURNAL) as file:
                copy = Path(folder) / JOURNAL
                with copy.open("wb") as out:
                    shutil.copyfileobj(file, out)
            yield salvaged(copy).rows

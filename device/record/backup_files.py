"""Backups as files: one archive each, with the journal and what else the box has learned.

The name says when a backup was made, by which box, and of which branch of its journal; a remark in the archive says it
in full, and which entry of the journal was the last:

    jarapon-20260102-150405-kitchen-1f3a9c2e.zip
"""

import re
import shutil
import socket
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath

import msgspec

from device.record.journal_file import FILE_FAILURES, Damaged, JournalFile
from device.record.journal_recovery import Salvaged, salvage
from device.system.data_folder import BACKUPS, JOURNAL, backed_up_files, part_of
from device.system.error_text import error_text

DISK_FOLDER = "jarapon-backups"  # folder in the root of another disk
_DISK_ROOTS = {Path("/media"), Path("/mnt"), Path("/run/media")}
DAYS, WEEKS = 7, 4
MAX_FILES = 10_000
MAX_BYTES = 32 << 20  # maximum of each other file
MAX_BYTES_IN_ALL = 256 << 20  # maximum of all other files together
MAX_PACKING_RATIO = 64  # maximum ratio of a journal's size to that in its archive
_FREELY_PACKED_BYTES = 1 << 20  # a journal up to this size may have any ratio
_NAME, _FORMAT = re.compile(r"jarapon-(\d{8}-\d{6})(?:-(.+)-([0-9a-f]{8}))?\.zip"), "%Y%m%d-%H%M%S"
_PACKED, _ENCRYPTED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), 1
# Exceptions when reading an archive that was not written completely, or not by this program.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, LookupError, ValueError, RuntimeError, ArithmeticError)


@dataclass(frozen=True)
class BackupFile:
    """A backup as described by its name; those of older programs lack box and branch."""

    at: datetime  # when it was made
    path: Path
    box: str = ""
    branch: str = ""  # start of the id of the journal's branch


class About(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    box: str  # that made it
    journal: str  # id of the journal's first branch
    branch: str  # id of the branch that the journal was on
    last: int  # number of the journal's last entry


def name_of(at: datetime, about: About) -> str:
    """The file name of a backup.

    >>> name_of(datetime(2026, 1, 2, 15, 4, 5), About("kitchen", "9c" * 16, "1f" * 16, 12))
    'jarapon-20260102-150405-kitchen-1f1f1f1f.zip'
    """
    return f"jarapon-{at.strftime(_FORMAT)}-{about.box}-{about.branch[:8]}.zip"


def box_name() -> str:
    """The box's network name, as a part of a file name."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", socket.gethostname().partition(".")[0]) or "box"


def backups_in(folder: Path) -> list[BackupFile]:
    """The backups in a folder, the newest first; anything but files is ignored."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            if (match := _NAME.fullmatch(path.name)) and path.is_file():
                with suppress(ValueError):
                    at = datetime.strptime(match[1], _FORMAT)
                    found.append(BackupFile(at, path, match[2] or "", match[3] or ""))
    return sorted(found, key=lambda backup: (backup.at, backup.path), reverse=True)


def age_of(at: datetime, now: datetime) -> tuple[bool, datetime]:
    """Sort key of backups: one made while the clock was ahead is older than all others."""
    return at < now + timedelta(days=1), at


def worth_keeping(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups worth keeping: the newest of each of the last seven days that have one, and of each of the last four
    weeks.

    >>> days = [datetime(2026, 1, day, 20) for day in range(1, 31)]
    >>> kept = worth_keeping([*days, datetime(2036, 1, 1)], now=days[-1])
    >>> [f"{at:%Y-%m-%d}" for at in sorted(kept)][0], [at.day for at in sorted(kept)]
    ('2026-01-11', [11, 18, 24, 25, 26, 27, 28, 29, 30])
    """
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for at in sorted(times, key=lambda at: age_of(at, now), reverse=True):
        days.setdefault(at.date(), at)
        weeks.setdefault(at.isocalendar()[:2], at)
    return {*list(days.values())[:DAYS], *list(weeks.values())[:WEEKS]}


def mounted_disks(mounts: Path = Path("/proc/mounts")) -> list[Path]:
    """The roots of disks mounted below /media, /mnt or /run/media."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    points = {Path(line.split()[1].replace("\\040", " ")) for line in lines if len(line.split()) > 1}
    return sorted(point for point in points if not _DISK_ROOTS.isdisjoint((point, *point.parents)))


def other_disks(mounts: Path = Path("/proc/mounts")) -> list[Path]:
    """The folders `jarapon-backups` in the roots of these disks."""
    return [folder for point in mounted_disks(mounts) if (folder := point / DISK_FOLDER).is_dir()]


def folders_of(data: Path) -> list[Path]:
    """The folders with backups of a data folder: in it, and on other disks."""
    return [data / BACKUPS, *other_disks()]


def about_journal(path: Path) -> About:
    """Describe a backup of the journal `path`; raises `Damaged` or SQLite's errors if it is damaged."""
    with closing(JournalFile(path)) as file:
        file.check_all()
        return About(box_name(), file.lineage[0].id, file.lineage[-1].id, file.last())


def pack(journal: Path, about: About, data: Path, archive: Path) -> None:
    """Pack a copy of the journal and the data folder's other files, but no pictures, into one archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as packed:
        packed.comment = msgspec.json.encode(about)
        packed.write(journal, JOURNAL)
        for path in backed_up_files(data):
            if path.stat().st_size <= MAX_BYTES:
                packed.write(path, str(path.relative_to(data)))


def about_backup(archive: Path) -> About | None:
    """A backup's description of itself; None for an older program's backup, and for an unreadable one."""
    with suppress(*FILE_FAILURES, msgspec.MsgspecError), _opened(archive) as packed:
        return msgspec.json.decode(packed.comment, type=About)
    return None


@contextmanager
def _opened(archive: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive; raises `Damaged` for an incomplete one, and `OSError`."""
    if not stat.S_ISREG(archive.stat().st_mode):
        raise Damaged("not a file")
    try:
        with zipfile.ZipFile(archive) as packed:
            yield packed
    except _UNREADABLE as error:
        raise Damaged(error_text(error)) from error


def unpack(archive: Path, folder: Path) -> list[str]:
    """Unpack a backup into an empty folder; returns the files' names. Raises one of `FILE_FAILURES`.

    Members that do not belong in a data folder are skipped: older programs packed whatever was there.
    """
    with _opened(archive) as packed:
        members = [member for member in packed.infolist() if not member.is_dir()]
        if len(members) > MAX_FILES:
            raise Damaged(f"more than {MAX_FILES} files")
        wanted = [member for member in members if _is_wanted(member)]
        if sum(member.file_size for member in wanted if member.filename != JOURNAL) > MAX_BYTES_IN_ALL:
            raise Damaged("larger than any backup")
        for member in wanted:
            _unpack(packed, member, folder / member.filename)
    names = [member.filename for member in wanted]
    if JOURNAL not in names:
        raise Damaged("no journal")
    return names


def _is_wanted(member: zipfile.ZipInfo) -> bool:
    """Whether a member is restored; raises `Damaged` for one that would lie anywhere else than in the data folder."""
    parts = PurePosixPath(member.filename).parts
    if not parts or ".." in parts or parts[0] == "/" or "/".join(parts) != member.filename:
        raise Damaged(f"a file called {member.filename!a}")
    part = part_of(parts[0])
    return part is not None and part.is_backed_up and part.is_folder == (len(parts) > 1)


def _unpack(packed: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    """Unpack one member up to its maximum size; its checksum is verified at its end."""
    is_journal = member.filename == JOURNAL
    most = _FREELY_PACKED_BYTES + MAX_PACKING_RATIO * member.compress_size if is_journal else MAX_BYTES
    if member.compress_type not in _PACKED or member.flag_bits & _ENCRYPTED or member.file_size > most:
        raise Damaged(f"{member.filename} is encrypted, too large, or packed in another way")
    target.parent.mkdir(parents=True, exist_ok=True)
    with packed.open(member) as file, target.open("xb") as out:
        shutil.copyfileobj(file, out)


def salvage_backups(data: Path) -> Iterator[tuple[Salvaged, bool]]:
    """Salvage the journals in the backups of a data folder, the newest first, with whether each is in that folder.

    Unreadable ones are skipped.
    """
    for folder in folders_of(data):
        for backup in backups_in(folder):
            with suppress(*FILE_FAILURES), tempfile.TemporaryDirectory(prefix="backup-") as making:
                copy = Path(making) / JOURNAL
                with _opened(backup.path) as packed:
                    _unpack(packed, packed.getinfo(JOURNAL), copy)
                yield salvage(copy), folder == data / BACKUPS

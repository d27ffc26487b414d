"""Files that are written as a whole, so that a power cut leaves the old or the new one, and checked when read."""

import errno
import os
import secrets
import shutil
import stat
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".new"  # what is written under such a name was never confirmed
# What parsing JSON or TOML, and taking values out of it, raises for data that the box did not write.
DAMAGE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


class Damaged(ValueError):
    """What is at the file's path is no regular file, or its contents are not what was written."""


def write_whole(path: Path, data: bytes | BinaryIO, mode: int | None = None) -> None:
    """Write a new file and rename it to its place; it is on the disk when this returns.

    `data` may be an open file, which is copied. `mode`: its permissions, those of the process's umask if not given.
    Where root writes it, it is given to the owner of its folder. Raises `OSError` and leaves the old file as it was.
    Any number of threads may write one file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "sheet.toml", b"new")
    ...     [(one.name, one.read_bytes()) for one in Path(folder).iterdir()]
    [('sheet.toml', b'new')]
    """
    new = write_unfinished(path, data, mode)
    try:
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_unfinished(path: Path, data: bytes | BinaryIO, mode: int | None = None) -> Path:
    """Write the new contents of a file under a temporary name beside it; gives that name. Raises `OSError`."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode or 0o666), "wb") as file:
            give_to_owner_of(path.parent, file.fileno())
            if isinstance(data, bytes):
                file.write(data)
            else:
                shutil.copyfileobj(data, file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    return new


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that the names in it are on the disk; raises `OSError`."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    except OSError as error:
        # Some network file systems sync no folders: they have written its names already.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def read_bounded(path: Path, most: int) -> bytes:
    """A regular file; raises `Damaged` for anything else and for more than `most` bytes, and `OSError`.

    Nothing is waited for: a pipe, which would keep its reader waiting for ever, is not even opened.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise Damaged("not a file")
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise Damaged("too large")
    return data


def give_to_owner_of(folder: Path, file: int | Path) -> None:
    """What root writes (`sudo jarapon …`), open or by its name, the box must be able to read and to replace."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)

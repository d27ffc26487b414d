"""The files of the data folder: written atomically, read defensively, and set aside where they are damaged.

Such a file may be cut short by a power cut, changed by a failing card or by people, or be a folder or a pipe. None of
that may keep the box from starting, and nothing of it is deleted.
"""

import errno
import json
import logging
import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from device.system.error_text import error_text, os_error_text
from device.system.outside_text import OtherEncoding, text_of
from engines.data_file import BadData
from engines.messages import Message, Refusal, message
from vision.whole_files import (
    DAMAGE,
    UNFINISHED,
    Damaged,
    give_to_owner_of,
    read_bounded,
    sync_folder,
    write_unfinished,
    write_whole,
)

__all__ = [
    "Damaged", "check_folder", "clear_unfinished", "free_path", "give_to_owner_of", "is_set_aside", "is_there",
    "left_as_they_are", "read_kept", "read_user_file", "set_aside", "set_aside_copies", "set_aside_if_possible",
    "sync_folder", "write_unfinished", "write_whole",
]  # fmt: skip

MAX_BYTES = 1 << 20  # a hundred times the largest file of settings
# With these the program lacks resources, and the file may be intact.
_NOT_THE_FILES_FAULT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_UNFINISHED_FOR_S = 3600.0
_BLANK = b"\0 \t\r\n"
_ASIDE = "-damaged-"
_IS_LEFT: ContextVar[bool] = ContextVar("is_left", default=False)
_log = logging.getLogger(__name__)
T = TypeVar("T")


@contextmanager
def left_as_they_are() -> Iterator[None]:
    """Within the block damaged files are reported but not set aside, so that a check changes nothing."""
    before = _IS_LEFT.set(True)
    try:
        yield
    finally:
        _IS_LEFT.reset(before)


def is_there(path: Path) -> bool:
    """Whether anything has this name, even a broken link."""
    return os.path.lexists(path)


def read_kept(
    path: Path, parse: Callable[[bytes], T], said: str = "kept.damaged", most: int = MAX_BYTES
) -> tuple[T | None, Message | None]:
    """Parse a file that the box keeps: gives the result, or None and what is wrong; both None without a file.

    A damaged file is set aside: `said` is the key of its message, with the facts `file` and `aside`, its new name.
    Where `parse` raises a `Refusal`, people have made a mistake in a file that they write: the file stays for them to
    correct, and the message is the refusal's.

    >>> import json
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.json").write_bytes(b"[1"), Path(folder, "b.json").write_bytes(b"[1]")
    ...     results = [read_kept(Path(folder, name), json.loads) for name in ("a.json", "b.json", "c.json")]
    >>> [(kept, said and said.key) for kept, said in results]
    [(None, 'kept.damaged'), ([1], None), (None, None)]
    """
    try:
        data = read_bounded(path, most)
        if not data.strip(_BLANK):
            raise Damaged("nothing is written in it")
        return parse(data), None
    except Refusal as refusal:
        return None, refusal.said
    except FileNotFoundError:
        if not is_there(path):
            return None, None
        why: Exception = Damaged("a link that leads nowhere")
    except OSError as error:
        if error.errno in _NOT_THE_FILES_FAULT:
            return None, message("kept.not_read", file=str(path), why=os_error_text(error))
        why = error
    except DAMAGE as error:
        why = error
    if _IS_LEFT.get():
        return None, message("kept.damaged_left", file=str(path))
    _log.warning("%s is damaged: %s", path, error_text(why))
    return None, message(said, file=str(path), aside=set_aside_if_possible(path).name)


def keep_json(path: Path, kept: object, said: str = "kept.not_written", mode: int | None = None) -> Message | None:
    """Write a value as JSON for `read_kept`; None, or where that fails the message `said` with the fact `why`.

    The value None removes the file. `mode`: as in `write_whole`.
    """
    try:
        if kept is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, (json.dumps(kept) + "\n").encode(), mode)
    except OSError as error:
        return message(said, why=os_error_text(error))
    return None


def read_user_file(path: Path, parse: Callable[[str], T]) -> T | None:
    """Parse a text file that people write for the box; None without one.

    Raises `BadData` for a mistake that `parse` finds, and for a damaged file, which is set aside. Later starts raise it
    again until there is a new file or people have removed the damaged one: what they wrote is not ignored silently.
    """

    def parse_text(data: bytes) -> T:
        try:
            return parse(text_of(data))
        except OtherEncoding as error:
            raise BadData(message("data.not_utf8", file=str(path))) from error

    kept, said = read_kept(path, parse_text, "kept.damaged_own")
    if said is None and kept is None and (aside := set_aside_copies(path)):
        said = message("kept.damaged_own", file=str(path), aside=aside[-1].name)
    if said is not None:
        raise BadData(said)
    return kept


def set_aside_copies(path: Path) -> list[Path]:
    """The copies of a file that were set aside, the newest last."""
    return sorted(path.parent.glob(f"{path.stem}{_ASIDE}*{path.suffix}"))


def check_folder(path: Path) -> Message | None:
    """Set aside whatever is in the place of a folder and is no usable one; gives the message, None if all is well."""
    if not is_there(path) or (path.is_dir() and os.access(path, os.R_OK | os.W_OK | os.X_OK, effective_ids=True)):
        return None
    if _IS_LEFT.get():
        return message("kept.no_folder_left", file=str(path))
    return message("kept.no_folder", file=str(path), aside=set_aside_if_possible(path).name)


def is_set_aside(path: Path) -> bool:
    """Whether a file is one that was set aside."""
    return _ASIDE in path.stem


def set_aside(
    path: Path, why: str = "damaged", at: datetime | None = None, stem: str = "", endings: Sequence[str] = ("",)
) -> Path:
    """Rename a file or folder to `<stem>-<why>-<date><suffix>`; gives the new path.

    `at` is now by default, `stem` the file's own. `endings` are those of all files that belong together, such as a
    database and its log, in the order of renaming. Raises `OSError`.
    """
    name = f"{stem or path.stem}-{why}-{at or datetime.now():%Y%m%d-%H%M%S}{path.suffix}"
    aside = free_path(path.with_name(name))
    parts = [ending for ending in endings if is_there(path.with_name(path.name + ending))]
    for ending in parts or [""]:
        path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    sync_folder(path.parent)
    return aside


def free_path(path: Path) -> Path:
    """The path itself, or the first unused one with a number after its stem."""
    names = chain([path.stem], (f"{path.stem}-{number}" for number in count(2)))
    return next(free for name in names if not is_there(free := path.with_name(name + path.suffix)))


def clear_unfinished(folder: Path) -> None:
    """Remove temporary files that killed writers have left in a folder; nothing in them was confirmed."""
    for left in folder.glob(f"*.????????{UNFINISHED}"):
        try:
            if stat.S_ISREG(left.lstat().st_mode) and time.time() - left.lstat().st_mtime > _UNFINISHED_FOR_S:
                left.unlink()
        except OSError as error:
            _log.info("%s stays: %s", left, os_error_text(error))


def set_aside_if_possible(path: Path) -> Path:
    """Set aside a damaged file if that is possible; gives its path afterwards."""
    try:
        return set_aside(path)
    except OSError as error:
        _log.warning("%s cannot be set aside: %s", path, os_error_text(error))
        return path

"""Earlier versions of people's own files, each kept under the time when it was replaced."""

import logging
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path

from device.system.whole_files import free_path, is_there, set_aside, set_aside_copies, sync_folder, write_whole
from engines.data_file import BadData

_log = logging.getLogger(__name__)


def put_away(own: Path, kept: Path, read: Callable[[Path], object], now: datetime, copy: bool = True) -> Path | None:
    """Keep a readable own file, and copies set aside as damaged, in the folder `kept`.

    `read` returns None without a file, and raises `BadData`. The own file stays where it is if `copy`. Returns the file
    in which it is kept, if it is. Raises `OSError`.
    """
    try:
        is_usable = read(own) is not None
    except BadData as bad:
        _log.info("replaced: %s", bad.said)
        is_usable = False
        if is_there(own):
            set_aside(own)
    damaged = set_aside_copies(own)
    if not is_usable and not damaged:
        return None
    kept.mkdir(exist_ok=True)
    for aside in damaged:
        aside.rename(free_path(kept / aside.name))
    found = None
    if is_usable:
        stamp = now.strftime("%Y-%m-%d_%H%M%S")
        names = (f"{stamp}{'' if number == 1 else f'_{number}'}{own.suffix}" for number in count(1))
        found = next(kept / name for name in names if not is_there(kept / name))
        write_whole(found, own.read_bytes())
        if not copy:
            own.unlink()
    sync_folder(kept)
    sync_folder(own.parent)
    return found

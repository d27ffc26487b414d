"""The second file: holds entries while the journal cannot be written, until the two are joined.

It is beside the journal or, if nothing can be written there, in the folder that systemd gives a service or in the
system's temporary folder. So even a box that is killed while its disk is full loses nothing.
"""

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from device.record.entries import Row
from device.record.journal_file import ENDINGS, FILE_FAILURES, JournalFile
from device.record.journal_recovery import Salvaged, salvage
from device.record.lineage import Lineage
from device.system.whole_files import set_aside


class InterimJournal:
    """The second file of the journal `path`; it exists only once something was kept in it."""

    def __init__(self, path: Path) -> None:
        self._journal = path
        self._file: JournalFile | None = None
        self._kept: set[int] = set()

    def keep(self, rows: Sequence[Row], lineage: Lineage) -> Path | None:
        """Write a journal's rows; returns the file, None if no place takes them."""
        for path in self._places():
            try:
                if self._file is None or self._file.path != path:
                    self.close()
                    self._file = JournalFile(path, lineage=lineage)
                new = [row for row in rows if row[0] not in self._kept and not self._file.has(row)]
                if new:
                    self._file.add(new)
            except FILE_FAILURES:
                self.close()
                continue
            self._kept |= {row[0] for row in new}
            return path
        return None

    def _places(self) -> Iterator[Path]:
        """Its possible places, the file in use first."""
        if self._file is not None:
            yield self._file.path
        yield from (folder / name for folder, name in self._folders() if folder.is_dir())

    def _folders(self) -> Iterator[tuple[Path, str]]:
        stem, suffix = f"{self._journal.stem}-meanwhile", self._journal.suffix
        yield self._journal.parent, stem + suffix
        name = f"{stem}-{hashlib.sha256(os.fsencode(self._journal.absolute())).hexdigest()[:12]}{suffix}"
        if runtime := os.environ.get("RUNTIME_DIRECTORY"):
            yield Path(runtime.split(":")[0]), name
        with suppress(OSError):
            yield _own_temporary_folder(), name

    def left(self) -> list[Salvaged]:
        """The rows of each second file that were not joined yet."""
        found = []
        for folder, name in self._folders():
            with suppress(*FILE_FAILURES):
                if (folder / name).is_file():
                    found.append(salvage(folder / name))
        return found

    def put_away(self, now: Callable[[], datetime], how: str) -> list[str]:
        """Rename second files (never deleting any) to `journal-joined-<date>.db` or similar; returns the new names."""
        self.close()
        names = []
        for folder, name in self._folders():
            with suppress(OSError):
                if (folder / name).is_file():
                    names.append(set_aside(folder / name, how, now(), self._journal.stem, ENDINGS).name)
        return names

    def close(self) -> None:
        """Close the file, which is kept until it is joined."""
        if self._file is not None:
            with suppress(*FILE_FAILURES):
                self._file.close()
        self._file, self._kept = None, set()


def _own_temporary_folder() -> Path:
    """A folder for temporary files that nobody else can write into; raises `OSError`."""
    folder = Path(tempfile.gettempdir()) / f"jarapon-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError("somebody else's folder")
    return folder

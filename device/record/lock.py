"""The lock file beside a journal, which also notes the journal's lineage and its last entry.

The *mark* is the number of the last confirmed entry, written after the entry is on the disk and not synced itself: it
is never ahead of the journal. A journal that ends before its mark has lost entries.
"""

import fcntl
import os
import zlib
from contextlib import suppress
from pathlib import Path

from device.record.journal_file import JournalTrouble
from device.record.lineage import Lineage, lineage_of, lineage_text
from engines.messages import message

_LENGTH = 20
_MARK_BYTES = _LENGTH + len(" 00000000\n")
_MAX_BYTES = 1 << 20


class JournalLock:
    """The lock of the journal `path`, taken by `hold`.

    On a disk that cannot be written there may be no such file; then nobody else can write the journal either.
    """

    def __init__(self, path: Path) -> None:
        self._journal, self._path = path, path.with_suffix(".lock")
        self._file: int | None = None

    def hold(self) -> None:
        """Take the lock unless it is held; raises `JournalTrouble` where another box has it."""
        if self._file is not None:
            return
        for how in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
            with suppress(OSError):
                self._file = os.open(self._path, how | os.O_CLOEXEC, 0o600)
                break
        if self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise JournalTrouble(message("journal.in_use", file=str(self._journal))) from error
        except OSError:
            # A file system without locks: SQLite's own still keep two boxes from writing at once.
            return

    @property
    def mark(self) -> int:
        """The number of the last confirmed entry; 0 where it is unknown."""
        with suppress(ValueError):
            number, checksum = self._read(0, _MARK_BYTES).split()
            if zlib.crc32(number) == int(checksum, 16):
                return int(number)
        return 0

    def set_mark(self, number: int) -> None:
        """Note the last confirmed entry; where this cannot be written, a later loss may go unnoticed."""
        line = str(number).zfill(_LENGTH).encode()
        self._write(0, line + f" {zlib.crc32(line):08x}\n".encode())

    @property
    def lineage(self) -> Lineage:
        """The lineage of the journal, for when its file has lost it; empty where it is unknown."""
        with suppress(ValueError):
            checksum, text = self._read(_MARK_BYTES, _MAX_BYTES).decode().split("\n")[0].split(" ", 1)
            return lineage_of(text, int(checksum)) or ()
        return ()

    def set_lineage(self, lineage: Lineage) -> None:
        """Note the lineage of the journal if it has changed; failures are ignored as in `set_mark`."""
        if lineage != self.lineage:
            text, checksum = lineage_text(lineage)
            self._write(_MARK_BYTES, f"{checksum} {text}\n".encode())

    def _read(self, at: int, most: int) -> bytes:
        with suppress(OSError):
            return b"" if self._file is None else os.pread(self._file, most, at)
        return b""

    def _write(self, at: int, data: bytes) -> None:
        with suppress(OSError):
            if self._file is not None:
                os.pwrite(self._file, data, at)

    def close(self) -> None:
        """Release the lock; the file stays, so that two boxes never lock two files of one name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

"""Keeps the pictures of moves as JPEG files beside the journal, within a size limit.

A picture is named `<game>-<entry>` by the journal's numbers. When there is not enough room, the oldest are deleted
first, also those of a game that was continued on another day.
"""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import cv2

from device.record.picture_notes import with_note
from device.system.error_text import os_error_text
from device.system.whole_files import Damaged, read_kept, sync_folder, write_unfinished
from engines.messages import Message, message
from vision.reading import Picture, Reading

ROOM_BYTES = 256 << 20  # some fifteen evenings
MAX_BYTES = 32 << 20  # maximum of one picture
_ID = re.compile(r"\d{1,18}-\d{1,18}")
_FILE = re.compile(_ID.pattern + r"\.jpg")


@dataclass(frozen=True)
class ReadPicture:
    """A picture with its reading, which is kept with it."""

    picture: Picture
    reading: Reading


class PictureStore:
    """The pictures in a folder; `trouble` says why the last one could not be kept.

    >>> import tempfile, numpy as np
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = PictureStore(Path(folder))
    ...     store.keep("1-2", np.zeros((48, 64, 3), np.uint8)), store.read("1-2")[:2], store.read("../journal.db")
    ('1-2', b'\\xff\\xd8', None)
    """

    def __init__(self, folder: Path, room_bytes: int = ROOM_BYTES) -> None:
        self.folder = folder
        self.trouble: Message | None = None
        self._room_bytes = room_bytes
        self._sizes: dict[str, int] | None = None  # sizes of kept pictures by id; None until known
        self._lock = Lock()

    def keep(self, picture_id: str, picture: Picture, reading: Reading | None = None) -> str | None:
        """Keep a picture (BGR) under an id, with its reading noted in it.

        Returns the id once it is on the disk, None if it cannot be written.
        """
        jpeg = jpeg_of(picture)
        prepared = self.prepare([jpeg if reading is None else with_note(jpeg, reading)])
        kept = self.put([picture_id], prepared)
        self.drop(prepared)
        return picture_id if kept else None

    def prepare(self, jpegs: Iterable[bytes]) -> list[Path]:
        """Write pictures to be kept under temporary names; all that waits for the disk is done then."""
        written: list[Path] = []
        needed = 0
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for jpeg in jpegs:
                needed += len(jpeg)
                self._make_room(needed)
                written.append(write_unfinished(self.folder / "picture", jpeg))
            self.trouble = None
        except OSError as error:
            self.trouble = message("pictures.cannot_write", reason=os_error_text(error))
        return written

    def put(self, picture_ids: Iterable[str], prepared: Sequence[Path]) -> list[str]:
        """Keep pictures that were prepared under these ids, as far as both go; gives the ids that are on the disk."""
        kept: list[str] = []
        try:
            for picture_id, path in zip(picture_ids, prepared, strict=False):
                size = path.stat().st_size
                path.replace(self._path(picture_id))
                self._remember(picture_id, size)
                kept.append(picture_id)
            if kept:
                sync_folder(self.folder)
        except OSError as error:
            self.trouble = message("pictures.cannot_write", reason=os_error_text(error))
            return []
        return kept

    def drop(self, prepared: Iterable[Path]) -> None:
        """Remove the prepared pictures that were not kept."""
        for path in prepared:
            with suppress(OSError):  # it is removed at a later start
                path.unlink(missing_ok=True)

    def read(self, picture_id: str) -> bytes | None:
        """A picture as JPEG; None when it is not kept any more, was never, or is damaged and so set aside."""
        if not _ID.fullmatch(picture_id):
            return None
        jpeg, said = read_kept(self._path(picture_id), _whole_jpeg, "pictures.damaged", MAX_BYTES)
        self.trouble = said or self.trouble
        return jpeg

    def _path(self, picture_id: str) -> Path:
        return self.folder / f"{picture_id}.jpg"

    def _remember(self, picture_id: str, size: int) -> None:
        with self._lock:
            self._known()[picture_id] = size

    def _make_room(self, needed: int) -> None:
        """Remove the oldest pictures until another one of so many bytes has room."""
        with self._lock:
            sizes = self._known()
            too_much = sum(sizes.values()) + needed - self._room_bytes
            while too_much > 0 and sizes:
                oldest = min(sizes, key=_entry_of)
                self._path(oldest).unlink(missing_ok=True)
                too_much -= sizes.pop(oldest)

    def _known(self) -> dict[str, int]:
        """The size of each picture; the folder, which may hold thousands, is read only once."""
        if self._sizes is None:
            with os.scandir(self.folder) as listed:
                files = [file for file in listed if _FILE.fullmatch(file.name) and file.is_file(follow_symlinks=False)]
                self._sizes = {file.name.removesuffix(".jpg"): file.stat().st_size for file in files}
        return self._sizes


def _entry_of(picture_id: str) -> int:
    return int(picture_id.rpartition("-")[2])


def _whole_jpeg(data: bytes) -> bytes:
    """A JPEG file with its beginning and its end; raises `Damaged`."""
    if not (data.startswith(b"\xff\xd8\xff") and data.endswith(b"\xff\xd9")):
        raise Damaged("not a whole JPEG file")
    return data


def jpeg_of(picture: Picture, quality: int = 85) -> bytes:
    """A picture (BGR) as a JPEG file."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

"""The pictures that moves came from, kept as JPEG files beside the journal, within a bound.

A picture is called `<game>-<entry>` by the journal's numbers. When there is no room, or not enough, the oldest go
first, also those of a game that people went on with on another day.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import cv2

from device.picture_notes import with_note
from device.reasons import os_reason
from device.whole_files import write_whole
from engines.messages import Message, message
from vision.reading import Picture, Reading

ROOM_BYTES = 256 << 20  # some fifteen evenings
_ID = re.compile(r"(\d{1,18})-(\d{1,18})")


@dataclass(frozen=True)
class ReadPicture:
    """A picture with what was read in it, which is kept with it."""

    picture: Picture
    reading: Reading


Photo = Picture | ReadPicture


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

    def keep(self, picture_id: str, photo: Photo) -> str | None:
        """Keep a picture (BGR) under an id; gives the id, or None where it cannot be written, which is no harm."""
        if isinstance(photo, ReadPicture):
            return self.keep_jpeg(picture_id, with_note(jpeg_of(photo.picture), photo.reading))
        return self.keep_jpeg(picture_id, jpeg_of(photo))

    def keep_jpeg(self, picture_id: str, data: bytes) -> str | None:
        """Keep what is a JPEG file already."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._make_room(len(data))
            write_whole(self._path(picture_id), data)
        except OSError as error:
            self.trouble = message("pictures.cannot_write", reason=os_reason(error))
            return None
        self.trouble = None
        return picture_id

    def read(self, picture_id: str) -> bytes | None:
        """A picture as JPEG; None when it is not kept any more, or was never."""
        if not _ID.fullmatch(picture_id):
            return None
        try:
            return self._path(picture_id).read_bytes()
        except OSError:
            return None

    def _path(self, picture_id: str) -> Path:
        return self.folder / f"{picture_id}.jpg"

    def _make_room(self, needed: int) -> None:
        kept = [(path, path.stat().st_size) for path in self.folder.glob("*.jpg") if _ID.fullmatch(path.stem)]
        kept.sort(key=lambda one: int(one[0].stem.rpartition("-")[2]))
        too_much = sum(size for _, size in kept) + needed - self._room_bytes
        for path, size in kept:
            if too_much <= 0:
                return
            path.unlink()
            too_much -= size


def jpeg_of(picture: Picture, quality: int = 85) -> bytes:
    """A picture (BGR) as a JPEG file."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

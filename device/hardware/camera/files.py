"""Recorded pictures as a camera: a folder in the order of names, a single picture, or a film."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from device.hardware.camera.frame import Camera, CameraTrouble, Frame
from device.hardware.camera.source import CameraSource
from device.system.error_text import error_text
from engines.messages import message
from vision.pictures import BadPicture, open_picture

SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
# Pictures have no time; a player's move takes a second at least.
SECONDS_APART = 1.0
# Silences OpenCV's and FFmpeg's own messages about broken films; people get one sentence instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


class FolderCamera(Camera):
    """Shows pictures in the given order; unreadable ones are skipped with a message in `notices`.

    Files without a picture's name, such as notes beside the pictures, share one message.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        super().__init__()
        files = list(paths)
        self._paths = [path for path in files if is_picture(path)]
        if others := [path for path in files if not is_picture(path)]:
            self.notices.append(message("camera.folder_others", count=len(others), first=others[0].name))
        self._next = 0

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a file has one size
        """The next picture, or None after the last."""
        while self._next < len(self._paths):
            path, at_s = self._paths[self._next], self._next * SECONDS_APART
            self._next += 1
            try:
                return Frame(open_picture(path), at_s, path.name)
            except BadPicture as bad:
                self.notices.append(bad.said)
        return None

    def anew(self) -> "FolderCamera":
        """A camera of the rest of the pictures: an unreadable one is not tried again."""
        rest = FolderCamera(self._paths)
        rest._next = self._next
        return rest


class FilmCamera(Camera):
    """Plays a film from its beginning; raises `CameraTrouble` if the file is no film."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._asked = self._shown = 0
        if not self._film.isOpened():
            raise CameraTrouble(message("camera.no_film", file=str(path)))

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a film has one size
        """The next picture, or None at the end; a film that ends early is reported in `notices`."""
        self._asked += 1
        there, picture = self._film.read()
        if there:
            self._shown += 1
            return Frame(picture.astype(np.uint8, copy=False), self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        if self._shown < self._claimed_length() and not self.notices:
            self.notices.append(message("camera.film_breaks_off", file=str(self._path), shown=self._shown))
        return None

    def anew(self) -> "FilmCamera":
        """The same film from the picture after the last requested one; raises `CameraTrouble`."""
        rest = FilmCamera(self._path)
        while rest._asked < self._asked and rest._film.grab():
            rest._asked += 1
        rest._shown = self._shown
        return rest

    def __exit__(self, *_: object) -> None:
        self._film.release()

    def _claimed_length(self) -> int:
        """The number of pictures that the file claims to have; at most 0 where the format cannot say."""
        return int(self._film.get(cv2.CAP_PROP_FRAME_COUNT))


class FolderSource(CameraSource):
    """`--camera DIR`: the pictures of a folder in order."""

    form = "DIR"
    is_live = False

    def takes(self, spec: str) -> bool:
        """Whether this is a folder."""
        return Path(spec).is_dir()

    def open(self, spec: str) -> Camera:
        """The folder's pictures from the first; raises `CameraTrouble` where it has none."""
        return FolderCamera(pictures_in(Path(spec)))


class FileSource(CameraSource):
    """`--camera FILE`: one picture; any other file is tried as a film."""

    form = "FILE"
    is_live = False

    def takes(self, spec: str) -> bool:
        """Whether this is a file."""
        return Path(spec).is_file()

    def open(self, spec: str) -> Camera:
        """The picture, once, or the film from its beginning; raises `CameraTrouble`."""
        path = Path(spec)
        return FolderCamera([path]) if is_picture(path) else FilmCamera(path)


def is_picture(path: Path) -> bool:
    """Whether a file has a picture's name."""
    return path.suffix.lower() in SUFFIXES


def pictures_in(folder: Path) -> list[Path]:
    """The files of a folder by name, with numbers compared by value: `9.jpg` comes before `10.jpg`.

    Hidden files are left out; files that are no pictures are included, to be reported. Raises `CameraTrouble` if none
    has a picture's name.
    """
    try:
        paths = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    except OSError as problem:
        raise CameraTrouble(
            message("camera.folder_closed", folder=str(folder), reason=error_text(problem))
        ) from problem
    if not any(map(is_picture, paths)):
        raise CameraTrouble(message("camera.folder_empty", folder=str(folder)))
    return sorted(paths, key=lambda path: _natural_key(path.name))


def _natural_key(name: str) -> list[tuple[int, str]]:
    """Sort key for names with numbers compared by value.

    >>> sorted(["b10", "b9", "a", "b09x"], key=_natural_key)
    ['a', 'b09x', 'b9', 'b10']
    """
    parts = re.split(r"(\d+)", name)
    return [(int(part), part) if part.isdecimal() else (-1, part) for part in parts]

"""A film file as a camera: every picture in order, at the film's own time."""

import os
from pathlib import Path

import cv2
import numpy as np

from device.hardware.camera.frame import Camera, CameraTrouble, Frame
from device.hardware.camera.source import CameraSource
from engines.messages import message

# OpenCV and FFmpeg write lines of their own about a film that is broken; people get one sentence instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


class FilmCamera(Camera):
    """Plays a film from its beginning; raises `CameraTrouble` when the file is no film.

    with FilmCamera(Path("evening.mp4")) as camera:
        while frame := camera.capture():
            print(frame.at_s)
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._asked = self._shown = 0
        if not self._film.isOpened():
            raise CameraTrouble(message("camera.no_film", file=str(path)))

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a film has one size
        """The next picture, or None at the end; a film that breaks off early says so in `notices`."""
        self._asked += 1
        there, picture = self._film.read()
        if there:
            self._shown += 1
            return Frame(picture.astype(np.uint8, copy=False), self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        if self._shown < self._promised() and not self.notices:
            self.notices.append(message("camera.film_breaks_off", file=str(self._path), shown=self._shown))
        return None

    def anew(self) -> "FilmCamera":
        """The same film from the picture after the last one that was asked for; raises `CameraTrouble`."""
        rest = FilmCamera(self._path)
        while rest._asked < self._asked and rest._film.grab():
            rest._asked += 1
        rest._shown = self._shown
        return rest

    def __exit__(self, *_: object) -> None:
        self._film.release()

    def _promised(self) -> int:
        """How many pictures the file says it has; not more than 0 where the format cannot tell."""
        return int(self._film.get(cv2.CAP_PROP_FRAME_COUNT))


class FilmSource(CameraSource):
    """`--camera FILE`: a file that is no picture is tried as a film."""

    form = "FILE"
    is_live = False

    def takes(self, spec: str) -> bool:
        """Whether this is a file."""
        return Path(spec).is_file()

    def open(self, spec: str) -> Camera:
        """The film from its beginning; raises `CameraTrouble`."""
        return FilmCamera(Path(spec))

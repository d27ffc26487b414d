"""The frame of this box, and the picture of it without pieces, in the data folder."""

import zlib
from pathlib import Path

import cv2
import numpy as np

from device.config.frames import own_frame_in
from device.system.data_folder import EMPTY_FRAME
from device.system.error_text import os_error_text
from device.system.whole_files import Damaged, read_kept, write_whole
from engines.data_file import BadData
from engines.drop_it.frame import Frame
from engines.messages import Message, message
from vision.reading import Picture

_MOST_BYTES = 32 << 20


class FrameFiles:
    """The files of a `folder`: `frame` is what people have measured, None as long as they have not, or the given one.

    `trouble` says what is wrong with a file. Nothing is kept where there is no folder.
    """

    def __init__(self, folder: Path | None, given: Frame | None = None) -> None:
        self.trouble: Message | None = None
        self._folder, self._given = folder, given

    @property
    def frame(self) -> Frame | None:
        """The frame in use now; a file that is no frame is reported, and left for people to mend."""
        if self._given is not None or self._folder is None:
            return self._given
        try:
            return own_frame_in(self._folder)
        except BadData as bad:
            self.trouble = bad.said
            return None

    def keep_empty(self, picture: Picture) -> int:
        """Keep the picture (BGR) of the empty frame; gives the number by which it is known."""
        data = bytes(cv2.imencode(".png", picture)[1])
        try:
            if self._folder is not None:
                write_whole(self._folder / EMPTY_FRAME, data)
            self.trouble = None
        except OSError as error:
            self.trouble = message("table.places_not_kept", why=os_error_text(error))
        return zlib.crc32(data)

    def empty(self, number: int) -> Picture | None:
        """The picture of the empty frame that is known by a number, where it is kept still."""
        if self._folder is None:
            return None
        found, said = read_kept(self._folder / EMPTY_FRAME, _numbered, most=_MOST_BYTES)
        self.trouble = said or self.trouble
        return found[1] if found is not None and found[0] == number else None


def _numbered(data: bytes) -> tuple[int, Picture]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise Damaged("no picture")
    return zlib.crc32(data), np.asarray(picture, np.uint8)

"""The frame of this box and the picture of it without pieces, as files of the data folder."""

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

_MAX_BYTES = 32 << 20


class FrameFiles:
    """The frame files of a `folder`.

    `frame` is the frame that people have measured, None until then; a `given` one takes its place. `trouble` says what
    is wrong with a file. Without a folder nothing is kept.
    """

    def __init__(self, folder: Path | None, given: Frame | None = None) -> None:
        self.trouble: Message | None = None
        self._folder, self._given = folder, given

    @property
    def frame(self) -> Frame | None:
        """The frame in use; a damaged file is reported, and left for people to correct."""
        if self._given is not None or self._folder is None:
            return self._given
        try:
            return own_frame_in(self._folder)
        except BadData as bad:
            self.trouble = bad.said
            return None

    def keep_empty(self, picture: Picture) -> int:
        """Keep the picture (BGR) of the empty frame; returns the number that identifies it."""
        data = bytes(cv2.imencode(".png", picture)[1])
        try:
            if self._folder is not None:
                write_whole(self._folder / EMPTY_FRAME, data)
            self.trouble = None
        except OSError as error:
            self.trouble = message("table.places_not_kept", why=os_error_text(error))
        return zlib.crc32(data)

    def empty(self, number: int) -> Picture | None:
        """The picture of the empty frame with this number, if it is still kept."""
        if self._folder is None:
            return None
        found, said = read_kept(self._folder / EMPTY_FRAME, _numbered, most=_MAX_BYTES)
        self.trouble = said or self.trouble
        return found[1] if found is not None and found[0] == number else None


def _numbered(data: bytes) -> tuple[int, Picture]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise Damaged("no picture")
    return zlib.crc32(data), np.asarray(picture, np.uint8)

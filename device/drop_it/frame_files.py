"""The frames of this box and the pictures of them without pieces, as files of the data folder."""

import zlib
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from device.config.frames import KeptFrame, earlier_frames, empty_picture_of, find_frame, kept_frames, own_frame_in
from device.system.data_folder import FRAME
from device.system.error_text import os_error_text
from device.system.whole_files import Damaged, read_kept, write_whole
from engines.contract import BadOption
from engines.data_file import BadData
from engines.drop_it.frame import Frame
from engines.drop_it.state import NAME
from engines.messages import Fact, Message, message
from vision.reading import Picture

_MAX_BYTES = 32 << 20


class FrameFiles:
    """The frame files of a `folder`.

    A `given` frame takes the place of all that people have measured. `trouble` says what is wrong with a file. Without
    a folder nothing is kept.
    """

    def __init__(self, folder: Path | None, given: Frame | None = None) -> None:
        self.trouble: Message | None = None
        self._folder, self._given = folder, given

    @property
    def kept(self) -> tuple[Frame, ...]:
        """The frames to choose from, the usual one first; none where one is given."""
        if self._given is not None or self._folder is None:
            return ()
        return tuple(kept.frame for kept in kept_frames(self._folder))

    @property
    def earlier(self) -> tuple[KeptFrame, ...]:
        """Those that were put away or replaced by another of their name, the newest first; none where one is given."""
        return () if self._given is not None or self._folder is None else tuple(earlier_frames(self._folder))

    def options_of(self, game: str, options: Mapping[str, Fact]) -> Mapping[str, Fact]:
        """The options of a new game that is watched: in a frame, they name it, and have its number of levels (D-3).

        Raises `BadOption` for a frame that is not kept.
        """
        if game != NAME or self._folder is None or self._given is not None:
            return options
        kept = self.kept
        name = str(options.get("frame") or (kept[0].name if kept else ""))
        if not name:
            return options
        found = find_frame(self._folder, name)
        if found is None:
            names = ", ".join(f"“{frame.name}”" for frame in kept)
            raise BadOption(message("frame_lesson.no_such", frame=name, frames=names or "–"))
        return {"levels": found.frame.levels, **options, "frame": name}

    def frame_of(self, options: Mapping[str, Fact]) -> Frame | None:
        """The frame of a game with these options; None where none is kept for it, or where its file is damaged.

        A damaged file is reported, and left for people to correct.
        """
        if self._given is not None or self._folder is None:
            return self._given
        try:
            if not (name := options.get("frame")):
                return own_frame_in(self._folder)
        except BadData as bad:
            self.trouble = bad.said
            return None
        troubles: list[Message] = []
        found = find_frame(self._folder, str(name), troubles.append)
        self.trouble = None if found else (*troubles, message("table.no_such_frame", frame=name))[0]
        return None if found is None else found.frame

    def keep_empty(self, frame: Frame, picture: Picture) -> int:
        """Keep the picture (BGR) of a frame without pieces; returns the number that identifies it."""
        data = bytes(cv2.imencode(".png", picture)[1])
        try:
            if self._folder is not None:
                write_whole(self._picture_of(self._folder, frame), data)
            self.trouble = None
        except OSError as error:
            self.trouble = message("table.places_not_kept", why=os_error_text(error))
        return zlib.crc32(data)

    def empty(self, frame: Frame, number: int) -> Picture | None:
        """The picture of this frame without pieces that has this number, if it is still kept."""
        if self._folder is None:
            return None
        found, said = read_kept(self._picture_of(self._folder, frame), _numbered, most=_MAX_BYTES)
        self.trouble = said or self.trouble
        return found[1] if found is not None and found[0] == number else None

    def _picture_of(self, folder: Path, frame: Frame) -> Path:
        kept = None if self._given is not None else find_frame(folder, frame.name)
        return empty_picture_of(folder / FRAME if kept is None else kept.file)


def _numbered(data: bytes) -> tuple[int, Picture]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise Damaged("no picture")
    return zlib.crc32(data), np.asarray(picture, np.uint8)

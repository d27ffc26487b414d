"""Reads pictures of one frame at a table: what lies in it, and how the piece that came last has landed."""

from dataclasses import dataclass

import cv2
import numpy as np

from device.drop_it.drop_reading import DropReading, measure, outline_of, place_of, reading_of
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_seen import FrameSeen, Lying
from engines.drop_it.frame import Frame
from engines.drop_it.judging import SHAPE
from engines.drop_it.measuring import Measured
from vision.drop_it.empty_frame import empty_view
from vision.drop_it.look import SeenPiece
from vision.drop_it.reader import FrameReader, view_of
from vision.reading import Picture, PictureWarning, Points, Reading

_RESTS = 0.3  # mm: two looks at a piece that lies still differ by less
# Where these stand, nothing was read; the first may be gone in a moment.
_IN_THE_WAY, _UNREAD = "before_frame", ("unclear", "frame_moved", "blurred")


@dataclass(frozen=True)
class FrameArrangement:
    """Pieces lie in an upright frame, whose measures a file has."""


@dataclass(frozen=True)
class _Last:
    """The last of so many pieces as the last look saw it, and how it landed, once it has rested for another one."""

    count: int
    piece: SeenPiece
    measured: Measured | None = None


class FrameTable:
    """A reader of the pictures of a frame, which must be empty in the first one.

    `edges_by`: what the edges of its sides and base show, as the game says. A picture in another size is made as large
    as that of the empty frame.
    """

    def __init__(self, frame: Frame, files: FrameFiles) -> None:
        self.edges_by = SHAPE
        self.frame = frame
        self._files = files
        self._reader: FrameReader | None = None
        self._empty: Picture | None = None
        self._number = 0  # of the picture of the empty frame
        self._last: _Last | None = None

    def set_field(self, corners: Points, width: int) -> None:
        """Nothing: the frame is found by what is printed on it."""

    def forget_board(self) -> None:
        """Nothing, as before."""

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture (height × width × 3, BGR) shows."""
        del check_board
        if self._reader is None or self._empty is None:
            return self._begun(picture)
        seen = self._reader.read(_as_large_as(self._empty, picture))
        kinds = [warned.kind for warned in seen.warnings]
        if _IN_THE_WAY in kinds:
            at = next(warned.at for warned in seen.warnings if warned.kind == _IN_THE_WAY)
            return DropReading(None, (), {}, (PictureWarning("hand", at),), laid="frame")
        if any(kind in kinds for kind in _UNREAD):
            return DropReading(None, (), {}, tuple(seen.warnings), laid="frame")
        self._look_at_last(seen.pieces)
        measured, view = None if self._last is None else self._last.measured, self._reader.view
        moving = {place_of(len(seen.pieces)): 0} if seen.pieces and measured is None else {}
        return reading_of(self.frame, view, seen.pieces, seen.warnings, measured, moving)

    def _begun(self, picture: Picture) -> Reading:
        """The reading of the empty frame, if that is what a picture shows."""
        view = empty_view(self.frame, picture)
        if isinstance(view, PictureWarning):
            return DropReading(None, (), {}, (view,), laid="frame")
        self._reader, self._empty = FrameReader(view, picture), picture
        self._number = self._files.keep_empty(picture)
        return reading_of(self.frame, view, ())

    def _look_at_last(self, pieces: tuple[SeenPiece, ...]) -> None:
        """Measure the piece that came last, once two looks in a row see it at one place."""
        before, self._last = self._last, _Last(len(pieces), pieces[-1]) if pieces else None
        if before is None or self._last is None or not _same(before, self._last):
            return
        measured = before.measured or measure(self.frame, pieces, self.edges_by)
        self._last = _Last(len(pieces), pieces[-1], measured)

    @property
    def seen(self) -> FrameSeen:
        """The frame with what lay in it in the last picture that could be read."""
        pieces = () if self._reader is None else self._reader.pieces
        return FrameSeen(self.frame, tuple(Lying(piece.name, outline_of(piece)) for piece in pieces))

    def memory(self) -> object:
        """Where the pieces lie (mm, radians), and the number of the picture of the empty frame."""
        pieces = () if self._reader is None else self._reader.pieces
        return None if self._reader is None else {"empty": self._number, "pieces": [one.to_json() for one in pieces]}

    def remember(self, memory: object) -> None:
        """Continue from what `memory` gave, where the picture of the empty frame is kept still."""
        if not isinstance(memory, dict):
            raise TypeError("no memory of a frame")
        number, pieces = int(memory["empty"]), tuple(SeenPiece.from_json(kept) for kept in memory["pieces"])
        empty = self._files.empty(number)
        view = None if empty is None else view_of(self.frame, empty)
        if empty is not None and view is not None:
            self._reader, self._empty, self._number = FrameReader(view, empty, pieces), empty, number


def _same(one: _Last, other: _Last) -> bool:
    """Whether two looks see one piece that rests."""
    apart = np.hypot(*np.subtract(one.piece.placed.middle, other.piece.placed.middle))
    return one.count == other.count and one.piece.name == other.piece.name and bool(apart < _RESTS)


def _as_large_as(empty: Picture, picture: Picture) -> Picture:
    high, wide = empty.shape[:2]
    if picture.shape == empty.shape:
        return picture
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

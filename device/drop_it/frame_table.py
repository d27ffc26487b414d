"""Reads pictures of one frame at a table: what lies in it, and how the piece that came last has landed."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from device.drop_it.drop_reading import (
    DropReading,
    Landing,
    field_of,
    measure,
    outline_of,
    place_of,
    reading_of,
)
from device.drop_it.frame_contents import FrameContents, LyingPiece
from device.drop_it.frame_files import FrameFiles
from engines.contract import BadRecord
from engines.drop_it.frame import Frame
from engines.drop_it.measuring import Measured, is_held, is_supported
from engines.drop_it.moves import SHAPE, Drop
from engines.drop_it.notation import move_from_text, move_to_text
from vision.frame.empty_frame import empty_view
from vision.frame.reader import FrameReader, FrameReading, view_of
from vision.frame.rectified_frame import FramePiece
from vision.reading import Picture, PictureWarning, Reading

_RESTS = 0.3  # mm: two looks at a piece that lies still differ by less
# Where these stand, nothing was read; the first may be gone in a moment.
_IN_THE_WAY, _UNREAD = "before_frame", ("unclear", "frame_moved", "blurred")


@dataclass(frozen=True)
class FrameArrangement:
    """Pieces lie in an upright frame, whose measures a file has."""


class FrameTable:
    """A reader of the pictures of a frame, which must be empty in the first one.

    `edges_by`: what the edges of its sides and base show, as the game says. A picture in another size is made as large
    as that of the empty frame.
    """

    def __init__(self, frame: Frame, files: FrameFiles, edges_by: str = SHAPE) -> None:
        self.frame = frame
        self.contents = FrameContents(frame, ())  # with what lay in it in the last picture that was accepted
        self._edges_by = edges_by
        self._files = files
        self._reader: FrameReader | None = None
        self._empty: Picture | None = None
        self._number = 0  # of the picture of the empty frame
        self._changed: FrameReading | None = None  # what the last reading says, and none has confirmed yet
        self._landings: list[Landing] = []  # of each piece
        self._measured: Measured | None = None  # of the last piece

    def read(self, picture: Picture) -> Reading:
        """What the picture (height × width × 3, BGR) shows."""
        if self._reader is None or self._empty is None:
            return self._begun(picture)
        reading = self._reader.read(_as_large_as(self._empty, picture))
        kinds = [warned.kind for warned in reading.warnings]
        if _IN_THE_WAY in kinds:
            return self._waiting(next(warned.at for warned in reading.warnings if warned.kind == _IN_THE_WAY))
        if any(kind in kinds for kind in _UNREAD):
            return DropReading(None, (), {}, tuple(reading.warnings), laid="frame")
        if (held := self._held(reading)) is not None:
            return self._waiting(self._reader.view.pixel_of(held.placed.middle, self._reader.view.front))
        self._settle(reading)
        view, pieces = self._reader.view, self._reader.pieces
        changing = {place_of(len(pieces) + 1): 0} if self._changed else {}
        measured = None if self._changed else self._measured
        return reading_of(self.frame, view, pieces, self._landings, reading.warnings, measured, changing)

    def _waiting(self, at: tuple[int, int] | None) -> Reading:
        """The reading of a picture with a hand before the frame, or with something that still moves."""
        field = None if self._reader is None else field_of(self._reader.view)
        return DropReading(field, (), {}, (PictureWarning("hand", at),), laid="frame")

    def _begun(self, picture: Picture) -> Reading:
        """The reading of the empty frame, if that is what a picture shows."""
        view = empty_view(self.frame, picture)
        if isinstance(view, PictureWarning):
            return DropReading(None, (), {}, (view,), laid="frame")
        self._reader, self._empty = FrameReader(view, picture), picture
        self._number = self._files.keep_empty(picture)
        return reading_of(self.frame, view, (), ())

    def _held(self, reading: FrameReading) -> FramePiece | None:
        """The first of the new pieces that does not rest yet, if one does not."""
        for new in reading.new:
            others = [outline_of(one) for one in reading.pieces if one is not new]
            if is_held(self.frame, outline_of(new), others):
                return new
        return None

    def _settle(self, reading: FrameReading) -> None:
        """Take a reading for true: at once where nothing has come or gone, else when the one before says the same.

        What falls may look like another piece, and what a hand hides is not gone.
        """
        before, self._changed = self._changed, reading if reading.is_changed else None
        if self._reader is None or (reading.is_changed and not (before and _agree(before, reading))):
            return
        self._changed = None
        self._reader.accept()
        self._note_contents()
        if not reading.is_changed:
            return
        self._landings = [one for at, one in enumerate(self._landings) if at not in reading.gone]
        self._measured = None
        for at in range(len(self._landings), len(reading.pieces)):
            self._measured = measure(self.frame, reading.pieces, self._edges_by, at)
            self._landings.append(self._landing(reading, at, self._measured))

    def _landing(self, reading: FrameReading, at: int, measured: Measured) -> Landing:
        """How a new piece may have landed: where that may have been another one of its name, as that one lies, too."""
        piece = reading.pieces[at]
        if all(warned.kind != "twins" for warned in reading.warnings):
            others = [outline_of(one) for one in reading.pieces if one is not piece]
            is_seen = piece.is_well_seen and is_supported(self.frame, outline_of(piece), others)
            return Landing(measured.may_be, len(reading.new) == 1 and is_seen)
        twins = [number for number, one in enumerate(reading.pieces) if one.name == piece.name]
        each = [measure(self.frame, reading.pieces, self._edges_by, number).may_be for number in (at, *twins)]
        return Landing(tuple(dict.fromkeys(drop for drops in each for drop in drops)), is_clear=False)

    def _note_contents(self) -> None:
        """Note where the pieces lie, which the table shows after every event."""
        pieces = () if self._reader is None else self._reader.pieces
        self.contents = FrameContents(self.frame, tuple(LyingPiece(piece.name, outline_of(piece)) for piece in pieces))

    def memory(self) -> object:
        """Where the pieces lie (mm, radians) and how they landed, and the number of the picture of the empty frame."""
        if self._reader is None:
            return None
        pieces = [one.to_json() for one in self._reader.pieces]
        return {
            "empty": self._number,
            "pieces": pieces,
            "landings": [[one.is_clear, *map(move_to_text, one.drops)] for one in self._landings],
        }

    def remember(self, memory: object) -> None:
        """Continue from what `memory` gave, where the picture of the empty frame is kept still."""
        if not isinstance(memory, dict):
            raise TypeError("no memory of a frame")
        number, pieces = int(memory["empty"]), tuple(FramePiece.from_json(kept) for kept in memory["pieces"])
        landings = [_landing_from_lines(lines, bool(is_clear)) for is_clear, *lines in memory["landings"]]
        if len(landings) != len(pieces):
            raise ValueError("not a landing for each piece")
        empty = self._files.empty(number)
        view = None if empty is None else view_of(self.frame, empty)
        if empty is not None and view is not None:
            self._reader, self._empty, self._number = FrameReader(view, empty, pieces), empty, number
            self._landings = landings
            self._note_contents()


def _landing_from_lines(lines: Sequence[object], is_clear: bool) -> Landing:
    """A landing from lines of a record; raises `ValueError` for others."""
    try:
        moves = [move_from_text(str(line)) for line in lines]
    except BadRecord as error:
        raise ValueError("no landing") from error
    return Landing(tuple(move for move in moves if isinstance(move, Drop)), is_clear)


def _agree(one: FrameReading, other: FrameReading) -> bool:
    """Whether two readings say the same of what has come and gone, and what has come rests."""
    apart = [np.hypot(*np.subtract(a.placed.middle, b.placed.middle)) for a, b in zip(one.new, other.new, strict=False)]
    names = [[piece.name for piece in reading.new] for reading in (one, other)]
    return one.gone == other.gone and names[0] == names[1] and all(far < _RESTS for far in apart)


def _as_large_as(empty: Picture, picture: Picture) -> Picture:
    high, wide = empty.shape[:2]
    if picture.shape == empty.shape:
        return picture
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

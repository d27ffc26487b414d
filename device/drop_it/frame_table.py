"""Reads pictures of one frame at a table: the pieces in it, and how the last one has landed."""

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

_MAX_REST_SHIFT = 0.3  # mm: maximum shift of a resting piece between two readings
# With these warnings nothing was read; the first may be gone in a moment.
_IN_THE_WAY, _UNREAD = "before_frame", ("unclear", "frame_moved", "blurred")


@dataclass(frozen=True)
class FrameArrangement:
    """Pieces in an upright frame, whose measures are kept in a file."""


class FrameTable:
    """A reader of the pictures of a frame, which must be empty in the first one.

    `edges_by`: what the edges of its sides and base show in this game. Pictures in another size are scaled to that of
    the empty frame.
    """

    def __init__(self, frame: Frame, files: FrameFiles, edges_by: str = SHAPE) -> None:
        self.frame = frame
        self.contents = FrameContents(frame, ())  # with the pieces of the last accepted picture
        self._edges_by = edges_by
        self._files = files
        self._reader: FrameReader | None = None
        self._empty: Picture | None = None
        self._number = 0  # number of the picture of the empty frame
        self._changed: FrameReading | None = None  # change shown by the last reading, unconfirmed so far
        self._landings: list[Landing] = []  # of each piece
        self._measured: Measured | None = None  # of the last piece

    def read(self, picture: Picture) -> Reading:
        """The reading of a picture (height × width × 3, BGR)."""
        if self._reader is None or self._empty is None:
            return self._read_first(picture)
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
        """The reading of a picture with a hand before the frame, or with a moving piece."""
        field = None if self._reader is None else field_of(self._reader.view)
        return DropReading(field, (), {}, (PictureWarning("hand", at),), laid="frame")

    def _read_first(self, picture: Picture) -> Reading:
        """The reading of the first picture, which must show the empty frame."""
        view = empty_view(self.frame, picture)
        if isinstance(view, PictureWarning):
            return DropReading(None, (), {}, (view,), laid="frame")
        self._reader, self._empty = FrameReader(view, picture), picture
        self._number = self._files.keep_empty(self.frame, picture)
        return reading_of(self.frame, view, (), ())

    def _held(self, reading: FrameReading) -> FramePiece | None:
        """The first new piece that does not rest yet, if any."""
        for new in reading.new:
            others = [outline_of(one) for one in reading.pieces if one is not new]
            if is_held(self.frame, outline_of(new), others):
                return new
        return None

    def _settle(self, reading: FrameReading) -> None:
        """Accept a reading: at once if nothing has come or gone, otherwise when the previous one agrees.

        A falling piece may look like another, and what a hand hides is not gone.
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
        """How a new piece may have landed; where one of several with its name may be the new one, how each may have."""
        piece = reading.pieces[at]
        if all(warned.kind != "twins" for warned in reading.warnings):
            others = [outline_of(one) for one in reading.pieces if one is not piece]
            is_observed = piece.is_well_seen and is_supported(self.frame, outline_of(piece), others)
            return Landing(measured.possible_drops, len(reading.new) == 1 and is_observed)
        twins = [number for number, one in enumerate(reading.pieces) if one.name == piece.name]
        each = [measure(self.frame, reading.pieces, self._edges_by, number).possible_drops for number in (at, *twins)]
        return Landing(tuple(dict.fromkeys(drop for drops in each for drop in drops)), is_clear=False)

    def _note_contents(self) -> None:
        """Note where the pieces lie, as published after every event."""
        pieces = () if self._reader is None else self._reader.pieces
        self.contents = FrameContents(self.frame, tuple(LyingPiece(piece.name, outline_of(piece)) for piece in pieces))

    def memory(self) -> object:
        """The pieces (mm, radians), their landings, and the number of the picture of the empty frame, as JSON."""
        if self._reader is None:
            return None
        pieces = [one.to_json() for one in self._reader.pieces]
        return {
            "empty": self._number,
            "pieces": pieces,
            "landings": [[one.is_clear, *map(move_to_text, one.drops)] for one in self._landings],
        }

    def remember(self, memory: object) -> None:
        """Continue from what `memory` gave, if the picture of the empty frame is still kept."""
        if not isinstance(memory, dict):
            raise TypeError("no memory of a frame")
        number, pieces = int(memory["empty"]), tuple(FramePiece.from_json(kept) for kept in memory["pieces"])
        landings = [_landing_from_lines(lines, bool(is_clear)) for is_clear, *lines in memory["landings"]]
        if len(landings) != len(pieces):
            raise ValueError("not a landing for each piece")
        empty = self._files.empty(self.frame, number)
        view = None if empty is None else view_of(self.frame, empty)
        if empty is not None and view is not None:
            self._reader, self._empty, self._number = FrameReader(view, empty, pieces), empty, number
            self._landings = landings
            self._note_contents()


def _landing_from_lines(lines: Sequence[object], is_clear: bool) -> Landing:
    """Parse a landing from lines of a record; raises `ValueError`."""
    try:
        moves = [move_from_text(str(line)) for line in lines]
    except BadRecord as error:
        raise ValueError("no landing") from error
    return Landing(tuple(move for move in moves if isinstance(move, Drop)), is_clear)


def _agree(one: FrameReading, other: FrameReading) -> bool:
    """Whether two readings agree on what has come and gone, and new pieces rest."""
    distances = [
        np.hypot(*np.subtract(a.placed.middle, b.placed.middle)) for a, b in zip(one.new, other.new, strict=False)
    ]
    names = [[piece.name for piece in reading.new] for reading in (one, other)]
    return one.gone == other.gone and names[0] == names[1] and all(distance < _MAX_REST_SHIFT for distance in distances)


def _as_large_as(empty: Picture, picture: Picture) -> Picture:
    high, wide = empty.shape[:2]
    if picture.shape == empty.shape:
        return picture
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

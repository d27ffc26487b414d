"""Reads the photographs of one stretch of drops: which piece is new, and where each one lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.frame.background import Background
from vision.frame.camera import FrameCamera
from vision.frame.colours import evened
from vision.frame.lenses import Lenses
from vision.frame.new_pieces import Explanation, explained
from vision.frame.piece_search import nearby
from vision.frame.pose import camera_before
from vision.frame.rectified_frame import FramePiece, RectifiedFrame
from vision.frame.sizes import Sizes
from vision.frame.tracking import FrameTracker
from vision.frame.view import Flat, FrameView, wider
from vision.reading import Picture, PictureWarning

if TYPE_CHECKING:
    from engines.drop_it.frame import Frame

# mm² that differ from the empty frame and are no piece; more is a hand, or something behind a clear frame
_MAX_FOREIGN_AREA = 400
_MIN_PIECE_RATING = 0.8  # how well a shape must explain a patch that could be a piece that is half hidden
_MIN_LENS_SHIFT = 0.15  # mm in the plane of the fronts, by which another lens must shift the outline
_MAX_STAYED_MOVE, _MAX_LIFT = 3.0, 5.0  # mm that a certain piece has moved, and has come higher, at most
_PATCH_MARGIN = 13  # px: the sides and shadows of a patch
_MIN_CHANGE = 16.0  # of 255: what differs more between two photographs has changed
_MIN_CHANGED_SHARE = 0.012  # of a piece's silhouette must have changed where it may have moved
_MIN_RATING = 1.2  # of a piece that is the same: another one may lie where it lay, and what is lost is found anew
_MIN_COVERED = 0.88  # of a front must have its colour


@dataclass(frozen=True)
class FrameReading:
    """What one photograph shows: the pieces in the order in which they came, and those among them that are new.

    `gone`: which of the pieces before, by their number from 0, are visible no more. Where something stands in the way
    nothing is read. Of a new piece it is known how it landed only where it is the only one and nothing is warned of.
    """

    pieces: tuple[FramePiece, ...] = ()
    new: tuple[FramePiece, ...] = ()
    warnings: tuple[PictureWarning, ...] = ()
    gone: tuple[int, ...] = ()

    @property
    def landed(self) -> FramePiece | None:
        """The new piece of which it is known how it landed, if there is one."""
        return self.new[0] if len(self.new) == 1 and not self.warnings else None

    @property
    def is_changed(self) -> bool:
        """Whether pieces have come or gone."""
        return bool(self.new or self.gone)


def view_of(frame: "Frame", empty: Picture) -> FrameView | None:
    """The frame as the camera of a picture of it sees it, without pieces; None where it is not found in it."""
    camera = camera_before(empty, frame)
    return None if camera is None else FrameView(camera, frame)


class FrameReader:
    """Reads photographs in their order, one after each drop, wherever frame and camera have been moved.

    Each is compared with the last one that was accepted. `pieces`: those that lay in the frame then; for a reader that
    goes on after a break those that lay there before.
    """

    def __init__(self, view: FrameView, empty: Picture, pieces: Sequence[FramePiece] = ()) -> None:
        self.view, self.pieces, self._empty = view, tuple(pieces), empty
        self._lenses = Lenses(view, empty)
        self._camera = view.camera  # of the picture of the empty frame, as far as its lens is known by now
        self._tracker, self._background = FrameTracker(view, empty), Background(view, empty)
        self._before: tuple[Picture, Flat] | None = None if pieces else (empty, self._background.flat)
        self._last: tuple[FrameReading, tuple[Picture, Flat]] | None = None
        self._sizes = Sizes(piece.placed for piece in pieces)

    def accept(self) -> None:
        """What the last reading says is so: the next ones are compared with it."""
        if self._last is not None:
            reading, self._before = self._last
            self.pieces = reading.pieces
            self._sizes.add([piece.placed for piece in reading.new])
            self._last = None

    def read(self, picture: Picture) -> FrameReading:
        """What is new since the photograph that was accepted last."""
        reading = self._read(picture)
        if reading.pieces and (lens := self._better_lens(reading.pieces)):
            reading = self._seen_through(lens, reading)
        return reading

    def _better_lens(self, pieces: Sequence[FramePiece]) -> FrameCamera | None:
        """The camera of the empty frame with the lens that what rests at sides and base shows, if it is another."""
        old, front, outline = self._camera, self.view.front, self.view.outline
        new = self._lenses.camera(self._lenses.lens([old.project(one.placed.outline, front) for one in pieces]))
        off = np.hypot(*(new.on_plane(old.project(outline, front), front) - outline).T).max()
        return new if off >= _MIN_LENS_SHIFT else None

    def _seen_through(self, new: FrameCamera, reading: FrameReading) -> FrameReading:
        """A reading as another camera of the empty frame says it, which is used from now on."""
        old, front = self._camera, self.view.front
        self.pieces = tuple(_seen_by(new, old, piece, front) for piece in self.pieces)
        self._sizes = Sizes(piece.placed for piece in self.pieces)
        self._camera, self.view = new, FrameView(new, self.view.frame)
        self._tracker.seen_from(self.view)
        self._background = Background(self.view, self._empty)
        if self._before is not None:
            self._before = self._flattened(self._before[0])
        pieces = tuple(_seen_by(new, old, piece, front) for piece in reading.pieces)
        reading = replace(reading, pieces=pieces, new=pieces[len(pieces) - len(reading.new) :])
        if self._last is not None:
            self._last = reading, self._flattened(self._last[1][0])
        return reading

    def _flattened(self, picture: Picture) -> tuple[Picture, Flat]:
        """A picture, and the same one rectified, with the colours of the empty frame."""
        return picture, evened(self.view.rectified(picture), self._background.flat)

    def _read(self, picture: Picture) -> FrameReading:
        self._last = None
        camera = self._tracker.camera_of(picture)
        if isinstance(camera, PictureWarning):
            return FrameReading(warnings=(camera,))
        if camera is not self.view.camera:
            self.view, self._before = FrameView(camera, self.view.frame), None
            self._background.seen_from(self.view)
        frame = RectifiedFrame.of(picture, self.view, self._background.flat, self._background.known)
        known = followed(frame, self._before and self._before[1], self.pieces, self._sizes)
        there = [piece for piece in known if piece]
        missing = [piece for number, piece in enumerate(self.pieces) if known[number] is None]
        found = explained(frame, there, missing, self._sizes)
        if trouble := self._find_obstruction(frame, [*there, *found.pieces], found):
            return FrameReading(warnings=(trouble,))
        return self._record(frame, known, list(found.pieces))

    def _find_obstruction(
        self, frame: RectifiedFrame, pieces: Sequence[FramePiece], found: Explanation
    ) -> PictureWarning | None:
        """What hides the frame, or is no piece; what has stayed there becomes background instead."""
        if (held := next((piece for piece in found.pieces if frame.held(piece, pieces)), None)) is not None:
            return self._warning("before_frame", held.placed.middle)
        foreign = frame.foreign(pieces)
        unclear = found.unclear
        beside = foreign if unclear is None else foreign & ~wider(unclear.pixels, _PATCH_MARGIN)
        if unclear is None and beside.sum() <= _MAX_FOREIGN_AREA:
            self._background.nothing_foreign()
            return None
        may_be_a_piece = unclear is not None and found.rating > _MIN_PIECE_RATING
        if not may_be_a_piece and self._background.has_stayed(frame.now, foreign):
            return None
        if beside.sum() > _MAX_FOREIGN_AREA or unclear is None:
            return self._warning("before_frame", self.view.grid[beside.ravel()].mean(axis=0))
        return self._warning("unclear", unclear.middle)

    def _record(self, frame: RectifiedFrame, known: list[FramePiece | None], new: list[FramePiece]) -> FrameReading:
        """The reading of a picture in which nothing is in the way."""
        for number, piece in enumerate(self.pieces):
            if known[number] is None:
                known[number] = again = same_again(piece, new)
                new = [one for one in new if one is not again]
        gone = tuple(number for number, piece in enumerate(known) if piece is None)
        # Pieces that were missed or taken out are followed from now on as they lie, but nobody knows how they landed.
        warnings = [self._warning("taken_out", self.pieces[number].placed.middle) for number in gone[:1]]
        if len(new) > 1:
            warnings.append(self._warning("two_pieces", new[1].placed.middle))
        elif new and any(_may_be(now, before, new[0]) for now, before in zip(known, self.pieces, strict=True)):
            warnings.append(self._warning("twins", new[0].placed.middle))
        elif new and new[0].is_hardly_seen:
            warnings.append(self._warning("hardly_seen", new[0].placed.middle))
        pieces = (*(piece for piece in known if piece), *new)
        reading = FrameReading(pieces, tuple(new), tuple(warnings), gone)
        self._last = reading, (frame.picture, frame.now)
        return reading

    def _warning(self, kind: str, at: Sequence[float]) -> PictureWarning:
        return PictureWarning(kind, self.view.pixel_of(at, self.view.front))


def _seen_by(camera: FrameCamera, old: FrameCamera, piece: FramePiece, front: float) -> FramePiece:
    """A piece that `old` saw, in the same place of the picture, where another camera sees it."""
    placed = piece.placed
    middle = np.array([placed.middle])
    beside = middle + placed.size * np.array([np.cos(placed.angle), np.sin(placed.angle)])
    (x, y), (x1, y1) = (camera.on_plane(old.project(one, front), front)[0] for one in (middle, beside))
    angle, size = float(np.arctan2(y1 - y, x1 - x)), float(np.hypot(x1 - x, y1 - y))
    return replace(piece, placed=replace(placed, x=float(x), y=float(y), angle=angle, size=size))


def _may_be(now: FramePiece | None, before: FramePiece, new: FramePiece) -> bool:
    """Whether a piece that has moved may be the new one of its name as well.

    Pieces are pushed, not lifted: the other may be the new one only if the new one had to be lifted far, and farther.
    """
    if now is None or now.name != new.name:
        return False
    moved = float(np.hypot(*np.subtract(now.placed.middle, before.placed.middle)))
    return moved > _MAX_STAYED_MOVE and new.placed.y < max(before.placed.y + _MAX_LIFT, now.placed.y)


def followed(
    frame: RectifiedFrame, before: Flat | None, pieces: Sequence[FramePiece], sizes: Sizes
) -> list[FramePiece | None]:
    """Each piece where it lies now; None where it is no longer visible near its earlier place.

    `before`: the photograph before, rectified in the same view. What has not changed has not moved; where there is none
    every piece may have.
    """
    shape = frame.now.shape[:2]
    moved = np.ones(shape, bool) if before is None else np.abs(frame.now - before).max(axis=2) > _MIN_CHANGE
    found: dict[int, FramePiece] = {}
    for number, piece in enumerate(pieces):
        if moved[frame.view.mask([frame.view.silhouette(piece.placed.outline)])].mean() < _MIN_CHANGED_SHARE:
            found[number] = piece
    for number, piece in enumerate(pieces):
        if number not in found:
            others = [found.get(other, one) for other, one in enumerate(pieces) if other != number]
            if again := _found_nearby(frame, piece, others, sizes):
                found[number] = again
    return [found.get(number) for number in range(len(pieces))]


def _found_nearby(
    frame: RectifiedFrame, piece: FramePiece, others: Sequence[FramePiece], sizes: Sizes
) -> FramePiece | None:
    # Others of another colour may yet prove to be wrong: they hide nothing.
    values = frame.values(piece.colour, [one for one in others if one.colour == piece.colour])
    values = frame.fronts(values, frame.view.mask([piece.placed.outline]))
    start = nearby(frame.view, values, piece.placed)
    again = frame.fitted(piece.colour, start, sizes.known(piece.placed.shape))
    return again if frame.covered(again) > _MIN_COVERED and frame.rated(values, again) > _MIN_RATING else None


def same_again(gone: FramePiece, new: Sequence[FramePiece]) -> FramePiece | None:
    """The one of the new pieces that is one that was lost near its place: of its name, the nearest."""
    alike = [piece for piece in new if piece.name == gone.name]
    return min(alike, key=lambda one: np.hypot(*np.subtract(one.placed.middle, gone.placed.middle)), default=None)

"""Reads the photographs of one stretch of drops: which piece is new, and where each one lies."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.drop_it.colours import COLOURS, balanced
from vision.drop_it.following import followed, same_again
from vision.drop_it.frame_pose import camera_before
from vision.drop_it.frame_view import FRONT, FrameView
from vision.drop_it.look import EXPLAINED, ON_EDGES, Look, SeenPiece
from vision.drop_it.outline_fit import fitted
from vision.drop_it.piece_search import Patch, best_of_each
from vision.drop_it.print_finder import discs_of
from vision.drop_it.shapes import SHAPES, Placed
from vision.drop_it.sizes import Sizes
from vision.drop_it.steadiness import Steadiness
from vision.reading import Picture, PictureWarning

if TYPE_CHECKING:
    from engines.drop_it.frame import Frame

_PART = 0.3  # of the smallest piece: a smaller patch is the rim of one
_SMALLEST = 2.0  # area of the smallest piece of size 1
_WORTH_FITTING = 0.15  # how much worse than the best a shape may look before it is fitted
_CLEARLY = 0.06  # how much better than another one a shape must explain its patch
_OVERLAP = 1.2  # of their size: two pieces whose middles are nearer cannot both be there
_FOREIGN = 400  # mm² that differ from the empty frame and are no piece: a hand, or something behind a clear frame


@dataclass(frozen=True)
class FrameReading:
    """What one photograph shows: the pieces in the order in which they came, and the new one among them, if any.

    Where something stands in the way nothing is read, and the next photograph is compared with the one before.
    """

    pieces: tuple[SeenPiece, ...] = ()
    new: SeenPiece | None = None
    warnings: tuple[PictureWarning, ...] = field(default=())


def view_of(frame: "Frame", empty: Picture) -> FrameView | None:
    """The frame as the camera of a picture of it sees it, without pieces; None where it is not found in it."""
    circles = discs_of([(circle.centre, circle.radius) for circle in frame.circles])
    camera = camera_before(empty, circles, [(line.left, line.right) for line in frame.lines], frame.outline)
    return None if camera is None else FrameView(camera, frame.outline)


class FrameReader:
    """Reads photographs in their order, one after each drop, all from one fixed camera."""

    def __init__(self, view: FrameView, empty: Picture, pieces: Sequence[SeenPiece] = ()) -> None:
        self.view = view
        self._empty = self._before = balanced(view.rectified(empty), empty)
        self._steadiness = Steadiness(view, empty)
        self._pieces: tuple[SeenPiece, ...] = tuple(pieces)
        self._sizes = Sizes()
        self._sizes.add([piece.placed for piece in pieces])

    def read(self, picture: Picture) -> FrameReading:
        """What is new since the photograph before."""
        if trouble := self._steadiness.trouble(picture):
            return FrameReading(warnings=(trouble,))
        look = Look.at(picture, self.view, self._empty)
        known = followed(look, self._before, self._pieces, self._sizes)
        there = [piece for piece in known if piece]
        new, unclear = self._new_ones(look, there)
        foreign = look.foreign([*there, *new])
        if len(foreign) > _FOREIGN:
            return FrameReading(warnings=(self._warning("before_frame", foreign.mean(axis=0)),))
        if unclear:
            return FrameReading(warnings=(self._warning("unclear", unclear.middle),))
        gone: list[SeenPiece] = []
        for number, piece in enumerate(self._pieces):
            if known[number] is None:
                known[number] = again = same_again(piece, new)
                if again is None:
                    gone.append(piece)
                new = [one for one in new if one is not again]
        self._sizes.add([piece.placed for piece in new])
        self._before, self._pieces = look.now, (*(piece for piece in known if piece), *new)
        # Pieces that were missed or taken out are followed from now on as they lie, but nobody knows how they landed.
        if gone:
            return FrameReading(self._pieces, None, (self._warning("taken_out", gone[0].placed.middle),))
        if len(new) > 1:
            return FrameReading(self._pieces, None, (self._warning("two_pieces", new[1].placed.middle),))
        return FrameReading(self._pieces, new[0] if new else None)

    @property
    def pieces(self) -> tuple[SeenPiece, ...]:
        """What lies in the frame, in the order in which it came."""
        return self._pieces

    @property
    def _least(self) -> float:
        """The smallest patch that may be a piece, in mm²."""
        return float(_PART * _SMALLEST * np.exp(2 * self._sizes.known("triangle")[0]))

    def _new_ones(self, look: Look, known: Sequence[SeenPiece]) -> tuple[list[SeenPiece], Patch | None]:
        """Pieces that are not known yet, and a patch that no piece explains, if there is one."""
        new: list[SeenPiece] = []
        while patch := self._largest_patch(look, [*known, *new]):
            piece = self._identified(look, patch)
            if piece is None:
                return new, patch
            new.append(piece)
        return new, None

    def _largest_patch(self, look: Look, known: Sequence[SeenPiece]) -> Patch | None:
        found = [patch for colour in COLOURS for patch in look.patches(colour, known, self._least)]
        return max(found, key=lambda patch: patch.area, default=None)

    def _identified(self, look: Look, patch: Patch) -> SeenPiece | None:
        """The piece that explains a patch; None where no shape does, or not one alone."""
        found = best_of_each(self.view, patch, {shape: self._sizes.known(shape) for shape in SHAPES})
        fits = [
            fitted(look.picture, self.view, start, self._sizes.known(start.shape))
            for value, start in found
            if value > found[0][0] - _WORTH_FITTING
        ]
        ranked = sorted(((look.explained(patch.value, fit.placed), fit) for fit in fits), key=lambda one: -one[0])
        (value, fit), others = ranked[0], ranked[1:]
        # Another shape that fits elsewhere in the patch is no alternative: two pieces of a colour may touch.
        doubt = [one for other, one in others if other > value - _CLEARLY and _overlap(one.placed, fit.placed)]
        if value < EXPLAINED or fit.share < ON_EDGES or doubt:
            return None
        return SeenPiece(patch.colour, fit.placed, fit.share)

    def _warning(self, kind: str, at: Sequence[float]) -> PictureWarning:
        x, y = self.view.camera.project(np.array([at], np.float64), FRONT)[0]
        return PictureWarning(kind, (round(float(x)), round(float(y))))


def _overlap(one: Placed, other: Placed) -> bool:
    return bool(np.hypot(*np.subtract(one.middle, other.middle)) < _OVERLAP * one.size)

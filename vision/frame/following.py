"""Known pieces where they lie in the next photograph."""

from collections.abc import Sequence

import numpy as np

from vision.frame.piece_search import nearby
from vision.frame.rectified_frame import FramePiece, RectifiedFrame
from vision.frame.sizes import Sizes
from vision.frame.view import Flat

_DIFFERS = 16.0  # of 255: what differs more between two photographs has changed
_TOUCHED = 0.012  # of a piece's silhouette must have changed where it may have moved
_SURE = 1.2  # as surely must it be the same piece: another one may lie where it lay, and what is lost is found anew
_COVERS = 0.88  # of a front must have its colour


def followed(
    frame: RectifiedFrame, before: Flat | None, pieces: Sequence[FramePiece], sizes: Sizes
) -> list[FramePiece | None]:
    """Each piece where it lies now; None where it is not seen near its place before any more.

    `before`: the photograph before, rectified in the same view. What has not changed has not moved; where there is none
    every piece may have.
    """
    shape = frame.now.shape[:2]
    moved = np.ones(shape, bool) if before is None else np.abs(frame.now - before).max(axis=2) > _DIFFERS
    found: dict[int, FramePiece] = {}
    for number, piece in enumerate(pieces):
        if moved[frame.view.mask([frame.view.silhouette(piece.placed.outline)])].mean() < _TOUCHED:
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
    return again if frame.covered(again) > _COVERS and frame.rated(values, again) > _SURE else None


def same_again(gone: FramePiece, new: Sequence[FramePiece]) -> FramePiece | None:
    """The one of the new pieces that is one that was lost near its place: of its name, the nearest."""
    alike = [piece for piece in new if piece.name == gone.name]
    return min(alike, key=lambda one: np.hypot(*np.subtract(one.placed.middle, gone.placed.middle)), default=None)

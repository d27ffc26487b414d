"""Checks the reading of fused exposures of a still table against that of the picture before."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.vocabulary import BLANK, UNSURE
from vision.faces.recognition import CLEAR
from vision.reading import DetectedPiece, Reading

_MAX_OFFSET = 0.5  # of a tile's shorter side, between the middles of one tile in two pictures


def confirmed(closer: Reading, before: Reading | None) -> Reading:
    """The reading of fused exposures; a face that the reading `before` has not named counts only if it is clear.

    Otherwise its place is left open: where a lamp hides most of a print, what a short exposure shows of it may look
    like another face, or be so faint that it looks like the white spare tile.
    """
    known = () if before is None else before.pieces
    pieces = tuple(_if_clear_or_known(piece, known) for piece in closer.pieces)
    changed = (now.place for was, now in zip(closer.pieces, pieces, strict=True) if now.face != was.face)
    open_places = {place for place in changed if place is not None}
    places = {place: shares for place, shares in closer.places.items() if place not in open_places}
    return replace(closer, pieces=pieces, places=places, facts=closer.facts.without(open_places))


def _if_clear_or_known(piece: DetectedPiece, known: Sequence[DetectedPiece]) -> DetectedPiece:
    is_clear = piece.face != BLANK and piece.probabilities.get(piece.face, 0.0) >= CLEAR
    if piece.face == UNSURE or is_clear or any(_is_same(piece, other) for other in known):
        return piece
    return replace(piece, face=UNSURE)


def _is_same(piece: DetectedPiece, other: DetectedPiece) -> bool:
    corners = np.array(piece.corners)
    side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
    return piece.face == other.face and float(np.hypot(*np.subtract(piece.xy, other.xy))) <= _MAX_OFFSET * side

"""Known pieces where they lie in the next photograph."""

from collections.abc import Sequence

import numpy as np

from vision.drop_it.frame_view import Flat
from vision.drop_it.look import Look, SeenPiece
from vision.drop_it.outline_fit import fitted
from vision.drop_it.piece_search import Values, best_of_each, nearby
from vision.drop_it.shapes import Placed
from vision.drop_it.sizes import Sizes

_DIFFERS = 16.0  # of 255: what differs more between two photographs has changed
_TOUCHED = 0.012  # of a piece's silhouette must have changed where it may have moved
_COVERS = 0.88  # of a front must have its colour
_EXPLAINED = 0.8  # how well a piece must explain where its colour is
_ON_EDGES = 0.4  # of an outline must lie on edges
_SAME_SIZE = 0.005  # of the logarithm of a piece's own size, measured before


def followed(
    look: Look, before: Flat, pieces: Sequence[SeenPiece], sizes: Sizes, least: float
) -> list[SeenPiece | None]:
    """Each piece where it lies now; None where it is not seen any more.

    `before`: the photograph before, rectified. What has not changed has not moved; what has is first searched for near
    by, then (`least` mm² of its colour must show) anywhere.
    """
    moved = np.abs(look.now - before).max(axis=2) > _DIFFERS
    found: dict[int, SeenPiece] = {}
    for number, piece in enumerate(pieces):
        if moved[look.view.mask([look.view.silhouette(piece.placed.outline)])].mean() < _TOUCHED:
            found[number] = piece
    for search in (_found_nearby, _found_anywhere):
        for number, piece in enumerate(pieces):
            if number not in found and (again := search(look, piece, list(found.values()), sizes, least)):
                found[number] = again
    return [found.get(number) for number in range(len(pieces))]


def _found_nearby(
    look: Look,
    piece: SeenPiece,
    others: Sequence[SeenPiece],
    sizes: Sizes,
    least: float,  # noqa: ARG001
) -> SeenPiece | None:
    # Others of another colour may yet prove to be wrong: they hide nothing.
    values = look.values(piece.colour, [one for one in others if one.colour == piece.colour])
    return _settled(look, values, piece, nearby(look.view, values, piece.placed)[1], sizes)


def _found_anywhere(
    look: Look, piece: SeenPiece, others: Sequence[SeenPiece], sizes: Sizes, least: float
) -> SeenPiece | None:
    size = {piece.placed.shape: (float(np.log(piece.placed.size)), _SAME_SIZE)}
    found = [(*best_of_each(look.view, patch, size)[0], patch) for patch in look.patches(piece.colour, others, least)]
    if not found:
        return None
    _, start, patch = max(found, key=lambda one: one[0])
    return _settled(look, patch.value, piece, start, sizes)


def _settled(look: Look, values: Values, piece: SeenPiece, start: Placed, sizes: Sizes) -> SeenPiece | None:
    """The piece where its edges are; None where it does not lie near the start."""
    fit = fitted(look.picture, look.view, start, sizes.known(piece.placed.shape))
    again = SeenPiece(piece.colour, fit.placed, fit.share)
    is_there = look.covered(again) > _COVERS and look.explained(values, fit.placed) > _EXPLAINED
    return again if is_there and fit.share > _ON_EDGES else None

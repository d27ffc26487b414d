"""Aligns the corners of tiles that were found roughly with the edges that the picture shows.

A network looks at each tile with its surroundings, cut out along the corners as they are thought to be, and says how
far off each of them is. Faces are compared by crops: one that is shifted by a tenth of a tile resembles another face.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import homography, inverse, mapped
from vision.networks import run_on_many
from vision.reading import Picture, Points
from vision.tiles.crop import cut_face

_GROWN = 1.5  # sides of the surroundings, in those of the tile
_MIN_ERROR = 0.06  # sides of the tile: corners that seem to be nearer stay, as the network errs as much itself
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def aligned(picture: Picture, rings: Sequence[Points]) -> list[Points]:
    """The corners (4 × 2 px) of tiles where the picture shows them, from corners up to 14 % of a tile's size off.

    Corners that all seem to be nearly right stay: of these the same ring is given back.
    """
    if not rings:
        return []
    errors = run_on_many("edges", [cut_surroundings(picture, ring) for ring in rings]).reshape(-1, 4, 2)
    far = np.linalg.norm(errors, axis=2).max(axis=1) > _MIN_ERROR
    return [
        mapped(_SQUARE + error, _to_picture(ring)) if is_far else ring
        for ring, error, is_far in zip(rings, errors, far, strict=True)
    ]


def corner_errors(true: Points, thought: Points) -> Points:
    """How far (4 × 2, in sides of the tile) the corners of a tile lie from where they are thought to be."""
    inside = mapped(true, inverse(_to_picture(thought)))
    return np.asarray(inside - _SQUARE, np.float64)


def cut_surroundings(picture: Picture, ring: Points) -> Picture:
    """A tile with what is around it, in the size of a crop of its upper side."""
    return cut_face(picture, mapped(_SQUARE * _GROWN, _to_picture(ring)))


def _to_picture(ring: Points) -> NDArray[np.float64]:
    """From a tile's own frame, in which it is a square of side 1, to the picture."""
    return homography(_SQUARE, ring)

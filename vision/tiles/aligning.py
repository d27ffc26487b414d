"""Aligns the roughly detected corners of tiles with the edges in the picture.

A network estimates the error of each corner from a crop of the tile and its surroundings, cut along the rough corners.
Faces are compared by crops: one that is shifted by a tenth of a tile resembles another face.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import homography, inverse, mapped
from vision.networks import run_on_many
from vision.reading import Picture, Points
from vision.tiles.crop import cut_face

CONTEXT_SCALE = 1.5  # size of the crop with its surroundings, in tiles
_MIN_ERROR = 0.06  # sides of the tile: smaller errors are within the network's own
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def aligned(picture: Picture, rings: Sequence[Points]) -> list[Points]:
    """The corners (4 × 2 px) of tiles along their edges, from corners up to 14 % of a tile's size off.

    For a tile whose corners are all nearly right the same ring is returned.
    """
    if not rings:
        return []
    errors = run_on_many("edges", [cut_surroundings(picture, ring) for ring in rings]).reshape(-1, 4, 2)
    far = np.linalg.norm(errors, axis=2).max(axis=1) > _MIN_ERROR
    return [
        mapped(_SQUARE + error, _to_picture(ring)) if is_far else ring
        for ring, error, is_far in zip(rings, errors, far, strict=True)
    ]


def corner_errors(true: Points, rough: Points) -> Points:
    """The offsets (4 × 2, in sides of the tile) from the rough corners of a tile to the true ones."""
    inside = mapped(true, inverse(_to_picture(rough)))
    return np.asarray(inside - _SQUARE, np.float64)


def cut_surroundings(picture: Picture, ring: Points) -> Picture:
    """The crop of a tile with its surroundings, in the size of a crop of its upper side."""
    return cut_face(picture, mapped(_SQUARE * CONTEXT_SCALE, _to_picture(ring)))


def _to_picture(ring: Points) -> NDArray[np.float64]:
    """The homography (3×3) from a tile's own frame, in which it is a square of side 1, to the picture."""
    return homography(_SQUARE, ring)

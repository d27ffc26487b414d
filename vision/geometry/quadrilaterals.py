"""Convex quadrilaterals, such as the outlines of tiles and cards in a picture."""

import numpy as np
from numpy.typing import NDArray

from vision.reading import Points


def are_within(points: Points, rings: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points (n × 2) lie within which rings (m × 4 × 2, clockwise in px), or on their sides: n × m.

    >>> square = np.array([[[0, 0], [4, 0], [4, 4], [0, 4]]], np.float64)
    >>> are_within(np.array([[1.0, 3.0], [4.0, 2.0], [5.0, 2.0]]), square).ravel().tolist()
    [True, True, False]
    """
    along, off = np.roll(rings, -1, axis=1) - rings, points[:, None, None] - rings
    is_right = np.asarray(along[..., 0] * off[..., 1] >= along[..., 1] * off[..., 0])  # of each side
    return np.asarray(np.all(is_right, axis=2))

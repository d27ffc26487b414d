"""Masks of cards in a small copy of a picture."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Points


def covered_by(
    outlines: Sequence[Points], picture: tuple[int, ...], small: tuple[int, ...], larger: float
) -> NDArray[np.bool_]:
    """The mask of outlines (4 × 2 px each, in a picture of one shape) in a copy of another shape.

    Each is scaled by `larger` about its middle: a card's shadow and edge come and go with it.

    >>> covered_by([np.array([[0.0, 0], [3, 0], [3, 3], [0, 3]])], (8, 8), (4, 4), 1.0).astype(int).tolist()
    [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    """
    drawn = np.zeros(small[:2], np.uint8)
    scale = np.array([small[1] / picture[1], small[0] / picture[0]])
    for ring in outlines:
        middle = ring.mean(axis=0)
        grown = middle + larger * (ring - middle)
        cv2.fillConvexPoly(drawn, np.rint((grown + 0.5) * scale - 0.5).astype(np.int32), 1)
    return drawn > 0

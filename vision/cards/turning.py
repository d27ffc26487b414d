"""Reads a picture the same way round whichever way round it is given: straight edges are not found alike both ways."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points


def turns_to_read(picture: Picture) -> int:
    """The quarter turns counter-clockwise (0 to 3) by which the lightest quarter of a picture comes to the top left."""
    high, wide = (side // 2 for side in picture.shape[:2])
    clockwise = (picture[:high, :wide], picture[:high, -wide:], picture[-high:, -wide:], picture[-high:, :wide])
    light = [sum(cv2.sumElems(quarter)) for quarter in clockwise]
    return max(range(4), key=lambda turns: light[turns:] + light[:turns])


def turned(picture: Picture, turns: int) -> Picture:
    """A picture turned counter-clockwise by quarters."""
    return np.ascontiguousarray(np.rot90(picture, turns))


def turned_back(points: Points, turns: int, size: Sequence[int]) -> NDArray[np.float64]:
    """Points (n × 2 px) of a picture that was turned, in the one that was not, of a `size` (height, width).

    >>> turned_back(np.array([[0.0, 0.0]]), 1, (480, 640)).tolist()
    [[639.0, 0.0]]
    """
    x, y = points.T
    right, bottom = size[1] - 1, size[0] - 1
    ways = ((x, y), (right - y, x), (right - x, bottom - y), (y, bottom - x))
    return np.stack(ways[turns], axis=1)

"""Random errors of detected corners of tiles."""

import cv2
import numpy as np

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.geometry.homography import mapped
from vision.reading import Points

_EACH_CORNER = 0.25  # error of each corner by itself, relative to that of the whole
_HALF = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def disturbed(rng: np.random.Generator, ring: Points, off: float) -> Points:
    """The corners of a tile (4 × 2 px) with uniformly distributed errors.

    Its middle is off by up to `off` of its width and height, its size by the same share, its turn by as many radians,
    and each corner by a further quarter of that.
    """
    size, turn = np.exp(rng.uniform(-off, off)), rng.uniform(-off, off)
    cosine, sine = size * np.cos(turn), size * np.sin(turn)
    sides = np.array([TILE_WIDE, TILE_HIGH])
    plain = _HALF * sides
    errors = rng.uniform(-off, off, 2) + _EACH_CORNER * rng.uniform(-off, off, (4, 2))
    moved = plain @ np.array([[cosine, sine], [-sine, cosine]]) + errors * sides
    to_picture = cv2.getPerspectiveTransform(plain.astype(np.float32), ring.astype(np.float32))
    return mapped(moved, np.asarray(to_picture, np.float64))

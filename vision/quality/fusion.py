"""Fuses pictures of one still table in several exposures into one in which every part is well exposed."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

# The weight of a part of a picture: a Gaussian of how bright it is, as Mertens, Kautz and Van Reeth (Exposure Fusion,
# 2007) have it for a pixel. Here it is that of a tile's surroundings: so a print keeps its contrast, no pyramid is
# needed, and the camera's response need not be known.
_WELL, _SPREAD = 0.6, 0.2  # of white
_COARSE = 4  # times as small weights are computed
_ACROSS = 45  # surroundings beside each other across a picture: most of a tile is as wide
_LEAST = 1e-3  # so that a part which no picture exposes well comes from all of them


def fused(pictures: Sequence[Picture]) -> Picture:
    """One picture of several (height × width × 3 each) in which each part comes from those that expose it well.

    >>> dark, bright = np.full((64, 64, 3), 8, np.uint8), np.full((64, 64, 3), 255, np.uint8)
    >>> dark[:, 32:], bright[:, :32] = 130, 120  # each shows one half
    >>> int(fused([dark, bright])[32, 4, 0]), int(fused([dark, bright])[32, 60, 0])
    (120, 130)
    """
    whole, *others = pictures
    weight = _exposed_well(whole)
    for other in others:
        more = _exposed_well(other)
        whole = np.asarray(cv2.blendLinear(whole, other, weight, more), np.uint8)
        weight += more
    return whole


def _exposed_well(picture: Picture) -> NDArray[np.float32]:
    """How well exposed the surroundings of each pixel are (height × width, above 0)."""
    high, wide = picture.shape[:2]
    few = cv2.resize(picture, (wide // _COARSE, high // _COARSE), interpolation=cv2.INTER_AREA)
    bright = few.mean(axis=2, dtype=np.float32) / 255
    span = wide // _COARSE // _ACROSS | 1
    well = cv2.blur(np.exp(-0.5 * ((bright - _WELL) / _SPREAD) ** 2), (span, span)) + np.float32(_LEAST)
    return np.asarray(cv2.resize(well * well, (wide, high)), np.float32)

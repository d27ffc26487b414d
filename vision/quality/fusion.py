"""Fuses pictures of one still table in several exposures into one in which every part is well exposed."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.surface import is_light
from vision.reading import Picture

# The weight of a part of a picture: a Gaussian of how bright it is, as Mertens, Kautz and Van Reeth (Exposure Fusion,
# 2007) have it for a pixel. Here it is that of a tile's surroundings: so a print keeps its contrast, no pyramid is
# needed, and the camera's response need not be known.
_WELL, _SPREAD = 0.6, 0.2  # of white
_COARSE = 4  # times as small weights are computed
_ACROSS = 45  # surroundings beside each other across a picture: most of a tile is as wide
_ACROSS_PLAIN = 61  # the same where a drawing is looked for: a plain tile's edges lie outside
_PLAIN = (
    2.0  # per cent by which brightness varies in such surroundings where nothing is drawn (`vision.quality.surface`)
)
_LEAST = 1e-3  # so that a part which no picture exposes well comes from all of them


def fused(pictures: Sequence[Picture]) -> Picture:
    """One picture of several (height × width × 3 each) in which each part comes from those that expose it well.

    Where all but one show nothing but light, and that one nothing that is drawn, it stays white: a face that a lamp has
    washed out is not to pass for a plain back.

    >>> dark, bright = np.full((64, 64, 3), 8, np.uint8), np.full((64, 64, 3), 255, np.uint8)
    >>> dark[:, 32:], bright[:, :32] = 130, 120  # each shows one half
    >>> whole = fused([dark, dark, bright])
    >>> [bool(abs(int(whole[32, x, 0]) - shown) < 10) for x, shown in ((4, 120), (60, 130))]
    [True, True]
    """
    whole, *others = pictures
    weight = _exposed_well(whole)
    for other in others:
        more = _exposed_well(other)
        whole = np.asarray(cv2.blendLinear(whole, other, weight, more), np.uint8)
        weight += more
    lit = np.sum([is_light(picture) for picture in pictures], axis=0)
    washed_out = lit >= len(pictures) - 1
    if washed_out.any():
        washed_out &= _is_plain(whole)
    return np.where(washed_out[..., None], np.uint8(255), whole)


def _is_plain(picture: Picture) -> NDArray[np.bool_]:
    """Whether nothing is drawn in the surroundings of each pixel (height × width), slow changes of light left out."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2).astype(np.float32)
    span = picture.shape[1] // _ACROSS_PLAIN | 1
    light = cv2.blur(grey, (span, span))
    varies = np.sqrt(cv2.blur((grey - light) ** 2, (span, span))) / (light + 30) * 100
    return np.asarray(varies < _PLAIN)


def _exposed_well(picture: Picture) -> NDArray[np.float32]:
    """How well exposed the surroundings of each pixel are (height × width, above 0)."""
    high, wide = picture.shape[:2]
    few = cv2.resize(picture, (wide // _COARSE, high // _COARSE), interpolation=cv2.INTER_AREA)
    bright = few.mean(axis=2, dtype=np.float32) / 255
    span = wide // _COARSE // _ACROSS | 1
    well = cv2.blur(np.exp(-0.5 * ((bright - _WELL) / _SPREAD) ** 2), (span, span)) + np.float32(_LEAST)
    return np.asarray(cv2.resize(well * well, (wide, high)), np.float32)

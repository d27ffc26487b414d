"""Measures whether the crop of an upper side shows a drawing, one plain colour, or glare only."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

_EDGE_WIDTH = 5  # px of a crop that belong to the tile's rounded edge
_OVEREXPOSED = 248  # of 255 in all channels: light, not plastic
_MAX_HARMLESS = 0.05  # overexposed share that hides nothing
_MAX_PLAIN, _MIN_DRAWN = 2.0, 8.0  # unevenness of a plain side, and of a drawing that no glare hides
_MAX_CERTAINLY_PLAIN = 1.0  # unevenness of most plain backs, but of one in 5,900 faces on invented and rendered tables
_MIN_HIDDEN = 0.1  # overexposed share that hides colour and drawing
_MAX_TINT = 30  # of 255 between the channels of white plastic under a warm lamp


def overexposed(crop: Picture) -> float:
    """The share (0 to 1) of a tile's upper side, its edge left out, that is overexposed."""
    inner = crop[_EDGE_WIDTH:-_EDGE_WIDTH, _EDGE_WIDTH:-_EDGE_WIDTH]
    return float(cv2.countNonZero(_overexposed_mask(inner)) / (inner.shape[0] * inner.shape[1]))


def is_light(picture: Picture) -> NDArray[np.bool_]:
    """The mask (height × width) of pixels that are overexposed in all channels."""
    return np.asarray(_overexposed_mask(picture) > 0)


def _overexposed_mask(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.inRange(picture, (_OVEREXPOSED,) * 3, (255,) * 3), np.uint8)


def hidden_by_glare(crop: Picture) -> float:
    """The share (0 to 1) of an upper side that glare hides; less where a drawing shows, since then the tile is white.

    >>> hidden_by_glare(np.full((44, 32, 3), 255, np.uint8))
    1.0
    """
    share = overexposed(crop)
    if share < _MAX_HARMLESS:
        return share
    return share * float(np.clip(1 - (unevenness(crop) - _MAX_PLAIN) / (_MIN_DRAWN - _MAX_PLAIN), 0, 1))


def plainness(crop: Picture) -> float:
    """Confidence (0 to 1) that nothing is drawn on an upper side; 0 where overexposure may hide a drawing.

    >>> plainness(np.full((44, 32, 3), 160, np.uint8)), plainness(np.full((44, 32, 3), 255, np.uint8))
    (1.0, 0.0)
    """
    if overexposed(crop) >= _MIN_HIDDEN:
        return 0.0
    return float(np.clip((_MAX_PLAIN - unevenness(crop)) / (_MAX_PLAIN - _MAX_CERTAINLY_PLAIN), 0, 1))


def is_white(crop: Picture) -> bool:
    """Whether a crop is one plain white that is not overexposed, however warm or cold the light."""
    channels = cv2.split(crop)
    darkest, lightest = (float(pick.reduce(channels).mean()) for pick in (np.minimum, np.maximum))
    white = darkest > 90 and lightest - darkest < _MAX_TINT
    return white and overexposed(crop) < _MIN_HIDDEN and unevenness(crop) < _MAX_PLAIN


def unevenness(crop: Picture) -> float:
    """The standard deviation of the channel that varies most, in per cent of the brightness, without slow gradients.

    On invented and on rendered tables backs stay under 2 in good light and reach 6 in dim, noisy pictures; faces begin
    at 10 and sink to 2 under glare.
    """
    inner = cv2.GaussianBlur(crop, (0, 0), 1.2).astype(np.float64)[_EDGE_WIDTH:-_EDGE_WIDTH, _EDGE_WIDTH:-_EDGE_WIDTH]
    slow = _slow_changes(inner.shape[0], inner.shape[1])
    pixels = inner.reshape(-1, 3)
    rest = pixels - slow @ (slow.T @ pixels)
    return float(np.sqrt((rest**2).mean(axis=0).max()) / (pixels.mean() + 30) * 100)


@cache
def _slow_changes(high: int, wide: int) -> NDArray[np.float64]:
    """An orthonormal basis (pixels × 6) of quadratic functions over a crop, which model slow changes of light."""
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    bends = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=-1).reshape(-1, 6)
    return np.asarray(np.linalg.qr(bends)[0])

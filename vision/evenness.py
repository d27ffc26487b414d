"""How much of a picture a crop still shows: one even colour, a drawing, or nothing but glare."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

_EDGE = 5  # px of a crop that belong to the tile's rounded edge
_BURNT = 248  # of 255 in all channels: light, not plastic
_HARDLY = 0.05  # a share burnt out that hides nothing
_PLAIN, _DRAWN = 2.0, 8.0  # unevenness up to which nothing is drawn, and from which a drawing surely is
_BARE = 1.0  # of 5,900 faces on invented and rendered tables one was as even, and most plain backs are
_HIDDEN = 0.1  # a share burnt out from which a crop tells neither its colour nor whether something is drawn
_TINT = 30  # of 255 between the channels of white plastic under a warm lamp


def burnt(crop: Picture) -> float:
    """The share (0 to 1) of a tile's upper side, its edge left out, that is burnt out by light."""
    return float((crop[_EDGE:-_EDGE, _EDGE:-_EDGE].min(axis=2) >= _BURNT).mean())


def hidden_by_glare(crop: Picture) -> float:
    """How much of an upper side (0 to 1) light has burnt out; less where a drawing shows: it is white itself.

    >>> hidden_by_glare(np.full((44, 32, 3), 255, np.uint8))
    1.0
    """
    share = burnt(crop)
    if share < _HARDLY:
        return share
    return share * float(np.clip(1 - (unevenness(crop) - _PLAIN) / (_DRAWN - _PLAIN), 0, 1))


def bareness(crop: Picture) -> float:
    """How surely (0 to 1) nothing is drawn on an upper side: light may veil a drawing, but hides none that it does not
    burn out.

    >>> bareness(np.full((44, 32, 3), 160, np.uint8)), bareness(np.full((44, 32, 3), 255, np.uint8))
    (1.0, 0.0)
    """
    if burnt(crop) >= _HIDDEN:
        return 0.0
    return float(np.clip((_PLAIN - unevenness(crop)) / (_PLAIN - _BARE), 0, 1))


def is_white(crop: Picture) -> bool:
    """Whether a crop is one even white that is not burnt out, as warm or cold as light makes it."""
    darkest, lightest = float(crop.min(axis=2).mean()), float(crop.max(axis=2).mean())
    white = darkest > 90 and lightest - darkest < _TINT
    return white and burnt(crop) < _HIDDEN and unevenness(crop) < _PLAIN


def unevenness(crop: Picture) -> float:
    """How much the channel that varies most varies, in per cent of the brightness, slow changes of light taken out.

    On invented and on rendered tables backs stay under 2 in good light and reach 6 in dim, noisy pictures; faces begin
    at 10 and sink to 2 under glare.
    """
    inner = cv2.GaussianBlur(crop, (0, 0), 1.2).astype(np.float64)[_EDGE:-_EDGE, _EDGE:-_EDGE]
    slow = _slow_changes(inner.shape[0], inner.shape[1])
    pixels = inner.reshape(-1, 3)
    rest = pixels - slow @ (slow.T @ pixels)
    return float(np.sqrt((rest**2).mean(axis=0).max()) / (pixels.mean() + 30) * 100)


@cache
def _slow_changes(high: int, wide: int) -> NDArray[np.float64]:
    """An orthonormal basis (pixels × 6) of changes over a crop that bend once at most, as light has them."""
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    bends = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=-1).reshape(-1, 6)
    return np.asarray(np.linalg.qr(bends)[0])

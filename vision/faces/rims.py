"""Evidence from a tile's rim for the back or for a face: their plastics often differ in colour.

A specular highlight hides the flat part of an upper side, but seldom all of its rounded rim, which faces elsewhere.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

Colour = NDArray[np.float64]  # … × 2: the logarithms of blue and of red over green
_OUTER, _WIDTH, _CORNER = 2, 2, 6  # px from a crop's border to the rim, its width, and what is left out at both ends
_DARK_OFFSET = 12.0  # of 255, added to all channels: in the dark, noise has colours
_MIN_DIFFERENCE = 0.05  # rims of backs and of faces that differ by less are no evidence
# Standard deviation of rims of one plastic in one picture; share and deviation of rims in a shadow or a reflection.
# Light shifts the rim of a back to anywhere between nearly that of a face and a little beyond its own (_LIGHT_SHIFTS).
_SPREAD, _ANY_COLOUR, _ANY_SPREAD = 0.07, 0.05, 0.4
_LIGHT_SHIFTS = np.linspace(0.05, 1.1, 22)
_MAX_LOG_RATIO = 3.0  # log likelihood ratio from a rim, for or against the back


def rims_of(crops: Sequence[Picture]) -> Colour:
    """The colours (n × 2) of the rims of upper sides (CROP_HIGH × CROP_WIDE × 3): means of their sides' medians."""
    every, along, rim = np.stack(crops), slice(_CORNER, -_CORNER), slice(_OUTER, _OUTER + _WIDTH)
    far = slice(-_OUTER - _WIDTH, -_OUTER)
    sides = (every[:, rim, along], every[:, far, along], every[:, along, rim], every[:, along, far])
    return np.asarray(colour_of(np.stack([np.median(side, axis=(1, 2)) for side in sides])).mean(axis=0))


def colour_of(levels: NDArray[np.float64]) -> Colour:
    """The colours (… × 2) of levels of 255 (… × 3, BGR), however bright they are."""
    blue, green, red = np.moveaxis(levels + _DARK_OFFSET, -1, 0)
    return np.stack([np.log(blue / green), np.log(red / green)], axis=-1)


def back_log_ratio(rim: Colour, back: Colour, face: Colour) -> float:
    """The log likelihood ratio of back over face for a rim; `back` and `face`: typical rims in the same light.

    >>> blue, cream = np.array([0.8, -0.5]), np.array([-0.1, 0.1])
    >>> back_log_ratio(cream, blue, cream) < -2, back_log_ratio((blue + cream) / 2, blue, cream) > 2
    (True, True)
    >>> back_log_ratio(blue, cream, cream)
    0.0
    """
    apart = float(np.linalg.norm(back - face))
    if apart < _MIN_DIFFERENCE:
        return 0.0
    along = float((rim - face) @ (back - face)) / apart
    as_face = (1 - _ANY_COLOUR) * _bell(along, _SPREAD) + _ANY_COLOUR * _bell(along, _ANY_SPREAD)
    as_back = (1 - _ANY_COLOUR) * _bell(along - _LIGHT_SHIFTS * apart, _SPREAD).mean() + _ANY_COLOUR * _bell(
        along - apart / 2, _ANY_SPREAD
    )
    return float(np.clip(np.log(as_back / as_face), -_MAX_LOG_RATIO, _MAX_LOG_RATIO))


def _bell(off: float | NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    return np.asarray(np.exp(-((off / spread) ** 2) / 2) / spread)

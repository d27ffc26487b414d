"""Whether a find that passes for a back has the colour of the other backs in its picture.

The backs of a set are one plastic. Light makes it brighter or darker, and veiling glare paler, but gives it no other
hue; a plain part of a sheet's print, or a face that light has washed out, has another one. In a picture without colours
this says nothing.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.faces.rims import Colour, colour_of
from vision.reading import Picture

_EDGE = 7  # px of a crop that belong to the rim or to what lies around
_PALEST = 0.3  # share of its colour that glare leaves a back which is still read as one
# Fitted to plain finds in spoilt photographs: the distance between colours at which a find is as likely none of these
# backs, and how much of it is one unit of log odds
_NEUTRAL_DISTANCE, _DISTANCE_PER_UNIT = 0.22, 0.03


def colours_of(crops: Sequence[Picture]) -> Colour:
    """The colours (n × 2) of the middle parts of upper sides (CROP_HIGH × CROP_WIDE × 3), at least one."""
    inner = np.stack(crops)[:, _EDGE:-_EDGE, _EDGE:-_EDGE].reshape(len(crops), -1, 3)
    return colour_of(np.median(inner, axis=1))


def likeness(colours: Colour, backs: Colour) -> NDArray[np.float64]:
    """The probability (0 to 1) that finds of these colours (n × 2) are such backs as others (m × 2): n × m.

    >>> pink, paler, red = np.array([0.25, 0.6]), np.array([0.15, 0.36]), np.array([-0.07, 1.2])
    >>> likeness(np.stack([pink, paler, red]), pink[None]).round(2).ravel().tolist()
    [1.0, 1.0, 0.0]
    """
    length = np.maximum((backs**2).sum(axis=1), 1e-9)
    paler = np.clip(colours @ backs.T / length, _PALEST, 1.0)  # as glare may have made the others
    distance = np.linalg.norm(colours[:, None] - paler[..., None] * backs, axis=2)
    return np.asarray(1 / (1 + np.exp((distance - _NEUTRAL_DISTANCE) / _DISTANCE_PER_UNIT)))

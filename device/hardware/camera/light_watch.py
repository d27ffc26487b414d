"""Distinguishes permanent changes of light from passing ones, by pictures in one exposure.

A switched lamp stays, and so does the evening. A television, a candle's flame and somebody who walks past a lamp pass:
a camera that adjusted to each would never rest.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

# Light that differs for this time (s) by this much (EV, in brightness; in blue and red against green) has changed.
# Tables are still read well meanwhile.
STAYS_S, LIGHT_EV, COLOUR_EV = 60.0, 0.5, 0.25
# Beyond these changes (EV) tables are read worse (docs/accuracy.md), so they are not read, for this time (s) only: a
# person has walked past a lamp by then. Where such light has passed, it is given longer.
DARKER_EV, BRIGHTER_EV, FAR_COLOUR_EV = 1.0, 0.6, 0.5
FAR_S, LONGEST_FAR_S = 3.0, 12.0
# The reference picture may show an unusually bright or dark moment: it is corrected by the median of the following
# seconds (s), up to this limit (EV). More would be a lamp switched at that moment.
USUAL_S, USUAL_EV = 20.0, 0.3

_GRID = (16, 12)
_WIDE = 320  # width (px) of pictures of which every pixel is sampled; larger ones are subsampled to it
_GAMMA, _DARKEST = 2.2, 0.002  # gamma of pictures; noise floor of linear light

Light = NDArray[np.float32]
Change = NDArray[np.float32]  # EV: of brightness, and of blue and red against green


class LightWatch:
    """Compares pictures in a locked exposure with the first of them.

    `is_far`: the light is so different now that the table must not be read. `has_changed`: it has stayed different.

    >>> watch = LightWatch()
    >>> watch.begin(light_of(np.full((96, 128, 3), 100, np.uint8)))
    >>> for tenth in range(40):
    ...     watch.see(light_of(np.full((96, 128, 3), 200, np.uint8)), tenth / 10)
    ...     if tenth in (0, 20, 39):
    ...         print(watch.is_far, watch.has_changed)
    True False
    True False
    True True
    """

    def __init__(self) -> None:
        self._patience_s = FAR_S

    def begin(self, held: Light) -> None:
        """Restart with the first picture in another exposure."""
        self.is_far = self.has_changed = False
        self._held = held
        self._first: list[tuple[float, Change]] = []  # changes in the first seconds
        self._usual = np.zeros(3, np.float32)  # their median
        self._knows_usual = False
        self._near = _Lasting(LIGHT_EV, LIGHT_EV, COLOUR_EV)
        self._far = _Lasting(DARKER_EV, BRIGHTER_EV, FAR_COLOUR_EV)

    def see(self, now: Light, at_s: float) -> None:
        """Evaluate the light of the newest picture, taken at `at_s` seconds."""
        change = change_of(now, self._held)
        if not self._knows_usual:
            self._learn(change, at_s)
        off = change - self._usual
        was_far = self.is_far
        # Any tint may be usual, but overexposure is not.
        far = np.array([change[0], *off[1:]], np.float32)
        self.is_far = bool(self._far.beyond(far).any())
        if was_far and not self.is_far:
            self._patience_s = min(2 * self._patience_s, LONGEST_FAR_S)
        stays = self._knows_usual and self._near.lasts_s(off, at_s) >= STAYS_S
        self.has_changed = self._far.lasts_s(far, at_s) >= self._patience_s or stays

    def _learn(self, change: Change, at_s: float) -> None:
        self._first.append((at_s, change))
        self._usual = np.clip(np.median([one for _, one in self._first], axis=0), -USUAL_EV, USUAL_EV)
        self._knows_usual = at_s - self._first[0][0] >= USUAL_S


class _Lasting:
    """Measures for how long light has been beyond limits (EV) on the same side."""

    def __init__(self, darker: float, brighter: float, colour: float) -> None:
        self._limits = np.array([[darker, colour, colour], [brighter, colour, colour]], np.float32)
        self._since = np.full(self._limits.shape, np.inf)

    def beyond(self, change: Change) -> NDArray[np.bool_]:
        """For each kind of change (2 sides × 3), whether it is beyond its limit."""
        return np.array([-change, change]) > self._limits

    def lasts_s(self, change: Change, at_s: float) -> float:
        """The seconds for which any kind has been beyond, negative if none is; call it for each picture."""
        self._since = np.where(self.beyond(change), np.minimum(self._since, at_s), np.inf)
        return float(at_s - self._since.min())


def light_of(picture: Picture) -> Light:
    """The linear light of a picture's parts (12 × 16 × 3, 0 to 1)."""
    step = max(1, picture.shape[1] // _WIDE)
    small = cv2.resize(picture[::step, ::step], _GRID, interpolation=cv2.INTER_AREA)
    return np.asarray((small / np.float32(255)) ** _GAMMA + _DARKEST, np.float32)


def change_of(now: Light, before: Light) -> Change:
    """The change (EV) of the table's brightness, and of its blue and red against green.

    Movement over less than half of the table does not count.
    """
    change = np.log2(now / before)
    light = np.log2(now.mean(axis=2) / before.mean(axis=2))
    parts = np.stack([light, change[..., 0] - change[..., 1], change[..., 2] - change[..., 1]])
    return np.asarray(np.median(parts.reshape(3, -1), axis=1), np.float32)

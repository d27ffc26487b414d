"""Detects from picture to picture whether the table is still or something moves."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.torn_frames import StaleRows
from vision.reading import Picture

_SMALL = (160, 120)
_MIN_CHANGE = 14.0  # of 255: more than sensor noise leaves after shrinking, less than a hand or a moved tile makes
# Share of changed pixels by noise: a tile covers about 0.14 % of the picture, a hand 3 %
_MAX_NOISE = 0.0005
_SETTLED_S = 0.25  # s without change after which the table counts as still
_MAX_GAIN = 1.5  # by which automatic exposure may brighten or darken the next picture; a lamp changes it more
_SHIFT_KERNEL = np.ones((5, 5), np.uint8)  # px that the pictures of two sensor modes may be apart

Grey = NDArray[np.float32]  # of 255


class Stillness:
    """Watches a sequence of pictures.

    Flicker and slow changes of exposure are removed by normalising the mean brightness; a lamp that goes on or off is a
    change. A picture with a part left from earlier ones counts as a change.

    >>> watch, table = Stillness(), np.zeros((960, 1280, 3), np.uint8)
    >>> watch.is_still(table, 0.0), watch.is_still(table, 0.2), watch.is_still(table, 0.5)
    (False, False, True)
    """

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._moved_at = 0.0
        self._stale = StaleRows()

    def is_still(self, picture: Picture, at_s: float) -> bool:
        """Whether the table has been still for a quarter of a second; `at_s` is the picture's time in seconds."""
        now = shrunk(picture)
        before, self._last = self._last, now
        is_torn = self._stale.is_torn(picture)
        if before is None or is_torn or _differs(now, before, before, before):
            self._moved_at = at_s
        return at_s - self._moved_at >= _SETTLED_S

    def fits(self, picture: Picture) -> bool:
        """Whether a picture in another size shows what the last one did: not torn, and no hand has come.

        Another size may come from another part of the sensor, so edges may be shifted a little.
        """
        before = self._last
        if before is None:
            return False
        darkest, lightest = cv2.erode(before, _SHIFT_KERNEL), cv2.dilate(before, _SHIFT_KERNEL)
        return not _differs(shrunk(picture), before, np.asarray(darkest), np.asarray(lightest))


def shrunk(picture: Picture) -> Grey:
    """A small grey picture, in which sensor noise is averaged out."""
    return np.asarray(cv2.cvtColor(shrunk_colours(picture), cv2.COLOR_BGR2GRAY), np.float32)


def shrunk_colours(picture: Picture) -> Picture:
    """A small picture in colour, in which sensor noise is averaged out."""
    while picture.shape[1] >= 2 * _SMALL[0]:  # OpenCV halves several times as fast as it shrinks by other shares
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def _differs(now: Grey, before: Grey, darkest: Grey, lightest: Grey) -> bool:
    """Whether more than noise is darker or lighter than it was before, after the brightness is made equal."""
    gain = float(np.clip((before.mean() + 1) / (now.mean() + 1), 1 / _MAX_GAIN, _MAX_GAIN))
    even = now * np.float32(gain)
    off = np.maximum(darkest - even, even - lightest)
    return bool((off > _MIN_CHANGE).mean() > _MAX_NOISE)

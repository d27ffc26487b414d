"""Tells from picture to picture whether the table is still or a hand is at work."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

_SMALL = (160, 120)
_CHANGED = 14.0  # of 255: more than sensor noise leaves after shrinking, less than a hand or a moved tile makes
_FEW = 0.0005  # share of changed pixels that noise may reach: a tile covers about 0.14 % of the picture, a hand 3 %
_SETTLED_S = 0.25  # s without change after which the table counts as still


class Stillness:
    """Watches a row of pictures.

    Lamps that flicker and slow changes of exposure are taken out by comparing after the mean brightness is made equal.

    >>> watch, table = Stillness(), np.zeros((960, 1280, 3), np.uint8)
    >>> watch.look(table, 0.0), watch.look(table, 0.2), watch.look(table, 0.5)
    (False, False, True)
    """

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._moved_at = 0.0

    def look(self, picture: Picture, at_s: float) -> bool:
        """Whether the table has been still for a quarter of a second; `at_s` is the picture's time in seconds."""
        grey = cv2.cvtColor(cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        now = np.asarray(grey, np.float32)
        before, self._last = self._last, now
        if before is None or before.shape != now.shape or self._differs(before, now):
            self._moved_at = at_s
        return at_s - self._moved_at >= _SETTLED_S

    def _differs(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
        gain = (float(before.mean()) + 1) / (float(now.mean()) + 1)
        return bool((np.abs(now * np.float32(gain) - before) > _CHANGED).mean() > _FEW)

"""Detects pictures of which one part is new and the other is left from an earlier one, always in the same place.

A driver that loses part of its data leaves old memory contents there, picture after picture. Each part looks good by
itself; but a sensor's noise makes no two pictures equal, and a stale part is identical bit for bit.

>>> rows, noise = StaleRows(), np.random.default_rng(1)
>>> pictures = [noise.integers(90, 110, (96, 64, 3), np.uint8) for _ in range(30)]
>>> any(rows.is_torn(picture) for picture in pictures)
False
>>> torn = [np.concatenate([fresh[:40], pictures[0][40:]]) for fresh in pictures[:4]]
>>> [rows.is_torn(picture) for picture in torn]
[False, False, True, True]
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

_STRIPS = 24
_ROW_STEP = 4  # rows of a strip between those that are compared
# A camera that smooths its pictures may send parts of them unchanged. So a strip must have changed in the first number
# of pictures in a row, and then be unchanged in the second (a driver may send one twice), to count as stale.
_MIN_CHANGED, _MIN_STALE = 20, 2


class StaleRows:
    """Watches the pictures of one camera in the order in which they come."""

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._changed = np.zeros(_STRIPS, np.int64)  # pictures in a row in which each strip has changed
        self._unchanged = np.zeros(_STRIPS, np.int64)  # pictures in which it has not since
        self._is_live = np.zeros(_STRIPS, bool)

    def is_torn(self, picture: Picture) -> bool:
        """Whether part of the picture is left from earlier ones."""
        before, self._last = self._last, picture
        if before is None or before.shape != picture.shape:
            return False
        is_same, has_noise = _same_strips(picture, before)
        if not is_same.all():  # a whole picture that comes twice is no evidence about its parts
            self._changed = np.where(is_same, 0, self._changed + 1)
            self._unchanged = np.where(has_noise, self._unchanged + 1, 0)
            self._is_live |= self._changed >= _MIN_CHANGED
        return bool((self._is_live & (self._unchanged >= _MIN_STALE)).any())


def _same_strips(picture: Picture, before: Picture) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which strips are the same in both pictures, and which of these have noise, so that they are stale."""
    each, longer = divmod(len(picture), _STRIPS)
    edges = [number * each + min(number, longer) for number in range(_STRIPS + 1)]
    # One row mostly shows a difference. With fewer rows than strips, the remaining strips have the last row.
    rows = np.minimum(edges[:-1], len(picture) - 1)
    is_same = (picture[rows] == before[rows]).reshape(_STRIPS, -1).all(axis=1)
    has_noise = np.zeros(_STRIPS, bool)
    for number in np.flatnonzero(is_same):
        strip = slice(edges[number], edges[number + 1], _ROW_STEP)
        is_same[number] = np.array_equal(picture[strip], before[strip])
        has_noise[number] = is_same[number] and not _is_flat(picture[strip])
    return is_same, has_noise


def _is_flat(strip: Picture) -> bool:
    """Whether a strip has one value only, as all black or all white, and so no noise."""
    return strip.size == 0 or bool(strip.min() == strip.max())

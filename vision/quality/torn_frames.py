"""Detects pictures of which one part is new and the other is left from an earlier one, always in the same place.

A driver that loses part of its data leaves there, picture after picture, what was in its memory: torn pictures that
lie still. Each half shows a good picture, so their contents do not show it; but a sensor's noise makes no two
pictures equal, and what is left over is identical bit for bit.

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
_EVERY = 4  # of a strip's rows one in so many is compared
# A camera that smooths its pictures may well send parts of them unchanged: only a strip that was another one in so many
# pictures running is missed, and only when it is the same in so many running (a tired driver sends one twice).
_LIVELY, _STALE = 20, 2


class StaleRows:
    """Watches the pictures of one camera in the order in which they come."""

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._new_running = np.zeros(_STRIPS, np.int64)  # pictures in which a strip was another one, without a break
        self._same_running = np.zeros(_STRIPS, np.int64)  # and those in which it was the same since
        self._lively = np.zeros(_STRIPS, bool)

    def is_torn(self, picture: Picture) -> bool:
        """Whether part of the picture is left from earlier ones."""
        before, self._last = self._last, picture
        if before is None or before.shape != picture.shape:
            return False
        is_same, tells = _same_strips(picture, before)
        if not is_same.all():  # a whole picture that comes twice says nothing about its parts
            self._new_running = np.where(is_same, 0, self._new_running + 1)
            self._same_running = np.where(tells, self._same_running + 1, 0)
            self._lively |= self._new_running >= _LIVELY
        return bool((self._lively & (self._same_running >= _STALE)).any())


def _same_strips(picture: Picture, before: Picture) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which strips are the same in both pictures, and which of these have noise that tells so."""
    each, longer = divmod(len(picture), _STRIPS)
    edges = [number * each + min(number, longer) for number in range(_STRIPS + 1)]
    # Mostly a row is enough. Where there are fewer rows than strips, those that are left over have the last one.
    rows = np.minimum(edges[:-1], len(picture) - 1)
    is_same = (picture[rows] == before[rows]).reshape(_STRIPS, -1).all(axis=1)
    tells = np.zeros(_STRIPS, bool)
    for number in np.flatnonzero(is_same):
        strip = slice(edges[number], edges[number + 1], _EVERY)
        is_same[number] = np.array_equal(picture[strip], before[strip])
        tells[number] = is_same[number] and not _is_flat(picture[strip])
    return is_same, tells


def _is_flat(strip: Picture) -> bool:
    """Whether it is all black or all white, and so without noise."""
    return strip.size == 0 or bool(strip.min() == strip.max())

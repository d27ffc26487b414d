"""Tells a camera that sends its last picture for ever from one that watches a table on which nothing happens."""

import numpy as np

from vision.quality.torn_frames import StaleRows
from vision.reading import Picture

# So long may one picture come again and again: a tired driver sends one twice now and then.
FROZEN_S = 5.0
# To see that two pictures differ, few of their pixels are enough.
_EVERY = 16


class Freshness:
    """Watches the pictures of one camera, also over its restarts: a sensor's noise makes no two alike.

    One of which a part comes again and again is no better. A picture of one colour says nothing: the inside of a lens
    cap has no noise that is worth a bit.

    >>> freshness, table = Freshness(), np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    >>> [freshness.is_frozen(table, at_s) for at_s in (0.0, 4.0, 5.0)], freshness.is_frozen(table + 1, 6.0)
    ([False, False, True], False)
    """

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._since = 0.0
        self._rows = StaleRows()

    def is_frozen(self, picture: Picture, at_s: float) -> bool:
        """Whether the camera has sent nothing but this picture, or part of it, for some seconds, up to `at_s`."""
        is_part_stale = self._rows.is_torn(picture)
        if not is_part_stale and (
            self._last is None or not _are_same(picture, self._last) or picture.min() == picture.max()
        ):
            self._last, self._since = picture, at_s
        return at_s - self._since >= FROZEN_S


def _are_same(one: Picture, other: Picture) -> bool:
    return np.array_equal(one[::_EVERY, ::_EVERY], other[::_EVERY, ::_EVERY]) and np.array_equal(one, other)

"""Detects that an arm or a sleeve rests over cards on a table without a sheet, and hides them.

The picture is compared with the table without arms. A change that is no card, comes in from the picture's edge and
reaches over cards that are no longer detected is an arm that hides them. Arms that rest beside the cards hide nothing.
They are not learnt as part of the table, so that an arm that is taken away does not count as one that has come.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.outlines import covered_by
from vision.quality.stillness import shrunk_colours
from vision.reading import Picture, Points

_MIN_CHANGE = 24.0  # of 255, in any colour: a sleeve may be nearly as light as the table
_MIN_ARM = 0.015  # share of the picture: an arm; a card is half a percent
_MIN_REACH = 0.12  # of the picture's height, from its edge, over which an arm reaches
_MIN_HIDDEN = 0.001  # share of the picture where cards lay: a fifth of one
_MAX_CHANGED = 0.5  # share of the picture: more changes only with the camera, the table or the light
_CHANGED_SCALE = 1.25  # scale of the area that a card changes, its shadow and edge included
_MAX_STREAK = 60  # pictures in a row after which a change is no arm


class Cover:
    """Detects arms over the cards of one table, picture by picture.

    >>> table = np.full((240, 320, 3), 120, np.uint8)
    >>> card, watch, with_arm = np.array([[150.0, 80], [170, 80], [170, 110], [150, 110]]), Cover(), table.copy()
    >>> with_arm[:120, 150:190] = 40
    >>> watch.is_over(table, [card]), watch.is_over(with_arm, []), watch.is_over(table, [card])
    (False, True, False)
    """

    def __init__(self) -> None:
        self._table: NDArray[np.float32] | None = None  # without arms
        self._lay = np.zeros((0, 0), bool)  # where cards lay on it
        self._streak = np.zeros((0, 0), np.int32)  # pictures in a row in which an arm lies at a spot

    def is_over(self, picture: Picture, cards: Sequence[Points]) -> bool:
        """Whether an arm hides cards in a picture; `cards`: the detected ones (4 × 2 px each)."""
        now = np.asarray(shrunk_colours(picture), np.float32)
        lie = covered_by(cards, picture.shape, now.shape, _CHANGED_SCALE)
        if self._table is None:
            self._table, self._lay, self._streak = now, lie, np.zeros(lie.shape, np.int32)
            return False
        gain = np.median((self._table + 1) / (now + 1), axis=(0, 1))
        arms = _arms(now * gain, lie, self._table, self._lay)
        self._streak = np.where(arms, self._streak + 1, 0)
        arms &= self._streak < _MAX_STREAK
        is_over = bool((arms & self._lay & ~lie).sum() >= _MIN_HIDDEN * arms.size)
        if not is_over:
            self._table = np.asarray(np.where(arms[..., None], self._table / gain, now), np.float32)
            self._lay = lie
        return is_over


def _arms(
    now: NDArray[np.float32], cards: NDArray[np.bool_], table: NDArray[np.float32], lay: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The mask of arms: changes that are no cards, touch the edge and reach far."""
    changed = (np.abs(now - table) > _MIN_CHANGE).any(axis=-1)
    found = np.zeros(cards.shape, bool)
    if changed.mean() > _MAX_CHANGED:
        return found
    _, parts, stats, _ = cv2.connectedComponentsWithStats(np.asarray(changed & ~cards, np.uint8), connectivity=8)
    for part in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= _MIN_ARM * found.size):
        here = np.asarray(parts == part)
        rows, columns = np.nonzero(here & ~lay)  # cards that are gone are no part of an arm
        if part and len(rows) and _reach(rows, columns, found.shape) >= _MIN_REACH * len(found):
            found |= here
    return found


def _reach(rows: NDArray[np.int64], columns: NDArray[np.int64], shape: tuple[int, ...]) -> int:
    """How far a component reaches into a picture from the edges that it touches (px)."""
    down, across = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
    at_side = columns.min() <= 1 or columns.max() >= shape[1] - 2
    at_end = rows.min() <= 1 or rows.max() >= shape[0] - 2
    return max(across if at_side else 0, down if at_end else 0)

"""Detects hands over the sheet, and rejects the network's false detections of them.

The network may segment prints, and tiles on them, as a hand in every picture of a table. But an arm comes from outside
the sheet, and where a hand is, the picture differs from what it was before the hand came.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

_MIN_LOG_ODDS, _MIN_PEAK_LOG_ODDS = -0.7, 2.75  # log odds of all pixels of a hand, and of some of them
_MIN_ARM = 0.004  # share of the sheet that an arm hides: a few fingertips
_MIN_HAND = 0.02  # the same of a hand whose arm the network misses: three tiles
_MIN_CHANGED_SHARE = 0.25  # share of an arm that differs from what lies under it
_EDGE_KERNEL = np.ones((7, 7), np.uint8)  # px: a hand so near to the sheet's edge comes from outside
_SHIFT_KERNEL = np.ones((3, 3), np.uint8)  # px that pictures of two sensor modes may be apart
_MIN_CHANGE = 20.0  # of 255, in one of the colours
# Checks in a row, about two seconds apart, in which a hand without an arm may stay unmoved
_MAX_UNMOVED, _MAX_UNMOVED_WHEN_OPEN = 3, 15
# The same of an arm: people who are asked to take it away have had time for it
_MAX_UNMOVED_ARM, _MAX_UNMOVED_ARM_WHEN_OPEN = 15, 60
_MAX_NOISE = 0.005  # share of the pixels of an unmoved hand that may change

Mask = NDArray[np.bool_]


def hands_in(log_odds: NDArray[np.float32]) -> Mask:
    """The pixels of hands, by a threshold with hysteresis.

    Print, wood, highlights and dark edges have log odds a little like hands, but only hands have high ones somewhere.

    >>> hands_in(np.array([[-3, 0, 3, 0, -3, 2, 2, -3]], np.float32)).astype(int).tolist()
    [[0, 1, 1, 1, 0, 0, 0, 0]]
    """
    is_peak = log_odds > _MIN_PEAK_LOG_ODDS
    if not is_peak.any():
        return is_peak
    count, parts = cv2.connectedComponents((log_odds > _MIN_LOG_ODDS).astype(np.uint8))
    is_hand = np.zeros(count, bool)
    is_hand[parts[is_peak]] = True
    return np.asarray(is_hand[parts], np.bool_)


@dataclass(frozen=True)
class HandDetection:
    """The network's detections of hands in a small picture."""

    picture: Picture  # the small picture (BGR)
    hands: Mask  # its pixels that may show hands
    sheet: Mask  # its pixels within the sheet's corners
    scale: float  # from the picture to the small one
    offset: Points  # of the picture in the small one (2, px)

    def over(self, before: Picture | None = None) -> tuple[Mask, Mask]:
        """The masks of arms and of hands without an arm over the sheet; `before`: a picture without any, if known."""
        changed = self.hands if before is None else self.hands & self.differs(before)
        inner = cv2.erode(self.sheet.astype(np.uint8), _EDGE_KERNEL) > 0
        count, parts = cv2.connectedComponents(self.hands.astype(np.uint8))
        arms, alone = np.zeros_like(changed), np.zeros_like(changed)
        for part in range(1, count):
            here = parts == part
            if not (here & ~inner).any():
                alone |= here & (self.share(here & changed) > _MIN_HAND)
            elif (here & changed).sum() >= _MIN_CHANGED_SHARE * here.sum():
                arms |= here & self.sheet
        return arms & (self.share(arms) > _MIN_ARM), alone

    def share(self, hidden: Mask) -> float:
        """The share of the sheet that is hidden (0 to 1)."""
        return float(hidden.sum() / max(1, self.sheet.sum()))

    def middle(self, hidden: Mask) -> tuple[int, int]:
        """The middle of what is hidden, in px of the picture."""
        rows, columns = np.nonzero(hidden)
        x, y = (np.array([columns.mean(), rows.mean()]) - self.offset) / self.scale
        return int(x), int(y)

    def differs(self, before: Picture) -> Mask:
        """The mask of pixels that differ from an earlier picture, both made equally bright."""
        rest = ~self.hands
        now = self.picture * np.median((before[rest] + np.float32(1)) / (self.picture[rest] + np.float32(1)))
        off = np.maximum(cv2.erode(before, _SHIFT_KERNEL) - now, now - cv2.dilate(before, _SHIFT_KERNEL))
        return np.asarray(off.max(axis=2) > _MIN_CHANGE)


class HandWatch:
    """Remembers the table without hands.

    >>> rows, columns = np.indices((60, 60))
    >>> print_on_sheet, sheet = (abs(rows - 30) < 10) & (abs(columns - 30) < 10), np.full((60, 60), True)
    >>> detection = HandDetection(np.full((60, 60, 3), 128, np.uint8), print_on_sheet, sheet, 1.0, np.zeros(2))
    >>> watch = HandWatch()
    >>> [bool(watch.over(detection).any()) for _ in range(5)]
    [True, True, True, False, False]
    """

    def __init__(self) -> None:
        self._open: Picture | None = None  # the table without hands
        self._last: Picture | None = None
        self._unmoved = 0

    def over(self, detection: HandDetection) -> Mask:
        """The pixels of the sheet that a hand hides in the next picture.

        A detection that does not move is discarded after a while: soon where the table without hands is not known,
        later where it is, since something has changed there, and later still for an arm from outside the sheet.
        """
        arms, alone = detection.over(self._open)
        both = arms | alone
        is_unmoved = self._last is not None and (detection.differs(self._last) & both).sum() <= _MAX_NOISE * both.sum()
        self._unmoved = self._unmoved + 1 if is_unmoved else 0
        self._last = detection.picture
        max_unmoved, max_unmoved_arm = (
            (_MAX_UNMOVED, _MAX_UNMOVED_ARM)
            if self._open is None
            else (_MAX_UNMOVED_WHEN_OPEN, _MAX_UNMOVED_ARM_WHEN_OPEN)
        )
        over = both if self._unmoved < max_unmoved else arms if self._unmoved < max_unmoved_arm else both & False
        if not over.any():
            self._open = detection.picture
        return over

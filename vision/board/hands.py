"""Hands over the sheet, and what only looks like one to the network.

Prints, and tiles on them, may look like a hand to the network in every picture of a table. But an arm comes from
outside the sheet, and where a hand is the picture is not as it was before it came.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

_MIN_LOG_ODDS, _MIN_SURE_LOG_ODDS = -0.7, 2.75  # log odds of a hand: of all its pixels at least, and of some
_MIN_ARM = 0.004  # share of the sheet that an arm hides at least: a few fingertips
_MIN_HAND = 0.02  # the same of a hand whose arm the network does not recognise: three tiles
_MIN_CHANGED_SHARE = 0.25  # share of an arm that looks otherwise than what lies under it, at least
_EDGE = np.ones((7, 7), np.uint8)  # px: what comes as near to the sheet's edge comes from outside
_SHIFT = np.ones((3, 3), np.uint8)  # px that pictures of two sensor modes may be apart
_MIN_CHANGE = 20.0  # of 255, in one of the colours
# Checks in a row, about two seconds apart, in which a hand without an arm has not moved
_PATIENCE, _PATIENCE_WHEN_OPEN = 3, 15
# The same of an arm: people who are asked for it have had time to take it away
_ARM_PATIENCE, _ARM_PATIENCE_WHEN_OPEN = 15, 60
_MAX_NOISE = 0.005  # share of its pixels that may change all the same

Mask = NDArray[np.bool_]


def hands_in(log_odds: NDArray[np.float32]) -> Mask:
    """Which pixels show hands, of which each has some that surely do (a threshold with hysteresis).

    Print, wood, highlights and dark edges look a little like hands, but real ones are sure somewhere.

    >>> hands_in(np.array([[-3, 0, 3, 0, -3, 2, 2, -3]], np.float32)).astype(int).tolist()
    [[0, 1, 1, 1, 0, 0, 0, 0]]
    """
    is_sure = log_odds > _MIN_SURE_LOG_ODDS
    if not is_sure.any():
        return is_sure
    count, parts = cv2.connectedComponents((log_odds > _MIN_LOG_ODDS).astype(np.uint8))
    is_hand = np.zeros(count, bool)
    is_hand[parts[is_sure]] = True
    return np.asarray(is_hand[parts], np.bool_)


@dataclass(frozen=True)
class SeenHands:
    """What the network takes for hands in a small picture: its pixels, and those of the sheet (masks).

    `scale` and `offset` (px): where a point of the picture lies in the small one.
    """

    picture: Picture
    hands: Mask
    sheet: Mask
    scale: float
    offset: Points

    def over(self, before: Picture | None = None) -> tuple[Mask, Mask]:
        """Where arms hide the sheet, and where hands without an arm do; `before`: a picture without any, if known."""
        changed = self.hands if before is None else self.hands & self.differs(before)
        inner = cv2.erode(self.sheet.astype(np.uint8), _EDGE) > 0
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
        """Where another picture looks otherwise, both made equally bright."""
        rest = ~self.hands
        now = self.picture * np.median((before[rest] + np.float32(1)) / (self.picture[rest] + np.float32(1)))
        off = np.maximum(cv2.erode(before, _SHIFT) - now, now - cv2.dilate(before, _SHIFT))
        return np.asarray(off.max(axis=2) > _MIN_CHANGE)


class HandWatch:
    """Remembers how the table looked without hands.

    >>> rows, columns = np.indices((60, 60))
    >>> print_on_sheet, sheet = (abs(rows - 30) < 10) & (abs(columns - 30) < 10), np.full((60, 60), True)
    >>> seen = SeenHands(np.full((60, 60, 3), 128, np.uint8), print_on_sheet, sheet, 1.0, np.zeros(2))
    >>> watch = HandWatch()
    >>> [bool(watch.over(seen).any()) for _ in range(5)]
    [True, True, True, False, False]
    """

    def __init__(self) -> None:
        self._open: Picture | None = None  # the table without hands
        self._last: Picture | None = None
        self._unmoved = 0

    def over(self, seen: SeenHands) -> Mask:
        """Which pixels of the sheet a hand hides in the next picture.

        What seems to be a hand and does not move at all, is none in the end: soon where it is not known how the table
        looks without hands; where something has come since then, only after long, as when the light changes. What comes
        from outside the sheet as an arm does is believed for longer.
        """
        arms, alone = seen.over(self._open)
        both = arms | alone
        is_unmoved = self._last is not None and (seen.differs(self._last) & both).sum() <= _MAX_NOISE * both.sum()
        self._unmoved = self._unmoved + 1 if is_unmoved else 0
        self._last = seen.picture
        patience, patience_with_arms = (
            (_PATIENCE, _ARM_PATIENCE) if self._open is None else (_PATIENCE_WHEN_OPEN, _ARM_PATIENCE_WHEN_OPEN)
        )
        over = both if self._unmoved < patience else arms if self._unmoved < patience_with_arms else both & False
        if not over.any():
            self._open = seen.picture
        return over

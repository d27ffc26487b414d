"""Whether a find shows the back that other cards of its deck show: one deck has one back."""

from collections.abc import Sequence
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import straightened
from vision.reading import Picture, Points

_CELLS = (3, 4)  # right and down: a pattern is even in so large ones, and a photograph is not
_MAX_DIFFERENCE = 0.18  # in the median cell, as a share of the lighter colour's brightest channel
_DARK_LEVEL = 8.0  # below it differences are noise


class DeckBack:
    """The back of a deck, as some cards that surely lie face down show it."""

    def __init__(self, looks: Sequence[NDArray[np.float64]]) -> None:
        self._looks = [turned for look in looks for turned in (look, look[::-1, ::-1])]

    @classmethod
    def of(cls, picture: Picture, outlines: Sequence[Points]) -> Self:
        """The back that cards with these outlines (4 × 2 px) show."""
        return cls([_look(picture, corners) for corners in outlines])

    def is_shown(self, picture: Picture, corners: Points) -> bool:
        """Whether a find with these corners (4 × 2 px) shows it; half of that may be covered."""
        if not self._looks:
            return False
        look = _look(picture, corners)
        return min(_difference(look, other) for other in self._looks) < _MAX_DIFFERENCE


def _look(picture: Picture, corners: Points) -> NDArray[np.float64]:
    """The colours of a card in a few cells (rows × columns × 3, BGR)."""
    return np.asarray(cv2.resize(straightened(picture, corners), _CELLS, interpolation=cv2.INTER_AREA), np.float64)


def _difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    lighter = np.maximum(np.maximum(one, other).max(axis=2), _DARK_LEVEL)
    return float(np.median(np.abs(one - other).max(axis=2) / lighter))

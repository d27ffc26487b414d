"""Finds where a piece of a given colour lies, to a millimetre or two, and how well each shape explains it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drop_it.frame_view import FrameView, Mask, filled, wider
from vision.drop_it.shapes import SHAPES, TURNS, Placed

Values = NDArray[np.float32]  # of each mm²: 1 has the colour, -1 has another one, 0 is not known

_TURN = np.radians(7.5)  # between two angles that are tried
_RING = 4  # mm round a piece that should not have its colour
_SPREADS = (-1.0, -0.5, 0.0, 0.5, 1.0)  # sizes that are tried, in standard deviations
_ONE_SIZE = 0.03  # of the size: below this spread only the mean is tried
_NEARBY = 10  # mm that a piece is searched for round where it lay
_TURNS_NEARBY = 3  # steps that it may have turned to either side
_BETWEEN = 3  # mm that are searched when only the turn is bettered
_AROUND = 14  # mm that are searched round the middle of a patch


@dataclass(frozen=True)
class Patch:
    """A connected patch of one colour that no known piece explains; `middle` in mm."""

    colour: str
    pixels: Mask
    value: Values
    middle: tuple[float, float]

    @property
    def area(self) -> int:
        """In mm²."""
        return int(self.pixels.sum())


def best_of_each(view: FrameView, patch: Patch, sizes: dict[str, tuple[float, float]]) -> list[tuple[float, Placed]]:
    """For each shape the place that explains a patch best, and how well (1: wholly), best first.

    `sizes`: for each shape that it may have mean and standard deviation of the logarithm of the size.
    """
    found = []
    for shape in SHAPES:
        if shape in sizes:
            found.append(_best(view, patch.value, _candidates(patch, shape, *sizes[shape]), _AROUND))
    return sorted(found, key=lambda one: -one[0])


def nearby(view: FrameView, value: Values, before: Placed) -> Placed:
    """Where a piece that lay at a place before lies now, not far from it."""
    turn = TURNS[before.shape]
    angles = [k * _TURN for k in range(-_TURNS_NEARBY, _TURNS_NEARBY + 1) if abs(k * _TURN) <= turn / 2]
    return _best(view, value, [replace(before, angle=before.angle + angle) for angle in angles], _NEARBY)[1]


def _best(view: FrameView, value: Values, starts: Sequence[Placed], around: int) -> tuple[float, Placed]:
    """The best place of a piece that is turned as one of the starts, or by half a step more or less."""
    best = max((_matched(view, value, one, around) for one in starts), key=lambda one: one[0])
    if len(starts) > 1:
        turned = [replace(best[1], angle=best[1].angle + half) for half in (-_TURN / 2, _TURN / 2)]
        best = max(best, *(_matched(view, value, one, _BETWEEN) for one in turned), key=lambda one: one[0])
    return best


def _candidates(patch: Patch, shape: str, mean: float, spread: float) -> list[Placed]:
    turn = TURNS[shape]
    angles = np.arange(0, turn - _TURN / 2, _TURN) if turn else np.zeros(1)
    spreads = _SPREADS if spread > _ONE_SIZE else (0.0,)
    return [
        Placed(shape, *patch.middle, float(angle), float(np.exp(mean + k * spread)))
        for k in spreads
        for angle in angles
    ]


def _matched(view: FrameView, value: Values, start: Placed, around: int) -> tuple[float, Placed]:
    """The best place of a piece of this turn and size."""
    outline = start.outline
    reach = int(np.ceil(np.abs(outline - (start.x, start.y)).max())) + _RING + 8
    column = int(np.clip(round(start.x - view.left), 0, view.columns - 1))
    row = int(np.clip(round(view.top - start.y), 0, view.rows - 1))
    origin = (view.left + column - reach, view.top - row + reach)
    template = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    front, whole = (filled([one], origin, template.shape) for one in (outline, view.silhouette(outline)))
    template[wider(whole, 2 * _RING + 1)] = -1.0
    template[whole] = 0.0
    template[front] = 1.0
    inside = float((template > 0).sum())
    beside = reach + around
    padded = cv2.copyMakeBorder(value, beside, beside, beside, beside, cv2.BORDER_CONSTANT, value=0.0)
    wide = 2 * beside + 1
    part = padded[row : row + wide, column : column + wide]
    scores = cv2.matchTemplate(part, template, cv2.TM_CCORR)
    _, best, _, (right, down) = cv2.minMaxLoc(scores)
    x, y = view.left + column + right - around, view.top - row - down + around
    ring = float((template < 0).sum())
    off = (start.x - (view.left + column), start.y - (view.top - row))
    return best / (inside + ring), Placed(start.shape, x + off[0], y + off[1], start.angle, start.size)

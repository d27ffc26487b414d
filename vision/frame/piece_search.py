"""Finds where a piece of a given colour lies, to a millimetre or two, and how well each shape explains it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.shapes import SHAPES, TURNS, Placed
from vision.frame.view import FrameView, Mask, filled, wider

# Of each mm² (rows × columns × 2) whether it may be the front of a piece of a colour, and whether it may be its side:
# 1 it may, -1 it cannot, 0 is not known.
Values = NDArray[np.float32]

_TURN = np.radians(10)  # between two angles that are tried
RING = 4  # mm round a piece that should not have its colour
OF_SIDES = 0.5  # what a side weighs beside a front
_SPREADS = (-1.0, -0.5, 0.0, 0.5, 1.0)  # sizes that are tried, in standard deviations
_MIN_SPREAD = 0.05  # of the size: below this spread only the mean is tried
_NEARBY_REACH = 10  # mm that a piece is searched for round where it lay
_TURNS_NEARBY = 2  # steps that it may have turned to either side
_MAX_COMPARED = 2  # turns and sizes, of many, that are compared at full resolution
_REFINEMENT_REACH = 3  # mm that are searched while the turn is refined
_MIN_PATCH_REACH = 14  # mm that are searched round the middle of a patch, at least


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
    rows, columns = (np.ptp(np.nonzero(patch.pixels.any(axis=axis))[0]) for axis in (1, 0))
    around = max(_MIN_PATCH_REACH, int(max(rows, columns)) // 2)
    for shape in SHAPES:
        if shape in sizes:
            found.append(_best(view, patch.value, _candidates(patch, shape, *sizes[shape]), around))
    return sorted(found, key=lambda one: -one[0])


def nearby(view: FrameView, value: Values, before: Placed) -> Placed:
    """Where a piece that lay at a place before lies now, not far from it."""
    turn = TURNS[before.shape]
    angles = [k * _TURN for k in range(-_TURNS_NEARBY, _TURNS_NEARBY + 1) if abs(k * _TURN) <= turn / 2]
    return _best(view, value, [replace(before, angle=before.angle + angle) for angle in angles], _NEARBY_REACH)[1]


def _best(view: FrameView, value: Values, starts: Sequence[Placed], around: int) -> tuple[float, Placed]:
    """The best place of a piece that is turned as one of the starts, or by half a step more or less.

    All starts lie in one place; of many the best few are found in a picture half as large.
    """
    window = _window(view, value, starts[0], max(map(_reach, starts)) + around)
    if len(starts) > _MAX_COMPARED:
        small = np.asarray(cv2.resize(window, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        starts = sorted(starts, key=lambda one: -float(_scores(view, small, one, 2).max()))[:_MAX_COMPARED]
    best = max((_matched(view, window, one, around) for one in starts), key=lambda one: one[0])
    if len(starts) > 1:
        turned = [replace(best[1], angle=best[1].angle + half) for half in (-_TURN / 2, _TURN / 2)]
        window = _window(view, value, best[1], max(map(_reach, turned)) + _REFINEMENT_REACH)
        best = max(best, *(_matched(view, window, one, _REFINEMENT_REACH) for one in turned), key=lambda one: one[0])
    return best


def _candidates(patch: Patch, shape: str, mean: float, spread: float) -> list[Placed]:
    turn = TURNS[shape]
    angles = np.arange(0, turn - _TURN / 2, _TURN) if turn else np.zeros(1)
    spreads = _SPREADS if spread > _MIN_SPREAD else (0.0,)
    return [
        Placed(shape, *patch.middle, float(angle), float(np.exp(mean + k * spread)))
        for k in spreads
        for angle in angles
    ]


def _reach(placed: Placed) -> int:
    """How far a piece reaches from its middle, with its side and what lies round it (px)."""
    return int(np.ceil(np.abs(placed.outline - (placed.x, placed.y)).max())) + RING + 8


def _window(view: FrameView, value: Values, placed: Placed, beside: int) -> Values:
    """The values so far round the px that a piece's middle lies in, 0 where there are none."""
    column, row = _px_of(view, placed)
    padded = cv2.copyMakeBorder(value, beside, beside, beside, beside, cv2.BORDER_CONSTANT, value=0.0)
    return np.asarray(padded[row : row + 2 * beside + 1, column : column + 2 * beside + 1])


def _px_of(view: FrameView, placed: Placed) -> tuple[int, int]:
    column = int(np.clip(round(placed.x - view.left), 0, view.columns - 1))
    return column, int(np.clip(round(view.top - placed.y), 0, view.rows - 1))


def _scores(view: FrameView, window: Values, start: Placed, every: int = 1) -> NDArray[np.float32]:
    """How well a piece of this turn and size explains a window, in each place. `every`: mm that a px of it is large."""
    column, row = _px_of(view, start)
    reach = -(-_reach(start) // every)
    origin = (view.left + column) / every - reach, (view.top - row) / every + reach
    template = np.zeros((2 * reach + 1, 2 * reach + 1, 2), np.float32)
    outline = start.outline
    front, whole = (filled([one / every], origin, template.shape[:2]) for one in (outline, view.silhouette(outline)))
    ring, side = wider(whole, 2 * RING // every + 1) & ~whole, whole & ~front
    template[front, 0], template[ring, 0], template[side, 1] = 1.0, -1.0, OF_SIDES
    return np.asarray(cv2.matchTemplate(window, template, cv2.TM_CCORR) / float(np.abs(template).sum()))


def _matched(view: FrameView, window: Values, start: Placed, around: int) -> tuple[float, Placed]:
    """The best place of a piece of this turn and size in a window round it."""
    beyond = len(window) // 2 - _reach(start) - around
    scores = _scores(view, window[beyond : len(window) - beyond, beyond : len(window) - beyond], start)
    _, best, _, (right, down) = cv2.minMaxLoc(scores)
    return best, replace(start, x=start.x + right - around, y=start.y - down + around)

"""Finds the shapes that are printed along the sides and the base of a frame: circles, squares, diamonds, triangles."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

_THRESHOLDS = range(16, 240, 8)
_SMALLEST, _LARGEST = 7.0, 45.0  # px across, where the picture is 1280 px wide
_MIN_SOLIDITY = 0.88  # of its hull: a number or a letter is less
_MAX_ELONGATION = 1.9  # times as long as wide
# How much of the upright rectangle round it a shape fills.
_SQUARE_FILL, _CIRCLE_FILL, _HALF_FILL = (0.86, 1.0), (0.70, 0.86), (0.42, 0.68)
_MIN_TRIANGLE_OFFSET = 0.09  # of its extent: so far the middle of a triangle's area is off the middle of that rectangle
_MIN_THRESHOLDS = 2  # thresholds that must find the same
_MAX_SAME_DISTANCE = 0.35  # of the extent: how near two marks are the same
_MAX_SIZE_RATIO = 1.7  # times as large
_MAX_STEP_DIFFERENCE = 0.22  # of the usual step that a step may differ
_MIN_MARKS = 3  # in a row


@dataclass(frozen=True)
class Mark:
    """A printed shape: its middle and its extent (px)."""

    middle: tuple[float, float]
    extent: float
    shape: str


@dataclass(frozen=True)
class Row:
    """Shapes in a row at even steps: the first and the last middle (px), the step (2, px); "" where none was seen."""

    first: tuple[float, float]
    last: tuple[float, float]
    step: tuple[float, float]
    shapes: tuple[str, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """Halfway between the first and the last."""
        return (self.first[0] + self.last[0]) / 2, (self.first[1] + self.last[1]) / 2


def marks_in(picture: Picture) -> list[Mark]:
    """Every small plain shape of a picture."""
    scale = picture.shape[1] / 1280
    found: list[Mark] = []
    for channel in cv2.split(picture):
        smooth = cv2.GaussianBlur(channel, (0, 0), 0.7 * scale)
        for threshold in _THRESHOLDS:
            _, light = cv2.threshold(smooth, threshold, 255, cv2.THRESH_BINARY)
            rims, _ = cv2.findContours(light, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            found += [mark for rim in rims if (mark := _mark(np.asarray(rim, np.int32), scale))]
    return _merge(found)


def _mark(rim: NDArray[np.int32], scale: float) -> Mark | None:
    x, y, wide, high = cv2.boundingRect(rim)
    # A contour runs through the middles of its pixels: half a pixel is lacking on each side.
    if (
        not _SMALLEST * scale
        < min(wide, high)
        <= max(wide, high)
        < min(_LARGEST * scale, _MAX_ELONGATION * min(wide, high))
    ):
        return None
    area = cv2.contourArea(rim)
    if area < _MIN_SOLIDITY * cv2.contourArea(cv2.convexHull(rim)):
        return None
    moments = cv2.moments(rim)
    middle = np.array([moments["m10"], moments["m01"]]) / max(moments["m00"], 1e-9)
    off = np.abs((middle - (x + (wide - 1) / 2, y + (high - 1) / 2)) / (wide, high)).max()
    shape = _shape(area / ((wide - 1) * (high - 1)), float(off))
    return None if shape is None else Mark((float(middle[0]), float(middle[1])), float(np.sqrt(wide * high)), shape)


def _shape(filled: float, off: float) -> str | None:
    if _HALF_FILL[0] < filled < _HALF_FILL[1]:
        return "triangle" if off > _MIN_TRIANGLE_OFFSET else "diamond" if off < _MIN_TRIANGLE_OFFSET / 2 else None
    if off > _MIN_TRIANGLE_OFFSET / 2:
        return None
    return "square" if filled >= _SQUARE_FILL[0] else "circle" if _CIRCLE_FILL[0] < filled < _CIRCLE_FILL[1] else None


def _merge(found: Sequence[Mark]) -> list[Mark]:
    """One mark for all that lie together, of the shape that most thresholds see; none where too few see it."""
    rest, kept = sorted(found, key=lambda mark: -mark.extent), []
    while rest:
        first = rest[0]
        away = np.hypot(*(np.array([one.middle for one in rest]) - first.middle).T)
        parted = list(zip(rest, away < _MAX_SAME_DISTANCE * first.extent, strict=True))
        near, rest = [one for one, here in parted if here], [one for one, here in parted if not here]
        shapes = [one.shape for one in near]
        usual = max(set(shapes), key=shapes.count)
        alike = [one for one in near if one.shape == usual]
        if len(alike) >= max(_MIN_THRESHOLDS, len(near) // 2):
            x, y = np.median([one.middle for one in alike], axis=0)
            kept.append(Mark((float(x), float(y)), float(np.median([one.extent for one in alike])), usual))
    return kept


def row_along(marks: Sequence[Mark], start: Points, end: Points, reach: float) -> Row | None:
    """The longest row at even steps among the marks within `reach` px of a line from `start` to `end` (2 px each)."""
    along = (end - start) / np.hypot(*(end - start))
    away = np.array([-along[1], along[0]])
    near = [mark for mark in marks if abs((np.array(mark.middle) - start) @ away) < reach]
    near.sort(key=lambda mark: float((np.array(mark.middle) - start) @ along))
    best: list[tuple[int, Mark]] = []
    for at, one in enumerate(near):
        for other in near[at + 1 :]:
            step = np.subtract(other.middle, one.middle)
            if (
                max(one.extent, other.extent) > _MAX_SIZE_RATIO * min(one.extent, other.extent)
                or np.hypot(*step) < one.extent
            ):
                continue
            members = _members(near, one, step)
            if len(members) > len(best):
                best = members
    return _row(best) if len(best) >= _MIN_MARKS else None


def _members(near: Sequence[Mark], first: Mark, step: Points) -> list[tuple[int, Mark]]:
    """Which marks lie at whole steps behind a first one, each with how many; perspective makes steps grow or shrink."""
    members, at, number, misses = [(0, first)], np.array(first.middle), 0, 0
    while misses < 2:
        number += 1
        expected = at + step
        reach = _MAX_STEP_DIFFERENCE * np.hypot(*step)
        hits = [
            mark for mark in near
            if np.hypot(*(np.array(mark.middle) - expected)) < reach
            and first.extent / _MAX_SIZE_RATIO < mark.extent < first.extent * _MAX_SIZE_RATIO
        ]  # fmt: skip
        if hits:
            hit = min(hits, key=lambda mark: np.hypot(*(np.array(mark.middle) - expected)))
            step = 0.5 * step + 0.5 * (np.array(hit.middle) - at) if misses == 0 else step
            at, misses = np.array(hit.middle), 0
            members.append((number, hit))
        else:
            at, misses = expected, misses + 1
    return members


def _row(members: Sequence[tuple[int, Mark]]) -> Row:
    (_, first), (last_number, last) = members[0], members[-1]
    shapes = {number: mark.shape for number, mark in members}
    step = np.subtract(last.middle, first.middle) / last_number
    return Row(
        first.middle,
        last.middle,
        (float(step[0]), float(step[1])),
        tuple(shapes.get(number, "") for number in range(last_number + 1)),
    )

"""Detects the indices in the corners of French-suited cards: rank above suit sign, at any angle.

One small network runs over the picture at halving sizes, so that each index has once the size of its training.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.non_max_suppression import non_max_suppression
from vision.networks import Maps, peaks_of, run_on_any_size
from vision.reading import Picture, Points

_CELL = 4  # px a cell of the network's maps
_UNIT = 16.0  # px, see `tools.lab.training.index_networks.IndexNet`
_LONG_SIDE = 832  # px of the picture's longer side at the finest level
_LEVELS = 3
_MIN_HEAT = -0.85  # logit, of a share of 0.3
_MIN_DISTANCE = 0.55  # of half an index's height, between two middles
# Px of half an index that is detected again, and its size then; most zoom
_MAX_SMALL_HALF, _ZOOMED_HALF, _MAX_ZOOM = 14.0, 12.5, 2.2
_SEARCH_REACH = 6.0  # halves of an index's height to each side that are searched again
_MASK_CELL = 8  # px
_MAX_DETECTIONS = 70  # detections in one picture


@dataclass(frozen=True)
class DetectedIndex:
    """An index: `middle` and `up`, from there to the middle of the rank's upper edge (2, px each); confidence."""

    middle: NDArray[np.float64]
    up: NDArray[np.float64]
    confidence: float

    @cached_property
    def half(self) -> float:
        """Half its height in px."""
        return float(np.hypot(*self.up))

    @cached_property
    def across(self) -> NDArray[np.float64]:
        """`up` turned clockwise by a quarter: to the right as the index is read."""
        return np.array([-self.up[1], self.up[0]])

    @cached_property
    def parts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The middles of its rank and of its suit, in px."""
        return self.at(0, -0.6), self.at(0, 0.6)

    def at(self, right: float, down: float) -> NDArray[np.float64]:
        """A point given in halves of the index's height from its middle, in px."""
        return np.asarray(self.middle + self.across * right - self.up * down)

    def coordinates_of(self, point: NDArray[np.float64]) -> tuple[float, float]:
        """The inverse of `at`: the offset right and down of a point (px) from its middle."""
        off = (point - self.middle) / self.half**2
        return float(off @ self.across), float(-(off @ self.up))


def detect_indices(picture: Picture) -> list[DetectedIndex]:
    """All that may be indices in a picture, faint ones included, one index several times; the most confident first."""
    scale = _LONG_SIDE / max(picture.shape[:2])
    found: list[DetectedIndex] = []
    small = picture
    for level in range(_LEVELS):
        high, wide = (max(1, round(side * scale / 2**level)) for side in picture.shape[:2])
        method = cv2.INTER_AREA if wide < small.shape[1] else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(small, (wide, high), interpolation=method), np.uint8)
        found += peaks(run_on_any_size("index", small), np.array([picture.shape[1] / wide, picture.shape[0] / high]))
    return sorted(found, key=lambda index: -index.confidence)


def detect_beside(picture: Picture, known: Sequence[DetectedIndex]) -> list[DetectedIndex]:
    """What may be indices about small ones that are known, seen larger: in a tight fan those lie a few px apart."""
    small = [one for one in known if one.half < _MAX_SMALL_HALF]
    found: list[DetectedIndex] = []
    for left, top, right, bottom in _parts_about(small, picture.shape[:2]):
        own = [one.half for one in small if left <= one.middle[0] < right and top <= one.middle[1] < bottom]
        part = picture[top:bottom, left:right]
        zoom = min(_ZOOMED_HALF / float(np.median(own)), _MAX_ZOOM)
        larger = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR), np.uint8)
        grow = np.array([part.shape[1] / larger.shape[1], part.shape[0] / larger.shape[0]])
        corner = np.array([left, top], np.float64)
        found += [replace(one, middle=one.middle + corner) for one in peaks(run_on_any_size("index", larger), grow)]
    return sorted(found, key=lambda index: -index.confidence)


def _parts_about(known: Sequence[DetectedIndex], shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom (px) of the parts of a picture (height, width) about indices, joined where they
    overlap."""
    mask = np.zeros((shape[0] // _MASK_CELL + 1, shape[1] // _MASK_CELL + 1), np.uint8)
    for one in known:
        low = np.maximum((one.middle - _SEARCH_REACH * one.half) / _MASK_CELL, 0).astype(int)
        high = np.maximum((one.middle + _SEARCH_REACH * one.half) / _MASK_CELL, 0).astype(int) + 1
        mask[low[1] : high[1], low[0] : high[0]] = 1
    _, _, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    out = []
    for left, top, wide, high in (boxes[1:, :4] * _MASK_CELL).tolist():
        out.append((left, top, min(left + wide, shape[1]), min(top + high, shape[0])))
    return out


def peaks(maps: Maps, grow: Points) -> list[DetectedIndex]:
    """The indices in the network's maps of one level; `grow`: px of the picture a px of the level (2)."""
    heat = maps[0]
    rows, columns = (cells[: 2 * _MAX_DETECTIONS] for cells in peaks_of(heat, _MIN_HEAT))
    shares = 1 / (1 + np.exp(-heat[rows, columns]))
    values = np.asarray(maps[1:, rows, columns], np.float64).T
    middles = (np.stack([columns, rows], axis=1) + values[:, :2]) * _CELL * grow
    ups = values[:, 2:] * _UNIT * grow
    return [
        DetectedIndex(middle, up, float(share))
        for middle, up, share in zip(middles, ups, shares, strict=True)
        if np.hypot(*up) > 1
    ]


def suppress_overlaps(found: Sequence[DetectedIndex], known: Sequence[DetectedIndex] = ()) -> list[DetectedIndex]:
    """The strongest of those at one spot, none where a known one is: non-maximum suppression, over all levels."""
    middles = np.array([one.middle for one in found]).reshape(-1, 2)
    halves = np.array([one.half for one in found])

    def at_spot_of(one: DetectedIndex) -> NDArray[np.bool_]:
        return np.asarray(np.linalg.norm(middles - one.middle, axis=1) <= _MIN_DISTANCE * np.maximum(halves, one.half))

    free = np.ones(len(found), bool)
    for one in known:
        free &= ~at_spot_of(one)
    left = np.flatnonzero(free)
    kept = non_max_suppression(len(left), lambda n: at_spot_of(found[int(left[n])])[left], most=_MAX_DETECTIONS)
    return [found[int(left[n])] for n in kept]

"""Detects the indices in the corners of French-suited cards: rank above suit sign, at any angle.

One small network runs over the picture at halving sizes, so that it meets each index at a size that it knows.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Maps, run_network
from vision.reading import Picture, Points

_CELL = 4  # px a cell of the network's maps
_UNIT = 16.0  # px, see `tools.training.index_networks.IndexNet`
_LONG_SIDE = 832  # px of the picture's longer side at the finest level
_LEVELS = 3
_SIDES = 16  # px: both sides are multiples of it
_MIN_HEAT = -0.85  # logit, of a share of 0.3
_NEAREST = 0.55  # of half an index's height, between two middles
_MOST = 70  # detections in one picture


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

    def at(self, right: float, down: float) -> NDArray[np.float64]:
        """A point given in halves of the index's height from its middle, in px."""
        return np.asarray(self.middle + self.across * right - self.up * down)

    def seen_from(self, point: NDArray[np.float64]) -> tuple[float, float]:
        """The inverse: how far to the right and down of its middle a point (px) is."""
        off = (point - self.middle) / self.half**2
        return float(off @ self.across), float(-(off @ self.up))


def detect_indices(picture: Picture) -> list[DetectedIndex]:
    """All indices in a picture, faint ones included; the most confident first."""
    scale = _LONG_SIDE / max(picture.shape[:2])
    found: list[DetectedIndex] = []
    small = picture
    for level in range(_LEVELS):
        high, wide = (max(1, round(side * scale / 2**level)) for side in picture.shape[:2])
        method = cv2.INTER_AREA if wide < small.shape[1] else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(small, (wide, high), interpolation=method), np.uint8)
        padded = cv2.copyMakeBorder(small, 0, -high % _SIDES, 0, -wide % _SIDES, cv2.BORDER_REPLICATE)
        maps = run_network("index", [np.asarray(padded, np.uint8)])[0]
        found += peaks(maps, np.array([picture.shape[1] / wide, picture.shape[0] / high]))
    return _strongest(found)


def peaks(maps: Maps, grow: Points) -> list[DetectedIndex]:
    """The indices in the network's maps of one level; `grow`: px of the picture a px of the level (2)."""
    heat = maps[0]
    rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _MIN_HEAT))
    order = np.argsort(-heat[rows, columns])[: 2 * _MOST]
    rows, columns = rows[order], columns[order]
    shares = 1 / (1 + np.exp(-heat[rows, columns]))
    values = np.asarray(maps[1:, rows, columns], np.float64).T
    middles = (np.stack([columns, rows], axis=1) + values[:, :2]) * _CELL * grow
    ups = values[:, 2:] * _UNIT * grow
    return [
        DetectedIndex(middle, up, float(share))
        for middle, up, share in zip(middles, ups, shares, strict=True)
        if np.hypot(*up) > 1
    ]


def _strongest(found: list[DetectedIndex]) -> list[DetectedIndex]:
    """Non-maximum suppression over all levels."""
    if not found:
        return []
    found = sorted(found, key=lambda index: -index.confidence)
    middles, halves = np.array([one.middle for one in found]), np.array([one.half for one in found])
    free, kept = np.ones(len(found), bool), []
    for number, one in enumerate(found):
        if free[number]:
            kept.append(one)
            free &= np.linalg.norm(middles - one.middle, axis=1) > _NEAREST * np.maximum(halves, one.half)
    return kept[:_MOST]

"""Patches of cards and of parts of them, sampled from a picture, and how alike two patches are."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane
from vision.geometry.homography import homography, picture_corners
from vision.reading import Picture, Points

Patches = NDArray[np.float32]  # n × pixels × 3
STRAIGHT = (42, 60)  # px of a card seen straight
_ROWS = 1 << 14  # of pixels that OpenCV samples at once


@dataclass(frozen=True)
class Part:
    """A grid of points of a card."""

    points: Points  # pixels × 2, in card coordinates (x 0 to 1, y 0 to the proportion)
    shape: tuple[int, int]  # rows, columns


@lru_cache(maxsize=64)  # readers ask for the same few with each picture
def part_of_card(left: float, top: float, right: float, bottom: float, step: float) -> Part:
    """The part between these sides, in widths of a card, with points every `step`."""
    columns, rows = max(2, round((right - left) / step)), max(2, round((bottom - top) / step))
    x = left + (np.arange(columns) + 0.5) * (right - left) / columns
    y = top + (np.arange(rows) + 0.5) * (bottom - top) / rows
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return Part(grid, (rows, columns))


def placed(cards: NDArray[np.float64], points: NDArray[np.float64], proportion: float) -> NDArray[np.float64]:
    """Points of cards (pixels × 2 of all, or n × pixels × 2) where the cards (n × 4 × 2) lie: n × pixels × 2."""
    return np.asarray(np.concatenate([points, np.ones_like(points[..., :1])], axis=-1) @ _axes(cards, proportion))


def along_cards(cards: NDArray[np.float64], offsets: NDArray[np.float64], proportion: float) -> NDArray[np.float64]:
    """Offsets on the plane (n × any × 2) along the axes of cards (n × 4 × 2)."""
    return np.asarray(offsets @ _axes(cards, proportion)[:, :2].transpose(0, 2, 1))


def _axes(cards: NDArray[np.float64], proportion: float) -> NDArray[np.float64]:
    """What a step across and down a card is on the plane, and where its corner is (n × 3 × 2)."""
    return np.stack([cards[:, 1] - cards[:, 0], (cards[:, 3] - cards[:, 0]) / proportion, cards[:, 0]], axis=1)


def patches_at(picture: Picture | NDArray[np.float32], where: NDArray[np.floating]) -> Patches:
    """The colours of a picture (n × pixels × 3, or × 1) at points (n × pixels × 2) in px; no more than 32767 pixels."""
    x, y = (np.ascontiguousarray(where[..., axis], np.float32) for axis in (0, 1))
    return _sampled(picture, x, y)


def _sampled(picture: Picture | NDArray[np.float32], x: NDArray[np.float32], y: NDArray[np.float32]) -> Patches:
    colours = 1 if picture.ndim == 2 else picture.shape[2]
    if not x.size:
        return np.zeros((*x.shape, colours), np.float32)
    parts = range(0, len(x), _ROWS)
    samples = [
        cv2.remap(picture, x[n : n + _ROWS], y[n : n + _ROWS], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for n in parts
    ]
    return np.concatenate(samples).reshape(*x.shape, colours).astype(np.float32)


@dataclass(frozen=True)
class PlaneView:
    """A picture, and the `plane` in it on which cards lie."""

    picture: Picture
    plane: CardPlane

    def patches(self, cards: NDArray[np.float64], points: Points) -> Patches:
        """The colours (n × pixels × 3) at points of cards (pixels × 2) that lie on the plane (n × 4 × 2)."""
        return _sampled(self.picture, *self._pixels(cards, points))

    def lightness(self, cards: NDArray[np.float64], points: Points) -> NDArray[np.float32]:
        """How light it is there (n × pixels)."""
        return np.asarray(_sampled(self._grey, *self._pixels(cards, points))[..., 0], np.float32)

    @cached_property
    def _grey(self) -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY), np.uint8)

    def _pixels(self, cards: NDArray[np.float64], points: Points) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where points of cards are seen: x and y (n × pixels each)."""
        axes = _axes(cards, self.plane.proportion) @ self.plane.to_picture[:, :2].T
        axes[:, 2] += self.plane.to_picture[:, 2]
        rows = axes.transpose(2, 0, 1).reshape(-1, 3).astype(np.float32)  # of all cards at once
        samples = rows @ np.vstack([points.T, np.ones(len(points))]).astype(np.float32)
        x, y, depth = samples.reshape(3, len(cards), len(points))
        return np.asarray(x / depth), np.asarray(y / depth)


def straightened(picture: Picture, corners: Points, size: tuple[int, int] = STRAIGHT) -> Picture:
    """A card with these corners (4 × 2 px, a short side first) as seen straight from above.

    `size`: its width and height (px).
    """
    wide, high = size
    matrix = np.diag([3.0, 3.0, 1.0]) @ homography(corners, picture_corners(wide, high, margin=0))
    fine = cv2.warpPerspective(picture, matrix, (3 * wide, 3 * high))
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)


def made_smaller(picture: Picture, wide: int, high: int) -> Picture:
    """A picture made smaller, by halves at first: OpenCV halves ten times as fast as it does else."""
    return np.asarray(cv2.resize(halved(picture, wide), (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def halved(picture: Picture, wide: int) -> Picture:
    """A picture halved as long as it stays twice as wide: one more step blurs no more than one from the start would."""
    while picture.shape[0] % 2 == picture.shape[1] % 2 == 0 and picture.shape[1] >= 4 * wide:
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def standardised(patches: Patches) -> Patches:
    """Patches with the mean of each channel gone, of unit length: their products are correlations (n × pixels·3)."""
    count = patches.shape[-2]
    mean = np.full((1, count), 1 / count, np.float32) @ patches  # faster than `mean` over pixels
    flat = (patches - mean).reshape(*patches.shape[:-2], count * patches.shape[-1])
    long = np.sqrt(np.einsum("...p,...p->...", flat, flat))
    flat /= np.maximum(long, 1.0)[..., None]
    return np.asarray(flat, np.float32)


def lightness(patches: Patches) -> NDArray[np.float32]:
    """How light each pixel is (n × pixels), as in a grey picture."""
    return np.asarray(patches @ np.array([0.114, 0.587, 0.299], np.float32), np.float32)

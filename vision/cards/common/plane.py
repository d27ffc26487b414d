"""Fits the plane of a table to cards that lie on it, which are all rectangles of one size."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import LONG, SHORT
from vision.geometry.camera_pose import usual_matrix
from vision.geometry.homography import Matrix, inverse, mapped
from vision.geometry.robust_fit import Cauchy, robust_fit
from vision.reading import Points

_ROUNDS = 12
_OUTLIER_SCALE = 3.0  # standard deviations that a length may be off before it loses weight
_TILT_DEVIATION = 0.35  # standard deviation of the plane's slope before any measurement
_SIDE_DEVIATION = 0.012  # of a card's width: how far a card's sides are from their length where its outline is exact
# Logarithms: how far a mark is from its length, and that from its guess
_MARK_DEVIATION, _MARK_GUESS_DEVIATION = 0.06, 0.3


@dataclass(frozen=True)
class CardPlane:
    """The plane of the cards: `to_picture` (3×3) takes it to pixels; on it a card is 1 wide and `proportion` high."""

    to_picture: Matrix
    proportion: float

    def on_plane(self, pixels: Points) -> Points:
        """Points of the plane (n × 2) that are seen at pixels (n × 2)."""
        return mapped(pixels, inverse(self.to_picture))

    def misfit(self, quads: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far outlines (n × 4 × 2 px, the first side short) are from cards: the worst side or diagonal (n), as a
        share of a card's width."""
        flat = self.on_plane(quads.reshape(-1, 2)).reshape(-1, 4, 2)
        return np.asarray(np.abs(_side_lengths(flat) - _expected_lengths(self.proportion)).max(axis=1))

    def cards_at_corners(self, at: Points, first: Points, second: Points) -> NDArray[np.float64]:
        """The two cards that may have a corner at a right angle in the picture: 2n × 4 × 2 on the plane.

        `at`, `first`, `second` (n × 2): as of `Corners`, in px. Of the first n the side along `first` is short, of the
        others the long one; each begins at a corner from which its first side runs along `first` or against it.
        """
        flat = self.on_plane(np.concatenate([at, at + first, at + second])).reshape(3, -1, 2)
        along, aside = flat[1] - flat[0], flat[2] - flat[0]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        aside /= np.linalg.norm(aside, axis=1, keepdims=True)
        mean = along + np.stack([aside[:, 1], -aside[:, 0]], axis=1)
        along = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        aside = np.stack([-along[:, 1], along[:, 0]], axis=1)
        ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
        rings = []
        for size in ((1.0, self.proportion), (self.proportion, 1.0)):
            far = ring * np.array(size)
            rings.append(flat[0][:, None] + far[:, :1] * along[:, None] + far[:, 1:] * aside[:, None])
        return np.concatenate([rings[0], np.roll(rings[1], -1, axis=1)])

    def cards_at(self, flat: NDArray[np.float64]) -> NDArray[np.float64]:
        """The exact cards (n × 4 × 2 on the plane) nearest to outlines on the plane."""
        middle = flat.mean(axis=1, keepdims=True)
        across = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
        down = flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]
        turned = across + np.stack([down[:, 1], -down[:, 0]], axis=1)
        along = turned / np.linalg.norm(turned, axis=1, keepdims=True)
        aside = np.stack([-along[:, 1], along[:, 0]], axis=1)
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * np.array([1, self.proportion])
        return np.asarray(middle + half[:, :1] * along[:, None] + half[:, 1:] * aside[:, None])


def are_on(points: Points, cards: NDArray[np.float64], beside: float = 0.0) -> NDArray[np.bool_]:
    """Which points of the plane (n × 2) lie on which cards (m × 4 × 2), or beside by so much of a width: n × m."""
    on = np.ones((len(points), len(cards)), bool)
    for side in (cards[:, 1] - cards[:, 0], cards[:, 3] - cards[:, 0]):
        long = np.linalg.norm(side, axis=1)
        unit = side / long[:, None]
        along = points @ unit.T - (cards[:, 0] * unit).sum(axis=1)
        on &= (along > -beside) & (along < long + beside)
    return on


def are_near(cards: NDArray[np.float64], others: NDArray[np.float64], reach: float) -> NDArray[np.bool_]:
    """Which cards (n × 4 × 2) have their middle within reach of that of one of the others (m × 4 × 2)."""
    off = np.linalg.norm(cards.mean(axis=1)[:, None] - others.mean(axis=1), axis=2)
    return np.asarray((off <= reach).any(axis=1))


def _side_lengths(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The lengths of the sides and of the diagonals (n × 6)."""
    return np.asarray(np.linalg.norm(quads[:, [1, 2, 3, 0, 2, 3]] - quads[:, [0, 1, 2, 3, 0, 1]], axis=2))


def _expected_lengths(proportion: float) -> NDArray[np.float64]:
    across = float(np.hypot(1, proportion))
    return np.array([1.0, proportion, 1.0, proportion, across, across])


def plane_of_cards(
    quads: NDArray[np.float64],
    size: tuple[int, int],
    proportion: float | None = None,
    spread: float = 0.08,
    marks: NDArray[np.float64] | None = None,
    mark: float = 0.2,
) -> CardPlane:
    """The plane on which outlines (n × 4 × 2 px, clockwise, the first side short) are best of one size.

    `size` of the picture (px). `proportion`: height by width of a card, fitted where it is not known, by at most
    `spread` from that of the outlines as they appear. `marks` (n × 2 × 2 px): ends of what is printed on cards in one
    length, about `mark` of a card's width; they also determine the plane, alone where there is no outline. The loss is
    Cauchy's, since some outlines may be no cards.
    """
    to_rays = inverse(usual_matrix(size))
    rays = mapped(quads.reshape(-1, 2), to_rays).reshape(-1, 4, 2)
    ends = mapped((np.zeros((0, 2, 2)) if marks is None else marks).reshape(-1, 2), to_rays).reshape(-1, 2, 2)
    spans = _side_lengths(rays)
    if len(quads):
        apparent = float(np.median((spans[:, 1] + spans[:, 3]) / (spans[:, 0] + spans[:, 2])))
        width = float(np.median((spans[:, 0] + spans[:, 2]) / 2))
    else:
        apparent, width = LONG / SHORT, float(np.median(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1))) / mark
    guess = np.array([0.0, 0.0, -np.log(width), np.log(proportion or apparent), np.log(mark)])
    loose = np.array(
        [_TILT_DEVIATION, _TILT_DEVIATION, 3.0, spread if proportion is None else 1e-6, _MARK_GUESS_DEVIATION]
    )

    def solid(flat: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        depth = 1 / (1 + flat @ values[:2])
        return np.asarray(np.concatenate([flat * depth[..., None], depth[..., None]], axis=2) * np.exp(values[2]))

    def off(values: NDArray[np.float64]) -> NDArray[np.float64]:
        cards = (_side_lengths(solid(rays, values)) - _expected_lengths(float(np.exp(values[3])))) / _SIDE_DEVIATION
        lengths = np.linalg.norm(np.diff(solid(ends, values), axis=1)[:, 0], axis=1)
        return np.concatenate([cards.ravel(), (np.log(lengths) - values[4]) / _MARK_DEVIATION])

    return _plane(robust_fit(off, guess, np.ones(5), _ROUNDS, Cauchy(_OUTLIER_SCALE), loose), size)


def _plane(values: NDArray[np.float64], size: tuple[int, int]) -> CardPlane:
    """The plane with `values`: slopes, log scale, log proportion; its x axis runs along the picture's rows."""
    slope, scale = values[:2], float(np.exp(values[2]))
    normal = np.array([*slope, 1.0]) / np.linalg.norm([*slope, 1.0])
    right = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    right /= np.linalg.norm(right)
    down = np.cross(normal, right)
    centre = np.array([0.0, 0.0, 1.0])
    to_rays = np.column_stack([right / scale, down / scale, centre])
    return CardPlane(np.asarray(usual_matrix(size) @ to_rays), float(np.exp(values[3])))

"""Moves cards to where a part of them fits their faces best."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import Part, Patches, PlaneView, lightness, patches_at, placed
from vision.reading import Picture

_ROUNDS = 3
_NOISE, _GLARE = 20.0, 40.0  # levels of lightness
_CORNER = 4.0  # px that a round may move a corner of an outline
_FARTHEST = 0.03  # of a card's width, that a round may move a card
_LOOSE = np.array([0.03, 0.03, 0.04, 0.03])  # moves across and down, radians, and log scale that are likely
_CORNER_LOOSE = np.array([0.03, 0.03, 0.02, 0.002])  # a corner alone hardly tells how large its card is
_MAX_CORNER_WIDTH = 0.5  # of a card's width: parts that are but a corner


class Refiner:
    """Shifts, turns and scales cards a little so that a part of each fits the model of what it shows.

    `models`: faces × pixels × 3, patches of the part. Gauss-Newton on lightness, free of gain and offset (Lucas and
    Kanade 1981): cards on piles are nearer to the camera and appear larger.
    """

    def __init__(self, part: Part, models: Patches) -> None:
        grey = lightness(models)
        self._points, self._middle = part.points, part.points.mean(axis=0)
        self._wanted = grey - grey.mean(axis=1, keepdims=True)
        loose = _CORNER_LOOSE if np.ptp(part.points[:, 0]) < _MAX_CORNER_WIDTH else _LOOSE
        self._solved = _solved(_slopes(grey, part, self._middle), loose).astype(np.float32)

    def refined(self, view: PlaneView, cards: NDArray[np.float64], shown: NDArray[np.int64]) -> NDArray[np.float64]:
        """Cards (n × 4 × 2 on the plane) where they fit best; `shown`: the face of each."""
        wanted, solved = self._wanted[shown], self._solved[shown]
        for _ in range(_ROUNDS if len(cards) else 0):
            off = _off(view.lightness(cards, self._points), wanted)
            moves = np.asarray((solved @ off[..., None])[..., 0], np.float64)
            cards = _moved(cards, moves, self._middle, view.plane.proportion)
        return cards


def slopes_of(picture: Picture) -> NDArray[np.float32]:
    """How light a picture is, and how that changes across and down (rows × columns × 3)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *order, ksize=3, scale=1 / 8) for order in ((1, 0), (0, 1)))
    return np.asarray(cv2.merge([grey.astype(np.float32), across, down]), np.float32)


def fitted(
    layers: NDArray[np.float32], quads: NDArray[np.float64], weights: NDArray[np.float64], wanted: Patches
) -> NDArray[np.float64]:
    """Outlines (n × 4 × 2 px) with every corner moved so that the patch inside is most as wanted (n × pixels × 3).

    `layers`: of a soft picture (`slopes_of`). `weights`: pixels × 4, of which corners each pixel is the mean.
    Gauss-Newton as in `Refiner`.
    """
    models = wanted.mean(axis=2)
    models = models - models.mean(axis=1, keepdims=True)
    quads, share = quads.copy(), weights.astype(np.float32)
    pairs = (share[:, :, None] * share[:, None]).reshape(-1, 16)
    for _ in range(_ROUNDS):
        patches = patches_at(layers, weights @ quads)
        free = patches[..., 0] - patches[..., 0].mean(axis=1, keepdims=True)
        gain = (free * models).sum(axis=1) / np.maximum((free * free).sum(axis=1), 1.0)
        gain = np.clip(gain, 0.2, 5.0)[:, None]
        off = free * gain - models
        off /= 1 + (off / _GLARE) ** 2
        x, y = patches[..., 1] * gain, patches[..., 2] * gain
        # of every two corners and axes: corner × axis × corner × axis, and what they are moved by
        normal = (np.stack([x * x, x * y, x * y, y * y], axis=1) @ pairs).reshape(-1, 2, 2, 4, 4)
        normal = normal.transpose(0, 3, 1, 4, 2).reshape(-1, 8, 8).astype(np.float64) / _NOISE**2
        wrong = (np.stack([x * off, y * off], axis=1) @ share).transpose(0, 2, 1).reshape(-1, 8, 1) / _NOISE**2
        moves = np.linalg.solve(normal + np.eye(8) / _CORNER**2, wrong)
        quads -= np.clip(moves, -_CORNER, _CORNER).reshape(-1, 4, 2)
    return quads


def _solved(slopes: NDArray[np.float64], loose: NDArray[np.float64]) -> NDArray[np.float64]:
    """What takes the differences from a model to the moves (faces × 4 × pixels)."""
    slopes = slopes - slopes.mean(axis=1, keepdims=True)
    turned = slopes.transpose(0, 2, 1) / _NOISE**2
    return np.asarray(np.linalg.solve(turned @ slopes + np.diag(1 / loose**2), turned))


def _slopes(grey: NDArray[np.float32], part: Part, middle: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the models change as the card moves across, down, turns and grows about the part's middle: n × px × 4."""
    high, wide = part.shape
    grid = part.points.reshape(high, wide, 2)
    step = (grid[0, 1, 0] - grid[0, 0, 0], grid[1, 0, 1] - grid[0, 0, 1])
    pictures = grey.reshape(-1, high, wide).astype(np.float64)
    down, across = (np.asarray(np.gradient(pictures, by, axis=axis)) for axis, by in ((1, step[1]), (2, step[0])))
    x, y = (part.points - middle).T
    across, down = across.reshape(len(grey), -1), down.reshape(len(grey), -1)
    return np.stack([across, down, down * x - across * y, across * x + down * y], axis=2)


def _off(observed: NDArray[np.float32], wanted: NDArray[np.float32]) -> NDArray[np.float32]:
    """How patches (n × pixels) differ from models, lit like them; great differences are glare and count for less."""
    free = observed - observed.mean(axis=1, keepdims=True)
    gain = (free * wanted).sum(axis=1) / np.maximum((free * free).sum(axis=1), 1.0)
    off = free * np.clip(gain, 0.2, 5.0)[:, None] - wanted
    return np.asarray(off / (1 + (off / _GLARE) ** 2), np.float32)


def _moved(
    cards: NDArray[np.float64], moves: NDArray[np.float64], middle: NDArray[np.float64], proportion: float
) -> NDArray[np.float64]:
    """Cards moved so that a part about `middle` that was shifted by `moves` no longer does."""
    moves = np.clip(moves, -_FARTHEST, _FARTHEST)
    ring = np.array([[0, 0], [1, 0], [1, proportion], [0, proportion]]) - middle
    grown = 1 - moves[:, 3, None]
    x = (ring[:, 0] * grown + ring[:, 1] * moves[:, 2, None]) - moves[:, 0, None] + middle[0]
    y = (ring[:, 1] * grown - ring[:, 0] * moves[:, 2, None]) - moves[:, 1, None] + middle[1]
    return placed(cards, np.stack([x, y], axis=2), proportion)

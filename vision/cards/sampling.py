"""Looks of cards and of parts of them, sampled from a picture, and how alike two looks are."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_pose import Matrix, mapped
from vision.reading import Picture, Points

Looks = NDArray[np.float32]  # n × pixels × 3


@dataclass(frozen=True)
class Part:
    """A grid of points of a card: `points` (pixels × 2) in card coordinates (x 0 to 1, y 0 to the proportion)."""

    points: Points
    shape: tuple[int, int]


def part_of_card(left: float, top: float, right: float, bottom: float, step: float) -> Part:
    """The part between these sides, in widths of a card, with points every `step`."""
    columns, rows = max(2, round((right - left) / step)), max(2, round((bottom - top) / step))
    x = left + (np.arange(columns) + 0.5) * (right - left) / columns
    y = top + (np.arange(rows) + 0.5) * (bottom - top) / rows
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return Part(grid, (rows, columns))


def placed(cards: NDArray[np.float64], points: NDArray[np.float64], proportion: float) -> NDArray[np.float64]:
    """Points of cards (pixels × 2) where the cards (n × 4 × 2) lie: n × pixels × 2."""
    axes = np.stack([cards[:, 0], cards[:, 1] - cards[:, 0], (cards[:, 3] - cards[:, 0]) / proportion], axis=1)
    return np.asarray(np.column_stack([np.ones(len(points)), points]) @ axes)


def looks_at(
    picture: Picture | NDArray[np.float32], where: NDArray[np.float64], to_picture: Matrix | None = None
) -> Looks:
    """The colours of a picture (n × pixels × 3, or × 1) at points (n × pixels × 2) in px, or on a plane."""
    flat = where.reshape(-1, 2)
    if to_picture is not None and len(flat):
        flat = mapped(flat, to_picture)
    rows = max(1, -(-len(flat) // 8192))  # remap takes no rows of more than 32767 points
    padded = np.full((rows * 8192, 2), -1e3, np.float32)
    padded[: len(flat)] = flat
    x, y = (np.ascontiguousarray(padded[:, n].reshape(rows, 8192)) for n in (0, 1))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = 1 if picture.ndim == 2 else picture.shape[2]
    return np.asarray(seen.reshape(-1, colours)[: len(flat)].reshape(*where.shape[:-1], colours), np.float32)


def made_smaller(picture: Picture, wide: int, high: int) -> Picture:
    """A picture made smaller, by halves as far as that goes: OpenCV halves ten times as fast as it does else."""
    while picture.shape[0] % 2 == picture.shape[1] % 2 == 0 and picture.shape[1] >= 2 * wide:
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def standardised(looks: Looks) -> Looks:
    """Looks with the mean of each channel gone, of unit length: their products are correlations (n × pixels·3)."""
    count = looks.shape[-2]
    mean = np.full((1, count), 1 / count, np.float32) @ looks  # faster than `mean` over pixels
    flat = (looks - mean).reshape(*looks.shape[:-2], count * looks.shape[-1])
    long = np.sqrt(np.einsum("...p,...p->...", flat, flat))
    flat /= np.maximum(long, 1.0)[..., None]
    return np.asarray(flat, np.float32)


def lightness(looks: Looks) -> NDArray[np.float32]:
    """How light each pixel is (n × pixels), as in a grey picture."""
    return np.asarray(looks @ np.array([0.114, 0.587, 0.299], np.float32), np.float32)

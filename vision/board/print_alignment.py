"""Aligns a picture with a taught print to a fraction of a pixel, from corners that are known roughly.

Direct alignment (inverse compositional Gauss-Newton; Baker and Matthews 2004) of all that is printed, not of some
points of it. Each patch is compared without its slope of light and its contrast, and weighted by its correlation with
the print, so that tiles, hands and glare have no weight. Starts that differ by a few pixels converge to the same
corners within a few hundredths of a pixel, also on processors that round differently.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Matrix, homography, mapped
from vision.reading import Picture, Points

_PATCH = 32  # px, of a print of 512
_RIM = 0.025  # of the side, left out: where corners are off it shows what lies round the sheet
_MIN_TEXTURE = 4.0  # grey levels (standard deviation) of a patch with a print
_MIN_LIKENESS = 0.4  # correlation up to which a patch weighs nothing
_MIN_NOISE = 0.05  # of a patch's variance
_PIXELS_APIECE = 16.0  # neighbouring pixels are blurred alike: so many count as one
_PRIOR_SIGMA = 6.0  # px of the print: standard deviation of corners found without it
_MAX_STEP, _MAX_CONVERGED_STEP, _MAX_STEPS = 3.0, 0.01, 20  # px of the print
_MIN_SCORE_RATIO = 0.98  # of the score to that of the step before
_MIN_STEPS, _MIN_SCORE = 3, 0.05  # first steps, after which the score as a share of all patches has a minimum

Flat = NDArray[np.float32]


@dataclass(frozen=True)
class Alignment:
    """The best alignment of a print."""

    corners: Points  # 4 × 2 px of the picture
    score: float  # the sum of its patches' agreement there, each 0 to 1


class PrintAlignment:
    """A print (side × side × 3, BGR, a whole number of patches) with which pictures are aligned.

    `channels`: the weights of blue, green and red that show most of it (3).
    """

    def __init__(self, picture: Picture, channels: Flat) -> None:
        self._side, self._channels = len(picture), channels
        grey = self._grey(picture)
        patches, contrast = _normalise(_patches(grey))
        self._kept = np.flatnonzero(contrast > _MIN_TEXTURE)
        self._print = patches[self._kept]
        slopes = _patches(_corner_derivatives(grey))[self._kept] / contrast[self._kept, None, None]
        plain = plane(_PATCH)
        slopes -= np.einsum("vk,nkj->nvj", plain, np.einsum("vk,nvj->nkj", plain, slopes))
        self._slopes = slopes  # derivatives of values by the corners (patches × values × 8, per px)
        self._normal = np.einsum("nvi,nvj->nij", slopes, slopes)

    def align(self, picture: Picture, start: Points, near: Points) -> Alignment:
        """Aligns the corners from a start (4 × 2 px); those without any print stay `near` where they were found."""
        corners, best = start, 0.0
        for number in range(_MAX_STEPS):
            step, score = self._step(picture, corners, near)
            if score < _MIN_SCORE_RATIO * best or (number >= _MIN_STEPS and score < _MIN_SCORE * len(self._kept)):
                break  # it does not lie here, or is turned
            corners, best = self._apply_step(corners, step), score
            if np.abs(step).max() < _MAX_CONVERGED_STEP:
                break
        return Alignment(corners, score)

    def distance(self, picture: Picture, corners: Points) -> float:
        """The largest distance of a corner (4 × 2 px) from where the print has it (px of the print)."""
        return float(np.abs(self._step(picture, corners, corners)[0]).max())

    def _step(self, picture: Picture, corners: Points, near: Points) -> tuple[Points, float]:
        """The Gauss-Newton step of the corners (4 × 2 px of the print), and the score before it."""
        level, _ = _normalise(_patches(self._grey(rectified_to(picture, corners, self._side)))[self._kept])
        correlation = np.einsum("nv,nv->n", self._print, level) / _PATCH**2
        agreement = np.clip((correlation - _MIN_LIKENESS) / (1 - _MIN_LIKENESS), 0, 1)
        weights = agreement / np.maximum(2 - 2 * correlation, _MIN_NOISE) / _PIXELS_APIECE
        square = square_corners(self._side)
        away = mapped(near, homography(corners, square)) - square
        off = ((self._print - level) * weights[:, None].astype(np.float32)).ravel() @ self._slopes.reshape(-1, 8)
        normal = np.tensordot(weights, self._normal, 1) + np.eye(8) / _PRIOR_SIGMA**2
        step = np.linalg.solve(normal, off + away.ravel() / _PRIOR_SIGMA**2)
        return np.clip(step, -_MAX_STEP, _MAX_STEP).reshape(4, 2), float(agreement.sum())

    def _apply_step(self, corners: Points, step: Points) -> Points:
        """The corners after a step (px of the print)."""
        square = square_corners(self._side)
        return mapped(square + step, homography(square, corners))

    def _grey(self, flat: Picture) -> Flat:
        soft = cv2.GaussianBlur(flat, (0, 0), self._side / 420)
        return np.asarray(soft.astype(np.float32) @ self._channels)


def square_corners(side: int) -> Flat:
    """The corners (4 × 2) of a picture of `side` px as OpenCV counts: a pixel's middle is a whole number."""
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - np.float32(0.5)


def rectified_to(picture: Picture, corners: Points, side: int) -> Picture:
    """The quadrilateral between corners (4 × 2 px), rectified to `side` px square.

    A larger picture is shrunk first, against aliasing.
    """
    span = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max()) / side
    times = max(1, int(span + 0.3))
    if times > 1:
        picture = np.asarray(cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA))
        corners = (corners + 0.5) / times - 0.5
    matrix = homography(square_corners(side), corners)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(picture, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _patches(flat: Flat) -> Flat:
    """Divides a picture (side × side × …) into patches (patches × values × …)."""
    count, more = len(flat) // _PATCH, flat.shape[2:]
    grid = flat.reshape(count, _PATCH, count, _PATCH, *more).swapaxes(1, 2)
    return np.asarray(grid.reshape(count**2, _PATCH**2, *more))


def _normalise(patches: Flat) -> tuple[Flat, Flat]:
    """Patches (n × values) without mean and slope, of variance 1; and their standard deviation before that."""
    plain = plane(_PATCH)
    level = patches - (patches @ plain) @ plain.T
    contrast = np.sqrt(np.einsum("nv,nv->n", level, level) / level.shape[1])
    return np.asarray(level / (contrast[:, None] + 1e-3)), contrast


@cache
def plane(size: int) -> Flat:
    """An orthonormal basis (values × 3) of constant and linear pictures of `size` px."""
    y, x = np.indices((size, size)).reshape(2, -1) - (size - 1) / 2
    return np.asarray(
        np.stack([values / np.linalg.norm(values) for values in (np.ones_like(x), x, y)], axis=1), np.float32
    )


def _corner_derivatives(grey: Flat) -> Flat:
    """The derivatives of each pixel of a print by its corners (side × side × 8, per px)."""
    side = len(grey)
    y, x = (np.indices((side, side)) + 0.5) / (side / 2) - 1
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    to_corners = np.stack(_homography_derivatives(*corners.T), axis=1).reshape(8, 8)
    across, down = (moves @ np.linalg.inv(to_corners) for moves in _homography_derivatives(x, y))
    slopes = (
        cv2.Scharr(grey, cv2.CV_32F, 1, 0)[..., None] * across + cv2.Scharr(grey, cv2.CV_32F, 0, 1)[..., None] * down
    )
    rim = round(_RIM * side)
    inside = np.zeros((side, side, 1), np.float32)
    inside[rim:-rim, rim:-rim] = 1 / 32  # Scharr's weights
    return np.asarray(slopes * inside, np.float32)


def _homography_derivatives(x: Matrix, y: Matrix) -> tuple[Matrix, Matrix]:
    """The derivatives of points (any shape), across and down, by the eight parameters of a homography (… × 8)."""
    ones, zeros = np.ones_like(x), np.zeros_like(x)
    across = np.stack([x, y, ones, zeros, zeros, zeros, -x * x, -x * y], axis=-1)
    return across, np.stack([zeros, zeros, zeros, x, y, ones, -x * y, -y * y], axis=-1)

"""Measures how clearly a picture shows its field: its blur, its noise, and whether it shows colours.

The measurements limit the confidence of doubtful faces, and explain why a face is not named.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dimensions import SHEET
from vision.geometry.homography import picture_corners
from vision.quality.exposure import channel_extremes
from vision.reading import Picture, Points

_COARSE_SIGMA = 2.0  # px: sigma of the Gaussian with which the picture is compared
_MIN_ENERGY_RATIO = 0.05  # of the squared ratio of the edges' energies, less 1: a limit on measurable sharpness
# The log odds of faces compared in pairs hold only in clear pictures. Fitted on invented tables:
# the blur (mm) without effect, and how much the temperature rises per mm of blur beyond it and per level of noise.
_MAX_FREE_BLUR, _BLUR_COST, _NOISE_COST = 0.6, 1.0, 0.02
_MEASURED_PART = 0.67  # of the field, across and down, that is measured
_COLOUR_STEP = 4  # px of that, across and down, between samples of its colours
_MIN_COLOUR = 25.0  # of 255 between the channels; pictures without colours have 0, photographs 119 and more
_MIN_EDGE_ENERGY = 0.5  # mean squared steps (of 255 a px) of a field with edges
# Mm of blur from which a picture is sharpened, unless noise would be amplified too much
_MIN_SHARPENED_BLUR, _MAX_SHARPENED_NOISE = 0.65, 6.0
_UNSHARP_WEIGHT = 2.0  # weight of the unsharp mask
_ANGLES = np.linspace(0, np.pi, 8, endpoint=False)
_ALONG_ANGLES = np.stack([np.cos(_ANGLES) ** 2, np.sin(2 * _ANGLES), np.sin(_ANGLES) ** 2], axis=1)
_NOISE_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)


@dataclass(frozen=True)
class Clarity:
    """The clarity of a picture; each value is measured when it is first used.

    >>> field, picture = np.array([[0.0, 0], [400, 0], [400, 400], [0, 400]]), np.zeros((400, 400, 3), np.uint8)
    >>> picture[100:300, 100:300] = 150
    >>> blurred = Clarity(np.asarray(cv2.GaussianBlur(picture, (0, 0), 3)), field)
    >>> round(Clarity(picture, field).blur_px, 1), round(blurred.blur_px, 1)
    (0.6, 3.0)
    """

    picture: Picture  # BGR
    field: Points  # its corners (4 × 2 px)

    @classmethod
    def of_whole(cls, picture: Picture) -> "Clarity":
        """The clarity of a picture that is all field, of which the middle part is measured."""
        return cls(picture, picture_corners(picture.shape[1], picture.shape[0], 0.0).astype(np.float64))

    @cached_property
    def noise(self) -> float:
        """The standard deviation of the noise, of 255. Source: Immerkaer 1996, with the median, which edges spare."""
        changes = cv2.filter2D(self._grey, cv2.CV_16S, _NOISE_KERNEL)[::4, ::4]
        return float(np.median(np.abs(changes))) / 0.6745 / 6

    @cached_property
    def blur_px(self) -> float:
        """The standard deviation of the blur (px) in the direction in which it is widest.

        The more edges are blurred, the less of their energy a further Gaussian removes: of a step of width sigma it
        leaves sigma / sqrt(sigma² + coarse²). The energy of noise is subtracted first.
        """
        fine = along_all_angles(edge_energy(self._grey) - 2 * self.noise**2 * np.array([1, 0, 1]))
        coarse = along_all_angles(
            edge_energy(np.asarray(cv2.GaussianBlur(self._grey, (0, 0), _COARSE_SIGMA), np.uint8))
        )
        if coarse.min() < _MIN_EDGE_ENERGY:
            return 0.0
        return float((_COARSE_SIGMA / np.sqrt(np.maximum((fine / coarse) ** 2 - 1, _MIN_ENERGY_RATIO))).max())

    def sharpened(self) -> Picture:
        """The picture, sharpened by an unsharp mask as wide as its blur where the field is blurred."""
        if self.blur < _MIN_SHARPENED_BLUR or self.noise > _MAX_SHARPENED_NOISE:
            return self.picture
        soft = cv2.GaussianBlur(self.picture, (0, 0), self.blur_px)
        return np.asarray(cv2.addWeighted(self.picture, 1 + _UNSHARP_WEIGHT, soft, -_UNSHARP_WEIGHT, 0), np.uint8)

    @cached_property
    def blur(self) -> float:
        """The standard deviation of the blur in mm of the table."""
        sides = np.linalg.norm(np.roll(self.field, -1, axis=0) - self.field, axis=1)
        return self.blur_px * SHEET / float(sides.mean())

    @cached_property
    def colour(self) -> float:
        """The difference between channels (of 255) at the 99.9th percentile, since few tiles may have colours."""
        darkest, brightest = channel_extremes(self._middle[::_COLOUR_STEP, ::_COLOUR_STEP].reshape(-1, 3))
        return float(np.percentile(brightest - darkest, 99.9))

    @property
    def is_colourless(self) -> bool:
        """Whether the picture shows no colours."""
        return self.colour < _MIN_COLOUR

    @cached_property
    def temperature(self) -> float:
        """The temperature by which the log odds of doubtful faces are divided, at least 1."""
        return 1 + _BLUR_COST * max(0.0, self.blur - _MAX_FREE_BLUR) + _NOISE_COST * self.noise

    @cached_property
    def _grey(self) -> NDArray[np.uint8]:
        """The middle part of the field without colours."""
        return np.asarray(cv2.cvtColor(self._middle, cv2.COLOR_BGR2GRAY), np.uint8)

    @property
    def _middle(self) -> Picture:
        high, wide = self.picture.shape[:2]
        middle, reach = self.field.mean(axis=0), np.ptp(self.field, axis=0) * _MEASURED_PART / 2
        left, top = np.clip(middle - reach, 0, (wide - 8, high - 8)).astype(int)
        right, bottom = np.clip(middle + reach, (left + 8, top + 8), (wide, high)).astype(int)
        return self.picture[top:bottom, left:right]


def along_all_angles(energy: NDArray[np.float64]) -> NDArray[np.float64]:
    """The energy of edges (xx, xy, yy) in each of eight directions.

    >>> along_all_angles(np.array([1.0, 0.0, 0.0])).round(2)[[0, 4]].tolist()
    [1.0, 0.0]
    """
    return np.asarray(_ALONG_ANGLES @ energy)


def edge_energy(grey: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The mean squares of the differences over 2 px across and down, and of their product: xx, xy, yy."""
    across, down = cv2.Sobel(grey, cv2.CV_16S, 1, 0, ksize=1), cv2.Sobel(grey, cv2.CV_16S, 0, 1, ksize=1)
    xx, yy, both = (cv2.norm(slope, cv2.NORM_L2SQR) for slope in (across, down, cv2.add(across, down)))
    return np.array([xx, (both - xx - yy) / 2, yy]) / grey.size

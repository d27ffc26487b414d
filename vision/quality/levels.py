"""Brings the levels of a dim or veiled field to those of a good picture, so that it is read as well."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.exposure import OVEREXPOSED, lightest_of
from vision.reading import Picture

_MAX_DIM, _BRIGHT = 130, 220  # of 255: where the brightest hundredth of a dim field begins, and to what it is brought
# Of 255: where the darkest hundredth of a veiled field ends, and to what it is brought
_MIN_VEILED, _BLACK = 50.0, 15.0
# Ratio of the weakest to the strongest channel in coloured light (0.69 or more on invented tables in ordinary light);
# the share of the brightest value that a white pixel has in all channels, and the share of such pixels in the picture
_MAX_TINTED_RATIO, _MIN_WHITE, _MIN_WHITE_SHARE = 0.62, 0.9, 0.005
_FIELD_STEP, _PICTURE_STEP = 4, 16  # every so many pixels of the field, and of the picture each way, are sampled
# A channel was overexposed and made darker afterwards if its highest values (_TOP_VALUES of them), which are below
# _MAX_LOWERED_VALUE, have at least _MIN_TOP_PIXELS pixels and more than the next lower values (_VALUES_BELOW of them):
# noise or a drawing thins out towards the top
_TOP_VALUES, _VALUES_BELOW, _MIN_TOP_PIXELS, _MAX_LOWERED_VALUE = 2, 8, 20, 240
_GAMMA = 2.2  # of pictures: stray light is added before it


@dataclass(frozen=True)
class Levels:
    """The levels of a field, of 255."""

    white: NDArray[np.float64]  # 99th percentile of each channel (3)
    white_around: NDArray[np.float64]  # the same of the whole picture
    white_share: float  # share of the picture (0 to 1) that is nearly so bright in all channels at once
    lightest: float  # 99th percentile of the brightest channel
    darkest: float  # 1st percentile of the darkest channel
    overexposed: NDArray[np.float64]  # each channel's value where it is overexposed (3): 255, or less under a filter

    @classmethod
    def of(cls, picture: Picture, pixels: NDArray[np.uint8]) -> "Levels":
        """The levels of a field by its `pixels` (n × 3) in a picture (BGR)."""
        if not pixels.size:
            return cls(np.full(3, 255.0), np.full(3, 255.0), 0.0, 255.0, 0.0, np.full(3, 255.0))
        black, white = np.percentile(pixels[::_FIELD_STEP], (1, 99), axis=0)
        sparse = picture[::_PICTURE_STEP, ::_PICTURE_STEP].reshape(-1, 3)
        around = np.percentile(sparse, 99, axis=0)
        share = float((sparse >= _MIN_WHITE * around).all(axis=1).mean())
        return cls(white, around, share, lightest_of(pixels), float(black.min()), _overexposed_values(pixels))

    @property
    def is_tinted(self) -> bool:
        """Whether the light is strongly coloured, so that white is tinted in the field and around it."""
        return self.white_share > _MIN_WHITE_SHARE and all(
            white.min() < _MAX_TINTED_RATIO * white.max() for white in (self.white, self.white_around)
        )

    @property
    def is_veiled(self) -> bool:
        """Whether stray light lies over the whole field, as from a fogged lens."""
        return self.darkest > _MIN_VEILED

    def evened(self, picture: Picture) -> Picture:
        """The picture with its levels stretched, or itself where that is not needed.

        A dim field is brightened, which halves misread tiles. A veil is removed. White becomes white in strongly
        coloured light. What is overexposed stays so, and what was so before a channel was lowered becomes so, so that
        glare counts as glare.

        >>> ramp = np.linspace(0, 80, 100).astype(np.uint8)
        >>> dim = np.broadcast_to(ramp[:, None, None], (100, 100, 3))
        >>> [int(Levels.of(field, field.reshape(-1, 3)).evened(field).max()) for field in (dim, 2 * dim)]
        [223, 160]
        >>> veiled = dim + 80
        >>> Levels.of(veiled, veiled.reshape(-1, 3)).evened(veiled)[[1, 98], 50, 0].tolist()
        [15, 220]
        >>> burnt = np.maximum(3 * dim, 60) + 15
        >>> Levels.of(burnt, burnt.reshape(-1, 3)).evened(burnt)[[50, 99], 50, 0].tolist()
        [122, 255]
        """
        if self.lightest >= _MAX_DIM and not self.is_veiled and (self._gains == 1).all():
            return picture
        return np.asarray(cv2.LUT(picture, self._table[:, None]), np.uint8)

    @cached_property
    def _gains(self) -> NDArray[np.float64]:
        """The gain of each channel (3)."""
        return self.white_around.max() / self.white_around if self.is_tinted else 255 / self.overexposed

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        """The look-up table of each channel (256 × 3)."""
        values, white = (np.minimum(one * self._gains, 255.0) for one in (np.arange(256.0)[:, None], self.white))
        light, lightest = linear(values), max(self.lightest, float(white.max()))
        if self.is_veiled or lightest < _MAX_DIM:
            veil, black = (self.darkest, _BLACK) if self.is_veiled else (0.0, 0.0)
            range_of_light = linear(max(lightest, veil + 1.0)) - linear(veil)
            bright = 255 if white.min() >= OVEREXPOSED else _BRIGHT  # burnt light is white
            light = linear(black) + (light - linear(veil)) * (linear(bright) - linear(black)) / range_of_light
            light[values >= OVEREXPOSED] = 1.0  # light that burnt a spot, though little of the field
        return np.asarray(np.rint(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)), np.uint8)


def _overexposed_values(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The value of overexposed pixels in each channel (n × 3); 255 where none are."""
    values, is_shown = np.full(3, 255.0), False
    for channel in range(3):
        counts = np.bincount(pixels[:, channel], minlength=256)
        highest = int(np.flatnonzero(counts)[-1])
        at_top = counts[max(0, highest - _TOP_VALUES + 1) :].sum()
        below = counts[max(0, highest - _TOP_VALUES + 1 - _VALUES_BELOW) : max(0, highest - _TOP_VALUES + 1)].sum()
        if _VALUES_BELOW < highest < _MAX_LOWERED_VALUE and at_top > _MIN_TOP_PIXELS:
            values[channel], is_shown = highest, is_shown or at_top > below
    return values if is_shown else np.full(3, 255.0)  # light is overexposed in all channels at once


def linear(value: float | NDArray[np.floating] | NDArray[np.uint8]) -> NDArray[np.float64]:
    """Values from 0 to 255 as light from 0 to 1."""
    return np.asarray((np.asarray(value) / 255) ** _GAMMA)

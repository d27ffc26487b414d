"""Brings a field that is dim or veiled to the levels of a good picture, so that it is read like one."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.exposure import lightest_of
from vision.reading import Picture

_DIM, _BRIGHT = 130, 220  # of 255: where the brightest hundredth begins later, it is brought here
_VEILED, _BLACK = 50.0, 15.0  # where the darkest hundredth ends, of fields under a veil of light; it is brought here
# The weakest channel's share of the strongest one's: on invented tables in ordinary light 0.69 or more. The share of
# the picture that is nearly the brightest in all channels at once, as something white is in light of any colour
_TINTED, _NEARLY, _WHITE = 0.62, 0.9, 0.005
_FEW, _SPARSE = 4, 16  # of the field's pixels one of so many is enough, and of the picture's each way
# A channel was overexposed, and made darker afterwards, where so many sampled pixels have its highest values, which is
# below the last of these, and more than so many values below them: with noise or drawing they get fewer and fewer
_TOP, _BELOW, _PIXELS, _LOWERED = 2, 8, 20, 240
_GAMMA = 2.2  # of pictures: stray light is added before it


@dataclass(frozen=True)
class Levels:
    """The levels of a field, of 255.

    `white`: where each channel's brightest hundredth begins, `white_around`: the same of the whole picture.
    `white_share`: how much of the picture (0 to 1) is nearly so bright in all channels at once.
    `lightest`: where that of the brightest channel begins. `darkest`: where the darkest channel's darkest hundredth
    ends. `overexposed`: each channel's value where it is overexposed: 255, or less under a filter.
    """

    white: NDArray[np.float64]
    white_around: NDArray[np.float64]
    white_share: float
    lightest: float
    darkest: float
    overexposed: NDArray[np.float64]

    @classmethod
    def of(cls, picture: Picture, pixels: NDArray[np.uint8]) -> "Levels":
        """Those of a field with these `pixels` (n × 3) of a picture (BGR)."""
        if not pixels.size:
            return cls(np.full(3, 255.0), np.full(3, 255.0), 0.0, 255.0, 0.0, np.full(3, 255.0))
        black, white = np.percentile(pixels[::_FEW], (1, 99), axis=0)
        sparse = picture[::_SPARSE, ::_SPARSE].reshape(-1, 3)
        around = np.percentile(sparse, 99, axis=0)
        share = float((sparse >= _NEARLY * around).all(axis=1).mean())
        return cls(white, around, share, lightest_of(pixels), float(black.min()), _overexposed_values(pixels))

    @property
    def is_tinted(self) -> bool:
        """Whether the light is strongly coloured: what is white is not, neither in the field nor around it."""
        return self.white_share > _WHITE and all(
            white.min() < _TINTED * white.max() for white in (self.white, self.white_around)
        )

    @property
    def is_veiled(self) -> bool:
        """Whether stray light lies over all of it, as a lens scatters that was breathed on."""
        return self.darkest > _VEILED

    def evened(self, picture: Picture) -> Picture:
        """The picture with even levels; the same where they are.

        A dim field is brightened: half as many tiles are misread. A veil is taken away. White is white again in
        strongly coloured light, and what was overexposed before a channel was lowered, so that glare is known as glare.

        >>> ramp = np.linspace(0, 80, 100).astype(np.uint8)
        >>> dim = np.broadcast_to(ramp[:, None, None], (100, 100, 3))
        >>> [int(Levels.of(one, one.reshape(-1, 3)).evened(one).max()) for one in (dim, 2 * dim)]
        [223, 160]
        >>> veiled = dim + 80
        >>> Levels.of(veiled, veiled.reshape(-1, 3)).evened(veiled)[[1, 98], 50, 0].tolist()
        [15, 220]
        """
        if self.lightest >= _DIM and not self.is_veiled and (self._gains == 1).all():
            return picture
        return np.asarray(cv2.LUT(picture, self._table[:, None]), np.uint8)

    @cached_property
    def _gains(self) -> NDArray[np.float64]:
        """By what each channel is multiplied first."""
        return self.white_around.max() / self.white_around if self.is_tinted else 255 / self.overexposed

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        """What becomes of each value of each channel (256 × 3)."""
        light = _linear(np.minimum(np.arange(256.0)[:, None] * self._gains, 255.0))
        if self.is_veiled or self.lightest < _DIM:
            veil, black = (self.darkest, _BLACK) if self.is_veiled else (0.0, 0.0)
            range_of_light = _linear(max(self.lightest, veil + 1.0)) - _linear(veil)
            light = _linear(black) + (light - _linear(veil)) * (_linear(_BRIGHT) - _linear(black)) / range_of_light
        return np.asarray(np.rint(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)), np.uint8)


def _overexposed_values(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Of each channel of pixels (n × 3), the value of those that are overexposed; 255 where none are."""
    values = np.full(3, 255.0)
    for channel in range(3):
        counts = np.bincount(pixels[:, channel], minlength=256)
        highest = int(np.flatnonzero(counts)[-1])
        at_top = counts[max(0, highest - _TOP + 1) :].sum()
        below = counts[max(0, highest - _TOP + 1 - _BELOW) : max(0, highest - _TOP + 1)].sum()
        if _BELOW < highest < _LOWERED and at_top > max(_PIXELS, below):
            values[channel] = highest
    return values


def _linear(value: float | NDArray[np.floating]) -> NDArray[np.float64]:
    """Values from 0 to 255 as light from 0 to 1."""
    return np.asarray((np.asarray(value) / 255) ** _GAMMA)

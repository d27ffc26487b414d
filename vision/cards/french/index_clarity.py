"""Measures how clearly a picture shows the indices of its cards, which limits how far their names are believed.

Blur hides the difference between clubs and spades first, at confidences that still look certain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex, softened
from vision.quality.clarity import Clarity, along_all_angles, edge_energy
from vision.reading import Picture

# Chosen on invented tables in spoilings of which none is in `HELD_BACK`
_MAX_BLUR = 0.68  # px at an index of usual size, beyond which no face is named
_BLUR_FREE, _BLUR_COST = 0.5, 3.0  # px up to which suits are as clear as in sharp pictures; temperature a px beyond
_USUAL_HALF = 15.0  # px of half an index's height; the blur that is borne grows with the root of it
_SOFT, _SOFTER = 1.0, 2.0  # px: standard deviations of the two Gaussians whose edges are compared
_REACH = 1.3  # half heights of an index to each side of its middle that are measured
_MAX_RATIO = 0.99  # of the edges' energies: a limit on measurable blur
_MIN_SIDE = 8  # px of a measured part
_MIN_EDGE_ENERGY = 0.5  # mean squared steps (of 255 a px) of a part with edges


@dataclass(frozen=True)
class IndexClarity:
    """The clarity of the indices in a picture."""

    blur: float  # width of edges in the direction in which they are widest: px at an index of usual size
    is_colourless: bool  # whether the picture shows no colours, so that red suits look like black ones

    @classmethod
    def of(cls, picture: Picture, indices: Sequence[DetectedIndex]) -> "IndexClarity":
        """The clarity of a picture (BGR) at its indices, at least one."""
        return cls(_blur_at(picture, indices), Clarity.of_whole(picture).is_colourless)

    @property
    def reason(self) -> str | None:
        """Why no face is named, as the kind of a warning; None if the picture is clear enough."""
        if self.blur > _MAX_BLUR:
            return "blurred"
        return "no_colours" if self.is_colourless else None

    def tempered(self, one: ReadIndex) -> ReadIndex:
        """The index with the probabilities of its suit as far as this clarity supports them."""
        if self.is_colourless:
            return one.with_any_suit()
        temperature = 1 + _BLUR_COST * max(0.0, self.blur - _BLUR_FREE)
        suits = np.append(softened(one.suits[:-1], temperature), one.suits[-1])
        return replace(one, suits=suits)


def _blur_at(picture: Picture, indices: Sequence[DetectedIndex]) -> float:
    """The width of the edges at indices, 0 where there are none.

    The wider edges are, the less of their energy a further Gaussian removes. The measure grows with the standard
    deviation of the blur, but is not it: strokes are too thin, and sharp pictures come to 0.3 to 0.6 px.
    """
    parts = [part for part in (_grey_at(picture, index) for index in indices) if part is not None]
    if not parts:
        return 0.0
    soft, softer = (along_all_angles(_mean_energy(parts, sigma)) for sigma in (_SOFT, _SOFTER))
    if softer.min() < _MIN_EDGE_ENERGY:
        return 0.0
    ratio = np.clip(softer / soft, 0.0, _MAX_RATIO)
    half = float(np.median([index.half for index in indices]))
    return float((ratio / np.sqrt(1 - ratio**2)).max() / np.sqrt(half / _USUAL_HALF))


def _grey_at(picture: Picture, index: DetectedIndex) -> NDArray[np.uint8] | None:
    """The part of a picture about an index without colours; None where too little of it is in the picture."""
    low = np.maximum(index.middle - _REACH * index.half, 0).astype(int)
    left, top, right, bottom = (*low, *(index.middle + _REACH * index.half).astype(int))
    part = picture[top:bottom, left:right]
    return None if min(part.shape[:2]) < _MIN_SIDE else np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)


def _mean_energy(parts: Sequence[NDArray[np.uint8]], sigma: float) -> NDArray[np.float64]:
    """The mean energy of edges (xx, xy, yy) in parts of a picture behind a Gaussian of `sigma` px."""
    each = [edge_energy(np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), np.uint8)) for part in parts]
    return np.asarray(np.mean(each, axis=0))

"""Measures whether the sides of a plain tile stand out from what lies beside them, as those of a print do not.

A back and the spare tile show nothing but their colour, and so does the print of many a sheet: a plain part of it, cut
out between other tiles, resembles a back. A tile has an edge on each of its sides; only where another tile touches it,
or where light has burnt it out, that edge may be invisible.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry.quadrilaterals import are_within
from vision.quality.exposure import OVEREXPOSED
from vision.reading import Picture, Points
from vision.tiles.aligning import CONTEXT_SCALE, aligned, cut_surroundings

_NEAR, _FAR = 0.05, 0.15  # of the surroundings' size: where the strips beside an edge begin and end
_BEYOND = 0.7  # of a tile's size from its middle to a spot beyond a side, which is where a neighbour would be
# The log odds of a tile by its weakest edge, fitted to plain finds in photographs that were shaken, noisy or otherwise
# spoilt: the contrast (of 255) that says nothing, that of one unit of log odds, and the limits
_NEUTRAL_CONTRAST, _CONTRAST_PER_UNIT, _MIN_LOG_ODDS, _MAX_LOG_ODDS = 25.0, 5.0, -4.0, 2.0
_USUAL_CONTRAST = 97.0  # of the weakest edge of surely found backs in those photographs
_MIN_SHARE = 0.2  # of the usual contrast, that a picture is taken to have


def log_odds_by_edge(weakest: float | None, sure: Sequence[float | None]) -> float:
    """The log odds that a plain find is a tile by its weakest edge (see `weakest_edge`), 0 where none can be seen.

    `sure`: the weakest edges of surely found plain tiles in the picture; where theirs are weak, this one may be, too.

    >>> [log_odds_by_edge(edge, ()) for edge in (None, 5.0, 25.0, 97.0)]
    [0.0, -4.0, 0.0, 2.0]
    >>> log_odds_by_edge(12.5, (48.0, 48.5, None, 90.0))
    0.0
    """
    if weakest is None:
        return 0.0
    seen = [edge for edge in sure if edge is not None]
    share = min(1.0, float(np.median(seen)) / _USUAL_CONTRAST) if seen else 1.0
    above = weakest / max(share, _MIN_SHARE) - _NEUTRAL_CONTRAST
    return float(np.clip(above / _CONTRAST_PER_UNIT, _MIN_LOG_ODDS, _MAX_LOG_ODDS))


def weakest_edge(picture: Picture, ring: Points, others: Sequence[Points]) -> float | None:
    """The contrast (of 255) of that free side of a find (4 × 2 px) which stands out least; None if none can be seen.

    `others`: the rings of the other tiles (4 × 2 px each). The better counts of the ring and of one along the edges.
    """
    rings = [ring, *(one for one in aligned(picture, [ring]) if one is not ring)]
    seen = [_weakest_along(picture, one, others) for one in rings]
    return max((edge for edge in seen if edge is not None), default=None)


def _weakest_along(picture: Picture, ring: Points, others: Sequence[Points]) -> float | None:
    around = cut_surroundings(picture, ring)
    is_free = ~are_within(_beyond(ring), np.array(others).reshape(-1, 4, 2)).any(axis=1)
    edges = [_contrast(np.rot90(around, int(turn))) for turn in np.flatnonzero(is_free)]
    return min((edge for edge in edges if edge is not None), default=None)


def _contrast(around: NDArray[np.uint8]) -> float | None:
    """The contrast of the edge on the left of a tile in its surroundings; None where it is burnt out."""
    high, wide = around.shape[:2]
    margin = (1 - 1 / CONTEXT_SCALE) / 2
    edge, top = round(margin * wide), round((margin + _NEAR) * high)
    near, far = max(1, round(_NEAR * wide)), round(_FAR * wide)
    strips = (slice(edge - far, edge - near), slice(edge - 1, edge + 1), slice(edge + near, edge + far))
    outside, between, inside = (np.median(around[top:-top, strip].reshape(-1, 3), axis=0) for strip in strips)
    if min(outside.min(), inside.min()) >= OVEREXPOSED:
        return None
    line = between - (outside + inside) / 2
    return float(max(np.abs(inside - outside).max(), np.abs(line).max()))


def _beyond(ring: Points) -> Points:
    """A spot beyond each side, in the order in which a quarter turn to the left brings the sides to the left."""
    middle = ring.mean(axis=0)
    sides = (ring + np.roll(ring, 1, axis=0)) / 2  # left, upper, right, lower
    return np.asarray(middle + 2 * _BEYOND * (sides - middle))

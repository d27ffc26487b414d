"""Non-maximum suppression: of several detections of one thing the best one is kept."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def non_max_suppression(
    count: int, suppressed_by: Callable[[int], NDArray[np.bool_]], most: int | None = None
) -> list[int]:
    """The numbers of those of `count` detections, the best first, that none kept before suppresses; at most `most`.

    `suppressed_by`: which of all detections (count) one of them suppresses.

    >>> at = np.array([1.0, 1.2, 5.0, 4.9])
    >>> non_max_suppression(4, lambda one: abs(at - at[one]) < 0.5)
    [0, 2]
    """
    left = np.ones(count, bool)
    kept: list[int] = []
    while left.any() and (most is None or len(kept) < most):
        best = int(left.argmax())
        kept.append(best)
        left &= ~suppressed_by(best)
        left[best] = False
    return kept


def suppress_overlaps(
    middles: NDArray[np.float64], reach: float | NDArray[np.float64], most: int | None = None
) -> list[int]:
    """Non-maximum suppression by distance between `middles` (n × 2), the best first.

    `reach`: how near to a better one each of them (or all) is suppressed.

    >>> suppress_overlaps(np.array([[0.0, 0.0], [3.0, 0.0], [9.0, 0.0]]), np.array([1.0, 4.0, 4.0]))
    [0, 2]
    """
    return non_max_suppression(
        len(middles), lambda kept: np.linalg.norm(middles - middles[kept], axis=1) <= reach, most
    )

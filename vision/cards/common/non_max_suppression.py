"""Leaves one of those that are the same, as several looks at one card are."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def first_of_each(count: int, same: Callable[[int], NDArray[np.bool_]], most: int | None = None) -> list[int]:
    """Of things in order of preference those that are not the same as one before that was taken; at most so many.

    `same`: which of all of them (count) are the same as one.

    >>> at = np.array([1.0, 1.2, 5.0, 4.9])
    >>> first_of_each(4, lambda one: abs(at - at[one]) < 0.5)
    [0, 2]
    """
    left = np.ones(count, bool)
    taken: list[int] = []
    while left.any() and (most is None or len(taken) < most):
        one = int(left.argmax())
        taken.append(one)
        left &= ~same(one)
        left[one] = False
    return taken

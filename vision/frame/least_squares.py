"""Robust non-linear least squares for a handful of unknowns."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_STEP = 1e-4  # of each unknown's scale, for the numeric derivative


def least_squares(
    residuals: Callable[[Vector], Vector], start: Vector, scales: Vector, rounds: int, cut: float | None = None
) -> Vector:
    """The unknowns (n) that make the residuals (m) small, by Levenberg and Marquardt.

    `scales` (n): how far each unknown may sensibly go in one step. Residuals beyond `cut` lose their weight (Tukey's
    biweight); without one all count.

    >>> points = np.array([0.0, 1.0, 2.0, 3.0])
    >>> fit = least_squares(lambda v: v[0] + v[1] * points - (1 + 2 * points), np.zeros(2), np.ones(2), 9)
    >>> [round(float(one), 6) for one in fit]
    [1.0, 2.0]
    """
    at, damping = start.astype(np.float64), 1e-3
    off = residuals(at)
    for _ in range(rounds):
        weights = _weights(off, cut)
        slopes = np.column_stack(
            [(residuals(at + step) - off) / _STEP for step in np.diag(scales * _STEP)]
        )  # by unknowns in units of their scales
        normal = slopes.T @ (weights[:, None] * slopes)
        down = slopes.T @ (weights * off)
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), down)
        tried = at - np.clip(change, -1.0, 1.0) * scales
        new = residuals(tried)
        if _cost(new, cut) <= _cost(off, cut):
            at, off, damping = tried, new, damping / 5
            if np.abs(change).max() < 1e-4:
                break
        else:
            damping *= 10
    return at


def _weights(off: Vector, cut: float | None) -> Vector:
    if cut is None:
        return np.ones_like(off)
    return np.asarray(np.square(np.clip(1 - np.square(off / cut), 0, None)))


def _cost(off: Vector, cut: float | None) -> float:
    if cut is None:
        return float(off @ off)
    return float((1 - np.clip(1 - np.square(off / cut), 0, None) ** 3).sum())

"""Robust least squares: fits of a handful of unknowns that outliers do not spoil.

M-estimators by iteratively reweighted least squares (Huber and Ronchetti 2009), and Levenberg and Marquardt's steps for
what is not linear. SciPy, which has all this but Tukey's loss, is too large for a box that needs no more of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_STEP = 1e-4  # of each unknown's scale, for the numeric derivative
_CONVERGED = 1e-4  # of each unknown's scale: a smaller step is the last
_RIDGE = 1e-9  # holds back unknowns on which no residual depends: no system of equations is singular


class Loss:
    """The loss of plain least squares; its subclasses are robust."""

    def weights(self, residuals: Vector) -> Vector:
        """The weight of each residual (0 to 1) in least squares."""
        return np.ones_like(residuals)

    def cost(self, residuals: Vector) -> float:
        """The sum of the losses, each the square of a small residual."""
        return float(residuals @ residuals)


@dataclass(frozen=True)
class Cauchy(Loss):
    """Cauchy's loss: the farther beyond `scale`, the less a residual counts."""

    scale: float

    def weights(self, residuals: Vector) -> Vector:
        """From 1 at 0 over a half at `scale` to nothing far away."""
        return np.asarray(1 / (1 + np.square(residuals / self.scale)))

    def cost(self, residuals: Vector) -> float:
        """Logarithmic in large residuals."""
        return float(self.scale**2 * np.log1p(np.square(residuals / self.scale)).sum())


@dataclass(frozen=True)
class Tukey(Loss):
    """Tukey's biweight: residuals beyond `cut` do not count."""

    cut: float

    def weights(self, residuals: Vector) -> Vector:
        """From 1 at 0 to 0 at `cut`."""
        return np.asarray(np.square(np.clip(1 - np.square(residuals / self.cut), 0, None)))

    def cost(self, residuals: Vector) -> float:
        """Constant beyond `cut`."""
        kept = np.clip(1 - np.square(residuals / self.cut), 0, None)
        return float(self.cut**2 / 3 * (1 - kept**3).sum())


_LEAST_SQUARES = Loss()


def weighted_step(
    slopes: NDArray[np.float64],
    residuals: Vector,
    weights: Vector,
    precision: NDArray[np.float64] | float = 0.0,
    pull: Vector | float = 0.0,
    damping: Vector | float = _RIDGE,
) -> Vector:
    """The Gauss-Newton step of unknowns (n) from weighted residuals (m) and their derivatives, `slopes` (m × n).

    `precision` (n × n): the inverse of the prior's covariance; `pull` (n): that times the distance from the prior.
    `damping`: of each unknown, as a share of its diagonal entry.
    """
    normal = slopes.T @ (weights[:, None] * slopes) + precision
    damped = normal + np.diag(damping * (np.diag(normal) + _RIDGE))
    return np.asarray(-np.linalg.solve(damped, slopes.T @ (weights * residuals) + pull))


def robust_fit(
    residuals: Callable[[Vector], Vector],
    start: Vector,
    scales: Vector,
    rounds: int,
    loss: Loss = _LEAST_SQUARES,
    spread: Vector | float = np.inf,
) -> Vector:
    """The unknowns (n) with the least loss of the residuals (m), by at most `rounds` Levenberg-Marquardt steps.

    `scales` (n): the largest step of each unknown. `loss`: least squares by default. `spread` (n): the standard
    deviations of a prior round `start`.

    >>> points = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    >>> line = 1 + 2 * points + np.array([0, 0, 0, 0, 50.0])  # the last one is an outlier
    >>> fit = robust_fit(lambda v: v[0] + v[1] * points - line, np.zeros(2), np.ones(2), 50, Tukey(9.0))
    >>> [round(float(one), 6) for one in fit]
    [1.0, 2.0]
    """
    tightness = scales / spread
    at, damping = start.astype(np.float64), 1e-3
    off, away = residuals(at), np.zeros_like(at)  # `away`: how far from the start, in standard deviations
    for _ in range(rounds):
        # by unknowns in units of their scales
        slopes = np.column_stack([(residuals(at + step) - off) / _STEP for step in np.diag(scales * _STEP)])
        precision = np.diag(tightness**2)
        change = weighted_step(slopes, off, loss.weights(off), precision, tightness * away, damping)
        tried = at + np.clip(change, -1.0, 1.0) * scales
        new, new_away = residuals(tried), (tried - start) / spread
        if loss.cost(new) + new_away @ new_away <= loss.cost(off) + away @ away:
            at, off, away, damping = tried, new, new_away, damping / 5
            if np.abs(change).max() < _CONVERGED:
                break
        else:
            damping *= 10
    return at

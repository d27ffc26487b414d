"""How far an outline may lie from where it was fitted, by the edges that hold it there.

Where no edge is seen, as between two pieces of one colour, nothing holds it across that side but the opposite one and
what is known of its size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.robust_fit import Tukey, Vector

_TOGETHER = 4  # neighbouring samples whose edges are off alike
_MIN_SCATTER = 0.04  # px²: no edge is known better than this
REACH = 3.0  # px between an outline and an edge that may hold it
_UNKNOWNS = 4


@dataclass(frozen=True)
class Looseness:
    """The covariance of a fitted piece's x, y (mm), angle (radians) and logarithm of its size, row after row.

    >>> aside = Looseness((0.04, *[0.0] * 15))  # held from below, not from its sides
    >>> [round(aside.along((10.0, 0.0), direction), 3) for direction in ((1.0, 0.0), (0.0, 1.0))]
    [0.2, 0.0]
    """

    covariance: tuple[float, ...] = (0.0,) * _UNKNOWNS**2

    def along(self, arm: Sequence[float], direction: Sequence[float]) -> float:
        """How far (mm, a standard deviation) a point may be off, `arm` mm from the middle, along a unit vector."""
        (x, y), (across, up) = arm, direction
        slopes = np.array([across, up, x * up - y * across, x * across + y * up])
        covariance = np.array(self.covariance).reshape(_UNKNOWNS, _UNKNOWNS)
        return float(np.sqrt(max(0.0, slopes @ covariance @ slopes)))

    @classmethod
    def from_json(cls, kept: Sequence[str | float]) -> "Looseness":
        """From the numbers of a covariance that were kept; raises `ValueError` where they are none."""
        if len(kept) != _UNKNOWNS**2:
            raise ValueError("no covariance")
        return cls(tuple(float(one) for one in kept))


FIRM = Looseness()


def looseness(off: Vector, information: Vector, slopes: NDArray[np.float64], prior: Vector, pull: Vector) -> Looseness:
    """How far a fit may be off, by how many edges hold it in each direction and how far they lie from it.

    `off`: how far each sample's edge is outside of the outline (px), `information` on it (1 / px²), and `slopes`, by
    how many px the outline moves there with each unknown (n × 4). `prior` and `pull` of the unknowns: as for
    `weighted_step`.
    """
    weights = information * Tukey(REACH).weights(off)
    inverse = np.linalg.inv(slopes.T @ (weights[:, None] * slopes) + np.diag(prior))
    left = off - slopes @ (inverse @ (slopes.T @ (weights * off) - pull))
    scatter = weights @ np.square(left) / max(float(weights.sum()), _MIN_SCATTER)
    covariance = inverse * max(float(scatter), _MIN_SCATTER) * _TOGETHER
    return Looseness(tuple(float(one) for one in covariance.ravel()))

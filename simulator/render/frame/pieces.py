"""The pieces of a simulated game of Drop It: their outlines and positions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.reading import Points

SHAPES = ("circle", "square", "diamond", "triangle")
# Corners of the shapes of a set whose circle has radius 1.
_CORNERS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "square": ((-0.9616, -0.9616), (0.9616, -0.9616), (0.9616, 0.9616), (-0.9616, 0.9616)),
    "diamond": ((0.0, -1.4617), (0.9232, 0.0), (0.0, 1.4617), (-0.9232, 0.0)),
    "triangle": ((-1.154, -0.6923), (1.154, -0.6923), (0.0, 1.308)),
}
_ON_A_CORNER, _ON_A_CIRCLE = 5, 72


@dataclass(frozen=True)
class PieceSizes:
    """The sizes of a set's pieces."""

    radius: float = 20.3  # mm, of a circle
    shares: Mapping[str, float] = field(default_factory=dict)  # each shape's share of its usual size
    rounding: float = 1.4  # mm, the radius of the corners

    def corners(self, shape: str) -> Points:
        """The corners of a shape before they are rounded (n × 2 mm), anticlockwise; none of a circle."""
        return np.array(_CORNERS.get(shape, ()), np.float64).reshape(-1, 2) * self.radius * self.shares.get(shape, 1.0)

    def outline(self, shape: str) -> Points:
        """The outline of a shape about its middle (n × 2 mm), anticlockwise."""
        corners = self.corners(shape)
        if len(corners) == 0:
            around = np.linspace(0, 2 * np.pi, _ON_A_CIRCLE, endpoint=False)
            radius = self.radius * self.shares.get(shape, 1.0)
            return radius * np.column_stack([np.cos(around), np.sin(around)])
        before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
        rounded = []
        for corner, one, two in zip(corners, _unit(before - corners), _unit(after - corners), strict=True):
            half = np.arccos(float(one @ two)) / 2
            middle = corner + (one + two) / np.linalg.norm(one + two) * self.rounding / np.sin(half)
            first = corner + one * self.rounding / np.tan(half) - middle
            turn = np.arctan2(first[1], first[0]) + np.linspace(0, np.pi - 2 * half, _ON_A_CORNER)
            rounded.append(middle + self.rounding * np.column_stack([np.cos(turn), np.sin(turn)]))
        return np.vstack(rounded)


@dataclass(frozen=True)
class Lying:
    """The position of a piece."""

    piece: str  # such as `circle/red`
    x: float  # mm, of its middle
    y: float  # mm, of its middle
    angle: float  # radians anticlockwise

    @property
    def shape(self) -> str:
        """Its shape, such as `circle`."""
        return self.piece.partition("/")[0]

    @property
    def colour(self) -> str:
        """Its colour, such as `red`."""
        return self.piece.partition("/")[2]

    def outline(self, sizes: PieceSizes) -> Points:
        """Its outline in the frame (n × 2 mm), anticlockwise."""
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        return np.asarray(sizes.outline(self.shape) @ np.array([[cos, sin], [-sin, cos]]) + (self.x, self.y))


def _unit(vectors: Points) -> Points:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))

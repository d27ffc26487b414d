"""The outlines of pieces in the plane of a frame: millimetres, x to the right, y up."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.reading import Points

Vector = NDArray[np.float64]

SHAPES = ("circle", "square", "diamond", "triangle")
# The corners of each shape before they are rounded, for pieces of size 1: that is the radius of the circle. All pieces
# of a game appear about equally large; how large a set's pieces are is measured.
_LONG, _SHORT = 1.4617, 0.9232
_CORNERS = {
    "square": [(0.9616, 0.9616), (-0.9616, 0.9616), (-0.9616, -0.9616), (0.9616, -0.9616)],
    "diamond": [(0, _LONG), (-_SHORT, 0), (0, -_LONG), (_SHORT, 0)],
    "triangle": [(0, 1.308), (-1.154, -0.6923), (1.154, -0.6923)],
}
TURNS = {
    "circle": 0.0,
    "square": np.pi / 2,
    "diamond": np.pi,
    "triangle": 2 * np.pi / 3,
}  # after which it is the same
USUAL_SIZE = 20.0  # mm
_ROUNDING = 1.35  # mm: the radius of the corners
_ON_A_SIDE, _ON_A_CORNER, _ON_A_CIRCLE = 14, 5, 48


@dataclass(frozen=True)
class Placed:
    """A piece's shape, its size (mm) and where it lies: its middle (mm), turned to the left by `angle` (radians)."""

    shape: str
    x: float
    y: float
    angle: float
    size: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where its middle is (mm)."""
        return self.x, self.y

    @cached_property
    def outline(self) -> Points:
        """Its outline with rounded corners (n × 2 mm), anticlockwise."""
        return self._laid(_rounded(self.shape, _ROUNDING / self.size))

    def samples(self) -> tuple[Points, Points]:
        """Points of its outline clear of the corners (n × 2 mm), and the outward direction at each (n × 2)."""
        points, normals = _sampled(self.shape)
        return self._laid(points), normals @ _turned(self.angle).T

    def _laid(self, points: Points) -> Points:
        return np.asarray(points * self.size @ _turned(self.angle).T + (self.x, self.y))

    def moved(self, change: Vector) -> "Placed":
        """Moved by x, y (mm), angle (radians) and the logarithm of the size."""
        return replace(
            self,
            x=self.x + float(change[0]),
            y=self.y + float(change[1]),
            angle=self.angle + float(change[2]),
            size=self.size * float(np.exp(change[3])),
        )


def _turned(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@lru_cache(maxsize=256)
def _rounded(shape: str, radius: float) -> Points:
    """The outline of size 1 whose corners are rounded with a radius (n × 2)."""
    if shape == "circle":
        return circle_points(_ON_A_CIRCLE)
    corners = np.array(_CORNERS[shape])
    rounded = []
    for before, corner, after in zip(np.roll(corners, 1, axis=0), corners, np.roll(corners, -1, axis=0), strict=True):
        one, two = ((other - corner) / np.hypot(*(other - corner)) for other in (before, after))
        half = np.arccos(float(one @ two)) / 2
        middle = corner + (one + two) / np.hypot(*(one + two)) * radius / np.sin(half)
        first = np.arctan2(*(corner + one * radius / np.tan(half) - middle)[::-1])
        sweep = np.linspace(0, np.pi - 2 * half, _ON_A_CORNER)
        rounded.append(middle + radius * np.column_stack([np.cos(first + sweep), np.sin(first + sweep)]))
    return np.vstack(rounded)


@lru_cache(maxsize=8)
def _sampled(shape: str) -> tuple[Points, Points]:
    if shape == "circle":
        return circle_points(_ON_A_CIRCLE), circle_points(_ON_A_CIRCLE)
    corners = np.array(_CORNERS[shape])
    points, normals = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side, inward = segment_points(start, end, np.linspace(0.1, 0.9, _ON_A_SIDE))
        points.append(side)
        normals.append(-inward)
    return np.vstack(points), np.vstack(normals)


def circle_points(count: int) -> Points:
    """So many points round the circle of radius 1 (n × 2), anticlockwise from the right."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def segment_points(start: Points, end: Points, shares: Vector) -> tuple[Points, Points]:
    """Points at shares (n) of a segment (n × 2), and the direction to the left of it for each (n × 2, of length 1)."""
    points = start * (1 - shares[:, None]) + end * shares[:, None]
    along = (end - start) / np.hypot(*(end - start))
    return points, np.tile([-along[1], along[0]], (len(shares), 1))

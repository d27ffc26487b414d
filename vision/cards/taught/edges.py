"""Straight edges of a picture and the right angles that they make, of which outlines of cards consist."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

# The longer side in px of the picture in which edges are searched for: finer textures of cloth and wood are gone there.
WORKING_SIZE = 640
_MIN_LENGTH = 7.0  # px; of an edge
_BINS = 12  # of directions, over 180°
_MAX_EDGES, _MAX_EDGES_WITH_HUES = 1200, 2500  # edges of a picture that count, the longest: patterns have thousands
_THICK = 3  # px that a point may be off an edge, twice
_MAX_COSINE = 0.34  # cosine of the angle between two edges of a corner, at most: perspective shears it
_SAME_AT, _SAME_TURN = 1.5, 0.12  # px, and radians: corners that are the same
_MAX_GAP_DIFFERENCE = 3.0  # px that one of the gaps may be wider: a round corner has two alike
_BATCH = 8192  # lines whose support is computed together: a board of squares has a hundred thousand
_MAX_GAP = 9.0  # px between the ends of two edges and the corner that they make: corners of cards are rounded


@dataclass(frozen=True)
class Corners:
    """Right angles; n × 2 each."""

    at: Points
    first: Points  # unit vector along an edge, away from the corner
    second: Points  # the same of the other edge, clockwise of the first as the picture shows it
    long: Points  # lengths of both edges

    def __len__(self) -> int:
        return len(self.at)

    @property
    def arms(self) -> tuple[Points, Points, Points]:
        """Both directions, and both lengths."""
        return self.first, self.second, self.long


@dataclass(frozen=True)
class Edges:
    """The straight edges of a picture; px are those of the picture made `WORKING_SIZE` long."""

    ends: NDArray[np.float64]  # n × 2 × 2
    scale: float  # px of the given picture per px here
    size: tuple[int, int]  # rows and columns of the small picture

    def to_small(self, points: Points) -> Points:
        """Points (any × 2) in px of the given picture as px of the small one."""
        return np.asarray((points + 0.5) / self.scale - 0.5)

    def support(self, starts: Points, stops: Points, samples: int = 16) -> NDArray[np.float64]:
        """The share (n) of the lines from `starts` to `stops` (n × 2), ends left out, that lie on parallel edges."""
        parts = [
            self._support(starts[n : n + _BATCH], stops[n : n + _BATCH], samples) for n in range(0, len(starts), _BATCH)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _support(self, starts: Points, stops: Points, samples: int) -> NDArray[np.float64]:
        share = np.linspace(0.1, 0.9, samples)[:, None]
        hit = self.are_on(starts[:, None] + (stops - starts)[:, None] * share)
        return np.asarray(hit.mean(axis=1), np.float64)

    def are_on(self, lines: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which points of straight lines (n × points × 2) lie on edges parallel to them."""
        along = lines[:, -1] - lines[:, 0]
        bins = _bin(np.arctan2(along[:, 1], along[:, 0]))[:, None]
        points = np.rint(lines).astype(int)
        rows, columns = self.size
        x, y = points[..., 0], points[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        hit = self._maps[bins, np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)] > 0
        return np.asarray(hit & inside)

    @cached_property
    def _maps(self) -> NDArray[np.uint8]:
        """Where edges of each direction are (bins × rows × columns); one is in the two bins next to its direction."""
        maps = np.zeros((_BINS, *self.size), np.uint8)
        along = self.ends[:, 1] - self.ends[:, 0]
        angle = np.arctan2(along[:, 1], along[:, 0]) % np.pi
        lines = np.rint(self.ends * 16).astype(np.int32)
        for turned in (-0.5, 0.5):
            bins = _bin(angle + turned * np.pi / _BINS)
            for number, drawn in enumerate(maps):
                cv2.polylines(drawn, [*lines[bins == number]], False, 255, _THICK, cv2.LINE_8, 4)
        return maps


def _straight_edges(grey: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The straight edges (n × 2 × 2 px) of a picture, by the line segment detector of von Gioi et al. (2010)."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, scale=1.0).detect(grey)[0]
    return np.zeros((0, 2, 2)) if found is None else np.asarray(found, np.float64).reshape(-1, 2, 2)


def _bin(angle: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.asarray(np.floor((angle % np.pi) / np.pi * _BINS), np.int64) % _BINS


def find_edges(picture: Picture, hues: bool = False) -> Edges:
    """The straight edges of a picture of which cards' sides may consist.

    With `hues` those, too, at which only the colour changes, not how light it is.
    """
    scale = max(picture.shape[:2]) / WORKING_SIZE
    size = (round(picture.shape[1] / scale), round(picture.shape[0] / scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR)
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), np.uint8)
    ends = _straight_edges(np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), np.uint8))
    if hues:
        from_blue_to_red = soft[..., 2].astype(np.int16) - soft[..., 0]
        ends = np.concatenate([ends, _straight_edges(np.asarray((from_blue_to_red + 255) // 2, np.uint8))])
    long = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    order = np.argsort(-long, kind="stable")[: _MAX_EDGES_WITH_HUES if hues else _MAX_EDGES]
    ends = ends[order[long[order] >= _MIN_LENGTH]]
    return Edges(ends, scale, (size[1], size[0]))


def find_corners(ends: NDArray[np.float64], square: float = _MAX_COSINE, gap: float = _MAX_GAP) -> Corners:
    """The right angles that edges (n × 2 × 2) make, sheared no more than to a cosine of `square`."""
    along = ends[:, 1] - ends[:, 0]
    long = np.linalg.norm(along, axis=1)
    unit = along / np.maximum(long, 1e-9)[:, None]
    i, j = _near(ends, 2 * gap)
    aslant = np.abs((unit[i] * unit[j]).sum(axis=1)) < square
    i, j = i[aslant], j[aslant]
    at = _crossings(ends[i, 0], unit[i], ends[j, 0], unit[j])
    kept = np.ones(len(i), bool)
    arms, gaps = [], []
    for one in (i, j):
        off = np.linalg.norm(ends[one] - at[:, None], axis=2)
        far = off.argmax(axis=1)
        kept &= off.min(axis=1) <= gap
        gaps.append(off.min(axis=1))
        arms.append(ends[one, far] - at)
    kept &= np.abs(gaps[0] - gaps[1]) < _MAX_GAP_DIFFERENCE
    lengths = np.stack([np.linalg.norm(arm, axis=1) for arm in arms], axis=1)
    kept &= (lengths > _MIN_LENGTH * 0.7).all(axis=1)
    at, lengths = at[kept], lengths[kept]
    first, second = (arm[kept] / lengths[:, [n]] for n, arm in enumerate(arms))
    turned = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    first[turned], second[turned] = second[turned], first[turned].copy()
    lengths[turned] = lengths[turned][:, ::-1]
    return _each_once(Corners(at, first, second, lengths))


def _near(ends: NDArray[np.float64], reach: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of edges (each once, the earlier one first) of which two ends are so near to each other."""
    points = ends.reshape(-1, 2)
    order = np.argsort(points[:, 0], kind="stable")
    x, y = points[order].T
    # of the points to the right of each, from the next one on, those within reach
    count = np.searchsorted(x, x + reach, "right") - np.arange(len(x)) - 1
    one = np.repeat(np.arange(len(x)), count)
    other = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
    near = np.abs(y[one] - y[other]) <= reach
    pair = np.sort(np.stack([order[one[near]], order[other[near]]]) // 2, axis=0)
    pairs = np.unique(pair[0] * len(ends) + pair[1])
    i, j = pairs // max(len(ends), 1), pairs % max(len(ends), 1)
    return i[i != j], j[i != j]


def _each_once(corners: Corners) -> Corners:
    """One of the corners, that with the longest edges, of those that are the same but for a px."""
    order = np.argsort(-corners.long.min(axis=1), kind="stable")
    turn = np.arctan2(corners.first[:, 1], corners.first[:, 0])
    keys = np.column_stack([corners.at / _SAME_AT, turn / _SAME_TURN])[order]
    kept = order[np.sort(np.unique(np.rint(keys).astype(np.int64), axis=0, return_index=True)[1])]
    return Corners(corners.at[kept], corners.first[kept], corners.second[kept], corners.long[kept])


def _crossings(one: Points, along: Points, other: Points, aside: Points) -> Points:
    """Where lines (n × 2 points and unit vectors) cross that are not parallel."""
    cross = along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0]
    off = other - one
    share = (off[:, 0] * aside[:, 1] - off[:, 1] * aside[:, 0]) / cross
    return np.asarray(one + along * share[:, None])

"""Steep places of bars and print of an empty frame: what is followed from one photograph to the next."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera
from vision.frame.view import FrameView
from vision.reading import Picture, Points

Vector = NDArray[np.float64]
Grey = NDArray[np.float32]

LEVELS = 4  # of the pyramid; each halves the picture
_SEGMENTS, _SQUARE = 28, 45.0  # of the bars; and mm of print: parts that are seen or hidden, each by itself
_SURROUNDINGS = 13  # px of a level whose mean is taken off: what is left are edges, in any light
_OUTSIDE = 9.0  # mm of the bars that are looked at
_RIM = 5  # px across a printed rim or line
_CELL, _OF_A_CELL = 14, 7  # px; and how many samples of it are taken, the steepest ones
_STEEP = 3.0  # of 255 for each px: a flatter place says nothing


@dataclass(frozen=True)
class Samples:
    """Points of the frame (n × 2 mm), their depths (n mm before the print), and the number of the part each is of."""

    points: Points
    depths: Vector
    parts: NDArray[np.int64]

    @classmethod
    def of(cls, view: FrameView, empty: Grey) -> "Samples":
        """Where a picture of the empty frame is steep."""
        steep = np.asarray(np.hypot(*(cv2.Scharr(empty, cv2.CV_32F, x, 1 - x) for x in (1, 0))) / 32, np.float32)
        bars = view.camera.on_plane(_steepest(steep, bars_of(view, empty.shape)), view.depth)
        print_ = view.camera.on_plane(_steepest(steep, print_of(view, empty.shape)), 0.0)
        return cls(
            np.vstack([bars, print_]),
            np.repeat([view.depth, 0.0], [len(bars), len(print_)]),
            np.concatenate([_segments(view.outline, bars), _squares(print_)]),
        )

    def seen_by(self, camera: FrameCamera) -> Points:
        """Where they are in a picture (n × 2 px)."""
        return camera.project(self.points, self.depths)

    def again(self, old: FrameCamera, new: FrameCamera) -> "Samples":
        """The same ones of a picture that another camera has taken."""
        return replace(self, points=new.on_plane(self.seen_by(old), self.depths))


def pyramid(picture: Picture) -> list[Grey]:
    """The edges of a picture, the same in any light, in ever smaller sizes."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    levels = [np.asarray(grey)]
    for _ in range(LEVELS - 1):
        levels.append(np.asarray(cv2.pyrDown(levels[-1])))
    flat = [level.astype(np.float32) for level in levels]
    return [np.asarray(level - cv2.blur(level, (_SURROUNDINGS, _SURROUNDINGS)), np.float32) for level in flat]


def sampled(level: Grey, at: Points) -> Vector:
    """Its values at points (n × 2 px); nan outside of it."""
    x, y = at.astype(np.float32).T
    return cv2.remap(level, x, y, cv2.INTER_LINEAR, borderValue=np.nan).ravel().astype(np.float64)


def bars_of(view: FrameView, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The fronts of the bars in the picture of a view, with the edges of their insides."""
    at = view.camera.project(view.outline, view.depth)
    corners = np.round(at * 16).astype(np.int32)
    mask = np.zeros(shape[:2], np.uint8)
    thick = 2 * round(_OUTSIDE * float(np.ptp(at[:, 0]) / np.ptp(view.outline[:, 0])))
    cv2.polylines(mask, [corners], False, 1, thick, shift=4)
    inside = np.zeros_like(mask)
    cv2.fillPoly(inside, [corners], 1, shift=4)
    mask[cv2.erode(inside, np.ones((_RIM, _RIM), np.uint8)) > 0] = 0
    return mask


def print_of(view: FrameView, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Rims and lines where the bars do not hide them, in the picture of a view."""
    mask = np.zeros(shape[:2], np.uint8)
    lines = [(np.array([line.left, line.right]), False) for line in view.frame.lines]
    for mark, closed in [*((rim, True) for rim in view.rims()), *lines]:
        corners = np.round(view.camera.project(mark, 0.0) * 16).astype(np.int32)
        cv2.polylines(mask, [corners], closed, 1, _RIM, shift=4)
    seen = np.zeros_like(mask)
    cv2.fillPoly(seen, [np.round(view.camera.project(view.outline, view.depth) * 16).astype(np.int32)], 1, shift=4)
    mask[cv2.erode(seen, np.ones((9, 9), np.uint8)) == 0] = 0
    return mask


def _steepest(steep: Grey, where: NDArray[np.uint8]) -> Points:
    """The steepest places of each cell of the picture (n × 2 px)."""
    rows, columns = np.nonzero((where > 0) & (steep > _STEEP))
    cells = rows // _CELL * 10000 + columns // _CELL
    order = np.lexsort((-steep[rows, columns], cells))
    _, first, counts = np.unique(cells[order], return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(first, counts)
    kept = order[rank < _OF_A_CELL]
    return np.column_stack([columns[kept], rows[kept]]).astype(np.float64)


def _segments(outline: Points, points: Points) -> NDArray[np.int64]:
    """The segment of the bars that each point (n × 2 mm) is nearest to."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(outline, axis=0).T))])
    along = (np.arange(4 * _SEGMENTS) + 0.5) / (4 * _SEGMENTS) * lengths[-1]
    on_it = np.column_stack([np.interp(along, lengths, outline[:, axis]) for axis in (0, 1)])
    away = np.hypot(*(points[:, None] - on_it[None]).transpose(2, 0, 1))
    return np.asarray(away.argmin(axis=1) // 4, np.int64)


def _squares(points: Points) -> NDArray[np.int64]:
    """The square of the print in which each point (n × 2 mm) lies."""
    columns, rows = np.floor(points / _SQUARE).astype(np.int64).T
    return np.asarray(_SEGMENTS + np.unique(rows * 1000 + columns, return_inverse=True)[1], np.int64)

"""Polygons: offsetting, and the share of each pixel that they cover."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Points

_FINE = 8  # samples along a pixel's side
_BITS = 8  # fractional bits of corners

Coverage = NDArray[np.float32]  # rows × columns, 0 to 1
Window = tuple[slice, slice]  # rows and columns of a picture


def offset(line: Points, by: float, closed: bool = True) -> Points:
    """An outline (n × 2) with every side moved to its right by `by`: outwards where it runs anticlockwise.

    >>> offset(np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]), 1.0).tolist()
    [[-1.0, -1.0], [5.0, -1.0], [5.0, 3.0], [-1.0, 3.0]]
    """
    along = np.roll(line, -1, axis=0) - line
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    after = np.column_stack([along[:, 1], -along[:, 0]])
    before = np.roll(after, 1, axis=0)
    if not closed:
        before[0], after[-1] = after[0], before[-1]
    corner = before + after
    return np.asarray(line + by * 2 * corner / np.maximum((corner**2).sum(axis=1, keepdims=True), 0.2))


def fill(image: NDArray[np.uint8], polygon: Points, colour: tuple[float, ...] | float) -> None:
    """Fills a polygon (n × 2 px) anticlockwise in x and y (which in pictures looks clockwise).

    A pixel's middle is at whole numbers. OpenCV also fills every pixel that an outline crosses: half a pixel too much.
    """
    inside = offset(polygon, -0.5)
    corners = np.round(inside * (1 << _BITS)).astype(np.int32)
    cv2.fillPoly(image, [corners], colour, cv2.LINE_8, _BITS)


def covered(polygon: Points, size: tuple[int, int], thin: float = 0.0) -> tuple[Window, Coverage]:
    """The window of a picture (width, height) in which a polygon (n × 2 px) lies, and its coverage of each pixel.

    `thin`: px by which the polygon is first offset inwards.
    """
    ring = counter(polygon) if not thin else offset(counter(polygon), -thin)
    low = np.clip(np.floor(ring.min(axis=0)).astype(int) - 1, 0, size)
    high = np.clip(np.ceil(ring.max(axis=0)).astype(int) + 2, low, size)
    window = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
    rows, columns = int(high[1] - low[1]), int(high[0] - low[0])
    if rows == 0 or columns == 0:
        return window, np.zeros((rows, columns), np.float32)
    fine = np.zeros((rows * _FINE, columns * _FINE), np.uint8)
    fill(fine, (ring - low + 0.5) * _FINE - 0.5, 255)
    return window, np.asarray(
        cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA) / np.float32(255), np.float32
    )


def counter(polygon: Points) -> Points:
    """The same polygon, anticlockwise in x and y."""
    x, y = polygon.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return polygon if area > 0 else polygon[::-1]


def hull(points: Points) -> Points:
    """The convex hull of points (n × 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def divided(line: Points, step: float, closed: bool = True) -> Points:
    """An outline (n × 2) with further points on its sides, at most `step` apart, since lenses bend straight lines."""
    ends = np.roll(line, -1, axis=0) if closed else line[1:]
    parts = []
    for start, end in zip(line, ends, strict=False):
        count = max(1, int(np.ceil(np.linalg.norm(end - start) / step)))
        parts.append(start + (end - start) * (np.arange(count) / count)[:, None])
    return np.vstack([*parts, *([] if closed else [line[-1:]])])

"""A frame as one fixed camera sees it: pictures rectified to the plane of the pieces' fronts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera, Vector
from vision.frame.shapes import circle_points
from vision.reading import Picture, Points

if TYPE_CHECKING:
    from engines.drop_it.frame import Frame

MARGIN = 6  # mm shown round the frame's inside
ABOVE = 50  # mm shown above its top: whoever holds a piece in the mouth is seen there

Flat = NDArray[np.float32]  # rows × columns × 3: one px a mm, in the plane of the fronts
Mask = NDArray[np.bool_]  # of the same rows and columns


class _Remap:
    """Resamples the part of a picture in which given pixels lie (rows × columns × 2 px)."""

    def __init__(self, pixels: NDArray[np.float32]) -> None:
        low, high = pixels.reshape(-1, 2).min(axis=0) - 4, pixels.reshape(-1, 2).max(axis=0) + 5
        self._from, self._to = np.maximum(low.astype(int), 0), np.maximum(high.astype(int), 1)
        self._across, self._down = (
            np.ascontiguousarray(axis) for axis in np.moveaxis(pixels - self._from.astype(np.float32), 2, 0)
        )

    def resampled(self, picture: Picture) -> Flat:
        """The blurred picture at the pixels."""
        (x0, y0), (x1, y1) = self._from, self._to
        part = cv2.blur(picture[y0:y1, x0:x1], (3, 3))
        return np.asarray(cv2.remap(part, self._across, self._down, cv2.INTER_LINEAR), np.float32)


class FrameView:
    """The plane of the fronts of the pieces, one px a millimetre, its first rows `above` the frame's top."""

    def __init__(self, camera: FrameCamera, frame: "Frame") -> None:
        self.camera, self.frame = camera, frame
        self.outline = np.array(frame.outline, np.float64)  # n × 2 mm
        self.back, self.front = frame.pieces  # mm before the print, of the pieces' two planes
        self.left = float(np.floor(self.outline[:, 0].min())) - MARGIN
        self.top = float(np.ceil(self.outline[:, 1].max())) + ABOVE
        self.columns = int(np.ceil(self.outline[:, 0].max()) - self.left) + MARGIN
        self.rows = int(self.top - np.floor(self.outline[:, 1].min())) + MARGIN
        grid = np.stack(np.meshgrid(np.arange(self.columns) + self.left, self.top - np.arange(self.rows)), axis=-1)
        self.grid: Points = grid.reshape(-1, 2).astype(np.float64)  # of every px (mm)
        pixels = camera.project(self.grid, self.front).astype(np.float32).reshape(self.rows, self.columns, 2)
        self._remap = _Remap(pixels)
        self.middle = np.array([*(self.outline.min(axis=0) + self.outline.max(axis=0)) / 2, self.depth / 2])
        self.inside = self.mask([self.outline])
        self.above = self.grid[:, 1].reshape(self.rows, self.columns) > self.top - ABOVE + MARGIN
        self.circles = self.mask([self.flattened(one, 0.0) for one in self.rims()])  # where they are printed

    @property
    def depth(self) -> float:
        """Of the bars (mm before the print)."""
        return self.frame.depth

    def rectified(self, picture: Picture) -> Flat:
        """A picture in the plane of the fronts."""
        return self._remap.resampled(picture)

    def rims(self, beside: float = 0.0) -> list[Points]:
        """The printed circles, so much larger (mm): n × 2 mm each."""
        around = circle_points(48)
        return [around * (circle.radius + beside) + circle.centre for circle in self.frame.circles]

    def mask(self, polygons: Sequence[Points]) -> Mask:
        """What lies inside any of the polygons (n × 2 mm each)."""
        return filled(polygons, (self.left, self.top), (self.rows, self.columns))

    def flattened(self, points: Points, z: float | Vector) -> Points:
        """Where points `z` mm before the print (n × 2 mm) appear in the plane of the fronts."""
        return self.camera.along_rays(points, z, self.front)

    def pixel_of(self, point: Sequence[float] | Points, z: float) -> tuple[int, int]:
        """Where a point (mm) `z` mm before the print is in the picture (px)."""
        x, y = self.camera.project(np.array([point], np.float64), z)[0]
        return round(float(x)), round(float(y))

    def silhouette(self, outline: Points) -> Points:
        """What a convex piece hides, with its sides: n × 2 mm in the plane of the fronts."""
        both = np.vstack([outline, self.flattened(outline, self.back)]).astype(np.float32)
        return np.asarray(cv2.convexHull(both).reshape(-1, 2), np.float64)


def filled(polygons: Sequence[Points], origin: Sequence[float], shape: tuple[int, int]) -> Mask:
    """What lies inside any of the polygons (n × 2 mm each), one px a mm; `origin`: of the first one (mm)."""
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        corners = np.round((polygon - np.asarray(origin)) * (16, -16)).astype(np.int32)
        cv2.fillPoly(mask, [corners], 1, lineType=cv2.LINE_8, shift=4)
    return mask.astype(bool)


def wider(mask: Mask, by: int) -> Mask:
    """A mask with what lies round it, in a square of so many px."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((by, by), np.uint8)) > 0)

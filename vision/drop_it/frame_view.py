"""A frame as one fixed camera sees it: pictures rectified to the plane of the pieces' fronts."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drop_it.frame_camera import FrameCamera
from vision.reading import Picture, Points

FRONT, BACK = 17.0, 1.0  # mm before the print: between these stand the pieces, where a frame does not say
MARGIN = 6  # mm shown round the frame's inside

Flat = NDArray[np.float32]  # rows × columns × 3: one px a mm, in the plane of the fronts
Mask = NDArray[np.bool_]  # of the same rows and columns


class FrameView:
    """The plane of the fronts of the pieces, one px a millimetre, its first row above the frame's top."""

    def __init__(self, camera: FrameCamera, outline: Sequence[tuple[float, float]]) -> None:
        self.camera, self.outline = camera, np.array(outline, np.float64)
        self.left = float(np.floor(self.outline[:, 0].min())) - MARGIN
        self.top = float(np.ceil(self.outline[:, 1].max())) + MARGIN
        self.columns = int(np.ceil(self.outline[:, 0].max()) - self.left) + MARGIN
        self.rows = int(self.top - np.floor(self.outline[:, 1].min())) + MARGIN
        grid = np.stack(np.meshgrid(np.arange(self.columns) + self.left, self.top - np.arange(self.rows)), axis=-1)
        pixels = camera.project(grid.reshape(-1, 2), FRONT).astype(np.float32).reshape(self.rows, self.columns, 2)
        low, high = pixels.reshape(-1, 2).min(axis=0) - 4, pixels.reshape(-1, 2).max(axis=0) + 5
        self._from, self._to = np.maximum(low.astype(int), 0), np.maximum(high.astype(int), 1)
        self._across, self._down = (
            np.ascontiguousarray(one) for one in np.moveaxis(pixels - self._from.astype(np.float32), 2, 0)
        )
        self.inside = self.mask([self.outline])

    def rectified(self, picture: Picture) -> Flat:
        """A picture in the plane of the fronts."""
        (x0, y0), (x1, y1) = self._from, self._to
        part = cv2.blur(picture[y0:y1, x0:x1], (3, 3))
        return np.asarray(cv2.remap(part, self._across, self._down, cv2.INTER_LINEAR), np.float32)

    def mask(self, polygons: Sequence[Points]) -> Mask:
        """What lies inside any of the polygons (n × 2 mm each)."""
        return filled(polygons, (self.left, self.top), (self.rows, self.columns))

    def back(self, points: Points) -> Points:
        """Where the back ends of points of fronts (n × 2 mm) appear in the plane of the fronts."""
        eye = self.camera.position
        return np.asarray(eye[:2] + (points - eye[:2]) * ((eye[2] - FRONT) / (eye[2] - BACK)))

    def silhouette(self, outline: Points) -> Points:
        """What a convex piece hides, with its sides: n × 2 mm in the plane of the fronts."""
        both = np.vstack([outline, self.back(outline)]).astype(np.float32)
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

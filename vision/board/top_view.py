"""The table from straight above, rectified in the plane of the tiles' upper sides, one pixel a millimetre."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView
from vision.geometry.homography import Matrix, inverse, mapped
from vision.reading import Picture, Points

TOP_VIEW_SIZE = 352  # px and mm: the sheet of 300 mm with a margin, divisible by the network's strides
_TO_TOP_VIEW = np.array([[1.0, 0.0, TOP_VIEW_SIZE / 2], [0.0, -1.0, TOP_VIEW_SIZE / 2], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class TopView:
    """The homography between a picture and its top view."""

    to_top_view: Matrix  # 3×3, picture px to top-view px

    @classmethod
    def of(cls, view: CameraView) -> "TopView":
        """The top view for a camera's pose."""
        return cls(_TO_TOP_VIEW @ inverse(view.plane(TILE_THICK)))

    def picture(self, picture: Picture) -> Picture:
        """The top view (TOP_VIEW_SIZE square) of a picture."""
        return np.asarray(cv2.warpPerspective(picture, self.to_top_view, (TOP_VIEW_SIZE, TOP_VIEW_SIZE)), np.uint8)

    def to_picture(self, points: Points) -> Points:
        """Top-view px (n × 2) as picture px."""
        return mapped(points, self._from_top_view)

    @cached_property
    def _from_top_view(self) -> Matrix:
        return inverse(self.to_top_view)


def top_view_to_mm(points: Points) -> Points:
    """Top-view px (n × 2) as millimetres of the table, y up."""
    return np.asarray((points - TOP_VIEW_SIZE / 2) * np.array([1.0, -1.0]), np.float64)

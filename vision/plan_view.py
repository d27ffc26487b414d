"""The table as seen straight from above, at the height of the tiles' upper sides, one pixel a millimetre."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.camera_view import CameraView, Matrix, mapped
from vision.reading import Picture, Points
from vision.sizes import TILE_THICK

PLAN_SIZE = 352  # px and mm: the sheet of 300 mm with a margin, divisible by the network's strides
_TO_PLAN = np.array([[1.0, 0.0, PLAN_SIZE / 2], [0.0, -1.0, PLAN_SIZE / 2], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class PlanView:
    """How pixels of a picture and of its plan view belong together. `to_plan`: 3×3, picture px to plan px."""

    to_plan: Matrix

    @classmethod
    def of(cls, view: CameraView) -> "PlanView":
        """The plan view of what a camera sees."""
        return cls(_TO_PLAN @ np.linalg.inv(view.plane(TILE_THICK)))

    def picture(self, picture: Picture) -> Picture:
        """The plan view (PLAN_SIZE square) of a picture."""
        return np.asarray(cv2.warpPerspective(picture, self.to_plan, (PLAN_SIZE, PLAN_SIZE)), np.uint8)

    def from_picture(self, points: Points) -> Points:
        """Picture px (n × 2) as plan px."""
        return mapped(points, self.to_plan)

    def to_picture(self, points: Points) -> Points:
        """Plan px (n × 2) as picture px."""
        return mapped(points, self._from_plan)

    @cached_property
    def _from_plan(self) -> Matrix:
        return np.asarray(np.linalg.inv(self.to_plan), np.float64)


def plan_to_mm(points: Points) -> Points:
    """Plan px (n × 2) as millimetres of the table, y up."""
    return np.asarray((points - PLAN_SIZE / 2) * np.array([1.0, -1.0]), np.float64)

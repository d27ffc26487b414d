"""The playing sheet rectified to a small square, from which its corners are refined."""

import cv2
import numpy as np

from vision.board.camera_pose import mapped, picture_corners
from vision.reading import Picture, Points

FIELD_SIZE = 160  # px of the square picture
FIELD_MARGIN = 20.0  # px round the sheet: 50 mm of the tray
CORNERS = picture_corners(FIELD_SIZE, FIELD_SIZE, FIELD_MARGIN)  # the assumed corners of the sheet


def field_view(picture: Picture, corners: Points) -> Picture:
    """The picture (any size) with `corners` (4 × 2 px) brought to `CORNERS`: FIELD_SIZE square, BGR."""
    span = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max() / (FIELD_SIZE - 2 * FIELD_MARGIN)
    times = max(1, int(span))  # a large picture is shrunk first, so that nothing fine turns to noise
    if times > 1:
        picture = np.asarray(cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA))
        corners = corners / times
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), CORNERS)
    size = (FIELD_SIZE, FIELD_SIZE)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderValue=(115, 115, 115)), np.uint8)


def to_field_view(points: Points, corners: Points) -> Points:
    """Picture px (n × 2) as px of the field view made with `corners`."""
    return mapped(points, cv2.getPerspectiveTransform(corners.astype(np.float32), CORNERS))


def from_field_view(points: Points, corners: Points) -> Points:
    """Px of the field view made with `corners` (n × 2) as picture px."""
    return mapped(points, cv2.getPerspectiveTransform(CORNERS, corners.astype(np.float32)))

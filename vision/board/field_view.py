"""The playing sheet rectified to a small square, from which its corners are refined."""

import cv2
import numpy as np

from vision.geometry.homography import homography, mapped, picture_corners
from vision.reading import Picture, Points

FIELD_SIZE = 160  # px of the square picture
FIELD_MARGIN = 20.0  # px round the sheet: 50 mm of the tray
CORNERS = picture_corners(FIELD_SIZE, FIELD_SIZE, FIELD_MARGIN)  # the assumed corners of the sheet


class FieldViews:
    """Field views of one picture (any size, BGR)."""

    def __init__(self, picture: Picture) -> None:
        self.size = (picture.shape[1], picture.shape[0])
        self._shrunk = {1: picture}  # by how many times

    def at(self, corners: Points) -> Picture:
        """The picture with `corners` (4 × 2 px) brought to `CORNERS`: FIELD_SIZE square."""
        span = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max() / (FIELD_SIZE - 2 * FIELD_MARGIN)
        times = max(1, int(span))  # a large picture is shrunk first, so that nothing fine turns to noise
        if times not in self._shrunk:
            share = 1 / times
            shrunk = cv2.resize(self._shrunk[1], None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            self._shrunk[times] = np.asarray(shrunk, np.uint8)
        matrix = homography(corners / times, CORNERS)
        size = (FIELD_SIZE, FIELD_SIZE)
        view = cv2.warpPerspective(self._shrunk[times], matrix, size, borderValue=(115, 115, 115))
        return np.asarray(view, np.uint8)


def field_view(picture: Picture, corners: Points) -> Picture:
    """One field view of a picture."""
    return FieldViews(picture).at(corners)


def to_field_view(points: Points, corners: Points) -> Points:
    """Picture px (n × 2) as px of the field view made with `corners`."""
    return mapped(points, homography(corners, CORNERS))


def from_field_view(points: Points, corners: Points) -> Points:
    """Px of the field view made with `corners` (n × 2) as picture px."""
    return mapped(points, homography(CORNERS, corners))

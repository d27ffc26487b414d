"""Cuts the upper side of a tile out of a picture, upright and always of one size."""

from math import dist

import cv2
import numpy as np

from vision.geometry.homography import homography, picture_corners
from vision.reading import Picture, Points

CROP_WIDE, CROP_HIGH = 32, 44
_MARGIN = 1.0  # px round the tile's upper side, so that its edge is visible
_TARGET = picture_corners(CROP_WIDE, CROP_HIGH, _MARGIN)


def cut_face(picture: Picture, corners: Points) -> Picture:
    """The upper side with `corners` (4 × 2 px, clockwise from the face's top left) as CROP_HIGH × CROP_WIDE × 3."""
    matrix = homography(corners, _TARGET)
    wide = dist(*corners[:2].tolist())
    if wide > 2 * CROP_WIDE:  # a large photograph: enlarge the cut, then shrink it without aliasing
        times = int(wide // CROP_WIDE)
        larger = np.diag([times, times, 1.0]) @ matrix
        cut = cv2.warpPerspective(
            picture, larger, (CROP_WIDE * times, CROP_HIGH * times), borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cv2.resize(cut, (CROP_WIDE, CROP_HIGH), interpolation=cv2.INTER_AREA), np.uint8)
    size = (CROP_WIDE, CROP_HIGH)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def upside_down(crop: Picture) -> Picture:
    """A crop rotated by 180°."""
    return np.ascontiguousarray(crop[::-1, ::-1])

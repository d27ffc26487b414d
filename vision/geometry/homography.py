"""Homographies: maps from one plane to another, as 3×3 matrices."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Points

Matrix = NDArray[np.float64]


def homography(points: NDArray[np.floating], images: NDArray[np.floating]) -> Matrix:
    """The homography (3×3) that maps four points (4 × 2) to their images in another plane (4 × 2).

    >>> square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    >>> mapped(np.array([[0.5, 0.5]]), homography(square, 2 * square)).tolist()
    [[1.0, 1.0]]
    """
    matrix = cv2.getPerspectiveTransform(points.astype(np.float32), images.astype(np.float32))
    return np.asarray(matrix, np.float64)


def inverse(matrix: NDArray[np.floating]) -> Matrix:
    """The homography back (3×3)."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def mapped(points: NDArray[np.floating], matrix: NDArray[np.floating | np.integer]) -> Points:
    """Points (n × 2) mapped from one plane to another by a homography (3×3)."""
    if not len(points):
        return np.zeros((0, 2))  # of no points OpenCV makes one value
    moved = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), matrix)
    return np.asarray(moved, np.float64).reshape(-1, 2)


def picture_corners(wide: float, high: float, margin: float) -> NDArray[np.float32]:
    """The corners of a picture of `wide` × `high` px, `margin` px inside it: 4 × 2 px, clockwise from its top left."""
    right, low = wide - margin, high - margin
    return np.array([[margin, margin], [right, margin], [right, low], [margin, low]], np.float32)

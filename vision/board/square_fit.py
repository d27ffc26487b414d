"""Fits the projection of a square to points of its outline, some of which are outliers."""

import cv2
import numpy as np

from vision.geometry.camera_pose import sheet_corners, solve_pose, solve_square_pose, usual_matrix
from vision.geometry.homography import Matrix
from vision.geometry.robust_fit import Cauchy, Vector, weighted_step
from vision.reading import Points

_ROUNDS = 12
_FIRST_SLACK_FACTOR = 4.0  # of the slack, one less each round: outliers lose weight gradually
# Steps of the pose (radians, mm) for the derivative
_DERIVATIVE_STEPS = 1e-4 * np.array([1.0, 1.0, 1.0, 500.0, 500.0, 500.0])
_CORNERS = np.column_stack([sheet_corners(), np.zeros(4)])


def as_square(corners: Points, size: tuple[int, int]) -> Points:
    """The nearest projection of a square: `corners` 4 × 2 px clockwise from its top left, picture `size` (px)."""
    matrix = usual_matrix(size)
    return _project(_pose(corners, matrix), matrix)


def square_along(outline: Points, start: Points, size: tuple[int, int], slack: float) -> Points:
    """The projection of a square whose sides run along most points of an outline.

    `outline`: n × 2 px. `start`: 4 × 2 px to begin with. `slack`: px that a point may be off before it loses weight
    (Cauchy's loss). Gauss-Newton over the camera's pose.
    """
    matrix = usual_matrix(size)
    pose = _pose(start, matrix)
    for number in range(_ROUNDS):
        loss = Cauchy(slack * max(1.0, _FIRST_SLACK_FACTOR - number))
        poses = [pose, *(pose + step for step in np.diag(_DERIVATIVE_STEPS))]
        off, *moved = (_distances(outline, _project(moved_pose, matrix)) for moved_pose in poses)
        slopes = np.column_stack([there - off for there in moved]) / _DERIVATIVE_STEPS
        pose = pose + weighted_step(slopes, off, loss.weights(off))
    return _project(pose, matrix)


def _pose(corners: Points, matrix: Matrix) -> Vector:
    """The pose (6: rotation vector, shift in mm) of a camera that sees the sheet's corners (4 × 2 px)."""
    return solve_pose(_CORNERS, corners, matrix, solve_square_pose(corners, matrix))


def _project(pose: Vector, matrix: Matrix) -> Points:
    projected = cv2.projectPoints(_CORNERS, pose[:3], pose[3:], matrix, None)[0]
    return np.asarray(projected, np.float64).reshape(4, 2)


def _distances(outline: Points, quad: Points) -> Vector:
    """The distances (n) of points (n × 2 px) from the nearest side of a quadrilateral (4 × 2 px), negative inside."""
    sides = quad[[1, 2, 3, 0]] - quad
    normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1, keepdims=True)
    every = outline @ normals.T - (quad * normals).sum(axis=1)
    return np.asarray(every[np.arange(len(outline)), np.abs(every).argmin(axis=1)])

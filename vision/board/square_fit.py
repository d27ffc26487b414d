"""Fits the projection of a square to points of its outline, some of which are outliers."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.camera_pose import sheet_corners, usual_matrix
from vision.geometry.homography import Matrix
from vision.reading import Points

_ROUNDS = 12
_STEP = 1e-4  # of the pose's parameters, for the derivative
_CORNERS = np.column_stack([sheet_corners(), np.zeros(4)])

Pose = NDArray[np.float64]  # rotation vector and shift (mm)


def as_square(corners: Points, size: tuple[int, int]) -> Points:
    """The nearest projection of a square: `corners` 4 × 2 px clockwise from its top left, picture `size` (px)."""
    return _projected(_pose(corners, size), usual_matrix(size))


def square_along(outline: Points, start: Points, size: tuple[int, int], slack: float) -> Points:
    """The projection of a square whose sides run along most points of an outline.

    `outline`: n × 2 px. `start`: 4 × 2 px to begin with. `slack`: px that a point may be off before it loses weight
    (Cauchy loss). Gauss-Newton over the camera's pose.
    """
    pose, matrix = _pose(start, size), usual_matrix(size)
    for turn in range(_ROUNDS):
        loose = slack * max(1.0, 4.0 - turn)
        steps = _STEP * np.array([1.0, 1.0, 1.0, 500.0, 500.0, 500.0])
        poses = [pose, *(pose + step for step in np.diag(steps))]
        every = _distances(outline, np.stack([_projected(one, matrix) for one in poses]))
        off = every[:, 0]
        slopes = (every[:, 1:] - off[:, None]) / steps
        weights = 1 / (1 + (off / loose) ** 2)
        normal = slopes.T @ (slopes * weights[:, None]) + 1e-9 * np.eye(6)
        pose = pose - np.linalg.solve(normal, slopes.T @ (weights * off))
    return _projected(pose, matrix)


def _pose(corners: Points, size: tuple[int, int]) -> Pose:
    _, turn, shift = cv2.solvePnP(_CORNERS, corners.reshape(4, 1, 2), usual_matrix(size), None, flags=cv2.SOLVEPNP_IPPE)
    _, turn, shift = cv2.solvePnP(
        _CORNERS, corners.reshape(4, 1, 2), usual_matrix(size), None, turn, shift, True, cv2.SOLVEPNP_ITERATIVE
    )
    return np.concatenate([np.asarray(turn, np.float64).ravel(), np.asarray(shift, np.float64).ravel()])


def _projected(pose: Pose, matrix: Matrix) -> Points:
    projected = cv2.projectPoints(_CORNERS, pose[:3], pose[3:], matrix, None)[0]
    return np.asarray(projected, np.float64).reshape(4, 2)


def _distances(outline: Points, quads: Points) -> NDArray[np.float64]:
    """How far each of n points lies outside of (over 0) or inside the nearest side of each of k quadrilaterals (px).

    `quads`: k × 4 × 2 px; n × k distances.
    """
    sides = quads[:, [1, 2, 3, 0]] - quads
    normals = np.stack([sides[..., 1], -sides[..., 0]], axis=-1) / np.linalg.norm(sides, axis=-1, keepdims=True)
    every = (outline @ normals.reshape(-1, 2).T - (quads * normals).sum(axis=-1).ravel()).reshape(len(outline), -1, 4)
    return np.asarray(np.take_along_axis(every, np.abs(every).argmin(axis=-1)[..., None], axis=-1)[..., 0])

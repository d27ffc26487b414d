"""A pinhole camera model, and the camera's pose from the four corners of the sheet."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dimensions import SHEET
from vision.geometry.homography import Matrix, inverse, mapped
from vision.geometry.robust_fit import Vector
from vision.reading import Points

# Pi camera modules 2 and 3 and most webcams see 62 to 75 degrees across. At a tile's height an error of five degrees
# moves nothing by more than half a millimetre, so one figure serves where the camera does not report its own.
USUAL_HORIZONTAL_FIELD_OF_VIEW_DEG = 70.0
_LOOKING_DOWN = np.diag([1.0, -1.0, -1.0])  # the axes of the table in those of a camera straight above it


@dataclass(frozen=True)
class CameraView:
    """A camera above the table.

    Lens distortion of the usual modules stays under a pixel over the board and is not modelled.
    """

    matrix: Matrix  # 3×3 intrinsics (px)
    rotation: Matrix  # 3×3, from table coordinates to camera coordinates
    shift: Vector  # 3, mm, the same
    size: tuple[int, int]  # width and height of the picture (px)

    def project(self, points: NDArray[np.floating]) -> Points:
        """Pixels (n × 2) of points of the table (n × 3, mm)."""
        projected = (np.asarray(points, np.float64) @ self.rotation.T + self.shift) @ self.matrix.T
        return np.asarray(projected[:, :2] / projected[:, 2:])

    def plane(self, z: float) -> Matrix:
        """The homography (3×3) from x, y in mm on the plane at height `z` mm to pixels."""
        columns = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], self.rotation[:, 2] * z + self.shift])
        return np.asarray(self.matrix @ columns)

    def on_plane(self, pixels: Points, z: float) -> Points:
        """The points (n × 2, mm) at height `z` mm that project to pixels (n × 2)."""
        return mapped(pixels, inverse(self.plane(z)))

    @property
    def position(self) -> Matrix:
        """Where the camera is (3, mm, table coordinates)."""
        return np.asarray(-self.rotation.T @ self.shift)


def usual_matrix(size: tuple[int, int], degrees: float = USUAL_HORIZONTAL_FIELD_OF_VIEW_DEG) -> Matrix:
    """Intrinsics (3×3, px) of a camera that sees `degrees` across a picture of `size` (width, height)."""
    focal = size[0] / 2 / np.tan(np.radians(degrees) / 2)
    return np.array([[focal, 0.0, size[0] / 2], [0.0, focal, size[1] / 2], [0.0, 0.0, 1.0]])


def sheet_corners(side: float = SHEET) -> Points:
    """The corners of a square of `side` mm round the table's origin, clockwise from its top left (4 × 2, mm)."""
    half = side / 2
    return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])


def rotation_matrix(turn: Vector) -> Matrix:
    """The rotation (3×3) about an axis (3) by as many radians as it is long."""
    return np.asarray(cv2.Rodrigues(turn)[0], np.float64)


def rotation_vector(rotation: Matrix) -> Vector:
    """The axis of a rotation (3×3), as long as it turns in radians (3)."""
    return np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()


def solve_pose(points: NDArray[np.floating], pixels: Points, matrix: Matrix, start: Vector | None = None) -> Vector:
    """The pose (6: rotation vector, shift in mm) of a camera with these intrinsics (3×3) that sees points (n × 3, mm)
    at pixels (n × 2), by Levenberg and Marquardt from a start, if one is given."""
    turn, shift = (None, None) if start is None else (start[:3].copy(), start[3:].copy())
    _, *pose = cv2.solvePnP(
        points, pixels.reshape(-1, 1, 2), matrix, None, turn, shift, start is not None, cv2.SOLVEPNP_ITERATIVE
    )
    return np.concatenate([np.asarray(part, np.float64).ravel() for part in pose])


def solve_square_pose(corners: Points, matrix: Matrix, side: float = SHEET) -> Vector:
    """The same by a square's corners (4 × 2 px, see `sheet_corners`), by infinitesimal plane-based pose estimation
    (Collins and Bartoli 2014).

    OpenCV divides by the sine of the pose's angle, and so fails near half a turn, by which the axes of the table and of
    a camera above it differ. So the square is given in axes that lie about as the camera's do.
    """
    right = corners[1] - corners[0]
    to_camera_axes = rotation_matrix(np.array([0.0, 0.0, np.arctan2(right[1], right[0])])) @ _LOOKING_DOWN
    points = np.column_stack([sheet_corners(side), np.zeros(4)]) @ to_camera_axes.T
    _, turn, shift = cv2.solvePnP(points, corners.reshape(4, 1, 2), matrix, None, flags=cv2.SOLVEPNP_IPPE)
    rotation = rotation_matrix(np.asarray(turn, np.float64)) @ to_camera_axes
    return np.concatenate([rotation_vector(rotation), np.asarray(shift, np.float64).ravel()])


def view_from_field(field: Points, size: tuple[int, int], side: float = SHEET) -> CameraView:
    """The camera's pose from the four corners of the playing field.

    `field`: 4 × 2 px, clockwise from its top left, corners of a square of `side` mm; `size` of the picture (px).
    """
    matrix = usual_matrix(size)
    pose = solve_square_pose(field, matrix, side)
    return CameraView(matrix, rotation_matrix(pose[:3]), pose[3:], size)

"""The camera before a frame: its lens, and where it stands."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry.camera_pose import rotation_matrix, usual_matrix
from vision.geometry.homography import Matrix
from vision.reading import Picture, Points

Vector = NDArray[np.float64]

SCALES = np.array([0.05, 0.05, 0.05, 20, 20, 50, 0.1, 0.1, 10, 10])  # of the numbers of `FrameCamera.of` in a fit
_NORMAL_STEP = 0.1  # mm: a step in whose direction a normal appears


def usual_lens(picture: Picture) -> Vector:
    """The lens (4) before anything is measured: the logarithm of its focal length, no distortion, and its centre."""
    high, wide = picture.shape[:2]
    return np.array([np.log(usual_matrix((wide, high))[0, 0]), 0.0, (wide - 1) / 2, (high - 1) / 2])


@dataclass(frozen=True)
class FrameCamera:
    """A camera with a lens: `focal` and `centre` (x, y) in px; `radial`: the first term of Brown's distortion.

    `rotation` (3×3) and `shift` (3, mm) take the frame's x (right), y (up) and z (from the print towards the camera)
    to camera coordinates.
    """

    rotation: Matrix
    shift: Vector
    focal: float
    centre: tuple[float, float]
    radial: float

    @classmethod
    def of(cls, unknowns: Vector) -> "FrameCamera":
        """The camera of 10 numbers: turn (3), shift (3), the logarithm of `focal`, `radial`, `centre` (2)."""
        rotation = rotation_matrix(unknowns[:3])
        focal, radial, x, y = float(np.exp(unknowns[6])), *(float(one) for one in unknowns[7:])
        return cls(rotation, unknowns[3:6].copy(), focal, (x, y), radial)

    def project(self, points: Points, z: float | Vector) -> Points:
        """Pixels (n × 2) of points (n × 2, mm) that lie `z` mm before the print."""
        solid = np.empty((len(points), 3))  # filled by hand: called many thousand times a picture
        solid[:, :2], solid[:, 2] = points, z
        deep = solid @ self.rotation.T + self.shift
        flat = deep[:, :2] / deep[:, 2:]
        square = np.einsum("ij,ij->i", flat, flat)
        bent = flat * (1 + square * self.radial)[:, None]
        return np.asarray(bent * self.focal + self.centre)

    def on_plane(self, pixels: Points, z: float | Vector) -> Points:
        """The points (n × 2, mm) `z` mm before the print that project to pixels (n × 2)."""
        flat = self.undistorted(pixels)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        eye = self.position
        return np.asarray(eye[:2] + rays[:, :2] * ((z - eye[2]) / rays[:, 2])[:, None])

    def project_normals(self, points: Points, normals: Points, z: float | Vector) -> tuple[Points, Points]:
        """Pixels (n × 2) as `project` gives them, and directions (n × 2) of the frame there (of length 1)."""
        at = self.project(points, z)
        turned = self.project(points + normals * _NORMAL_STEP, z) - at
        return at, turned / np.hypot(*turned.T)[:, None]

    def along_rays(self, points: Points, z: float | Vector, onto: float | Vector) -> Points:
        """Where points `z` mm before the print (n × 2, mm) appear in a plane, or in planes, `onto` mm before it."""
        eye = self.position
        nearer = (eye[2] - onto) / (eye[2] - np.broadcast_to(z, len(points)))
        return np.asarray(eye[:2] + (points - eye[:2]) * nearer[:, None])

    def undistorted(self, pixels: Points) -> Points:
        """Pixels (n × 2) without the lens's distortion, in focal lengths from the centre."""
        bent = (pixels - np.array(self.centre)) / self.focal
        flat = bent.copy()
        for _ in range(5):
            square = np.einsum("ij,ij->i", flat, flat)
            flat = bent / (1 + square * self.radial)[:, None]
        return np.asarray(flat)

    def moved(self, by: Vector, middle: Vector) -> "FrameCamera":
        """The camera before a frame that was shifted (3, mm) and turned about its `middle` (3, radians): `by` (6)."""
        turn = rotation_matrix(by[3:])
        shift = self.rotation @ (middle - turn @ middle + by[:3]) + self.shift
        return replace(self, rotation=self.rotation @ turn, shift=shift)

    @property
    def position(self) -> Vector:
        """Where the camera is (3, mm)."""
        return np.asarray(-self.rotation.T @ self.shift)

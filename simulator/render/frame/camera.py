"""The camera before a simulated frame."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Points

Vector3 = tuple[float, float, float]

_UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class SceneCamera:
    """A camera with a lens before a frame; mm: x right, y up, z from the print towards the camera."""

    eye: tuple[float, float, float] = (40.0, 140.0, 440.0)  # mm: where it stands
    target: tuple[float, float, float] = (0.0, 150.0, 0.0)  # mm: what it looks at
    roll: float = 0.0  # radians about the line of sight
    focal: float = 950.0  # px
    centre: tuple[float, float] = (640.0, 480.0)  # px
    radial: tuple[float, float] = (0.0, 0.0)  # two terms of Brown's distortion
    size: tuple[int, int] = (1280, 960)  # px
    moved: Vector3 = (0.0, 0.0, 0.0)  # mm: displacement of the frame in the room
    turned: Vector3 = (0.0, 0.0, 0.0)  # degrees: its turn by a rotation vector, about the middle of its base

    @property
    def rotation(self) -> NDArray[np.float64]:
        """From millimetres to camera coordinates (3×3)."""
        away = np.subtract(self.target, self.eye)
        away = away / np.linalg.norm(away)
        right = np.cross(away, _UP)
        right /= np.linalg.norm(right)
        down = np.cross(away, right)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return np.array([cos * right + sin * down, cos * down - sin * right, away])

    def project(self, points: Points, z: float | NDArray[np.float64]) -> Points:
        """Pixels (n × 2) of points of the frame (n × 2, mm) that lie `z` mm before the print."""
        return self.project_room(self.in_room(np.column_stack([points, np.broadcast_to(z, len(points))])))

    def in_room(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points of the frame (n × 3, mm) are in the room."""
        return points @ self._turn.T + self.moved

    def project_room(self, points: NDArray[np.float64]) -> Points:
        """Pixels (n × 2) of points (n × 3, mm) that do not move with the frame."""
        lens = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])
        rotation = self.rotation
        shift = -rotation @ np.array(self.eye)
        bent = np.array([*self.radial, 0.0, 0.0])
        flat, _ = cv2.projectPoints(points, cv2.Rodrigues(rotation)[0], shift, lens, bent)
        return np.asarray(flat, np.float64).reshape(-1, 2)

    def on_plane(self, pixels: Points, z: float) -> Points:
        """The points of the frame (n × 2, mm), `z` mm before the print, that pixels (n × 2) show."""
        bent = (pixels - self.centre) / self.focal
        flat = bent.copy()
        for _ in range(8):
            square = (flat**2).sum(axis=1)
            flat = bent / (1 + square * self.radial[0] + square**2 * self.radial[1])[:, None]
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation @ self._turn
        eye = self.foot
        return np.asarray(eye[:2] + rays[:, :2] * ((z - eye[2]) / rays[:, 2])[:, None])

    @property
    def foot(self) -> NDArray[np.float64]:
        """The position of the camera relative to the frame (3, mm)."""
        return np.asarray(np.subtract(self.eye, self.moved) @ self._turn)

    def after(self, moved: Vector3, turned: Vector3 = (0.0, 0.0, 0.0)) -> "SceneCamera":
        """The same camera after a further displacement (mm) and turn (degrees) of the frame."""
        return replace(
            self, moved=tuple(np.add(self.moved, moved).tolist()), turned=tuple(np.add(self.turned, turned).tolist())
        )

    @property
    def _turn(self) -> NDArray[np.float64]:
        """From the frame's axes to the room's (3×3)."""
        return np.asarray(cv2.Rodrigues(np.radians(self.turned))[0])

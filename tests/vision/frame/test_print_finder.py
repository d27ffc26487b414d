"""A camera before a frame on whose back lines run into the printed circles."""

import cv2
import numpy as np
import pytest

from vision.frame.camera import FrameCamera, Vector
from vision.frame.print_finder import Discs, print_poses
from vision.reading import Picture

LENS = np.array([np.log(930.0), 0.0, 639.5, 479.5])
# A little from one side and below: turn (3), then shift (3, mm).
CAMERA = FrameCamera.of(np.array([np.pi * 0.99, 0.02, 0.1, 8.0, 120.0, 560.0, *LENS]))
CIRCLES: Discs = np.array(
    [(-60, 40, 14), (55, 60, 8), (-20, 95, 11), (70, 140, 14), (-70, 170, 8), (10, 210, 11)], np.float64
)


_POSES = [np.array([np.pi, 0.0, 0.0, x, 120.0, 700.0, *LENS]) for x in (-160.0, 160.0)]


def off(pose: Vector, camera: FrameCamera) -> float:
    """How far a camera in a pose sees the circles from where they are printed (px)."""
    found = FrameCamera.of(np.concatenate([pose, LENS])).project(CIRCLES[:, :2], 0.0)
    return float(np.abs(found - camera.project(CIRCLES[:, :2], 0.0)).max())


def drawn(circles: Discs, back: int, spots: int, lines: int, camera: FrameCamera = CAMERA) -> Picture:
    """The circles on a back, each with a line that ends in it; all grey, 1280×960."""
    picture = np.full((960, 1280, 3), back, np.uint8)
    around = np.linspace(0, 2 * np.pi, 90)
    for x, y, radius in circles:
        ends = camera.project(np.array([[x - 70, y - 8], [x, y]]), 0.0)
        rim = np.column_stack([np.cos(around), np.sin(around)]) * radius + (x, y)
        cv2.polylines(picture, [np.round(ends * 16).astype(np.int32)], False, (lines,) * 3, 3, cv2.LINE_AA, 4)
        pixels = np.round(camera.project(rim, 0.0) * 16).astype(np.int32)
        cv2.fillPoly(picture, [pixels], (spots,) * 3, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize(
    ("back", "spots", "lines", "printed"),
    [(30, 150, 230, 6), (30, 150, 100, 5), (210, 120, 20, 6), (210, 60, 230, 5)],
)
def test_circles_are_found_whatever_lines_run_into_them(back: int, spots: int, lines: int, printed: int) -> None:
    pose = next(print_poses(drawn(CIRCLES[:printed], back, spots, lines), CIRCLES, LENS))
    assert off(pose, CAMERA) < 2.0


def test_of_two_frames_both_are_found_the_one_with_most_circles_first() -> None:
    near, far = FrameCamera.of(_POSES[0]), FrameCamera.of(_POSES[1])
    both = np.minimum(drawn(CIRCLES[:5], 200, 60, 200, near), drawn(CIRCLES, 200, 60, 200, far))
    poses = list(print_poses(both, CIRCLES, LENS))
    assert off(poses[0], far) < 2.0
    assert min(off(pose, near) for pose in poses) < 2.0


def test_other_circles_are_not_taken_for_them() -> None:
    others = CIRCLES * (-1, 1, 1)
    assert list(print_poses(drawn(others, 30, 150, 230), CIRCLES, LENS)) == []

"""A square is found from its outline, though parts of the outline are wrong."""

import numpy as np
import pytest

from simulator.scenes.layouts import random_view
from vision.board.square_fit import as_square, square_along
from vision.geometry.camera_pose import CameraView, sheet_corners, usual_matrix


def seen_square(seed):
    """The corners of the sheet (4 × 2 px) before some camera with the usual field of view."""
    view = random_view(np.random.default_rng(seed))
    view = CameraView(usual_matrix(view.size), view.rotation, view.shift, view.size)
    return view.project(np.column_stack([sheet_corners(), np.zeros(4)])), view.size


def outline_of(corners, count=80):
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return np.vstack([a + np.linspace(0, 1, count)[:, None] * (b - a) for a, b in sides])


@pytest.mark.parametrize("seed", range(6))
def test_a_true_square_stays_as_it_is(seed):
    corners, size = seen_square(seed)
    assert np.allclose(as_square(corners, size), corners, atol=0.05)


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 270])
@pytest.mark.parametrize("middle", [(320, 240), (250, 200)])
def test_a_square_before_a_camera_straight_above_stays_as_it_is(middle, degrees):
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-150.0, -150.0], [150.0, -150.0], [150.0, 150.0], [-150.0, 150.0]]) @ turn.T + middle
    assert np.allclose(as_square(corners, (640, 480)), corners, atol=0.05)


@pytest.mark.parametrize("seed", range(6))
def test_a_bump_in_the_outline_does_not_move_the_square(seed):
    corners, size = seen_square(seed)
    outline = outline_of(corners)
    outward = corners[0] - corners.mean(axis=0)
    outline[:40] += outward * 0.3  # an eighth of the outline is a reflection beside the board
    start = corners + np.random.default_rng(seed).normal(0, 12, (4, 2))
    assert np.abs(square_along(outline, start, size, slack=4.0) - corners).max() < 2.0

"""The simulator tells the truth about its own pictures."""

import numpy as np

from tests.vision.tables import scene
from vision.camera_view import CameraView, usual_matrix, view_from_field
from vision.plan_view import PLAN_SIZE, PlanView, plan_to_mm
from vision.simulator.layouts import random_view, squares
from vision.simulator.pieces import Hand, Tile

STRAIGHT_DOWN = CameraView(
    usual_matrix((1280, 960)), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 500.0]), (1280, 960)
)


def test_a_point_straight_below_the_camera_is_in_the_middle_at_any_height():
    assert np.allclose(STRAIGHT_DOWN.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 40.0]])), [[640, 480]] * 2)


def test_what_is_higher_is_seen_farther_out():
    low, high = STRAIGHT_DOWN.project(np.array([[100.0, 0.0, 0.0], [100.0, 0.0, 14.0]]))
    assert high[0] > low[0] > 640


def test_the_pose_comes_back_from_four_corners():
    for seed in range(8):
        view = random_view(np.random.default_rng(seed))
        view = CameraView(usual_matrix(view.size), view.rotation, view.shift, view.size)
        field = view.project(np.array([[-150, 150, 0], [150, 150, 0], [150, -150, 0], [-150, -150, 0]], float))
        solved = view_from_field(field, view.size)
        assert np.allclose(solved.rotation, view.rotation, atol=1e-3)
        assert np.allclose(solved.shift, view.shift, atol=0.5)


def test_a_tile_is_where_it_was_laid_in_the_plan_view():
    view = random_view(np.random.default_rng(3))
    tile = Tile(60.0, -40.0, "5", 30.0)
    spot = PlanView.of(view).from_picture(view.project(tile.corners()[:4]))
    assert np.allclose(plan_to_mm(spot).mean(axis=0), [60, -40], atol=1e-6)
    assert np.allclose(spot.mean(axis=0), [PLAN_SIZE / 2 + 60, PLAN_SIZE / 2 + 40], atol=1e-6)


def test_a_tile_under_a_hand_is_hidden_and_the_others_are_seen():
    tiles = [Tile(0.0, 0.0, "5"), Tile(-120.0, -120.0, "7")]
    _, truth, _ = scene(5, tiles, hands=(Hand(-5.0, -60.0, 90.0),), view=STRAIGHT_DOWN)
    assert truth.visible[0] < 0.5 < truth.visible[1]
    assert truth.hand.any()


def test_a_tile_on_another_one_hides_it():
    _, truth, _ = scene(6, [Tile(0.0, 0.0, "back"), Tile(0.0, 0.0, "5", z=14.0)], view=STRAIGHT_DOWN)
    assert truth.visible[0] < 0.1
    assert truth.visible[1] > 0.9


def test_the_same_seed_draws_the_same_picture():
    tiles = squares(np.random.default_rng(1))
    assert np.array_equal(scene(2, tiles)[0], scene(2, tiles)[0])

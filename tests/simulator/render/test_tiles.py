"""The simulator tells the truth about its own pictures."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.render import light
from simulator.render.pieces import Art, Hand, Table, Tile
from simulator.render.tiles import render
from simulator.scenes.layouts import random_view, squares
from tests.support.vision.tables import scene
from vision.board.top_view import TOP_VIEW_SIZE, TopView, top_view_to_mm
from vision.dimensions import SHEET
from vision.geometry.camera_pose import CameraView, sheet_corners, usual_matrix, view_from_field
from vision.geometry.homography import mapped

STRAIGHT_DOWN = CameraView(
    usual_matrix((1280, 960)), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 500.0]), (1280, 960)
)


def test_what_is_higher_is_seen_farther_out_but_straight_below_the_camera():
    points = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 40.0], [100.0, 0.0, 0.0], [100.0, 0.0, 14.0]])
    below, high_below, low, high = STRAIGHT_DOWN.project(points)
    assert np.allclose([below, high_below], [640, 480])
    assert high[0] > low[0] > 640


def test_the_pose_comes_back_from_four_corners_and_a_tile_is_where_it_was_laid():
    tile = Tile(60.0, -40.0, "5", 30.0)
    for seed in range(8):
        view = random_view(np.random.default_rng(seed))
        view = CameraView(usual_matrix(view.size), view.rotation, view.shift, view.size)
        solved = view_from_field(view.project(np.column_stack([sheet_corners(), np.zeros(4)])), view.size)
        assert np.allclose(solved.rotation, view.rotation, atol=1e-3)
        assert np.allclose(solved.shift, view.shift, atol=0.5)
        spot = mapped(view.project(tile.corners()[:4]), TopView.of(view).to_top_view)
        assert np.allclose(top_view_to_mm(spot).mean(axis=0), [60, -40], atol=1e-6)
        assert np.allclose(spot.mean(axis=0), [TOP_VIEW_SIZE / 2 + 60, TOP_VIEW_SIZE / 2 + 40], atol=1e-6)


def test_a_tile_under_a_hand_or_another_tile_is_hidden_and_the_others_are_seen():
    tiles = [Tile(0.0, 0.0, "5"), Tile(-120.0, -120.0, "back"), Tile(-120.0, -120.0, "7", z=14.0)]
    _, truth, _ = scene(5, tiles, hands=(Hand(-5.0, -60.0, 90.0),), view=STRAIGHT_DOWN)
    under_hand, under_tile, on_top = truth.visible
    assert under_hand < 0.5
    assert under_tile < 0.1 < 0.9 < on_top
    assert truth.hand.any()


def test_the_same_seed_draws_the_same_picture():
    tiles = squares(np.random.default_rng(1))
    assert np.array_equal(scene(2, tiles)[0], scene(2, tiles)[0])


EVEN = light.Light((light.Lamp((0.0, 0.0, 1600.0), (60.0, 60.0), (1.0, 1.0, 1.0), 0.0, 0.3),), 1.0, 0.0, 0.0)
PLAIN = light.Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.0, 0.0, 95)
RED, GREEN, BLUE, WHITE = (0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)


def plain(colour: tuple[int, int, int], side: int = 60) -> np.ndarray:
    return np.full((side, side, 3), colour, np.uint8)


def plain_table(*tiles: Tile, tray_shine: float = 0.0) -> Table:
    """White tiles with green faces and blue backs on a red sheet in a black tray."""
    faces = {"5": plain(GREEN), "back": plain(BLUE)}
    art = Art(faces, WHITE, BLUE, plain(RED, 600), (0.0, 0.0, 0.0), plain(WHITE))
    return Table(art, tiles, tray_shine=tray_shine, tray_gap=0.0, backing=0.4)


def colour_at(table: Table, x: float, y: float, z: float) -> tuple[bool, ...]:
    """Which of blue, green and red are bright at a point of the table (mm)."""
    picture, _ = render(table, STRAIGHT_DOWN, EVEN, PLAIN, np.random.default_rng(1))
    column, row = STRAIGHT_DOWN.project(np.array([[x, y, z]]))[0].astype(int)
    return tuple(bool(value > 100) for value in picture[row, column])


STANDING, FLAT = Tile(0, 100, "5", pose="upright"), Tile(0, 120, "5")
BLUE_SEEN, GREEN_SEEN, RED_SEEN = (True, False, False), (False, True, False), (False, False, True)
WHITE_SEEN, BLACK_SEEN = (True,) * 3, (False,) * 3


@pytest.mark.parametrize(
    ("table", "spot", "seen"),
    [
        (plain_table(STANDING), (0, 93, 15), GREEN_SEEN),  # it turns its face to the camera
        (plain_table(replace(STANDING, turn=180)), (0, 93, 15), BLUE_SEEN),  # … or its back
        (plain_table(STANDING), (0, 96, 30), WHITE_SEEN),  # above, the plastic of its face
        (plain_table(STANDING), (0, 104, 30), BLUE_SEEN),  # … and of its back, side by side
        (plain_table(FLAT), (0, 105, 9.5), WHITE_SEEN),  # the side that looks at the middle of the table
        (plain_table(FLAT), (0, 105, 2.5), BLUE_SEEN),  # … whose lower 40 % are its back's
        (plain_table(tray_shine=0.9), (0, SHEET / 2, 8), RED_SEEN),  # a shining wall mirrors the sheet
        (plain_table(), (0, SHEET / 2, 8), BLACK_SEEN),
    ],
)
def test_the_sides_of_tiles_and_the_walls_of_the_tray(table, spot, seen):
    assert colour_at(table, *spot) == seen


def test_a_wall_mirrors_what_lies_before_it_as_far_behind_as_it_is_in_front():
    halves = plain(RED, 600)
    halves[:40] = GREEN  # the 20 mm along the upper wall
    table = plain_table(tray_shine=0.9)
    table = replace(table, art=replace(table.art, sheet=halves))
    # from 500 mm above, a point 8 mm up the wall mirrors what lies 8 · 150 / 492 = 2.4 mm before it
    assert colour_at(table, 0, SHEET / 2, 8) == (False, True, False)
    halves[:40], halves[3:8] = RED, GREEN
    assert colour_at(table, 0, SHEET / 2, 8) == (False, True, False)
    assert colour_at(table, 0, SHEET / 2, 16) == (False, False, True)


def test_a_lamps_image_moves_by_twice_the_angle_at_which_a_tile_lies_aslant():
    lamp = light.Lamp((0.0, 0.0, 1014.0), (30.0, 30.0), (1.0, 1.0, 1.0), 1.0, 1.0)
    lit, owner = light.Light((lamp,), 0.5, 1.0, 0.0), np.zeros((960, 1280), np.int16)
    owner[480, 640] = 1
    straight, aslant, more = (
        light.mirror_images_on_tiles(lit, STRAIGHT_DOWN, owner, np.array([[tilt, 0.0]]))[0, 0]
        for tilt in (0.0, 0.010, 0.020)
    )
    assert straight > 0.9
    assert aslant > 0.9  # 2 · 0.010 · 1000 mm: still within 30 mm of the lamp's middle
    assert more < 0.1


def test_the_image_of_a_window_has_straight_sides_and_that_of_a_lamp_is_round():
    owner = np.zeros((960, 1280), np.int16)
    x, y = STRAIGHT_DOWN.project(np.array([[28.0, 28.0, 14.0]]))[0].astype(int)
    owner[y, x] = 1  # mirrored from 486 mm above, it sees the lamp's height at 28 · (486 + 972) / 486 = 84 mm
    images = [
        light.mirror_images_on_tiles(
            light.Light((light.Lamp((0.0, 0.0, 986.0), (100.0, 100.0), (1.0,) * 3, 1.0, 1.0, turn),), 0.5, 1.0, 0.0),
            STRAIGHT_DOWN,
            owner,
            np.zeros((1, 2)),
        )[0, 0]
        for turn in (0.0, np.pi / 4, None)
    ]
    assert [value > 0.5 for value in images] == [True, False, False]

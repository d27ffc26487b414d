"""The board is found in any turn, with hands and tiles on it, and never where there is none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulator.render.pieces import Hand
from simulator.render.tiles import render
from simulator.scenes.layouts import squares, whole_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_art, random_table
from tests.support.paths import PHOTOS
from tests.support.tiers import first
from tests.support.vision.tables import SEED, apart, scene
from vision.board.finder import board_lies_at, find_board, find_new_board, ordered
from vision.board.hands import HandWatch
from vision.pictures import open_picture
from vision.quality.exposure import times_as_bright


def millimetres_apart(found, true):
    """The same on the sheet, whose sides are 300 mm."""
    return apart(found, true) / (np.linalg.norm(true[1] - true[0]) / 300)


@pytest.mark.full
@pytest.mark.parametrize("number", range(12))
def test_the_corners_of_the_sheet_are_found_within_a_few_millimetres(number):
    tiles = squares(np.random.default_rng(SEED + number))
    picture, truth, _ = scene(number, tiles)
    board = find_board(picture)
    assert board.corners is not None
    assert millimetres_apart(board.corners, truth.field) < 5
    assert not HandWatch().over(board.hands).any()


@pytest.mark.parametrize("number", first([19, 54, 105, 201], 2))
def test_a_sheet_without_a_tray_is_found_on_a_busy_table_cloth(number):
    rng = np.random.default_rng([9501, number])
    table = random_table(rng, random_art(rng))
    bare = replace(table, art=replace(table.art, tray=None))
    picture, truth = render(bare, whole_view(rng), random_light(rng), random_sensor(rng), rng)
    board = find_board(picture, has_markers=False)
    assert board.corners is not None
    assert millimetres_apart(board.corners, truth.field) < 6


def test_a_sheet_in_too_little_light_is_found_as_if_there_were_more():
    picture = times_as_bright(open_picture(PHOTOS / "dim_sheet.jpg"), 0.6)  # drawn, like its true corners
    true = np.array([[183.3, 101.9], [471.4, 123.0], [448.2, 410.2], [163.1, 387.5]])
    assert find_board(picture).corners is None
    assert millimetres_apart(find_new_board(picture).corners, true) < 5


def test_the_first_corner_is_the_top_left_as_the_camera_sees_it():
    square = np.array([[100.0, 100.0], [300.0, 120.0], [280.0, 320.0], [80.0, 300.0]])
    for turn in range(4):
        assert np.allclose(ordered(np.roll(square, turn, axis=0)), square)


@pytest.mark.parametrize("number", first(range(4), 2))
def test_a_hand_over_the_board_is_noticed(number):
    picture, _, _ = scene(number, [], hands=(Hand(0.0, 0.0, 90.0 * number + 20),))
    board = find_board(picture)
    assert board.hands.share(HandWatch().over(board.hands)) > 0.01


def test_half_a_board_a_chequered_table_cloth_and_an_empty_picture_are_no_board():
    picture, truth, _ = scene(3, [])
    half = np.ascontiguousarray(picture[:, int(truth.field[:, 0].mean()) :])
    cloth = np.kron(np.indices((12, 16)).sum(axis=0) % 2, np.ones((80, 80)))
    empty = [np.full((960, 1280, 3), value, np.uint8) for value in (0, 90, 255)]
    for seen in (half, cv2.merge([np.uint8(cloth * 200)] * 3), *empty):
        assert find_board(seen).corners is None


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (2304, 1728)])
def test_pictures_of_any_size_and_proportion(size):
    picture, truth, _ = scene(1, [])
    scale = min(size[0] / 1280, size[1] / 960)
    grown = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, below = (size[0] - grown.shape[1]) // 2, size[1] - grown.shape[0]
    right = size[0] - grown.shape[1] - left
    framed = cv2.copyMakeBorder(grown, 0, below, left, right, cv2.BORDER_REPLICATE)
    board = find_board(framed)
    assert board.corners is not None
    assert apart(board.corners, truth.field * scale + [left, 0]) < 8 * scale


def test_a_board_is_known_to_be_where_it_was_under_a_hand_but_not_pushed_or_in_the_dark():
    tiles = squares(np.random.default_rng(SEED))
    picture, truth, _ = scene(2, tiles)
    covered, _, _ = scene(2, tiles, hands=(Hand(20.0, 10.0, 200.0),))
    assert board_lies_at(picture, truth.field)
    assert board_lies_at(covered, truth.field)
    millimetre = np.linalg.norm(truth.field[1] - truth.field[0]) / 300
    assert not board_lies_at(picture, truth.field + 25 * millimetre)
    assert not board_lies_at(np.zeros_like(picture), truth.field)

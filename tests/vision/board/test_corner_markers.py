"""Printed markers in the corners of the sheet help to find it; nobody needs them, and no drawing passes for them."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from device.games.listing import arrangement_of
from simulator.render import light
from simulator.render.pieces import Hand, Tile
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.tables import random_art, random_table
from tests.support.tiers import first
from tests.support.vision.marked_sheets import marked
from tests.support.vision.tables import SEED, apart, scene
from vision import table_reader
from vision.board import finder as board_finder
from vision.board.finder import find_board
from vision.board.hands import HandWatch
from vision.board.markers import card, find_markers, marked_corners
from vision.faces.side_classifier import UntaughtFaces
from vision.geometry.camera_pose import CameraView
from vision.table_reader import TableReader

_DIM = light.Sensor(0.12, (1.0, 1.0, 1.0), 1.0, 0.6, 5.0, 90)
_PLAIN = light.Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.6, 2.0, 92)


@cache
def table(number, corners=(0, 1, 2, 3), tiles=(), hands=(), above=None, sensor=_PLAIN):
    """A table with markers in some corners of its sheet, `above` it a camera: the picture, its corners' truth."""
    rng = np.random.default_rng(SEED + number)
    laid = replace(random_table(rng, random_art(rng)), tiles=tuple(tiles), hands=hands, clutter=())
    laid = replace(laid, tray_high=14.0, art=replace(laid.art, sheet=marked(laid.art.sheet, rng, corners)))
    lamp = light.Lamp((200.0, 900.0, 1600.0), (60.0, 60.0), (1.0, 1.0, 1.0), 0.8, 0.3)
    seen = straight_above(*above) if above else layouts.whole_view(np.random.default_rng(SEED + number), 180.0)
    picture, truth = render(laid, seen, light.Light((lamp,), 0.6, 0.1, 0.0), sensor, rng)
    picture.flags.writeable = False  # many tests look at it
    return picture, truth.field


def straight_above(turn=0.0, shift=(0.0, 0.0)):
    """A camera that looks straight down, turned by some degrees; the board lies `shift` mm beside its middle."""
    way = np.radians(turn)
    spin = np.array([[np.cos(way), -np.sin(way), 0.0], [np.sin(way), np.cos(way), 0.0], [0.0, 0.0, 1.0]])
    matrix = np.array([[914.0, 0.0, 640.0], [0.0, 914.0, 480.0], [0.0, 0.0, 1.0]])
    return CameraView(matrix, spin @ np.diag([1.0, -1.0, -1.0]), np.array([*shift, 480.0]), (1280, 960))


@pytest.mark.full
@pytest.mark.parametrize("turn", [0, 30, 45, 90, 137, 180, 255, 300])
def test_the_board_is_found_in_any_turn(turn):
    picture, truth = table(1, above=(turn,))
    assert apart(marked_corners(picture), truth) < 3


@pytest.mark.full
def test_it_is_found_with_the_camera_aslant_and_in_the_dark():
    found = 0
    for number in range(6):
        picture, truth = table(number, sensor=_DIM)
        corners = marked_corners(picture)
        found += corners is not None
        assert corners is None or apart(corners, truth) < 5
    assert found >= 4


@pytest.mark.full
@pytest.mark.parametrize("missing", range(4))
def test_three_markers_are_enough_and_two_are_not(missing):
    three = tuple(corner for corner in range(4) if corner != missing)
    picture, truth = table(2, three, above=(20.0,))
    assert apart(marked_corners(picture), truth) < 4
    picture, _ = table(2, three[:2], above=(20.0,))
    assert len(find_markers(picture)) == 2
    assert marked_corners(picture) is None


def test_a_tile_on_a_corner_leaves_three():
    tiles = (Tile(138.0, 138.0, "3"), Tile(0.0, 0.0, "7"), Tile(-60.0, 20.0, "back", 40.0))
    picture, truth = table(2, tiles=tiles, above=(10,))
    assert len(find_markers(picture)) == 3
    assert apart(marked_corners(picture), truth) < 4


def drawn_at(picture, spots, side):
    """The picture with a marker drawn at spots."""
    seen = picture.copy()
    for x, y in spots:
        printed = cv2.resize(cv2.merge([card(4)] * 3), (side, side), interpolation=cv2.INTER_AREA)
        seen[y : y + side, x : x + side] = printed
    return seen


def test_markers_that_are_drawn_elsewhere_or_lie_in_no_square_are_not_taken():
    picture, truth = table(2, above=(15.0,))
    spots = straight_above(15.0).project(np.array([[60.0, 20.0, 0.0], [-200.0, -30.0, 0.0]])).astype(int)
    with_more = drawn_at(picture, spots, 27)
    assert len(find_markers(with_more)) == 6
    assert apart(marked_corners(with_more), truth) < 3
    strewn = drawn_at(np.full_like(picture, 120), ((300, 200), (900, 260), (700, 420), (350, 800)), 30)
    assert len(find_markers(strewn)) == 4
    assert marked_corners(strewn) is None


def test_where_a_marker_was_pushed_or_lies_outside_the_picture_the_others_do_not_guess():
    picture, truth = table(2, above=(0.0,))
    pushed = picture.copy()
    x, y = straight_above().project(np.array([[143.0, 143.0, 0.0]]))[0].astype(int)
    pushed[y - 16 : y + 16, x - 16 : x + 16] = 128
    pushed[y - 1 : y + 31, x - 31 : x + 1] = picture[y - 16 : y + 16, x - 16 : x + 16]  # 8 mm inwards both ways
    assert len(find_markers(pushed)) == 4
    assert marked_corners(pushed) is None
    assert marked_corners(np.ascontiguousarray(picture[:, int(truth[:, 0].min()) + 23 :])) is None


@pytest.mark.parametrize("number", first(range(4), 2))
def test_nothing_on_a_sheet_without_markers_passes_for_them(number):
    picture, truth, _ = scene(number, layouts.squares(np.random.default_rng(SEED + number)))
    assert marked_corners(picture, near=truth.field) is None


def test_hands_are_noticed_beside_markers():
    picture, truth = table(2, hands=(Hand(0.0, 0.0, 20.0),), above=(0.0,))
    board = find_board(picture)
    assert apart(board.corners, truth) < 4
    assert board.hands.share(HandWatch().over(board.hands)) > 0.01


def test_a_board_that_is_moved_in_a_game_is_found_anew_in_the_dark():
    reader = TableReader(arrangement_of("reversi"), UntaughtFaces())
    for shift, turn in (((0.0, 0.0), 0.0), ((25.0, -12.0), 8.0)):
        picture, truth = table(2, above=(turn, shift), sensor=_DIM)
        reading = reader.read(picture, check_board=True)
        assert reading.field is not None
        assert apart(reading.field, truth) < 4


@pytest.mark.parametrize(("corners", "asked"), [((), [None, False, False]), ((0, 1, 2, 3), [None, True, True])])
def test_who_has_no_markers_does_not_wait_for_them_at_every_look(corners, asked, monkeypatch):
    picture, _ = table(2, corners, above=(0.0,))
    told = []
    look = board_finder.find_board
    for looks in (table_reader, board_finder):  # at a board that is known, and for one that is not
        monkeypatch.setattr(looks, "find_board", lambda seen, has: told.append(has) or look(seen, has))
    reader = TableReader(arrangement_of("reversi"), UntaughtFaces())
    for _ in range(3):
        assert reader.read(picture, check_board=True).field is not None
    assert told == asked


def test_as_long_as_nobody_knows_markers_are_looked_for_near_the_corners_that_the_networks_find(monkeypatch):
    picture, truth = table(2, above=(0.0,))
    assert apart(marked_corners(picture, near=truth + np.array([40.0, -30.0])), truth) < 3
    assert marked_corners(picture, near=truth + 300.0) is None
    assert find_board(picture).marked
    monkeypatch.setattr(board_finder, "_largest_outline", lambda _patch: None)  # nothing else shows the board
    assert apart(find_board(picture, has_markers=False).corners, truth) < 4


def test_a_larger_picture_shows_the_same():
    picture, truth = table(2, above=(33,))
    large = cv2.resize(picture, None, fx=1.8, fy=1.8, interpolation=cv2.INTER_CUBIC)
    assert apart(marked_corners(large), truth * 1.8) < 6

"""A book or a tray is not taken for the sheet, whatever the sheet shows; whoever plays on one all the same may."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from device.games.listing import arrangement_of
from simulator.artwork.tile_sets import table_surface
from simulator.scenes import layouts
from simulator.scenes.flat_things import Thing, cutting_mat, place_mat, tablet
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.photographed_tops import TOP, with_thing
from tests.support.vision.sheet_photos import ARM, EVENING, FIELDS, SKY, TILES, camera, picture_of
from vision.board.field_view import field_view
from vision.board.finder import BoardDetection, find_new_board
from vision.board.known_board import KnownBoard
from vision.board.sheet_likeness import is_like_sheet
from vision.board.taught_sheet import TaughtSheet, flat_sheet
from vision.faces.side_classifier import UntaughtFaces
from vision.reading import Picture, PictureWarning
from vision.table_reader import TableReader

Draw = Callable[[np.random.Generator], Thing]


@cache
def lying(draw: Draw, number: int) -> Picture:
    """A photograph of something that lies on a table and that is as square as the sheet."""
    rng = np.random.default_rng([77, number])
    top = np.asarray(cv2.resize(table_surface(rng, TOP // 2), (TOP, TOP)), np.uint8)
    view, light, sensor = layouts.whole_view(rng), random_light(rng), random_sensor(rng)
    return with_thing(top, draw(rng), view, light, sensor, rng)[0]


def bare_square(_rng: np.random.Generator) -> Thing:
    """The light top of a square table."""
    return Thing(np.full((600, 600, 3), (205, 222, 230), np.uint8), 8.0)


def board_of_go(_rng: np.random.Generator) -> Thing:
    """Thirteen lines each way, on wood."""
    board = np.full((600, 600, 3), (110, 170, 210), np.uint8)
    for at in np.linspace(24, 576, 13).round().astype(int).tolist():
        cv2.line(board, (24, at), (576, at), (30, 30, 30), 2, cv2.LINE_AA)
        cv2.line(board, (at, 24), (at, 576), (30, 30, 30), 2, cv2.LINE_AA)
    return Thing(board, 8.0)


PRINTED = (cutting_mat, 13)
THINGS = [(tablet, 8), (cutting_mat, 13), (place_mat, 8), (bare_square, 0), (board_of_go, 6)]


@pytest.mark.parametrize(("draw", "number"), THINGS)
def test_what_the_finder_takes_for_a_sheet_is_told_to_be_none_unless_people_show_its_corners(draw, number) -> None:
    picture, own = lying(draw, number), TableReader(arrangement_of("reversi"), UntaughtFaces())
    corners = find_new_board(picture).corners
    assert corners is not None, "by its edges alone it may be a sheet"
    seen = own.read(picture)
    assert (seen.field, [warned.kind for warned in seen.warnings]) == (None, ["another_board"])
    own.set_field(corners, picture.shape[1])
    for _ in range(2):
        seen = own.read(picture, check_board=True)
        assert np.abs(np.sort(seen.field, axis=0) - np.sort(corners, axis=0)).max() < 1
        assert "another_board" not in [warned.kind for warned in seen.warnings]


def test_whoever_plays_on_it_all_the_same_may_teach_it() -> None:
    picture = lying(*PRINTED)
    corners = find_new_board(picture).corners
    assert KnownBoard().find(picture, find_new_board) == [PictureWarning("another_board")]
    board = KnownBoard([TaughtSheet(flat_sheet(picture, corners))])
    assert board.find(picture, find_new_board) == []
    assert np.abs(board.field * picture.shape[1] - corners).max() < 25


@pytest.mark.full
@pytest.mark.parametrize("sheet", [SKY, FIELDS])
@pytest.mark.parametrize("tiles", [(), TILES])
@pytest.mark.parametrize("hands", [(), ARM])
def test_a_sheet_is_one_whether_empty_or_under_tiles_or_an_arm(sheet, tiles, hands):
    for number in (4, 5):
        picture, true = picture_of(sheet, camera(number), tiles, hands, EVENING)
        board = KnownBoard()
        assert "another_board" not in [warned.kind for warned in board.find(picture, find_new_board)]
        assert board.field is not None
        assert is_like_sheet(field_view(picture, true))


def test_a_stranger_does_not_make_the_box_forget_to_look_for_markers() -> None:
    asked: list[bool | None] = []

    def finder(picture: Picture, has_markers: bool | None) -> BoardDetection:
        asked.append(has_markers)
        return find_new_board(picture, has_markers)

    board, stranger = KnownBoard(), lying(*THINGS[0])
    for _ in range(2):
        board.find(stranger, finder)
    assert asked == [None, None]

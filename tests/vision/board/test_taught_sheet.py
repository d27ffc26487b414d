"""A sheet that was taught is found by its print: its corners exactly, and which end is which."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simulator.artwork import sheets
from tests.support.tiers import first
from tests.support.vision.sheet_photos import ARM, EVENING, FIELDS, SKY, TILES, camera, picture_of
from vision.board.finder import find_board, find_new_board
from vision.board.known_board import KnownBoard
from vision.board.taught_sheet import TaughtSheet, find_taught, flat_sheet
from vision.reading import Picture


def plain_board() -> Picture:
    """A chequered board without anything else on it: nobody can tell which of its ends is which."""
    board = np.full((sheets.SIDE, sheets.SIDE, 3), (70, 110, 160), np.uint8)
    dark = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((68, 68)))[..., None] > 0
    board[28:-28, 28:-28] = np.where(dark, (60, 50, 40), (190, 220, 235))
    return board


SHEETS = {"sky": SKY, "fields": FIELDS, "plain": plain_board()}


@cache
def taught(sheet: str) -> TaughtSheet:
    """The sheet as it is taught from a photograph of it alone."""
    return TaughtSheet(flat_sheet(*picture_of(SHEETS[sheet], camera(1))))


@pytest.mark.full
@pytest.mark.parametrize("number", range(2, 8))
def test_the_corners_are_exact_and_in_the_order_of_the_print_however_the_camera_stands(number: int) -> None:
    sheet, exactly = (("sky", 4.0), ("fields", 0.5))[number % 2]  # px: the sky has little to hold on to
    picture, true = picture_of(SHEETS[sheet], camera(number), TILES, ARM if number % 3 else (), EVENING)
    near = find_new_board(picture).corners
    found = taught(sheet).find(picture, near)
    assert found is not None
    assert found.turns == (0,)
    assert np.linalg.norm(found.corners - true, axis=1).max() < exactly


@pytest.mark.parametrize("number", first([2, 3, 4]))
def test_a_board_that_looks_the_same_from_both_sides_has_no_orientation(number: int) -> None:
    picture, true = picture_of(SHEETS["plain"], camera(number), TILES, light=EVENING)
    found = taught("plain").find(picture, find_new_board(picture).corners)
    assert found is not None
    assert found.turns == (0, 2)
    assert min(np.linalg.norm(np.roll(true, turn, axis=0) - found.corners, axis=1).max() for turn in (0, 2)) < 2.5


@pytest.mark.full
def test_another_sheet_is_not_taken_for_the_taught_one() -> None:
    both = [taught("sky"), taught("fields")]
    picture, _ = picture_of(FIELDS, camera(5), TILES)
    near = find_new_board(picture).corners
    assert find_taught(both[:1], picture, near) is None
    sheet, _ = find_taught(both, picture, near)
    assert sheet is both[1]
    stranger, _ = picture_of(sheets.stars(np.random.default_rng(8514)), camera(6), TILES)
    assert find_taught(both, stranger, find_new_board(stranger).corners) is None


def test_a_board_that_is_turned_round_during_a_game_keeps_its_orientation() -> None:
    """The camera stays; the sheet with all that lies on it is turned by a quarter, by a half, and by a few degrees."""
    known, searches = KnownBoard([taught("sky")]), []

    def finder(picture, has_markers):
        searches.append(has_markers)
        return find_board(picture, has_markers)

    view = camera(4)
    for degrees in (0.0, 90.0, 270.0, 265.0):
        turn = np.radians(degrees)
        about = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        picture, true = picture_of(SKY, replace(view, rotation=view.rotation @ about), TILES)
        assert known.find(picture, finder) == []
        assert known.is_oriented
        assert np.abs(known.field * picture.shape[1] - true).max() < 2.5
        before = known.field, len(searches)
        assert known.find(picture, finder) == []
        assert (known.field is before[0], len(searches)) == (True, before[1]), "a sheet that lies still is not searched"


def test_with_other_sheets_taught_a_board_is_found_as_without() -> None:
    picture, _ = picture_of(SHEETS["plain"], camera(3), TILES)
    without, with_one = KnownBoard(), KnownBoard([taught("sky")])
    for board in (without, with_one):
        board.find(picture, find_board)
    assert np.array_equal(without.field, with_one.field)
    assert not with_one.is_oriented

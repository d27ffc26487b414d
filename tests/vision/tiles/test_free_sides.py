"""A plain part of a sheet's print is no back: a tile stands out on each of its free sides."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.faces.recognition import Recognition
from vision.faces.tile_reader import RecognisedTile
from vision.reading import Picture, Points
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from vision.tiles.detector import TileDetection
from vision.tiles.free_sides import log_odds_by_edge, weakest_edge

PRINT, BACK_COLOUR, PAPER = (105, 60, 140), (150, 90, 215), (235, 235, 235)
HIGH, WIDE = 66, 48
TURNS = [0.0, 0.4, 1.2]


def ring(across: float, down: float, turn: float) -> Points:
    """A tile's corners, so many tiles to the right of the middle of a table and below it, all turned about it."""
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) + np.array([across, down])
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray((corners * (WIDE, HIGH)) @ way + 150)


def table(tiles: list[Points], colour: tuple[int, int, int]) -> Picture:
    """A purple sheet with tiles, each with the dark line of its edge."""
    picture = np.full((300, 300, 3), PRINT, np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(picture, np.rint(tile).astype(np.int32), colour, cv2.LINE_AA)
        cv2.polylines(picture, [np.rint(tile).astype(np.int32)], True, (40, 40, 40), 1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)


def log_odds(picture: Picture, find: Points, others: list[Points]) -> float:
    return log_odds_by_edge(weakest_edge(picture, find, others), ())


@pytest.mark.parametrize("turn", TURNS)
def test_a_back_stands_out_from_the_print_round_it(turn: float) -> None:
    back = ring(0, 0, turn)
    assert log_odds(table([back], BACK_COLOUR), back, []) > 1


@pytest.mark.parametrize("turn", TURNS)
def test_print_between_tiles_has_a_side_on_which_it_goes_on(turn: float) -> None:
    tiles = [ring(1.05, 0, turn), ring(0, 1.05, turn), ring(-1.05, 0, turn)]
    assert log_odds(table(tiles, PAPER), ring(0, 0, turn), tiles) < -3


@pytest.mark.parametrize("turn", TURNS)
def test_a_back_among_backs_that_touch_it_is_judged_by_its_free_sides(turn: float) -> None:
    back, beside = ring(0, 0, turn), [ring(1, 0, turn), ring(-1, 0, turn), ring(0, 1, turn)]
    picture = table([back, *beside], BACK_COLOUR)
    assert log_odds(picture, back, beside) > 1
    assert log_odds(picture, back, [*beside, ring(0, -1, turn)]) == 0


def test_where_all_is_burnt_out_nothing_is_said() -> None:
    assert log_odds(np.full((300, 300, 3), 255, np.uint8), ring(0, 0, 0), []) == 0


def test_a_back_is_named_only_where_a_tile_is_likely() -> None:
    detection = TileDetection((0, 0), 0, 1, upright=False, confidence=0.8)
    back, five = Recognition({"back": 0.99, "5": 0.01}, False), Recognition({"back": 0.01, "5": 0.99}, False)
    crop = np.full((CROP_HIGH, CROP_WIDE, 3), 90, np.uint8)
    faint = RecognisedTile(detection, np.zeros((4, 2)), back, crop)
    assert faint.face == "?"
    assert replace(faint, recognition=five).face == "5"
    assert replace(faint, detection=replace(detection, confidence=0.95)).face == "back"


@pytest.mark.parametrize(("colours", "face"), [(True, "back"), (False, "?")])
def test_a_plain_find_that_is_not_sure_is_no_back_where_no_colour_can_tell(colours: bool, face: str) -> None:
    detection = TileDetection((0, 0), 0, 1, upright=False, confidence=0.94)
    crop = np.full((CROP_HIGH, CROP_WIDE, 3), 90, np.uint8)
    find = RecognisedTile(detection, np.zeros((4, 2)), Recognition({"back": 0.99, "5": 0.01}, False), crop)
    assert (find if colours else find.without_its_colour()).face == face
    sure = replace(find, detection=replace(detection, confidence=0.995))
    assert sure.without_its_colour().face == "back"

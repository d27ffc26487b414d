"""Tiles are found under a lamp's mirror image, of which only the rounded edge is left."""

import json

import cv2
import numpy as np
import pytest

from tests.support.paths import PHOTOS
from vision.board.camera_pose import mapped, view_from_field
from vision.board.finder import find_board
from vision.board.top_view import TOP_VIEW_SIZE, TopView
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.tiles.detector import darkened_maps, detections_in, strongest, tile_maps

FLAT = 0.82  # of an upper side, each way: the rest is its rounded edge


@pytest.fixture(scope="module")
def plan_of_hand() -> tuple[Picture, list[Points]]:
    """The top view of a photograph, and the corners of the tiles in the middle of the table that show their backs."""
    picture = open_picture(PHOTOS / "hand_103.jpg")
    field = find_board(picture).corners
    assert field is not None
    top_view = TopView.of(view_from_field(field, (picture.shape[1], picture.shape[0])))
    truth = json.loads((PHOTOS / "hand_103.json").read_text())
    tops = [
        mapped(np.array(tile["top_corners_px"], np.float64), top_view.to_top_view)
        for tile in truth["tiles"]
        if tile["pose"] == "down"
    ]
    return top_view.picture(picture), [top for top in tops if np.hypot(*(top.mean(axis=0) - TOP_VIEW_SIZE / 2)) < 20]


def mirrored(plan: Picture, top: Points) -> Picture:
    """The top view with a lamp's mirror image on the flat part of an upper side (4 × 2 top-view px)."""
    middle = top.mean(axis=0)
    flat = np.round(((top - middle) * FLAT + middle) * 16).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(plan.copy(), flat, (252, 252, 252), cv2.LINE_8, 4), np.uint8)


def sure_at(maps: np.ndarray, middle: Points) -> float:
    near = [one.confidence for one in detections_in(maps) if np.hypot(*(np.array(one.centre) - middle)) < 5]
    return max(near, default=0.0)


def test_a_back_that_is_one_mirror_image_is_found_through_dark_glass(plan_of_hand: tuple[Picture, list[Points]]):
    plan, tops = plan_of_hand
    gained = []
    for top in tops:
        hidden, middle = mirrored(plan, top), top.mean(axis=0)
        maps = tile_maps(hidden)
        without, with_dark = sure_at(maps, middle), sure_at(strongest(maps, darkened_maps(hidden)), middle)
        assert with_dark > 0.5
        gained.append(with_dark - without)
    assert max(gained) > 0.3  # else the look through dark glass is not needed any more


def test_where_nothing_glares_no_second_look_is_taken(plan_of_hand: tuple[Picture, list[Points]]):
    plan = np.minimum(plan_of_hand[0], 200)
    assert darkened_maps(plan) is None
    maps = tile_maps(plan)
    assert strongest(maps, None) is maps


def test_where_half_the_table_is_white_it_is_not_taken_for_a_mirror_image(plan_of_hand: tuple[Picture, list[Points]]):
    plan = plan_of_hand[0].copy()
    plan[:, TOP_VIEW_SIZE // 2 :] = 255
    assert darkened_maps(plan) is None

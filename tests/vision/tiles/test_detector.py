"""Tiles are found under a lamp's mirror image, and a second look at faint finds tells tiles from bare table."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.paths import PHOTOS
from vision.board.finder import find_board
from vision.board.top_view import TOP_VIEW_SIZE, TopView
from vision.geometry.camera_pose import view_from_field
from vision.geometry.homography import mapped
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.tiles.detector import TileDetection, darkened_maps, detections_in, strongest, tile_maps
from vision.tiles.rescoring import CONTEXT_SIZE, cut_context, rescored

FLAT = 0.82  # of an upper side, each way: the rest is its rounded edge
FLAT_VIEW = TopView(np.eye(3))
SAYS_NOTHING = 0.0


@cache
def photograph() -> tuple[Picture, TopView]:
    """A photograph of a hand, and its top view."""
    picture = open_picture(PHOTOS / "hand_103.jpg")
    field = find_board(picture).corners
    assert field is not None
    return picture, TopView.of(view_from_field(field, (picture.shape[1], picture.shape[0])))


def tops(which: Callable[[dict[str, Any]], bool]) -> list[Points]:
    """The upper sides of its tiles in the top view."""
    truth = json.loads((PHOTOS / "hand_103.json").read_text(encoding="utf-8"))
    rings = (np.array(tile["top_corners_px"], np.float64) for tile in truth["tiles"] if which(tile))
    return [mapped(ring, photograph()[1].to_top_view) for ring in rings]


@pytest.fixture(scope="module")
def plan_of_hand() -> tuple[Picture, list[Points]]:
    """The top view, and the tiles in the middle of the table that show their backs."""
    picture, top_view = photograph()
    backs = tops(lambda tile: tile["pose"] == "down")
    return top_view.picture(picture), [top for top in backs if np.hypot(*(top.mean(axis=0) - TOP_VIEW_SIZE / 2)) < 20]


@pytest.fixture(scope="module")
def hand() -> tuple[Picture, TopView, list[TileDetection]]:
    """A faint find for each tile that lies there in full sight."""
    return *photograph(), [_faint(ring) for ring in tops(lambda t: t["pose"] != "rack" and t["visible_top_frac"] > 0.9)]


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


def test_where_nothing_glares_or_half_the_table_is_white_no_second_look_is_taken(plan_of_hand):
    plan = np.minimum(plan_of_hand[0], 200)
    maps = tile_maps(plan)
    assert darkened_maps(plan) is None
    assert strongest(maps, None) is maps
    plan[:, TOP_VIEW_SIZE // 2 :] = 255
    assert darkened_maps(plan) is None


def test_a_look_shows_what_lies_askew_level_and_in_the_middle() -> None:
    picture = np.zeros((352, 352, 3), np.uint8)
    box = cv2.boxPoints(((200, 150), (22, 30), 35.0))
    cv2.fillConvexPoly(picture, np.round(box).astype(np.int32), (255, 255, 255))
    look = cut_context(picture, FLAT_VIEW, TileDetection((200, 150), np.radians(35), 1.0, False, 0.5))
    rows, columns = (np.flatnonzero(look[..., 0].max(axis=axis) > 128) for axis in (1, 0))
    assert abs(rows.mean() - CONTEXT_SIZE / 2) < 1.5 and abs(columns.mean() - CONTEXT_SIZE / 2) < 1.5
    assert abs(len(columns) / len(rows) - 22 / 30) < 0.06


def _faint(ring: Points) -> TileDetection:
    x, y = ring.mean(axis=0)
    wide = ring[1] - ring[0]
    return TileDetection((float(x), float(y)), float(np.arctan2(wide[1], wide[0])), 1.0, False, 0.3)


def test_a_closer_look_speaks_for_tiles_and_against_bare_table(hand):
    picture, plan, faint = hand
    bare = [replace(faint[0], centre=spot) for spot in _far_from(faint)]
    seen = rescored(picture, plan, [*faint, *bare], [SAYS_NOTHING] * (len(faint) + len(bare)))
    tiles, nothing = seen[: len(faint)], seen[len(faint) :]
    assert len(tiles) > 20 and len(nothing) > 5
    assert min(one.confidence for one in tiles) > 3 * max(one.confidence for one in nothing)


def test_what_is_clear_is_not_looked_at_again(hand: tuple[Picture, TopView, list[TileDetection]]) -> None:
    picture, plan, finds = hand
    dark = np.zeros_like(picture)
    clear = [replace(finds[0], confidence=0.97)]
    assert rescored(dark, plan, clear, [2.0]) == rescored(picture, plan, clear, [2.0])
    assert rescored(dark, plan, clear, [2.0])[0].confidence > 0.99


def test_an_upright_find_whose_upper_side_is_a_taught_face_lies() -> None:
    bare = np.full((352, 352, 3), 60, np.uint8)
    stands = TileDetection((170, 170), 0.0, 1.0, True, 0.9)
    assert not rescored(bare, FLAT_VIEW, [stands], [2.0])[0].upright
    assert rescored(bare, FLAT_VIEW, [stands], [-2.0])[0].upright


def _far_from(finds: list[TileDetection]) -> list[tuple[float, float]]:
    """Spots on the sheet with no tile within five centimetres."""
    grid = [(float(x), float(y)) for x in range(60, 300, 20) for y in range(60, 300, 20)]
    return [spot for spot in grid if min(np.hypot(*np.subtract(spot, one.centre)) for one in finds) > 50]

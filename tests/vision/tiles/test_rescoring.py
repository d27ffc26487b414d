"""A faint find is looked at again: the look shows it level, and speaks for tiles and against bare table."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.paths import PHOTOS
from vision.board.camera_pose import mapped, view_from_field
from vision.board.finder import find_board
from vision.board.top_view import TopView
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.tiles.detector import TileDetection
from vision.tiles.rescoring import CONTEXT_SIZE, cut_context, rescored

FLAT_VIEW = TopView(np.eye(3))
SAYS_NOTHING = 0.0


def test_a_look_shows_what_lies_askew_level_and_in_the_middle() -> None:
    picture = np.zeros((352, 352, 3), np.uint8)
    box = cv2.boxPoints(((200, 150), (22, 30), 35.0))
    cv2.fillConvexPoly(picture, np.round(box).astype(np.int32), (255, 255, 255))
    look = cut_context(picture, FLAT_VIEW, TileDetection((200, 150), np.radians(35), 1.0, False, 0.5))
    rows, columns = (np.flatnonzero(look[..., 0].max(axis=axis) > 128) for axis in (1, 0))
    assert abs(rows.mean() - CONTEXT_SIZE / 2) < 1.5 and abs(columns.mean() - CONTEXT_SIZE / 2) < 1.5
    assert abs(len(columns) / len(rows) - 22 / 30) < 0.06


@pytest.fixture(scope="module")
def hand() -> tuple[Picture, TopView, list[TileDetection]]:
    """A photograph of a hand, its top view, and a faint find for each tile that lies there in full sight."""
    path = PHOTOS / "hand_103.jpg"
    picture = open_picture(path)
    corners = find_board(picture).corners
    assert corners is not None
    plan = TopView.of(view_from_field(corners, (picture.shape[1], picture.shape[0])))
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    lying = [tile for tile in truth["tiles"] if tile["pose"] != "rack" and tile["visible_top_frac"] > 0.9]
    rings = [mapped(np.array(tile["top_corners_px"]), plan.to_top_view) for tile in lying]
    return picture, plan, [_faint(ring) for ring in rings]


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

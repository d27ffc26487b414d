"""The edges of an empty sheet are found to a fraction of a pixel in the photograph by which it is taught."""

import numpy as np
import pytest

from simulator.scenes.sheet_shots import drawn
from tests.support.tiers import first
from tests.support.vision.sheet_photos import EVENING, FIELDS, SKY, camera, picture_of
from vision.board.sheet_edges import sheet_edges

ROUGH = np.array([[2.0, 4.0], [-3.0, 3.0], [-4.0, -2.0], [1.0, -5.0]])  # px that the finder's corners may be off


@pytest.mark.parametrize("number", first([1, 2, 4, 5, 6], 2))
def test_corners_that_are_known_roughly_become_exact(number: int) -> None:
    picture, true = picture_of(FIELDS, camera(number))
    true = drawn(true, FIELDS)
    middle = true.mean(axis=0)
    near = true + (middle - true) * 0.006 + np.roll(ROUGH, number, axis=0) * 0.6
    found = sheet_edges(picture, near)
    assert all(found.clear)
    assert np.linalg.norm(near - true, axis=1).max() > 1.5
    assert np.linalg.norm(found.corners - true, axis=1).max() < 0.7


def test_a_side_without_a_clear_edge_follows_from_the_other_three() -> None:
    picture, true = picture_of(FIELDS, camera(3))
    true = drawn(true, FIELDS)
    start, end = true[0], true[1]
    out = np.array([end[1] - start[1], start[0] - end[0]]) / np.linalg.norm(end - start)
    rows, columns = np.indices(picture.shape[:2])
    beside = abs((np.stack([columns, rows], axis=-1) - start) @ out) < 18
    picture[beside] = picture[beside].mean(axis=0)
    found = sheet_edges(picture, true + ROUGH * 0.4)
    assert found.clear == (False, True, True, True)
    assert np.linalg.norm(found.corners - true, axis=1).max() < 2.5


def test_where_no_edge_is_seen_the_corners_stay_as_they_were() -> None:
    near = picture_of(SKY, camera(2), light=EVENING)[1]
    found = sheet_edges(np.full((960, 1280, 3), 90, np.uint8), near)
    assert not any(found.clear)
    assert found.corners is near

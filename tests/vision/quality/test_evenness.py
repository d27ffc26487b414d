"""What glare hides, and what it does not."""

import cv2
import numpy as np

from vision.quality.surface import hidden_by_glare, is_white, overexposed, plainness


def test_a_white_face_whose_drawing_shows_is_not_hidden():
    face = np.full((44, 32, 3), 255, np.uint8)
    for x in (8, 16, 24):
        cv2.line(face, (x, 8), (x, 36), (40, 40, 40), 2)
    assert overexposed(face) > 0.4
    assert hidden_by_glare(face) == 0


def test_a_face_that_light_has_washed_out_is_hidden_as_far_as_it_is_burnt():
    washed = np.full((44, 32, 3), 255, np.uint8)
    washed[:22] = 235
    assert 0.4 < hidden_by_glare(washed) == overexposed(washed) < 0.6


def test_a_few_burnt_pixels_hide_next_to_nothing():
    tile = np.full((44, 32, 3), 90, np.uint8)
    tile[20:22, 10:14] = 255
    assert hidden_by_glare(tile) == overexposed(tile) < 0.05


def test_light_that_burns_nothing_out_does_not_make_a_drawing_bare():
    veiled = np.full((44, 32, 3), 215, np.uint8)
    bare = veiled + np.linspace(0, 20, 32, dtype=np.uint8)[None, :, None]
    cv2.circle(veiled, (16, 22), 8, (185, 190, 190), 2)
    assert plainness(bare) == 1
    assert plainness(veiled) == 0


def test_a_crop_that_is_burnt_out_in_places_is_neither_bare_nor_white():
    crop = np.full((44, 32, 3), 200, np.uint8)
    assert is_white(crop)
    crop[:14] = 255
    assert not is_white(crop)
    assert plainness(crop) == 0

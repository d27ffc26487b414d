"""Without any lesson a back can be told from a face, and glare from both."""

import numpy as np
import pytest

from engines.vocabulary import BACK, UNKNOWN
from vision.faces.side_classifier import UntaughtFaces
from vision.quality.surface import overexposed, unevenness
from vision.tiles.crop import CROP_HIGH, CROP_WIDE


def plain(value=(60, 80, 200), noise=3.0):
    rng = np.random.default_rng(1)
    crop = np.full((CROP_HIGH, CROP_WIDE, 3), value, np.float64) + rng.normal(0, noise, (CROP_HIGH, CROP_WIDE, 3))
    return np.clip(crop, 0, 255).astype(np.uint8)


def shares(crop):
    probabilities = UntaughtFaces().recognise([crop])[0].probabilities
    assert sum(probabilities.values()) == pytest.approx(1)
    return probabilities


def test_a_plain_side_is_a_back_even_under_a_slope_of_light():
    slope = np.linspace(0.6, 1.2, CROP_HIGH)[:, None, None]
    for crop in (plain(), np.clip(plain() * slope, 0, 255).astype(np.uint8)):
        assert unevenness(crop) < 3
        assert shares(crop)[BACK] > 0.95


def test_every_taught_face_is_a_face_without_having_been_taught(taught):
    for face, crops in taught.crops.items():
        for crop in crops:
            back = shares(crop)[BACK]
            assert back > 0.9 if face == BACK else back < 0.1


def test_a_side_that_is_burnt_out_may_be_either():
    white = np.full((CROP_HIGH, CROP_WIDE, 3), 255, np.uint8)
    assert overexposed(white) == 1
    assert shares(white)[UNKNOWN] > 0.9

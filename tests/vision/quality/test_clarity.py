"""How blurred, noisy and colourless a photograph is, measured on one that is spoilt by a known amount."""

import numpy as np
import pytest

from simulator.photographs.spoilings import Spoiling
from tests.support.paths import PHOTOS
from vision.pictures import open_picture
from vision.quality.clarity import Clarity

FIELD = np.array([[420.0, 230], [900, 230], [900, 730], [420, 730]])  # well inside the sheet of this photograph


def spoilt(kind: str, strength: float) -> Clarity:
    return Clarity(Spoiling(kind, strength).of(open_picture(PHOTOS / "reversi_106.jpg"), 1), FIELD)


@pytest.fixture(scope="module")
def untouched() -> Clarity:
    return Clarity(open_picture(PHOTOS / "reversi_106.jpg"), FIELD)


def test_a_blur_is_measured_to_a_third_of_it(untouched: Clarity) -> None:
    for sigma in (2.0, 3.0):
        assert spoilt("blur", sigma).blur_px == pytest.approx(np.hypot(sigma, untouched.blur_px), rel=0.33)


def test_a_shake_counts_though_edges_along_it_stay_sharp(untouched: Clarity) -> None:
    assert spoilt("motion", 10).blur_px > 2 * untouched.blur_px


def test_noise_is_measured_and_is_no_sharpness(untouched: Clarity) -> None:
    noisy = spoilt("noise", 18)
    assert untouched.noise < 3 < 9 < noisy.noise
    assert noisy.blur_px == pytest.approx(untouched.blur_px, abs=0.3)


def test_neither_light_nor_haze_passes_for_blur(untouched: Clarity) -> None:
    for kind, strength in (("gamma", 2.2), ("warm", 0.5), ("haze", 0.6), ("shadow", 0.4)):
        assert spoilt(kind, strength).blur_px == pytest.approx(untouched.blur_px, abs=0.3), kind


def test_a_grey_picture_shows_no_colours(untouched: Clarity) -> None:
    assert spoilt("grey", 0).colour < 5 < 50 < untouched.colour

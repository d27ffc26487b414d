"""An outline lies on the edges of a piece, or it is seen that it does not."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.vision.frames import off, photograph, view
from vision.frame.outline_fit import fitted
from vision.frame.shapes import Placed
from vision.frame.sizes import Sizes

SIZE = (3.0, 0.05)  # what is known of it: about 20 mm


@pytest.mark.parametrize("by", [(1.0, -0.8), (-1.2, 0.5)])
def test_a_fitted_outline_lies_on_its_edges_and_one_that_is_held_elsewhere_does_not(by: tuple[float, float]) -> None:
    piece = ("square/red", 30.0, 19.6, 0.0)
    picture = photograph(piece)
    start = Placed("square", 30.0 + by[0], 19.6 + by[1], 0.03, 20.0)
    fit = fitted(picture, view(), start, SIZE)
    assert off(fit.placed.outline, piece) < 0.6
    assert fit.share > 0.9
    small = fitted(picture, view(), replace(start, size=17.0), (2.833, 1e-4))
    assert small.share < 0.7


def test_an_outline_is_loose_where_its_edges_are_not_seen() -> None:
    piece, start = ("square/red", 30.0, 49.6, 0.0), Placed("square", 30.5, 49.2, 0.02, 20.0)
    alone = fitted(photograph(piece), view(), start, SIZE).loose
    beside = [("square/red", x, 49.6, 0.0) for x in (-9.0, 69.0)]  # of its colour: its sides have no edges
    between = fitted(photograph(piece, *beside), view(), start, SIZE).loose
    right, above = ((19.5, 0.0), (1.0, 0.0)), ((0.0, 19.5), (0.0, 1.0))
    assert between.along(*right) > 2 * alone.along(*right)
    assert between.along(*right) > 2 * between.along(*above)
    assert alone.along(*right) < 0.2


@pytest.mark.full
def test_the_fit_ends_in_one_place_wherever_it_starts() -> None:
    piece, size, rng = ("square/blue", -85.3, 19.6, 0.0), Sizes().known("square"), np.random.default_rng(1)
    picture = photograph(piece, white=(1.02, 1.0, 0.98))
    for aside, along, turn, larger in rng.normal(0, (0.5, 0.5, 0.05, 0.05), (30, 4)):
        start = Placed("square", piece[1] + aside, piece[2] + along, turn, float(np.exp(size[0] + larger)))
        assert off(fitted(picture, view(), start, size).placed.outline, piece) < 0.6

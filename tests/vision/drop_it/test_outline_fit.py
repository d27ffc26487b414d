"""An outline lies on the edges of a piece, or it is seen that it does not."""

from dataclasses import replace

import pytest

from tests.support.vision.frames import empty, frame, off, photograph
from vision.drop_it.outline_fit import fitted
from vision.drop_it.reader import view_of
from vision.drop_it.shapes import Placed

SIZE = (3.0, 0.05)  # what is known of it: about 20 mm


@pytest.mark.parametrize("by", [(1.0, -0.8), (-1.2, 0.5)])
def test_a_fitted_outline_lies_on_its_edges_and_one_that_is_held_elsewhere_does_not(by: tuple[float, float]) -> None:
    view, piece = view_of(frame(), empty()), ("square/red", 30.0, 19.6, 0.0)
    assert view is not None
    picture = photograph(piece)
    start = Placed("square", 30.0 + by[0], 19.6 + by[1], 0.03, 20.0)
    fit = fitted(picture, view, start, SIZE)
    assert off(fit.placed.outline, piece) < 0.6
    assert fit.share > 0.9
    small = fitted(picture, view, replace(start, size=17.0), (2.833, 1e-4))
    assert small.share < 0.7

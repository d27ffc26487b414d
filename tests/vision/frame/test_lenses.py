"""What the print leaves open of a camera is seen by what rests in the frame."""

import numpy as np
import pytest

from tests.support.vision.frames import FRONT, empty, frame, outline, pixels, view
from vision.frame.camera import FrameCamera
from vision.frame.lenses import Lenses
from vision.frame.view import FrameView

RESTING = (
    ("square/blue", -85.5, 19.5, 0.0),
    ("circle/green", 10.0, 20.3, 0.0),
    ("square/red", 85.5, 19.5, 0.0),
    ("circle/red", 84.7, 59.4, 0.0),
)


def off(camera: FrameCamera, z: float) -> float:
    """How far the corners of the inside are from where they are, in mm, at most."""
    corners = np.array([[-105.0, 0.0], [105.0, 0.0], [-105.0, 270.0], [105.0, 270.0]])
    return float(np.abs(camera.on_plane(pixels(corners, z), z) - corners).max())


@pytest.mark.full
@pytest.mark.parametrize("lens", [(1.5, 0.0, 0.0), (-1.5, 1.0, 0.0), (-1.5, 0.0, 1.0)])
def test_other_lenses_see_the_print_alike_and_the_fronts_elsewhere(lens: tuple[float, float, float]) -> None:
    camera = Lenses(view(), empty()).camera(np.array(lens))
    assert off(camera, 0.0) < 0.5
    assert off(camera, FRONT) > off(view().camera, FRONT) + 0.1


def test_what_rests_at_sides_and_base_shows_the_lens() -> None:
    wrong = Lenses(view(), empty()).camera(np.array([1.0, 0.0, -1.0]))
    lenses = Lenses(FrameView(wrong, frame()), np.full_like(empty(), 128))  # where no bar is seen
    right = lenses.camera(lenses.lens([pixels(outline(piece), FRONT) for piece in RESTING]))
    assert off(right, FRONT) < 0.5 * off(wrong, FRONT)
    assert off(right, 0.0) < 0.5


def test_what_lies_in_the_middle_says_nothing_of_it() -> None:
    lenses = Lenses(view(), empty())
    assert np.array_equal(lenses.lens([pixels(outline(("circle/red", 0.0, 120.0, 0.0)), FRONT)]), np.zeros(3))
    assert np.array_equal(lenses.lens([]), np.zeros(3))

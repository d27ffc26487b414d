"""What a picture of an empty frame shows, when nothing is known of the frame: lines, circles, corners."""

import cv2
import numpy as np
import pytest

from tests.support.paths import PHOTOS
from tests.support.vision.frames import BARS, empty, frame, photograph, pixels
from vision.frame.proposal import FrameProposal, proposed_frame
from vision.pictures import open_picture
from vision.reading import Picture

TRUE = frame()


@pytest.fixture(scope="module")
def proposal() -> FrameProposal:
    return proposed_frame(empty())


def test_all_lines_are_found_from_the_lowest_to_the_highest(proposal: FrameProposal) -> None:
    assert len(proposal.lines) == len(TRUE.lines)
    for ends, line in zip(proposal.lines, TRUE.lines, strict=True):
        assert np.abs(ends - pixels(np.array([line.left, line.right]), 0.0)).max() < 5


def test_all_circles_are_found_with_their_sizes(proposal: FrameProposal) -> None:
    centres = np.array([circle.centre for circle in proposal.circles])
    assert len(centres) == len(TRUE.circles)
    for circle in TRUE.circles:
        away = np.hypot(*(centres - pixels(np.array([circle.centre]), 0.0)).T)
        assert away.min() < 1
        assert proposal.circles[int(away.argmin())].size == circle.size


def test_the_outline_is_near_enough_to_be_dragged(proposal: FrameProposal) -> None:
    corners = pixels(np.array(TRUE.outline), BARS)
    assert len(proposal.outline) == len(corners)
    assert np.hypot(*(proposal.outline - corners).T).max() < 60


NOISE = np.random.default_rng(4).integers(0, 255, (240, 320, 3), np.uint8)


def board() -> Picture:
    """The lines between the eight rows of a board: as even, as long and as dark as those of a frame."""
    picture = np.full((960, 1280, 3), 190, np.uint8)
    for row in range(1, 8):
        cv2.line(picture, (340, 180 + 75 * row), (940, 180 + 75 * row), (60, 60, 60), 3)
    return picture


PHOTOGRAPHS = [open_picture(path) for path in sorted(PHOTOS.glob("*.jpg"))]


@pytest.mark.parametrize("picture", [np.full((240, 320, 3), 90, np.uint8), NOISE, board(), *PHOTOGRAPHS])
def test_where_there_is_no_frame_nothing_but_an_outline_to_drag_is_proposed(picture: Picture) -> None:
    proposal = proposed_frame(picture)
    high, wide = picture.shape[:2]
    assert (proposal.lines, proposal.circles) == ((), ())
    assert proposal.outline.min() >= 0
    assert (proposal.outline < (wide, high)).all()


def test_beside_grained_wood_the_lines_of_the_frame_are_found() -> None:
    """The wood has four times as many lines, as dark as those of the frame and half as long."""
    picture, chance = empty().copy(), np.random.default_rng(1)
    x, y = pixels(np.array([TRUE.lines[0].left, TRUE.lines[0].right]), 0.0).mean(axis=0).round().astype(int)
    for high in chance.uniform(20, 940, 30):
        left, long = chance.uniform(20, 40), chance.uniform(180, 240)
        cv2.line(picture, (int(left), int(high)), (int(left + long), int(high + 6)), picture[y, x].tolist(), 3)
    found = proposed_frame(picture).lines
    assert len(found) == len(TRUE.lines)
    for ends, line in zip(found, TRUE.lines, strict=True):
        assert np.abs(ends - pixels(np.array([line.left, line.right]), 0.0)).max() < 5


def test_pieces_before_the_print_take_away_only_what_they_hide() -> None:
    proposal = proposed_frame(photograph(("circle/red", -60.0, 20.3, 0.0)))
    assert len(proposal.lines) == 7


SHAPES = ("circle", "square", "diamond", "triangle")
FORMS = {
    "square": [(-3, -3), (3, -3), (3, 3), (-3, 3)],
    "diamond": [(0, -4), (2.8, 0), (0, 4), (-2.8, 0)],
    "triangle": [(0, 3.6), (-3.4, -2.6), (3.4, -2.6)],
    "circle": [(3.2 * np.cos(angle), 3.2 * np.sin(angle)) for angle in np.linspace(0, 2 * np.pi, 40)],
}
LEFT, BASE, RIGHT = ("circle", "triangle", "square", "diamond", "square"), SHAPES, ("diamond", "circle") * 3


def with_shapes_on_its_bars() -> Picture:
    """The empty frame, shapes printed on the front of its bars, as the outline runs."""
    picture = empty().copy()
    for wall, shapes, outward in ((2, LEFT, (-6.5, 0)), (3, BASE, (0, -6.5)), (4, RIGHT, (6.5, 0))):
        start, end = (np.array(TRUE.outline[at]) for at in (wall, wall + 1))
        for number, shape in enumerate(shapes):
            middle = start + (end - start) * (number + 0.5) / len(shapes) + outward
            rim = pixels(np.array(FORMS[shape]) + middle, BARS)
            cv2.fillPoly(picture, [np.round(rim * 16).astype(np.int32)], (40, 50, 70), cv2.LINE_AA, 4)
    return picture


def test_the_shapes_on_the_bars_are_told_and_lead_to_the_corners() -> None:
    proposal = proposed_frame(with_shapes_on_its_bars())
    assert (proposal.left, proposal.base, proposal.right) == (LEFT, BASE, RIGHT)
    body = pixels(np.array(TRUE.outline), BARS)[2:6]
    assert np.hypot(*(proposal.outline[2:6] - body).T).max() < 12


def test_a_large_picture_is_measured_in_its_own_pixels(proposal: FrameProposal) -> None:
    large = proposed_frame(np.asarray(cv2.resize(empty(), None, fx=2, fy=2), np.uint8))
    assert len(large.lines) == len(proposal.lines)
    assert np.abs(large.lines[0] - 2 * proposal.lines[0]).max() < 4
    assert len(large.circles) == len(proposal.circles)

"""An evening of Drop It before a camera: each drop is read from a photograph, or nothing is said of it."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engines.drop_it.frame import Circle
from engines.drop_it.measuring import Measured, measured_landing
from tests.support.vision.frames import FRONT, Piece, empty, frame, off, photograph, pixels
from vision.drop_it.frame_view import FrameView
from vision.drop_it.reader import FrameReader, FrameReading, view_of
from vision.reading import Picture

pytestmark = pytest.mark.film

FIRST: Piece = ("square/blue", -85.3, 19.6, 0)  # in the left corner
SECOND: Piece = ("circle/green", -45.3, 20.4, 0)  # beside it
THIRD: Piece = ("triangle/red", 30.0, 14.1, 0)
FOURTH: Piece = ("diamond/yellow", 79.0, 30.5, 20)


@cache
def view() -> FrameView:
    found = view_of(frame(), empty())
    assert found is not None
    return found


def reader_after(*photographs: Picture) -> FrameReader:
    reader = FrameReader(view(), empty())
    for picture in photographs:
        reader.read(picture)
    return reader


def landed(reading: FrameReading) -> Measured:
    assert reading.new
    others = [(one.name, [(x, y) for x, y in one.placed.outline]) for one in reading.pieces if one is not reading.new]
    return measured_landing(frame(), reading.new.name, [(x, y) for x, y in reading.new.placed.outline], others, 0.15)


def test_the_planes_of_print_and_pieces_are_known_to_half_a_millimetre() -> None:
    corners = np.array([[-100.0, 5.0], [100.0, 5.0], [0.0, 130.0], [-100.0, 260.0], [100.0, 260.0]])
    for z in (0.0, FRONT):
        assert np.abs(view().camera.on_plane(pixels(corners, z), z) - corners).max() < 0.5


@pytest.mark.parametrize("piece", [FIRST, SECOND, THIRD, FOURTH])
def test_each_shape_is_told_and_measured(piece: Piece) -> None:
    reading = reader_after().read(photograph(piece))
    assert reading.warnings == ()
    assert reading.new
    assert reading.new.name == piece[0]
    assert off(reading.new.placed.outline, piece) < 0.6


def test_drop_after_drop_while_the_white_balance_wanders() -> None:
    reader, pieces = reader_after(), (FIRST, SECOND, THIRD)
    for count in range(1, 4):
        white = (1 + 0.02 * count, 1.0, 1 - 0.02 * count)
        reading = reader.read(photograph(*pieces[:count], white=white, seed=count))
        assert [one.name for one in reading.pieces] == [piece[0] for piece in pieces[:count]]
        assert reading.new is reading.pieces[-1]
        assert max(off(one.placed.outline, piece) for one, piece in zip(reading.pieces, pieces, strict=False)) < 0.6


def test_what_it_touches_and_covers() -> None:
    first = landed(reader_after().read(photograph(FIRST)))
    assert (set(first.drop.edges), first.drop.touches, first.doubtful) == ({"square", "diamond"}, (), ())
    second = landed(reader_after(photograph(FIRST)).read(photograph(FIRST, SECOND)))
    assert (set(second.drop.edges), second.drop.touches) == ({"square"}, ("square/blue",))
    on_top: Piece = ("triangle/green", -62.0, 54.3, 0)
    third = landed(reader_after(photograph(FIRST), photograph(FIRST, SECOND)).read(photograph(FIRST, SECOND, on_top)))
    assert (third.drop.level, third.drop.circles, third.drop.above) == (2, ("small",), False)


def test_a_piece_that_was_pushed_is_followed_and_not_new() -> None:
    pushed: Piece = ("circle/green", -38.0, 20.4, 0)
    reading = reader_after(photograph(SECOND)).read(photograph(pushed, FIRST))
    assert reading.new
    assert reading.new.name == "square/blue"
    assert off(reading.pieces[0].placed.outline, pushed) < 0.6


def test_a_piece_that_rolled_far_away_is_still_the_same() -> None:
    rolled: Piece = ("circle/green", 70.0, 20.4, 0)
    reading = reader_after(photograph(SECOND)).read(photograph(rolled, FIRST))
    assert reading.new
    assert reading.new.name == "square/blue"
    assert [one.name for one in reading.pieces] == ["circle/green", "square/blue"]


def test_the_same_photograph_again_has_nothing_new() -> None:
    reading = reader_after(photograph(FIRST)).read(photograph(FIRST, seed=9))
    assert (reading.new, reading.warnings, len(reading.pieces)) == (None, (), 1)


def test_two_at_once_are_not_judged_but_the_next_drop_is() -> None:
    reader = reader_after(photograph(FIRST))
    both = reader.read(photograph(FIRST, THIRD, FOURTH))
    assert (both.new, [one.kind for one in both.warnings]) == (None, ["two_pieces"])
    after = reader.read(photograph(FIRST, SECOND, THIRD, FOURTH))
    assert after.new
    assert after.new.name == "circle/green"


def test_a_piece_taken_out_again_is_noticed() -> None:
    reader = reader_after(photograph(FIRST), photograph(FIRST, THIRD))
    reading = reader.read(photograph(FIRST))
    assert ([one.kind for one in reading.warnings], [one.name for one in reading.pieces]) == (
        ["taken_out"],
        ["square/blue"],
    )


def with_a_hand(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.ellipse(out, (560, 420), (90, 200), 20, 0, 360, (120, 150, 205), -1)
    return out


@pytest.mark.parametrize(
    ("picture", "kind"),
    [
        (with_a_hand(photograph(FIRST, SECOND)), "before_frame"),
        (photograph(FIRST, SECOND, blur=5.0), "blurred"),
        (photograph(FIRST, SECOND, shift=(2.0, 0.0)), "frame_moved"),
        (photograph(FIRST, SECOND, shift=(0.0, 9.0)), "frame_moved"),
        (np.full((960, 1280, 3), 120, np.uint8), "blurred"),
        (photograph(FIRST, SECOND)[:480, :640], "frame_moved"),
    ],
)
def test_what_cannot_be_measured_is_said_and_nothing_is_read(picture: Picture, kind: str) -> None:
    reader = reader_after(photograph(FIRST))
    reading = reader.read(picture)
    assert ([one.kind for one in reading.warnings], reading.new, reading.pieces) == ([kind], None, ())
    after = reader.read(photograph(FIRST, SECOND))
    assert after.new
    assert after.new.name == "circle/green"


def test_another_frame_and_no_frame_are_not_found() -> None:
    circles = tuple(
        Circle((-one.centre[0], 300 - one.centre[1]), one.radius, one.size) for one in frame().circles[::-1]
    )
    assert view_of(replace(frame(), circles=circles), empty()) is None
    assert view_of(frame(), np.full((960, 1280, 3), 90, np.uint8)) is None

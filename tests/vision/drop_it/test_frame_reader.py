"""An evening of Drop It before a camera: each drop is read from a photograph, or nothing is said of it."""

import json
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engines.drop_it.frame import Circle
from engines.drop_it.measuring import Measured, measured_landing
from tests.support.vision.frames import CORNERS, FRONT, Move, Piece, empty, frame, off, photograph, pixels, seen_by
from vision.drop_it.empty_frame import empty_view
from vision.drop_it.frame_view import FrameView
from vision.drop_it.look import SeenPiece
from vision.drop_it.outline_fit import fitted
from vision.drop_it.piece_search import Patch, best_of_each
from vision.drop_it.reader import FrameReader, FrameReading, view_of
from vision.drop_it.shapes import Placed
from vision.drop_it.sizes import Sizes
from vision.reading import Picture, PictureWarning

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
        seen_by(reader, picture)
    return reader


def landed(reading: FrameReading) -> Measured:
    (new,) = reading.new
    others = [(one.name, [(x, y) for x, y in one.placed.outline]) for one in reading.pieces if one is not new]
    return measured_landing(frame(), new.name, [(x, y) for x, y in new.placed.outline], others, 0.15)


def names(pieces: tuple[SeenPiece, ...]) -> list[str]:
    return [one.name for one in pieces]


def test_the_planes_of_print_and_pieces_are_known_to_half_a_millimetre() -> None:
    corners = np.array([[-100.0, 5.0], [100.0, 5.0], [0.0, 130.0], [-100.0, 260.0], [100.0, 260.0]])
    for z in (0.0, FRONT):
        assert np.abs(view().camera.on_plane(pixels(corners, z), z) - corners).max() < 0.5


@pytest.mark.full
@pytest.mark.parametrize("piece", [FIRST, SECOND, THIRD, FOURTH])
def test_each_shape_is_told_and_measured(piece: Piece) -> None:
    reading = reader_after().read(photograph(piece))
    assert reading.warnings == ()
    assert names(reading.new) == [piece[0]]
    assert off(reading.new[0].placed.outline, piece) < 0.6


def test_drop_after_drop_while_the_white_balance_wanders() -> None:
    reader, pieces = reader_after(), (FIRST, SECOND, THIRD)
    for count in range(1, 4):
        white = (1 + 0.02 * count, 1.0, 1 - 0.02 * count)
        reading = seen_by(reader, photograph(*pieces[:count], white=white, seed=count))
        assert [one.name for one in reading.pieces] == [piece[0] for piece in pieces[:count]]
        assert reading.new == reading.pieces[-1:]
        assert max(off(one.placed.outline, piece) for one, piece in zip(reading.pieces, pieces, strict=False)) < 0.6


@pytest.mark.full
def test_the_fit_ends_in_one_place_wherever_it_starts() -> None:
    picture, size, rng = photograph(FIRST, white=(1.02, 1.0, 0.98)), Sizes().known("square"), np.random.default_rng(1)
    for aside, along, turn, larger in rng.normal(0, (0.5, 0.5, 0.05, 0.05), (30, 4)):
        start = Placed("square", FIRST[1] + aside, FIRST[2] + along, turn, float(np.exp(size[0] + larger)))
        assert off(fitted(picture, view(), start, size).placed.outline, FIRST) < 0.6


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
    assert names(reading.new) == ["square/blue"]
    assert off(reading.pieces[0].placed.outline, pushed) < 0.6


def test_a_piece_that_rolled_far_away_is_still_the_same() -> None:
    rolled: Piece = ("circle/green", 70.0, 20.4, 0)
    reading = reader_after(photograph(SECOND)).read(photograph(rolled, FIRST))
    assert names(reading.new) == ["square/blue"]
    assert [one.name for one in reading.pieces] == ["circle/green", "square/blue"]


def test_the_same_photograph_again_has_nothing_new() -> None:
    reading = reader_after(photograph(FIRST)).read(photograph(FIRST, seed=9))
    assert (reading.new, reading.warnings, len(reading.pieces)) == ((), (), 1)


def test_a_piece_that_was_pushed_by_one_of_its_colour_is_told_from_it() -> None:
    pushed, new = ("triangle/green", 20.0, 14.1, 0.0), ("square/green", -27.0, 19.6, 0.0)
    reading = reader_after(photograph(("triangle/green", -30.0, 14.1, 0.0))).read(photograph(new, pushed))
    assert (names(reading.pieces), reading.warnings) == (["triangle/green", "square/green"], ())
    assert max(off(one.placed.outline, piece) for one, piece in zip(reading.pieces, (pushed, new), strict=True)) < 0.6


def test_of_two_alike_that_lie_elsewhere_nobody_knows_which_is_new() -> None:
    before: Piece = ("circle/green", 10.0, 20.4, 0)
    one, other = ("circle/green", 19.0, 20.4, 0.0), ("circle/green", -40.0, 20.4, 0.0)
    reading = reader_after(photograph(before)).read(photograph(one, other))
    assert ([warned.kind for warned in reading.warnings], len(reading.new), reading.landed) == (["twins"], 1, None)
    higher: Piece = ("circle/green", -5.0, 58.0, 0)
    on_top = reader_after(photograph(before)).read(photograph(one, higher))
    assert on_top.landed is not None, "nothing pushes a piece upwards"
    assert off(on_top.landed.placed.outline, higher) < 0.6


def test_a_gaudy_cloth_before_the_frame_is_not_puzzled_over(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, tried = photograph(FIRST).copy(), list[Patch]()
    colours = [(185, 85, 40), (40, 190, 225), (60, 140, 30), (40, 45, 195)]
    for row in range(14):
        for column in range(14):
            at = (slice(150 + 45 * row, 192 + 45 * row), slice(380 + 38 * column, 415 + 38 * column))
            picture[at] = colours[(3 * row + 2 * column) % 4]

    def counted(view: FrameView, patch: Patch, sizes: dict[str, tuple[float, float]]) -> list[tuple[float, Placed]]:
        tried.append(patch)
        return best_of_each(view, patch, sizes)

    monkeypatch.setattr("vision.drop_it.new_pieces.best_of_each", counted)
    reading = reader_after(photograph(FIRST)).read(picture)
    assert (len(reading.new), len(reading.warnings)) == (0, 1)
    assert 1 <= len(tried) <= 41


def test_two_at_once_are_not_judged_but_the_next_drop_is() -> None:
    reader = reader_after(photograph(FIRST))
    both = seen_by(reader, photograph(FIRST, THIRD, FOURTH))
    assert set(names(both.new)) == {"triangle/red", "diamond/yellow"}
    assert [one.kind for one in both.warnings] == ["two_pieces"]
    after = seen_by(reader, photograph(FIRST, SECOND, THIRD, FOURTH))
    assert names(after.new) == ["circle/green"]


def test_a_piece_taken_out_again_is_noticed() -> None:
    reader = reader_after(photograph(FIRST), photograph(FIRST, THIRD))
    reading = seen_by(reader, photograph(FIRST))
    assert ([one.kind for one in reading.warnings], [one.name for one in reading.pieces]) == (
        ["taken_out"],
        ["square/blue"],
    )


@pytest.mark.full
@pytest.mark.parametrize(
    "move",
    [
        (0.4, -0.3),  # mm
        (2.0, 0.0),
        (0.0, 28.0, 0.0, 0.0, 0.0, 2.0),
        (-14.0, 3.0, 12.0, 2.0, -3.0, -3.0),
        (9.0, -6.0, -14.0, -1.0, 3.0, 4.0),
    ],
)
def test_a_bumped_frame_is_healed_while_the_light_changes(move: Move) -> None:
    reader = reader_after(photograph(FIRST), photograph(FIRST, THIRD))
    bumped = seen_by(reader, photograph(FIRST, THIRD, move=move, white=(0.9, 0.85, 0.8)))
    assert (bumped.warnings, bumped.new, len(bumped.pieces)) == ((), (), 2)
    after = seen_by(reader, photograph(FIRST, THIRD, SECOND, move=move, white=(0.9, 0.85, 0.8), seed=2))
    assert (after.warnings, [one.name for one in after.pieces]) == ((), ["square/blue", "triangle/red", "circle/green"])
    assert (
        max(off(one.placed.outline, piece) for one, piece in zip(after.pieces, (FIRST, THIRD, SECOND), strict=True))
        < 0.6
    )
    corner = np.array([[100.0, 5.0]])
    assert np.abs(reader.view.camera.on_plane(pixels(corner, FRONT, move), FRONT) - corner).max() < 0.5


def test_a_drop_that_itself_moves_the_frame_is_read() -> None:
    reader = reader_after(photograph(FIRST))
    reading = seen_by(reader, photograph(FIRST, SECOND, move=(6.0, 0.0, -4.0, 0.0, 2.0)))
    assert names(reading.new) == ["circle/green"]
    assert off(reading.new[0].placed.outline, SECOND) < 0.6


def test_a_reader_goes_on_after_a_break_from_what_was_kept() -> None:
    before = reader_after(photograph(FIRST), photograph(FIRST, THIRD))
    kept = json.loads(json.dumps([one.to_json() for one in before.pieces]))
    reader = FrameReader(view(), empty(), [SeenPiece.from_json(one) for one in kept])
    reading = seen_by(reader, photograph(FIRST, SECOND, THIRD, move=(5.0, 2.0)))
    assert (names(reading.pieces), names(reading.new)) == (
        ["square/blue", "triangle/red", "circle/green"],
        ["circle/green"],
    )
    assert max(off(one.placed.outline, p) for one, p in zip(reading.pieces, (FIRST, THIRD, SECOND), strict=True)) < 0.6


def before_a_red_wall(picture: Picture) -> Picture:
    out = picture.copy()
    out[:, :370] = out[:, 915:] = (50, 45, 190)
    return out


@pytest.mark.full
@pytest.mark.parametrize("white", [(0.62, 0.85, 1.0), (1.0, 0.85, 0.62)])
def test_neither_a_lamp_nor_a_wall_changes_a_colour(white: tuple[float, float, float]) -> None:
    without = before_a_red_wall(photograph(white=white, seed=0))
    seen = view_of(frame(), without)
    assert seen
    reading = FrameReader(seen, without).read(before_a_red_wall(photograph(FIRST, SECOND, THIRD, FOURTH, white=white)))
    assert sorted(names(reading.new)) == sorted(piece[0] for piece in (FIRST, SECOND, THIRD, FOURTH))


def test_pieces_of_other_proportions_are_told_and_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for shape, share in (("square", 1.04), ("triangle", 0.96), ("diamond", 1.03)):
        monkeypatch.setitem(CORNERS, shape, [(x * share, y * share) for x, y in CORNERS[shape]])
    square: Piece = ("square/blue", -84.5, 20.3, 0)
    reader = reader_after(photograph(SECOND))
    for count, piece in enumerate((square, THIRD, FOURTH), start=1):
        reading = seen_by(reader, photograph(SECOND, *(square, THIRD, FOURTH)[:count], seed=count))
        assert names(reading.new) == [piece[0]]
        assert off(reading.new[0].placed.outline, piece) < 0.7


def with_a_sticker(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.rectangle(out, (500, 330), (590, 400), (160, 170, 175), -1)
    return out


def test_something_foreign_is_said_and_becomes_background_when_it_stays() -> None:
    reader = reader_after(photograph(FIRST))
    for seed in (2, 3):
        reading = seen_by(reader, with_a_sticker(photograph(FIRST, seed=seed)))
        assert [one.kind for one in reading.warnings] == ["before_frame"]
    assert seen_by(reader, with_a_sticker(photograph(FIRST, seed=4))).warnings == ()
    reading = seen_by(reader, with_a_sticker(photograph(FIRST, SECOND, seed=5)))
    assert (reading.warnings, names(reading.new)) == ((), ["circle/green"])


@pytest.mark.full
def test_a_hand_that_comes_again_elsewhere_is_never_background() -> None:
    reader = reader_after(photograph(FIRST))
    for x in (0, 60, -70, 20):
        moved = np.roll(with_a_hand(photograph(FIRST)), x, axis=1)[:, 440:700]
        picture = photograph(FIRST)
        picture[:, 440:700] = moved
        (warned,) = seen_by(reader, picture).warnings
        assert warned.kind in ("before_frame", "unclear")


@pytest.mark.full
def test_the_empty_frame_is_known_from_one_with_pieces_and_from_none() -> None:
    assert isinstance(
        empty_view(frame(), photograph(move=(8.0, 3.0, -10.0, 1.0, 2.0, 2.0), white=(0.8, 0.9, 1.1))), FrameView
    )
    for piece in (FIRST, SECOND, THIRD, FOURTH):
        seen = empty_view(frame(), photograph(piece))
        assert isinstance(seen, PictureWarning)
        assert (seen.kind, seen.at is not None) == ("not_empty", True)
    for picture in (np.full((960, 1280, 3), 90, np.uint8), photograph(white=(0.03, 0.03, 0.03)), cv2.flip(empty(), 0)):
        assert empty_view(frame(), np.asarray(picture, np.uint8)) == PictureWarning("no_frame")


def with_a_hand(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.ellipse(out, (560, 420), (90, 200), 20, 0, 360, (120, 150, 205), -1)
    return out


@pytest.mark.full
@pytest.mark.parametrize(
    ("picture", "kind"),
    [
        (with_a_hand(photograph(FIRST, SECOND)), "before_frame"),
        (photograph(FIRST, SECOND, blur=5.0), "blurred"),
        (photograph(FIRST, SECOND, move=(190.0, 0.0)), "frame_moved"),
        (photograph(FIRST, SECOND, move=(0.0, 0.0, 0.0, 0.0, 0.0, 60.0)), "frame_moved"),
        (np.full((960, 1280, 3), 120, np.uint8), "blurred"),
        (photograph(FIRST, SECOND)[:480, :640], "frame_moved"),
    ],
)
def test_what_cannot_be_measured_is_said_and_nothing_is_read(picture: Picture, kind: str) -> None:
    reader = reader_after(photograph(FIRST))
    reading = seen_by(reader, picture)
    assert ([one.kind for one in reading.warnings], reading.new, reading.pieces) == ([kind], (), ())
    after = seen_by(reader, photograph(FIRST, SECOND))
    assert names(after.new) == ["circle/green"]


def test_another_frame_and_no_frame_are_not_found() -> None:
    circles = tuple(
        Circle((-one.centre[0], 300 - one.centre[1]), one.radius, one.size) for one in frame().circles[::-1]
    )
    assert view_of(replace(frame(), circles=circles), empty()) is None
    assert view_of(frame(), np.full((960, 1280, 3), 90, np.uint8)) is None

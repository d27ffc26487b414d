"""An evening of Drop It before a camera: each drop is read from a photograph, or nothing is said of it."""

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engines.drop_it.frame import Circle
from engines.drop_it.measuring import Measured, measured_landing
from tests.support.vision.frames import (
    CORNERS,
    FRONT,
    Move,
    Piece,
    empty,
    frame,
    off,
    photograph,
    pixels,
    seen_by,
    view,
)
from vision.frame.empty_frame import empty_view
from vision.frame.looseness import FIRM
from vision.frame.piece_search import Patch, best_of_each
from vision.frame.reader import FrameReader, FrameReading, view_of
from vision.frame.rectified_frame import FramePiece
from vision.frame.shapes import Placed
from vision.frame.view import FrameView
from vision.reading import Picture, PictureWarning

FIRST: Piece = ("square/blue", -85.3, 19.6, 0)  # in the left corner
SECOND: Piece = ("circle/green", -45.3, 20.4, 0)  # beside it
THIRD: Piece = ("triangle/red", 30.0, 14.1, 0)
FOURTH: Piece = ("diamond/yellow", 79.0, 30.5, 20)


def reader_after(*lying: tuple[Piece, ...]) -> FrameReader:
    """A reader that has seen photographs of these pieces, one after the other."""
    reader = FrameReader(view(), empty())
    for pieces in lying:
        seen_by(reader, photograph(*pieces))
    return reader


def landed(reading: FrameReading) -> Measured:
    (new,) = reading.new
    others = [(one.name, [(x, y) for x, y in one.placed.outline]) for one in reading.pieces if one is not new]
    return measured_landing(frame(), new.name, [(x, y) for x, y in new.placed.outline], others, 0.15)


def names(pieces: tuple[FramePiece, ...]) -> list[str]:
    return [one.name for one in pieces]


def kinds(reading: FrameReading) -> list[str]:
    return [one.kind for one in reading.warnings]


def assert_lie(reading: FrameReading, pieces: Sequence[Piece], most: float = 0.6) -> None:
    """Exactly these pieces are in the frame, and lie where they do to so many mm."""
    assert sorted(names(reading.pieces)) == sorted(piece[0] for piece in pieces)
    found = {one.name: one.placed.outline for one in reading.pieces}
    assert max((off(found[piece[0]], piece) for piece in pieces), default=0.0) < most


def test_the_planes_of_print_and_pieces_are_known_to_half_a_millimetre() -> None:
    corners = np.array([[-100.0, 5.0], [100.0, 5.0], [0.0, 130.0], [-100.0, 260.0], [100.0, 260.0]])
    for z in (0.0, FRONT):
        assert np.abs(view().camera.on_plane(pixels(corners, z), z) - corners).max() < 0.5


# Photographs of an evening: which pieces lie there, by letters, then after `+` which are new, and after `!` what is
# warned of. At `~` the frame has been moved, in
# less light. The white balance wanders all the time.
PIECES: dict[str, Piece] = {
    **{"b": FIRST, "g": SECOND, "r": THIRD, "y": FOURTH},
    **{"p": ("circle/green", -38.0, 20.4, 0), "f": ("circle/green", 70.0, 20.4, 0)},  # pushed, and rolled far away
    **{"t": ("triangle/green", -30.0, 14.1, 0), "u": ("triangle/green", 20.0, 14.1, 0)},
    "s": ("square/green", -27.0, 19.6, 0),
}
EVENINGS = {
    "drop after drop": ("b +b", "bg +g", "bgr +r"),
    "a piece that was pushed is followed": ("g +g", "pb +b"),
    "one that rolled far away is still the same": ("g +g", "fb +b"),
    "one pushed by another of its colour is told from it": ("t +t", "su +s"),
    "the same again has nothing new": ("b +b", "b"),
    "two at once are not judged but the next drop is": ("b +b", "bry +yr !two_pieces", "bgry +g"),
    "a piece taken out again is noticed": ("b +b", "br +r", "b !taken_out"),
    "a drop that itself moves the frame": ("b +b", "bg~ +g"),
}
MOVED: Move = (6.0, 0.0, -4.0, 0.0, 2.0)
BUMPS: list[Move] = [(0.4, -0.3), (2.0, 0.0), (0.0, 28.0, 0.0, 0.0, 0.0, 2.0)]
BUMPS += [(-14.0, 3.0, 12.0, 2.0, -3.0, -3.0), (9.0, -6.0, -14.0, -1.0, 3.0, 4.0)]


@pytest.mark.parametrize(
    ("looks", "bump"),
    [
        *(pytest.param(looks, MOVED, id=name) for name, looks in EVENINGS.items()),
        *(pytest.param(("b +b", "br +r", "br~", "brg~ +g"), by, marks=pytest.mark.full) for by in BUMPS),
    ],
)
def test_an_evening(looks: tuple[str, ...], bump: Move) -> None:
    reader = reader_after()
    for count, look in enumerate(looks):
        letters, _, warned = look.partition("!")
        lying, new = (letters.strip().replace("~", "") + " +").split(" +")[:2]
        pieces = [PIECES[one] for one in lying]
        move, white = (bump, (0.9, 0.85, 0.8)) if "~" in look else ((), (1 + 0.02 * count, 1.0, 1 - 0.02 * count))
        reading = seen_by(reader, photograph(*pieces, move=move, white=white, seed=count))
        assert (sorted(names(reading.new)), kinds(reading)) == ([PIECES[one][0] for one in new], warned.split())
        assert_lie(reading, pieces)
    corner = np.array([[100.0, 5.0]])
    assert np.abs(reader.view.camera.on_plane(pixels(corner, FRONT, move), FRONT) - corner).max() < 0.5


def test_what_it_touches_and_covers() -> None:
    first = landed(reader_after().read(photograph(FIRST)))
    assert (set(first.drop.edges), first.drop.touches, first.doubtful) == ({"square", "diamond"}, (), ())
    second = landed(reader_after((FIRST,)).read(photograph(FIRST, SECOND)))
    assert (set(second.drop.edges), second.drop.touches) == ({"square"}, ("square/blue",))
    on_top: Piece = ("triangle/green", -62.0, 54.3, 0)
    third = landed(reader_after((FIRST,), (FIRST, SECOND)).read(photograph(FIRST, SECOND, on_top)))
    assert (third.drop.level, third.drop.circles, third.drop.above) == (2, ("small",), False)


def test_of_two_alike_that_lie_elsewhere_nobody_knows_which_is_new() -> None:
    before: Piece = ("circle/green", 10.0, 20.4, 0)
    one, other = ("circle/green", 19.0, 20.4, 0.0), ("circle/green", -40.0, 20.4, 0.0)
    reading = reader_after((before,)).read(photograph(one, other))
    assert (kinds(reading), len(reading.new), reading.landed) == (["twins"], 1, None)
    higher: Piece = ("circle/green", -5.0, 58.0, 0)
    on_top = reader_after((before,)).read(photograph(one, higher))
    assert on_top.landed is not None, "nothing pushes a piece upwards"
    assert off(on_top.landed.placed.outline, higher) < 0.6
    lifted, less = ("circle/green", 24.0, 35.0, 0.0), ("circle/green", -20.0, 26.5, 0.0)
    assert kinds(reader_after((before,)).read(photograph(lifted, less))) == ["twins"], "the nearer one lies higher"


def test_two_that_touch_are_told_apart_though_the_first_look_takes_one_for_another_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rolled: Piece = ("triangle/green", 0.0, 14.1, 0.0)
    beside: Piece = ("diamond/green", 31.0, 15.8, -57.7)
    reader, looks = reader_after((("triangle/green", 20.0, 14.1, 0.0),)), list[Patch]()

    def mistaken(view: FrameView, patch: Patch, sizes: dict[str, tuple[float, float]]) -> list[tuple[float, Placed]]:
        looks.append(patch)
        wrong = [(1.0, Placed("triangle", 31.0, 14.1, 0.0, 20.0))]
        return best_of_each(view, patch, sizes) if len(looks) > 1 else wrong

    monkeypatch.setattr("vision.frame.new_pieces.best_of_each", mistaken)
    reading = seen_by(reader, photograph(rolled, beside))
    assert looks
    assert (names(reading.new), kinds(reading)) == (["diamond/green"], [])
    assert_lie(reading, (rolled, beside), most=1.0)


def test_a_gaudy_cloth_before_the_frame_is_not_puzzled_over(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, tried = photograph(FIRST), list[Patch]()
    colours = [(185, 85, 40), (40, 190, 225), (60, 140, 30), (40, 45, 195)]
    for row in range(14):
        for column in range(14):
            at = (slice(150 + 45 * row, 192 + 45 * row), slice(380 + 38 * column, 415 + 38 * column))
            picture[at] = colours[(3 * row + 2 * column) % 4]

    def counted(view: FrameView, patch: Patch, sizes: dict[str, tuple[float, float]]) -> list[tuple[float, Placed]]:
        tried.append(patch)
        return best_of_each(view, patch, sizes)

    monkeypatch.setattr("vision.frame.new_pieces.best_of_each", counted)
    reading = reader_after((FIRST,)).read(picture)
    assert (len(reading.new), len(reading.warnings)) == (0, 1)
    assert 1 <= len(tried) <= 41


def test_a_reader_goes_on_after_a_break_from_what_was_kept() -> None:
    before = reader_after((FIRST,), (FIRST, THIRD))
    kept = json.loads(json.dumps([one.to_json() for one in before.pieces]))
    reader = FrameReader(view(), empty(), [FramePiece.from_json(one) for one in kept])
    reading = seen_by(reader, photograph(FIRST, SECOND, THIRD, move=(5.0, 2.0)))
    assert names(reading.new) == ["circle/green"]
    assert_lie(reading, (FIRST, SECOND, THIRD))
    older = FramePiece.from_json(kept[0][:7])  # as kept before it was known how loose a piece is
    assert older == replace(before.pieces[0], loose=FIRM)
    with pytest.raises(ValueError, match="no covariance"):
        FramePiece.from_json(kept[0][:9])


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
    reader, pieces = reader_after((SECOND,)), (("square/blue", -84.5, 20.3, 0), THIRD, FOURTH)
    for count, piece in enumerate(pieces, start=1):
        reading = seen_by(reader, photograph(SECOND, *pieces[:count], seed=count))
        assert names(reading.new) == [piece[0]]
        assert_lie(reading, (SECOND, *pieces[:count]), most=0.7)


def with_a_sticker(picture: Picture) -> Picture:
    out = picture.copy()
    cv2.rectangle(out, (500, 330), (590, 400), (160, 170, 175), -1)
    return out


def test_something_foreign_is_said_and_becomes_background_when_it_stays() -> None:
    reader = reader_after((FIRST,))
    for seed in (2, 3):
        reading = seen_by(reader, with_a_sticker(photograph(FIRST, seed=seed)))
        assert kinds(reading) == ["before_frame"]
    assert seen_by(reader, with_a_sticker(photograph(FIRST, seed=4))).warnings == ()
    reading = seen_by(reader, with_a_sticker(photograph(FIRST, SECOND, seed=5)))
    assert (reading.warnings, names(reading.new)) == ((), ["circle/green"])


@pytest.mark.full
def test_a_hand_that_comes_again_elsewhere_is_never_background() -> None:
    reader, alone = reader_after((FIRST,)), photograph(FIRST)
    for x in (0, 60, -70, 20):
        picture = alone.copy()
        picture[:, 440:700] = np.roll(with_a_hand(alone), x, axis=1)[:, 440:700]
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
def test_what_cannot_be_measured_is_said_and_nothing_is_read() -> None:
    picture = photograph(FIRST, SECOND)
    for spoilt, kind in [
        (with_a_hand(picture), "before_frame"),
        (photograph(FIRST, SECOND, blur=5.0), "blurred"),
        (photograph(FIRST, SECOND, move=(190.0, 0.0)), "frame_moved"),
        (photograph(FIRST, SECOND, move=(0.0, 0.0, 0.0, 0.0, 0.0, 60.0)), "frame_moved"),
        (np.full((960, 1280, 3), 120, np.uint8), "blurred"),
        (picture[:480, :640], "frame_moved"),
    ]:
        reader = reader_after((FIRST,))
        reading = seen_by(reader, spoilt)
        assert (kinds(reading), reading.new, reading.pieces) == ([kind], (), ())
        assert names(seen_by(reader, picture).new) == ["circle/green"]


def test_another_frame_and_no_frame_are_not_found() -> None:
    circles = tuple(
        Circle((-one.centre[0], 300 - one.centre[1]), one.radius, one.size) for one in frame().circles[::-1]
    )
    assert view_of(replace(frame(), circles=circles), empty()) is None
    assert view_of(frame(), np.full((960, 1280, 3), 90, np.uint8)) is None

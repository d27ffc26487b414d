"""A close-up can be read: no label stands over another one, over a point that touches, or beyond the picture's edge."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.close_up import close_up
from vision.reading import Mark

PICTURE = np.full((960, 1280, 3), 90, np.uint8)
SIZE = (960, 720)
PIECE = Mark("piece", ((600.0, 400.0), (700.0, 400.0), (700.0, 500.0), (600.0, 500.0)))
LINES = (
    Mark("line", ((560.0, 390.0), (740.0, 370.0)), "4.1 mm"),
    Mark("doubtful", ((560.0, 401.0), (740.0, 399.0)), "0.0 mm"),
    Mark("line", ((600.0, 400.0),), "3"),
)
TWO_AT_A_CORNER = (Mark("touch", ((650.0, 500.0),), "0.3 mm"), Mark("touch", ((652.0, 500.0),), "0.4 mm"))
CIRCLE = Mark("circle", tuple((640 + 30 * np.cos(at), 440 + 30 * np.sin(at)) for at in np.linspace(0, 6, 20)), "+3")


ROUND = [(np.cos(at), np.sin(at)) for at in np.linspace(0, 6, 20)]
NEAR_A_CORNER = Mark("circle", tuple((690 + 25 * x, 490 + 25 * y) for x, y in ROUND), "+1")


@pytest.mark.parametrize(
    "more",
    [
        TWO_AT_A_CORNER,
        (Mark("apart", ((700.0, 405.0),), "2.1 mm"), CIRCLE),
        (NEAR_A_CORNER, CIRCLE, *TWO_AT_A_CORNER),
    ],
)
def test_labels_have_room_of_their_own_beside_the_piece_and_the_circles_that_decide(
    more: tuple[Mark, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, tuple[float, ...]]] = []
    draw = cv2.putText

    def noted(picture, label, at, font, scale, colour, thick, *how):  # type: ignore[no-untyped-def]
        (wide, high), _ = cv2.getTextSize(label, font, scale, thick)
        written.append((label, (at[0], at[1] - high, at[0] + wide, at[1])))
        return draw(picture, label, at, font, scale, colour, thick, *how)

    monkeypatch.setattr(cv2, "putText", noted)
    marks = (PIECE, *LINES, *more)
    close_up(PICTURE, marks, SIZE)
    boxes = [box for _, box in written]
    assert sorted(label for label, _ in written) == sorted(mark.label for mark in marks if mark.label)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] + 2 or other[2] <= one[0] + 2 or one[3] <= other[1] + 2 or other[3] <= one[1] + 2
    assert all(left >= 0 and right <= SIZE[0] + 2 and top >= 0 and low <= SIZE[1] for left, top, right, low in boxes)
    for mark in marks:
        if len(mark.points) > 2:
            assert not any(meets(box, shown(mark)) for box in boxes), mark.kind


def shown(mark: Mark) -> np.ndarray:
    """A mark as the close-up shows it: 2.1 times the piece's size fills its height."""
    times = min(SIZE) / (100 * 2.1)
    return ((np.array(mark.points) - (650, 450)) * times + np.array(SIZE) / 2).astype(np.float32)


def meets(box: tuple[float, ...], outline: np.ndarray) -> bool:
    """Whether a label's box meets an outline or what is inside it."""
    left, top, right, low = box
    corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)
    return cv2.intersectConvexConvex(corners, outline)[0] > 0


def test_a_mark_beyond_the_picture_has_no_label_in_it() -> None:
    far = Mark("line", ((560.0, 100.0), (740.0, 90.0)), "99.9 mm")
    assert np.array_equal(close_up(PICTURE, (PIECE, far), SIZE), close_up(PICTURE, (PIECE,), SIZE))

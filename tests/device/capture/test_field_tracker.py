"""Where the board lies in the pictures: where people tapped, until it has moved; else where it was detected."""

from collections.abc import Sequence
from threading import Event

import numpy as np
import pytest

from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader
from device.hardware.timeout import NoAnswerError, TimeLimit
from engines.messages import Refusal
from tests.support.waiting import PATIENCE_S
from vision.reading import Picture, PictureWarning, Points, Reading

PICTURE = np.zeros((100, 100, 3), np.uint8)
HERE = np.array([[20.0, 20.0], [80.0, 21.0], [82.0, 80.0], [18.0, 80.0]])
ELSEWHERE = HERE + 15.0


class Board:
    """A reader that remembers a board until it is forgotten."""

    def __init__(self) -> None:
        self.remembered: Points | None = None
        self.warnings: tuple[PictureWarning, ...] = ()
        self.forgotten = 0

    def set_field(self, corners: Points, _width: int) -> None:
        self.remembered = corners

    def forget_board(self) -> None:
        self.forgotten += 1
        self.remembered = None

    def read(self, _picture: Picture) -> Reading:
        self.remembered = HERE if self.remembered is None else self.remembered
        return Reading(self.remembered, (), {"a1": {"empty": 1.0}}, self.warnings)

    def reader(self) -> GameReader:
        return GameReader(self.read, board=self)


def keys(tracker: FieldTracker) -> list[str]:
    return [said.key for said in tracker.notices]


def tracker_that_finds(found: Sequence[Points | None]) -> FieldTracker:
    detections = iter(found)
    return FieldTracker(find=lambda _: next(detections), lies_at=lambda *_: True)


def another_picture() -> Picture:
    """In which the board is searched for anew."""
    return PICTURE.copy()


def test_tapped_corners_are_passed_to_each_reader_once() -> None:
    tracker, first, second = tracker_that_finds([HERE] * 9), Board(), Board()
    tracker.set_corners(ELSEWHERE.tolist(), 0, PICTURE, first)
    assert np.allclose(tracker.read(first.reader(), PICTURE).field, ELSEWHERE)
    assert np.allclose(tracker.read(second.reader(), PICTURE).field, ELSEWHERE)
    tracker.forget_corners(second)
    assert np.allclose(tracker.read(second.reader(), PICTURE).field, HERE)


def test_a_board_found_in_a_third_place_twice_makes_the_tracker_forget_the_corners() -> None:
    tracker, board = tracker_that_finds([HERE, *[ELSEWHERE] * 2]), Board()
    tracker.set_corners(HERE.tolist(), 0, PICTURE, board)
    tracker.read(board.reader(), another_picture())
    assert (tracker.in_doubt, tracker.is_elsewhere, board.forgotten) == (True, True, 0)
    tracker.read(board.reader(), another_picture())
    assert (tracker.in_doubt, tracker.is_elsewhere, board.forgotten) == (False, False, 1)
    assert keys(tracker) == ["table.field_forgotten"]


def test_a_hand_moves_no_board() -> None:
    tracker, board = tracker_that_finds([HERE]), Board()
    tracker.set_corners(HERE.tolist(), 0, PICTURE, board)
    board.warnings = (PictureWarning("hand"),)
    tracker.read(board.reader(), another_picture())
    assert (tracker.in_doubt, board.forgotten) == (False, 0)


@pytest.mark.parametrize(("lies_there", "forgotten"), [(True, 0), (False, 1)])
def test_a_board_that_a_reader_only_remembers_is_checked(lies_there: bool, forgotten: int) -> None:
    tracker, board = FieldTracker(find=lambda _: None, lies_at=lambda *_: lies_there), Board()
    for _ in range(2):
        reading = tracker.read(board.reader(), PICTURE)
        tracker.note(reading, PICTURE)
    assert board.forgotten == forgotten


def test_a_table_without_a_sheet_is_only_read() -> None:
    def no_board(*_: object) -> None:
        raise AssertionError("a board was looked for")

    tracker = FieldTracker(find=no_board, lies_at=no_board)
    reading = Reading(HERE, (), laid="cards")
    assert tracker.read(GameReader(lambda _: reading), PICTURE) is reading


def test_corners_that_can_be_no_field_are_refused() -> None:
    tracker, board = tracker_that_finds([]), Board()
    for corners, picture, key in ((HERE, None, "table.no_picture"), (HERE * 9, PICTURE, "field_shape.outside")):
        with pytest.raises(Refusal) as refusal:
            tracker.set_corners(corners.tolist(), 0, picture, board)
        assert refusal.value.said.key == key
    assert board.remembered is None


def test_a_reader_that_hangs_is_not_waited_for(request: pytest.FixtureRequest) -> None:
    wake = Event()
    request.addfinalizer(wake.set)

    def hang(_picture: Picture) -> Reading:
        wake.wait(PATIENCE_S)
        return Reading(None, ())

    tracker = FieldTracker(limit=TimeLimit(0.01))
    with pytest.raises(NoAnswerError):
        tracker.read(GameReader(hang), PICTURE)

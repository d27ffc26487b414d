"""Which pictures of a table are due to be read: while something moves none, then soon, then now and then."""

import numpy as np
import pytest

from device.capture.motion_gate import (
    CARD_INTERVAL_S,
    CARD_READINGS,
    IDLE_INTERVAL_S,
    MIN_TURNS_S,
    OPEN_INTERVAL_S,
    MotionGate,
)
from device.hardware.camera import Frame

PICTURE = np.zeros((12, 16, 3), np.uint8)
FIELD = np.array([[0.0, 0.0], [15.0, 0.0], [15.0, 11.0], [0.0, 11.0]])


class Watched:
    """A table on which something moves when a test says so."""

    moves = False

    def is_still(self, _picture: object, _at_s: float) -> bool:
        return not self.moves

    def fits(self, _picture: object) -> bool:
        return not self.moves


def at(second: float, name: str | None = None, is_settling: bool = False) -> Frame:
    return Frame(PICTURE, second, name, is_settling=is_settling)


def test_a_still_table_is_due_at_once_and_after_movement_or_a_request_again() -> None:
    table = Watched()
    gate = MotionGate(table)
    assert gate.watch(at(0.0)) == "still"
    assert gate.is_due(0.0, is_open=False, is_repeated=False)
    gate.note_reading(0.0)
    assert gate.is_read(0.0)
    assert not gate.is_due(1.0, is_open=False, is_repeated=False)
    gate.request_reading()
    assert gate.is_due(1.0, is_open=False, is_repeated=False)
    gate.note_reading(1.0)
    table.moves = True
    assert (gate.watch(at(2.0)), gate.is_still, gate.readings) == ("moving", False, 0)
    table.moves = False
    assert gate.watch(at(3.0, is_settling=True)) == "settling"
    assert gate.watch(at(4.0)) == "still"
    assert gate.is_due(4.0, is_open=False, is_repeated=False)


@pytest.mark.parametrize(
    ("is_open", "is_repeated", "interval_s"),
    [
        (False, False, IDLE_INTERVAL_S),
        (True, False, OPEN_INTERVAL_S),
        (False, True, CARD_INTERVAL_S),
        (True, True, CARD_INTERVAL_S),
    ],
)
def test_how_soon_a_still_table_is_read_again(is_open: bool, is_repeated: bool, interval_s: float) -> None:
    gate = MotionGate(Watched())
    gate.watch(at(0.0))
    gate.note_reading(0.0)
    assert not gate.is_due(interval_s - 0.1, is_open, is_repeated)
    assert gate.is_due(interval_s, is_open, is_repeated)


def test_cards_are_read_soon_only_a_few_times_unless_something_is_open() -> None:
    gate = MotionGate(Watched())
    gate.watch(at(0.0))
    for _ in range(CARD_READINGS):
        gate.note_reading(0.0)
    assert not gate.is_due(CARD_INTERVAL_S, is_open=False, is_repeated=True)
    assert gate.is_due(CARD_INTERVAL_S, is_open=True, is_repeated=True)


def test_a_folder_has_readings_of_each_of_its_pictures() -> None:
    gate = MotionGate(Watched())
    readings = []
    for name in ("1.jpg", "1.jpg", "2.jpg"):
        gate.begin(at(0.0, name))
        gate.note_reading(0.0)
        readings.append(gate.readings)
    assert (gate.is_recorded, readings) == (True, [1, 2, 1])


def test_several_turns_may_have_been_made_where_no_picture_was_still_for_long() -> None:
    table = Watched()
    gate = MotionGate(table)
    unwatched = []
    for second in (0.0, MIN_TURNS_S, 3 * MIN_TURNS_S, 3 * MIN_TURNS_S + 1):
        table.moves = True
        gate.watch(at(second - 0.5))
        table.moves = False
        gate.watch(at(second))
        unwatched.append(gate.rest(PICTURE, FIELD)[1])
    assert unwatched == [False, False, True, False]


def test_what_stays_over_the_table_for_long_obstructs_it_until_it_is_gone() -> None:
    gate = MotionGate(Watched())
    assert [gate.is_obstructed(at_s, True, 20.0) for at_s in (1.0, 20.0, 21.0)] == [False, False, True]
    assert not gate.is_obstructed(22.0, False, 20.0)
    assert not gate.is_obstructed(23.0, True, 20.0)


def test_the_camera_waits_longer_the_longer_nothing_moves() -> None:
    table = Watched()
    gate = MotionGate(table)
    table.moves = True
    gate.watch(at(0.0))
    pauses = [gate.pause_s(0.0)]
    table.moves = False
    gate.watch(at(1.0))
    pauses += [gate.pause_s(second) for second in (1.0, 7.0, 17.0)]
    assert pauses == sorted(set(pauses))


def test_a_table_that_is_set_up_anew_counts_as_moved() -> None:
    gate = MotionGate(Watched())
    gate.watch(at(0.0))
    gate.note_reading(0.0)
    gate.watch_anew()
    assert not gate.is_still
    assert gate.is_due(0.1, is_open=False, is_repeated=False)

"""The camera's thread gives the table one picture at a time, and lives with a camera that comes and goes."""

import threading
from concurrent.futures import Future
from pathlib import Path

import numpy as np

from device.hardware.camera import CameraTrouble, Frame
from device.hardware.camera.stand_in import StandInCamera
from device.system.watched_thread import failed, hangs
from device.table.capture import CaptureLimits, CaptureLoop
from device.table.events import CameraBack, CameraLost, FrameTaken, Noticed
from device.table.frame_gate import NextCapture
from engines.messages import message
from tests.support.waiting import PATIENCE_S, eventually


class ListedCamera(StandInCamera):
    """Gives what it was told to, one after the other: pictures, or troubles."""

    def __init__(self, *given: int | Exception) -> None:
        super().__init__()
        self.given = list(given)
        self.asked_full: list[object] = []
        self.closed = False

    def capture(self, full: bool = False) -> Frame | None:
        self.asked_full.append(full)
        if not self.given:
            return None
        next_one = self.given.pop(0)
        if isinstance(next_one, Exception):
            raise next_one
        return Frame(np.zeros((2, 2, 3), np.uint8), float(next_one))

    def __exit__(self, *why: object) -> None:
        self.closed = True


class ListedTable:
    """Notes what is posted; looks at each picture as it is told to."""

    def __init__(self, *paces: NextCapture | Exception) -> None:
        self.posted = []
        self.paces = list(paces)
        self.waiting = 0

    def post(self, event) -> Future:
        done: Future = Future()
        if isinstance(event, FrameTaken):
            self.waiting += 1
            assert self.waiting == 1, "a second picture came before the first had been looked at"
            self.waiting -= 1
            pace = self.paces.pop(0) if self.paces else NextCapture(0.0)
            done.set_exception(pace) if isinstance(pace, Exception) else done.set_result(pace)
        self.posted.append(event)
        return done


AT_ONCE = CaptureLimits(again_s=0.0)


def watched(camera: ListedCamera, table: ListedTable, recorded: bool = False) -> list:
    with CaptureLoop(camera, table, recorded, AT_ONCE) as through:
        assert through.used_up.wait(PATIENCE_S)
    return table.posted


def times(posted: list) -> list[float]:
    return [event.frame.at_s for event in posted if isinstance(event, FrameTaken)]


def test_all_pictures_are_taken_in_order() -> None:
    camera = ListedCamera(1, 2, 3)
    assert times(watched(camera, ListedTable(), recorded=True)) == [1, 2, 3]
    assert camera.closed


def test_a_camera_that_fails_is_said_once_gone_and_once_back() -> None:
    gone = CameraTrouble(message("camera.stalled", camera="pi"))
    posted = watched(ListedCamera(1, gone, 2), ListedTable())
    assert [type(event) for event in posted] == [FrameTaken, CameraLost, CameraBack, FrameTaken]
    assert posted[1].said == gone.said


def test_what_the_camera_skipped_is_passed_on() -> None:
    camera = ListedCamera(1)
    camera.notices.append(message("picture.truncated", name="0002.jpg"))
    posted = watched(camera, ListedTable())
    assert posted[0] == Noticed(message("picture.truncated", name="0002.jpg"))
    assert camera.notices == []


def test_a_full_picture_is_taken_when_the_table_asks_for_it() -> None:
    camera = ListedCamera(1, 2, 3)
    posted = watched(camera, ListedTable(NextCapture(0.0, full=True)))
    assert camera.asked_full[:3] == [False, True, False]
    assert [event.full for event in posted] == [False, True, False]


def test_other_exposures_go_to_the_table_with_the_picture_after_them() -> None:
    class Exposable(ListedCamera):
        def bracket(self) -> list[np.ndarray]:
            self.asked_full.append("bracket")
            return [np.ones((2, 2, 3), np.uint8)] * 4

    camera = Exposable(1, 2, 3)
    posted = watched(camera, ListedTable(NextCapture(0.0, bracket=True)))
    assert camera.asked_full[:4] == [False, "bracket", False, False]
    assert [(event.full, len(event.bracket)) for event in posted] == [(False, 0), (False, 4), (False, 0)]


def test_a_camera_whose_exposure_cannot_be_chosen_takes_a_full_picture_instead() -> None:
    posted = watched(ListedCamera(1, 2), ListedTable(NextCapture(0.0, bracket=True)))
    assert [(event.full, len(event.bracket)) for event in posted] == [(False, 0), (True, 0)]


def test_pictures_from_a_folder_have_one_size_and_none_is_skipped() -> None:
    camera = ListedCamera(1, 2)
    assert times(watched(camera, ListedTable(NextCapture(0.0, full=True)), recorded=True)) == [1, 2]
    assert camera.asked_full == [False, False, False]


def test_a_picture_is_read_again_when_the_table_asks_for_it_and_the_camera_has_but_one() -> None:
    table = ListedTable(NextCapture(0.0, again=True), NextCapture(0.0, again=True))
    assert times(watched(ListedCamera(1, 2), table, recorded=True)) == [1, 1, 1, 2]


def test_a_picture_that_the_table_could_not_handle_does_not_stop_the_next() -> None:
    assert times(watched(ListedCamera(1, 2), ListedTable(ZeroDivisionError()))) == [1, 2]


def test_leaving_stops_a_camera_that_never_ends(tmp_path: Path) -> None:
    class Endless(ListedCamera):
        def capture(self, full: bool = False) -> Frame:
            return Frame(np.zeros((2, 2, 3), np.uint8), 0.0)

    camera = Endless()
    with CaptureLoop(camera, ListedTable()):
        pass
    assert camera.closed


def test_a_camera_that_fails_unexpectedly_is_replaced_by_one_that_goes_on() -> None:
    camera, table = ListedCamera(1, RuntimeError("driver"), 2), ListedTable()
    with CaptureLoop(camera, table, True, AT_ONCE) as through:
        eventually(lambda: through.thread.trouble is not None)
        assert through.thread.trouble == failed("camera", RuntimeError("driver"))
        assert camera.closed
        assert not through.used_up.is_set()
        through.thread.restart()
        assert through.used_up.wait(PATIENCE_S)
    assert times(table.posted) == [1, 2]
    assert through.thread.trouble is None


def test_a_camera_that_hangs_is_abandoned_and_nothing_that_it_sends_later_is_looked_at() -> None:
    hung, wake, woke = threading.Event(), threading.Event(), threading.Event()

    class Hanging(ListedCamera):
        def capture(self, full: bool = False) -> Frame | None:
            if self.given == [2]:
                hung.set()
                wake.wait(PATIENCE_S)
                self.notices.append(message("picture.truncated", name="0002.jpg"))
            return super().capture(full)

        def anew(self) -> ListedCamera:
            return ListedCamera(3, 4)

        def __exit__(self, *error) -> None:
            woke.set()

    table = ListedTable()
    with CaptureLoop(Hanging(1, 2), table, limits=CaptureLimits(open_s=0.05, capture_s=0.05)) as through:
        assert hung.wait(PATIENCE_S)  # on a busy machine it may be late before
        eventually(lambda: through.thread.trouble == hangs("camera"))
        through.thread.restart()
        assert through.used_up.wait(PATIENCE_S)
        wake.set()
        assert woke.wait(PATIENCE_S)
    assert times(table.posted) == [1, 3, 4]
    assert {type(event) for event in table.posted} == {FrameTaken}
    assert through.newest.at_s == 4


def test_a_camera_waits_for_a_table_that_looks_for_long_without_being_late() -> None:
    looked: Future = Future()

    class Slow(ListedTable):
        def post(self, event) -> Future:
            self.posted.append(event)
            return looked

    table = Slow()
    with CaptureLoop(ListedCamera(1), table, limits=CaptureLimits(beat_s=0.02)) as through:
        eventually(lambda: table.posted)
        for _ in range(5):  # it makes progress all the time
            before = through.thread.progress_at_s
            eventually(lambda before=before: through.thread.progress_at_s > before)
        assert through.thread.trouble is None
        looked.set_result(NextCapture(0.0))
        assert through.used_up.wait(PATIENCE_S)

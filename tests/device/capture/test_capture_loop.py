"""The camera's thread gives the table one picture at a time, and lives with a camera that comes and goes."""

import threading
from concurrent.futures import Future

import numpy as np
import pytest

from device.capture.capture_loop import CaptureLimits, CaptureLoop
from device.capture.events import CameraBack, CameraLost, FrameTaken, Noticed
from device.capture.exposure_policy import NextCapture
from device.hardware.camera import CameraTrouble, Frame
from device.system.watched_thread import failed, hangs
from device.testing.camera import StandInCamera
from engines.messages import message
from tests.support.waiting import PATIENCE_S, eventually
from vision.reading import Picture

SKIPPED = message("picture.truncated", name="0002.jpg")


class ListedCamera(StandInCamera):
    """Gives what it was told to, one after the other: pictures, or troubles; `exposures`: how many others it has."""

    def __init__(self, *given: int | Exception, exposures: int = 0) -> None:
        super().__init__()
        self.given, self.exposures = list(given), exposures
        self.asked: list[object] = []
        self.closed = threading.Event()

    def capture(self, full: bool = False) -> Frame | None:
        self.asked.append(full)
        if not self.given:
            return None
        next_one = self.given.pop(0)
        if isinstance(next_one, Exception):
            raise next_one
        return Frame(np.zeros((2, 2, 3), np.uint8), float(next_one))

    def bracket(self) -> list[Picture]:
        self.asked.append("bracket")
        return [np.ones((2, 2, 3), np.uint8)] * self.exposures

    def __exit__(self, *why: object) -> None:
        self.closed.set()


class ListedTable:
    """Notes what is posted; looks at each picture as it is told to."""

    def __init__(self, *paces: NextCapture | Exception) -> None:
        self.posted = []
        self.paces = list(paces)

    def post(self, event) -> Future:
        done: Future = Future()
        if isinstance(event, FrameTaken):
            pace = self.paces.pop(0) if self.paces else NextCapture(0.0)
            done.set_exception(pace) if isinstance(pace, Exception) else done.set_result(pace)
        self.posted.append(event)
        return done

    @property
    def taken(self) -> list[tuple[float, bool, int]]:
        """When each picture was taken, whether in full size, and with how many other exposures."""
        return [(one.frame.at_s, one.full, len(one.bracket)) for one in self.posted if isinstance(one, FrameTaken)]


AT_ONCE = CaptureLimits(again_s=0.0)
LIVE, FOLDER = False, True
FULL, BRACKET, AGAIN = NextCapture(0.0, full=True), NextCapture(0.0, bracket=True), NextCapture(0.0, again=True)


def watched(camera: ListedCamera, table: ListedTable, recorded: bool = LIVE) -> list:
    with CaptureLoop(camera, table.post, recorded, AT_ONCE) as through:
        assert through.used_up.wait(PATIENCE_S)
    assert camera.closed.is_set()
    return table.posted


@pytest.mark.parametrize(
    ("recorded", "wanted", "exposures", "asked", "taken"),
    [
        (LIVE, [FULL], 0, [False, True, False], [(1, False, 0), (2, True, 0), (3, False, 0)]),
        (LIVE, [BRACKET], 4, [False, "bracket", False, False], [(1, False, 0), (2, False, 4), (3, False, 0)]),
        (LIVE, [BRACKET], 0, [False, "bracket", True, False], [(1, False, 0), (2, True, 0), (3, False, 0)]),
        (LIVE, [ZeroDivisionError()], 0, [False] * 4, [(1, False, 0), (2, False, 0), (3, False, 0)]),
        (FOLDER, [FULL], 0, [False] * 4, [(1, False, 0), (2, False, 0), (3, False, 0)]),
        (FOLDER, [AGAIN, AGAIN], 0, [False] * 4, [*[(1, False, 0)] * 3, (2, False, 0), (3, False, 0)]),
    ],
    ids=[
        *("a full picture", "other exposures and a picture after them", "a full one where exposures cannot be chosen"),
        *("the next one though the table failed", "the one size of a folder", "once more the same of a folder"),
    ],
)
def test_the_camera_takes_what_the_table_asks_for(
    recorded: bool, wanted: list, exposures: int, asked: list[object], taken: list[tuple[float, bool, int]]
) -> None:
    camera, table = ListedCamera(1, 2, 3, exposures=exposures), ListedTable(*wanted)
    watched(camera, table, recorded)
    assert (camera.asked[: len(asked)], table.taken) == (asked, taken)


def test_a_camera_that_fails_is_said_once_gone_and_once_back_and_what_it_skipped_is_passed_on() -> None:
    gone = CameraTrouble(message("camera.stalled", camera="pi"))
    camera = ListedCamera(1, gone, 2)
    camera.notices.append(SKIPPED)
    posted = watched(camera, ListedTable())
    assert [type(event) for event in posted] == [Noticed, FrameTaken, CameraLost, CameraBack, FrameTaken]
    assert (posted[0], posted[2].said, camera.notices) == (Noticed(SKIPPED), gone.said, [])


def test_leaving_stops_a_camera_that_never_ends() -> None:
    camera = ListedCamera()
    camera.capture = lambda full=False: Frame(np.zeros((2, 2, 3), np.uint8), 0.0)
    with CaptureLoop(camera, ListedTable().post):
        pass
    assert camera.closed.is_set()


def test_a_camera_that_fails_unexpectedly_is_replaced_by_one_that_goes_on() -> None:
    camera, table = ListedCamera(1, RuntimeError("driver"), 2), ListedTable()
    with CaptureLoop(camera, table.post, FOLDER, AT_ONCE) as through:
        eventually(lambda: through.thread.trouble is not None)
        assert through.thread.trouble == failed("camera", RuntimeError("driver"))
        assert camera.closed.is_set()
        assert not through.used_up.is_set()
        through.thread.restart()
        assert through.used_up.wait(PATIENCE_S)
    assert table.taken == [(1, False, 0), (2, False, 0)]
    assert through.thread.trouble is None


def test_a_camera_that_hangs_is_abandoned_and_nothing_that_it_sends_later_is_looked_at() -> None:
    hung, wake = threading.Event(), threading.Event()

    class Hanging(ListedCamera):
        def capture(self, full: bool = False) -> Frame | None:
            if self.given == [2]:
                hung.set()
                wake.wait(PATIENCE_S)
                self.notices.append(SKIPPED)
            return super().capture(full)

        def anew(self) -> ListedCamera:
            return ListedCamera(3, 4)

    camera, table = Hanging(1, 2), ListedTable()
    with CaptureLoop(camera, table.post, limits=CaptureLimits(open_s=0.05, capture_s=0.05)) as through:
        assert hung.wait(PATIENCE_S)  # on a busy machine it may be late before
        eventually(lambda: through.thread.trouble == hangs("camera"))
        through.thread.restart()
        assert through.used_up.wait(PATIENCE_S)
        wake.set()
        assert camera.closed.wait(PATIENCE_S)
    assert [at_s for at_s, _, _ in table.taken] == [1, 3, 4]
    assert {type(event) for event in table.posted} == {FrameTaken}
    assert through.newest.at_s == 4


def test_a_camera_waits_for_a_table_that_looks_for_long_without_being_late() -> None:
    looked: Future = Future()
    table = ListedTable()
    table.post = lambda event: table.posted.append(event) or looked
    with CaptureLoop(ListedCamera(1), table.post, limits=CaptureLimits(beat_s=0.02)) as through:
        eventually(lambda: table.posted)
        for _ in range(5):  # it makes progress all the time
            before = through.thread.progress_at_s
            eventually(lambda before=before: through.thread.progress_at_s > before)
        assert through.thread.trouble is None
        looked.set_result(NextCapture(0.0))
        assert through.used_up.wait(PATIENCE_S)

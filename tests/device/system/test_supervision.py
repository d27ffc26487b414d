"""Parts that fail or hang are said, started anew at ever longer intervals, and in the end keep the watchdog hungry."""

import threading
from itertools import pairwise

import pytest

from device.system import faults
from device.system.supervision import GIVE_UP_S, STEADY_S, Supervisor
from device.system.watched_thread import Heartbeat, WatchedThread, failed, hangs
from tests.support.waiting import PATIENCE_S, eventually


class Part:
    """A part as a test wants it: wrong or well, and with its restarts noted."""

    part, trouble, mends, raises, is_stuck = "camera", None, True, False, False

    def __init__(self, clock):
        self.clock, self.restarts = clock, []

    @property
    def progress_at_s(self):
        return 0.0 if self.is_stuck else self.clock()

    def restart(self):
        self.restarts.append(self.clock())
        if self.raises:
            raise RuntimeError("can't start new thread")
        if self.mends:
            self.trouble = None


class Watch:
    """A supervisor, its clock, and what it told."""

    def __init__(self):
        self.now, self.told, self.well = 0.0, [], []
        self.supervisor = Supervisor(lambda troubles: self.told.append(dict(troubles)), self.clock)
        self.part = Part(self.clock)
        self.supervisor.watch(self.part)

    def clock(self):
        return self.now

    def go_on(self, seconds):
        until = self.now + seconds
        while self.now < until:
            self.now += 0.25
            self.well.append(self.supervisor.check())


@pytest.fixture
def watch():
    return Watch()


def test_a_part_that_fails_is_said_started_anew_and_unsaid_when_it_works_again(watch):
    watch.go_on(1000)
    assert (watch.told, watch.part.restarts) == ([], [])
    begun = watch.now
    watch.part.trouble = fault = failed("camera", RuntimeError("driver"))
    watch.go_on(1.5)
    assert (watch.told, watch.part.restarts) == ([{"camera": fault}], [begun + 1.25])
    watch.go_on(STEADY_S)
    assert (watch.told, len(watch.part.restarts)) == ([{"camera": fault}, {}], 1)
    watch.part.trouble = fault
    watch.go_on(0.5)
    watch.part.trouble = None  # by itself
    watch.go_on(20)
    assert (watch.told[-1], len(watch.part.restarts)) == ({}, 1)
    assert all(watch.well)


def test_a_part_that_cannot_be_mended_is_tried_ever_more_rarely_and_starves_the_watchdog(watch, caplog):
    watch.part.trouble, watch.part.mends = hangs("camera"), False
    watch.go_on(600)
    apart = [b - a for a, b in pairwise(watch.part.restarts)]
    assert [round(seconds) for seconds in apart] == [2, 4, 8, 16, 32, *[60] * (len(apart) - 5)]
    assert len(apart) > 10
    assert watch.told == [{"camera": hangs("camera")}]
    starved_after_s = watch.well.index(False) * 0.25
    assert GIVE_UP_S <= starved_after_s <= GIVE_UP_S + 1
    assert not any(watch.well[watch.well.index(False) :])
    assert [record.message for record in caplog.records if "watchdog" in record.message] == [
        "The part “camera” makes no progress: the watchdog is fed no more."
    ]
    watch.part.mends = True
    watch.go_on(120)
    assert watch.told[-1] == {}
    assert watch.well[-1]


def test_a_part_that_hangs_anew_before_it_has_done_anything_counts_as_never_mended(watch):
    """Such as a camera that hangs while it is opened: it is late only long after it was started."""
    watch.part.is_stuck, watch.part.trouble = True, hangs("camera")
    for _ in range(6):
        watch.go_on(40)
        watch.part.trouble = hangs("camera")
    assert watch.told == [{"camera": hangs("camera")}]
    assert not watch.well[-1]


def test_a_restart_that_fails_is_tried_again(watch):
    watch.part.trouble, watch.part.raises = hangs("camera"), True
    watch.go_on(20)
    assert len(watch.part.restarts) == 4
    watch.part.raises = False
    watch.go_on(40)
    assert watch.told[-1] == {}


def test_without_progress_of_a_needed_part_the_watchdog_starves_at_once_and_the_log_says_why(watch, caplog):
    heart = Heartbeat(12.0, watch.clock)
    watch.supervisor.need("table", heart)
    watch.go_on(12)
    assert all(watch.well)
    watch.go_on(1)
    assert not watch.well[-1]
    heart.beat()
    watch.go_on(1)
    assert watch.well[-1]
    assert [record.message for record in caplog.records] == [
        "The part “table” makes no progress: the watchdog is fed no more.",
        "The part “table” makes progress again: the watchdog is fed again.",
    ]


@pytest.mark.parametrize("error", [MemoryError, SystemExit])
def test_a_watched_thread_that_fails_says_how_and_works_again_after_a_restart(error):
    turns: list[int] = []

    def work(turn):
        turns.append(turn.number)
        if turn.number == 1:
            raise error
        while turn.goes_on():
            turn.pause(0.01)

    watched = WatchedThread("camera", work, PATIENCE_S)
    assert watched.trouble is None
    watched.start()
    eventually(lambda: watched.trouble == failed("camera", error()))
    assert not watched.is_working
    watched.restart()
    eventually(lambda: turns == [1, 2])
    assert (watched.trouble, watched.is_working) == (None, True)
    watched.stop(PATIENCE_S)
    assert (watched.trouble, watched.is_working) == (None, False)


def test_work_that_is_done_is_no_trouble():
    watched = WatchedThread("relay", lambda _turn: None, 0.0)
    watched.start()
    eventually(lambda: not watched.is_working)
    assert (watched.trouble, watched.progress_at_s) == (None, float("inf"))


def test_a_thread_that_hangs_is_abandoned_and_does_nothing_more_when_it_wakes():
    wake, done, hanging = threading.Event(), [], []

    def work(turn):
        if turn.number == 1:
            hanging.append(threading.current_thread())
            wake.wait(PATIENCE_S)
        while turn.goes_on():
            done.append(turn.number)
            turn.pause(0.01)

    watched = WatchedThread("camera", work, 0.05)
    watched.start()
    eventually(lambda: hanging and watched.trouble == hangs("camera"))
    watched.restart()
    eventually(lambda: len(done) > 3)
    wake.set()
    hanging[0].join(PATIENCE_S)
    assert not hanging[0].is_alive()
    watched.stop(PATIENCE_S)
    assert set(done) == {2}


def test_an_error_that_comes_again_and_again_is_logged_ever_more_rarely(caplog):
    for number in range(100):
        try:
            raise ValueError(f"picture {number}")
        except ValueError as error:
            faults.log_fault("the table could not handle FrameTaken", error)
    assert len(caplog.records) == 7
    assert [record.exc_info is not None for record in caplog.records] == [True] + 6 * [False]


def test_what_ends_a_thread_is_logged(caplog, monkeypatch):
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    faults.log_faults_of_threads()
    thread = threading.Thread(target=lambda: 1 // 0, name="may hang")
    thread.start()
    thread.join(PATIENCE_S)
    (record,) = caplog.records
    assert record.message == "unexpected error: the thread may hang has ended"
    assert record.exc_info

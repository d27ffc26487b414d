"""Parts that fail or hang are said, started anew ever more rarely, and keep the watchdog hungry; what systemd hears."""

import os
import socket
import threading
from itertools import pairwise

import pytest

from device.system import faults
from device.system.notify import Notifier
from device.system.supervision import GIVE_UP_S, STEADY_S, Supervisor
from device.system.watched_thread import Heartbeat, WatchedThread, failed, hangs
from tests.support.waiting import PATIENCE_S, eventually


class Watch:
    """A supervisor with its clock, what it told, and the part that it watches: wrong or well, as a test wants it."""

    part, trouble, mends, raises, is_stuck = "camera", None, True, False, False

    def __init__(self):
        self.now, self.told, self.well, self.restarts = 0.0, [], [], []
        self.supervisor = Supervisor(lambda troubles: self.told.append(dict(troubles)), self.clock)
        self.supervisor.watch(self)

    def clock(self):
        return self.now

    @property
    def progress_at_s(self):
        return 0.0 if self.is_stuck else self.now

    def restart(self):
        self.restarts.append(self.now)
        if self.raises:
            raise RuntimeError("can't start new thread")
        if self.mends:
            self.trouble = None

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
    assert (watch.told, watch.restarts) == ([], [])
    begun = watch.now
    watch.trouble = fault = failed("camera", RuntimeError("driver"))
    watch.go_on(1.5)
    assert (watch.told, watch.restarts) == ([{"camera": fault}], [begun + 1.25])
    watch.go_on(STEADY_S)
    assert (watch.told, len(watch.restarts)) == ([{"camera": fault}, {}], 1)
    watch.trouble = fault
    watch.go_on(0.5)
    watch.trouble = None  # by itself
    watch.go_on(20)
    assert (watch.told[-1], len(watch.restarts)) == ({}, 1)
    assert all(watch.well)


def test_a_part_that_cannot_be_mended_is_tried_ever_more_rarely_and_starves_the_watchdog(watch, caplog):
    watch.trouble, watch.mends = hangs("camera"), False
    watch.go_on(600)
    apart = [b - a for a, b in pairwise(watch.restarts)]
    assert [round(seconds) for seconds in apart] == [2, 4, 8, 16, 32, *[60] * (len(apart) - 5)]
    assert len(apart) > 10
    assert watch.told == [{"camera": hangs("camera")}]
    starved_after_s = watch.well.index(False) * 0.25
    assert GIVE_UP_S <= starved_after_s <= GIVE_UP_S + 1
    assert not any(watch.well[watch.well.index(False) :])
    assert [record.message for record in caplog.records if "watchdog" in record.message] == [
        "The part “camera” makes no progress: the watchdog is fed no more."
    ]
    watch.mends = True
    watch.go_on(120)
    assert watch.told[-1] == {}
    assert watch.well[-1]


def test_a_part_that_hangs_anew_before_it_has_done_anything_counts_as_never_mended(watch):
    """Such as a camera that hangs while it is opened: it is late only long after it was started."""
    watch.is_stuck, watch.trouble = True, hangs("camera")
    for _ in range(6):
        watch.go_on(40)
        watch.trouble = hangs("camera")
    assert watch.told == [{"camera": hangs("camera")}]
    assert not watch.well[-1]


def test_a_restart_that_fails_is_tried_again(watch):
    watch.trouble, watch.raises = hangs("camera"), True
    watch.go_on(20)
    assert len(watch.restarts) == 4
    watch.raises = False
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


@pytest.fixture(params=["file", "abstract"])
def systemd(request, tmp_path):
    """A listening socket, and the name of it that systemd would put into the environment."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@jarapon-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0"))
        listening.settimeout(20)
        yield listening, {"NOTIFY_SOCKET": name}


def test_ready_alive_and_stopping_are_one_datagram_each(systemd):
    listening, environment = systemd
    notifier = Notifier(environment)
    notifier.ready("http://jarapon.local:8000\nWATCHDOG=trigger")
    notifier.alive()
    notifier.stopping()
    heard = [listening.recv(4096) for _ in range(3)]
    assert heard == [b"READY=1\nSTATUS=http://jarapon.local:8000 WATCHDOG=trigger", b"WATCHDOG=1", b"STOPPING=1"]


def test_alive_is_passed_on_once_a_second(systemd):
    listening, environment = systemd
    now = [0.0]
    notifier = Notifier(environment, clock=lambda: now[0])
    for _ in range(21):
        notifier.alive()
        now[0] += 0.125
    notifier.stopping()
    heard = []
    while b"STOPPING=1" not in heard:
        heard.append(listening.recv(4096))
    assert heard == [b"WATCHDOG=1"] * 3 + [b"STOPPING=1"]


def test_where_none_is_or_it_is_gone_or_never_reads_nobody_is_held_up(tmp_path, caplog):
    by_hand = Notifier({})
    by_hand.ready("here")
    by_hand.alive()
    assert caplog.records == []
    name = str(tmp_path / "notify")
    notifier = Notifier({"NOTIFY_SOCKET": name})
    notifier.ready("nobody is there")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(name)
        notifier.ready("somebody is")
        for number in range(5000):
            notifier.ready(f"{number}")
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]

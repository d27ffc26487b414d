"""A part of a real box fails or hangs: it is said, mended, and the watchdog hears of it only where it must.

One box suffers all of it, one fault after the other, and carries the threads that were abandoned to its end. What is
broken stands in the file `broken`, so a test says when.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

import pytest

from tests.support.service_manager import ServiceManager
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import PATIENCE_S, RealBox

STOPPED_S = 20.0  # what systemd waits for (TimeoutStopSec)
BREAKS = """
import os, pathlib, threading
flag = pathlib.Path({flag!r})
def broken(what, once=False):
    there = flag.exists() and flag.read_text() == what
    if there and once:
        flag.unlink()
    return there
def fail(what, error, once=False):
    if broken(what, once):
        raise error
def hang(what):
    if broken(what, once=True):
        threading.Event().wait()
def first(owner, name, *does):
    was = getattr(owner, name)
    def called(self, *args, **more):
        for do in does:
            do()
        return was(self, *args, **more)
    setattr(owner, name, called)
from device.demo.camera import DemoCamera
from device.capture.table_observer import TableObserver
from device.oled.panel import Panel
from vision.table_reader import TableReader
from waitress.server import TcpWSGIServer
from web.live.relay import Relay
first(DemoCamera, "capture",
      lambda: fail("camera fails at every picture", RuntimeError("driver")),
      lambda: fail("camera is out of memory once", MemoryError(), once=True),
      lambda: hang("camera hangs for ever"))
first(TableReader, "read", lambda: fail("reader fails", ValueError("x")), lambda: hang("reader hangs for ever"))
first(TcpWSGIServer, "readable", lambda: fail("server's thread ends", SystemExit(), once=True),
      lambda: hang("server's thread hangs for ever"))
first(Relay, "_forward", lambda: fail("relay fails", RuntimeError("x")))
first(Panel, "_show_code", lambda: fail("display's text fails", RuntimeError("x")))
first(TableObserver, "read_if_due", lambda: hang("table hangs for ever"))
"""
# What breaks, and what is said of it.
CASES = {
    "camera fails at every picture": "The camera failed unexpectedly (RuntimeError: driver).",
    "camera is out of memory once": "The camera failed unexpectedly (MemoryError).",
    "camera hangs for ever": "The camera no longer answers.",
    "relay fails": "The live view on the phones failed unexpectedly (RuntimeError: x).",
    "display's text fails": "The display failed unexpectedly (RuntimeError: x).",
    "server's thread ends": "The page for phones failed unexpectedly",
    "server's thread hangs for ever": "The page for phones no longer answers.",
}


class Sick:
    """A box of which a part breaks when a test says so, with everything that it tells."""

    def __init__(self, folder: Path) -> None:
        self.flag = folder / "broken"
        self.systemd = ServiceManager(folder)
        self.box = RealBox(
            folder / "data",
            before=BREAKS.format(flag=str(self.flag)),
            environment=self.systemd.environment,
            wait=False,
        )

    def __enter__(self) -> Self:
        self.systemd.__enter__()
        assert self.box.is_up(), self.box.said()
        self.plays_on()
        return self

    def __exit__(self, *error: object) -> None:
        self.box.stop()
        self.systemd.__exit__()

    def breaks(self, what: str) -> float:
        new = self.flag.with_suffix(".new")
        new.write_text(what)
        new.rename(self.flag)
        return time.monotonic()

    def mended(self) -> None:
        self.flag.unlink(missing_ok=True)

    def until(self, condition: Callable[[], Any], patience_s: float = PATIENCE_S) -> float:
        """Wait for something; gives when it was."""
        end = time.monotonic() + patience_s
        while not condition():
            assert time.monotonic() < end, self.box.said()
            time.sleep(0.1)
        return time.monotonic()

    def notices(self) -> str:
        return " ".join(notice["sentence"] for notice in self.box.state()["notices"])

    def plays_on(self) -> None:
        """Wait for the next move, so that all that a move goes through is seen to work."""
        moves = self.box.state()["move_count"]
        self.until(lambda: self.box.state()["move_count"] != moves)


class Phone:
    """A phone that follows the states of the table, and begins anew where that breaks off, as browsers do."""

    def __init__(self, box: RealBox) -> None:
        self.heard = 0
        self._box, self._ended = box, threading.Event()
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self._ended.wait(0.5):
            address = f"http://127.0.0.1:{self._box.port}/api/events"
            with suppress(OSError, HTTPException), urlopen(address, timeout=15) as events:
                for line in events:
                    self.heard += line.startswith(b"data: {")
                    if self._ended.is_set():
                        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()


@pytest.fixture(scope="module")
def sick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sick]:
    with Sick(tmp_path_factory.mktemp("sick")) as sick:
        yield sick


@pytest.mark.parametrize("case", [
    pytest.param(case, marks=pytest.mark.full if "once" in case else pytest.mark.trust) for case in CASES
])  # fmt: skip
def test_a_part_that_breaks_is_said_and_mended_while_the_watchdog_is_fed(sick: Sick, case: str, figure: Figure) -> None:
    sentence, before = CASES[case], len(sick.box.said())
    with Phone(sick.box) as phone:
        sick.until(lambda: phone.heard)
        begun = sick.breaks(case)
        said = sick.until(lambda: sentence in sick.box.said()[before:])
        if "server" not in case:
            sick.until(lambda: sentence in sick.notices())
            assert (sick.box.state()["seeing"]["key"] == "web.seeing.no_camera") == ("camera" in case)
        time.sleep(3 * sick.flag.exists())  # it fails again and again meanwhile
        sick.mended()
        well = sick.until(lambda: "works again" in sick.box.said()[before:])
        sick.until(lambda: sentence not in sick.notices())
        heard = phone.heard
        sick.plays_on()
        sick.until(lambda: phone.heard > heard)
    hungry_s = sick.systemd.hungry_s(begun)
    assert hungry_s < 10, sick.box.said()
    assert sick.box.said()[before:].count("Traceback") <= 1
    figure(
        case,
        f"said after {said - begun:.1f} s, works again after {well - begun:.1f} s, "
        f"watchdog without food for {hungry_s:.1f} s at most",
    )


@pytest.mark.trust
@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("reader fails", "Something went wrong in the box"),
        ("reader hangs for ever", "Reading the table took too long"),
    ],
)
def test_a_reader_that_breaks_is_said_and_replaced_and_the_game_goes_on(
    sick: Sick, case: str, sentence: str, figure: Figure
) -> None:
    before = len(sick.box.said())
    begun = sick.breaks(case)
    said = sick.until(lambda: sentence in sick.notices())
    time.sleep(6 * sick.flag.exists())
    sick.mended()
    sick.plays_on()
    on, hungry_s = time.monotonic(), sick.systemd.hungry_s(begun)
    assert hungry_s < 20, sick.box.said()
    # Another part, which the test before has broken, may still be telling why.
    assert sick.box.said()[before:].count("could not handle FrameTaken\nTraceback") <= 1
    figure(
        case,
        f"said after {said - begun:.1f} s, next move after {on - begun:.1f} s, "
        f"watchdog without food for {hungry_s:.1f} s at most",
    )


@pytest.mark.trust
def test_a_box_that_has_abandoned_threads_ends_at_once(sick: Sick, figure: Figure) -> None:
    begun, threads = time.monotonic(), sick.box.usage().threads
    assert sick.box.stop() == 0, sick.box.said()
    ended_s = time.monotonic() - begun
    assert ended_s < STOPPED_S
    figure("end with the abandoned threads of all these", f"{ended_s:.1f} s, {threads} threads")


@pytest.mark.trust
def test_a_table_that_hangs_for_ever_starves_the_watchdog_says_why_and_still_ends(
    tmp_path: Path, figure: Figure
) -> None:
    with Sick(tmp_path) as sick:
        begun = sick.breaks("table hangs for ever")
        sick.until(lambda: "The part “table” makes no progress: the watchdog is fed no more." in sick.box.said())
        last = max(sick.systemd.fed_s())
        time.sleep(5)
        assert max(sick.systemd.fed_s()) - last < 1.5
        begun_ending = time.monotonic()
        sick.box.stop()
        ended_s = time.monotonic() - begun_ending
        assert ended_s < STOPPED_S
    figure("table hangs for ever", f"watchdog fed for {last - begun:.1f} s more, ends in {ended_s:.1f} s")

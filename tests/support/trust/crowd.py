"""Strangers who ask a real box for too much at once, and a paired phone that looks at its page meanwhile."""

import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox

PHONE = "127.0.9.9"
EVERY_S = 0.5
TRIED_FOR_S = 15.0  # one answer that takes longer has not come
MORE_FILES = 8  # that the box itself may have open, now and then
LONG_S = 10.0  # over a shorter time the entries of a minute say little


class Visitor(Thread):
    """A phone that asks for the page and the state again and again; how long each answer took, in seconds."""

    def __init__(self, box: RealBox) -> None:
        super().__init__(daemon=True)
        self.took: list[float] = []
        self.missed: list[str] = []
        self._box, self._enough = box, Event()

    def run(self) -> None:
        while not self._enough.is_set():
            for path in ("/", "/api/state"):
                began = time.monotonic()
                try:
                    came: object = self._box.ask("GET", path, source=PHONE, timeout_s=TRIED_FOR_S)[0]
                except OSError as error:
                    came = repr(error)
                if came != 200:
                    self.missed.append(f"{path}: {came}")
                self.took.append(time.monotonic() - began)
            self._enough.wait(EVERY_S)

    def stop(self) -> None:
        self._enough.set()
        self.join()

    @property
    def told(self) -> str:
        """In words: how often, the median and the longest."""
        ms, missed = [1000 * took for took in self.took], len(self.missed)
        return f"page {len(ms)} times, median {statistics.median(ms):.0f}, at most {max(ms):.0f} ms, {missed} missed"


def temporary_mb(box: RealBox) -> float:
    """What the box has in files that are deleted already."""
    total = 0
    for file in Path(f"/proc/{box.process.pid}/fd").iterdir():
        try:
            if "(deleted)" in str(file.readlink()):
                total += file.stat().st_size
        except FileNotFoundError:  # closed meanwhile
            continue
    return total / 1024**2


@contextmanager
def visited(box: RealBox, what: str, figure: Figure) -> Iterator[Visitor]:
    """Attack within; afterwards `figure` has how the page answered, what the box took, and what was recorded."""
    before, cpu, began, entries = box.usage(), box.cpu_s(), time.monotonic(), box.state()["known"]
    visitor = Visitor(box)
    visitor.start()
    try:
        yield visitor
    finally:
        during, temporary = box.usage(), temporary_mb(box)
        visitor.stop()
        took = time.monotonic() - began
        made = box.state()["known"] - entries
        pace = f", {60 * made / took:.0f} entries/min" if took > LONG_S else ""
        figure(
            what,
            f"{visitor.told}; {before.resident_mb:.0f} to {during.resident_mb:.0f} MB, temporary files "
            f"{temporary:.0f} MB, {during.files} files, {100 * (box.cpu_s() - cpu) / took:.0f} % of a core{pace}",
        )


@contextmanager
def attacked(box: RealBox, what: str, figure: Figure) -> Iterator[ExitStack]:
    """Attack over connections that are kept to the end: the page answers all the while, and then all is let go."""
    before = box.usage()
    with ExitStack() as kept, visited(box, what, figure) as visitor:
        yield kept
    assert visitor.missed == []
    assert comes_to_rest(box, before.files + MORE_FILES)


def connect(box: RealBox, count: int, source: str, kept: ExitStack) -> list[socket.socket]:
    """So many connections from an address, or as many as there can be."""
    made: list[socket.socket] = []
    for _ in range(count):
        try:
            made.append(kept.enter_context(socket.create_connection(("127.0.0.1", box.port), 5.0, (source, 0))))
        except OSError:
            break
    return made


def send(one: socket.socket, data: bytes) -> bool:
    """Send all of it, as long as the box takes it."""
    try:
        one.sendall(data)
    except OSError:
        return False
    return True


def is_open(one: socket.socket) -> bool:
    """Whether the box has not closed this connection; what it has said is thrown away."""
    one.settimeout(0.0)
    try:
        while one.recv(65_536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        one.settimeout(5.0)
    return False


def comes_to_rest(box: RealBox, files: int, patience_s: float = 90.0) -> bool:
    """Whether the box closes what it has opened for strangers, down to so many files."""
    until = time.monotonic() + patience_s
    while box.usage().files > files:
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True

"""A box that lives through many hours of table time in a few minutes, and says every hour what it takes.

    python -m tests.support.trust.long_day games|night|search HOURS DIR

Everything but the camera's clock is real: journal, pictures, reader, referee, display's stand-in, page, server. The
camera shows the demo table, whose players take their time, and leaves out pictures on which nothing
happens.
"""

import gc
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from threading import Event
from urllib.error import HTTPError
from urllib.request import urlopen

import numpy as np

from device.box import Box
from device.demo.camera import DemoCamera
from device.demo.watching_box import WatchingBox
from device.hardware.camera import Frame
from device.settings import Settings
from device.system.memory import give_back_memory
from device.testing.camera import StandInCamera
from engines.vocabulary import BACK, TILE_FACES
from simulator.film.furniture import demo_art
from simulator.film.shots import Shot, hand_at
from simulator.film.table_view import TableView
from simulator.people.mishaps import Mishaps
from simulator.people.script import script
from tests.support.waiting import PATIENCE_S
from vision.faces.teaching import teach
from vision.reading import Picture
from web.app import create_app
from web.server.http import open_server

HOUR_S = 3600.0
PACE_S = 600.0  # of a move: six an hour, more than two games a day
STILL_S = (0.0, 0.2, 0.4)  # pictures of a table that lies still; from the third on it is looked at
LEFT_AFTER = 20  # rests of hands
PHONES = 3  # that come and go every hour
KINDS = ("games", "night", "search")


@dataclass(frozen=True)
class Hour:
    """What the box takes after so many hours: resident memory (MB), threads, open files, and KB written to disk so far.

    `entries` is how many its journal has.
    """

    hour: int
    resident_mb: float
    threads: int
    files: int
    written_kb: float
    entries: int


def live(kind: str, hours: int, data: Path) -> None:
    """Let a box live; prints what it takes after every hour."""
    give_back_memory()
    taught = teach(DemoCamera().lesson_photos(), (*TILE_FACES, BACK)).taught
    game = "search" if kind == "search" else "reversi"
    camera = _Day(_night() if kind == "night" else _played(), hours)
    settings = Settings(data, game, ("Aya", "Ben"), faces=taught, recorded=True)
    with Box(settings, camera) as box, open_server(create_app(box.services), 0, "127.0.0.1") as server:
        camera.begin(lambda hour: _say(hour, box, server.port))
        box.camera_parts.capture.used_up.wait()


class _Day(StandInCamera):
    """A camera whose clock runs as fast as it is asked for pictures."""

    def __init__(self, shown: Iterator[tuple[float, Picture]], hours: int) -> None:
        super().__init__()
        self._shown, self._hours, self._hour = shown, hours, 0
        self._begun = Event()
        self._over: Callable[[int], None] = print

    def begin(self, over: Callable[[int], None]) -> None:
        """Show pictures from now on; `over` is told of every hour that is over."""
        self._over = over
        self._begun.set()

    def capture(self, full: bool = False) -> Frame | None:
        """The next picture on which something is to be seen, None at the end of the day."""
        self._begun.wait()
        at_s, picture = next(self._shown)
        while at_s >= (self._hour + 1) * HOUR_S:
            self._hour += 1
            self._over(self._hour)
        return None if self._hour == self._hours else Frame(picture, at_s)


def _played() -> Iterator[tuple[float, Picture]]:
    """One game of reversi after the other, with hands over the table, and mistakes."""
    view, at_s = TableView(demo_art(), np.random.default_rng(1)), 0.0
    for shot in _shots():
        if shot.hand is not None:
            yield at_s, view.picture(shot.tiles, hand_at(shot.hand, 0.5))
        else:
            yield from ((at_s + still_s, view.picture(shot.tiles, None)) for still_s in STILL_S)
        at_s += shot.seconds


def _shots() -> Iterator[Shot]:
    rng = np.random.default_rng(1)
    return (shot for shot in script(rng, WatchingBox(), Mishaps(rng), PACE_S) if isinstance(shot, Shot))


def _night() -> Iterator[tuple[float, Picture]]:
    """A table that was left in the middle of a game; the box looks at it now and then."""
    view = TableView(demo_art(), np.random.default_rng(1))
    shots = _shots()
    tiles = next(islice((shot.tiles for shot in shots if shot.hand is None), LEFT_AFTER, None))
    for number in count():
        yield number * PACE_S, view.picture(tiles, None)


def _say(hour: int, box: Box, port: int) -> None:
    gc.collect()
    about = Path("/proc/self")
    resident, threads = (int(_found(rf"{name}:\s+(\d+)", about / "status")) for name in ("VmRSS", "Threads"))
    written = int(_found(r"\nwrite_bytes: (\d+)", about / "io"))
    files = len(list((about / "fd").iterdir()))
    said = Hour(hour, resident / 1024, threads, files, written / 1024, box.table.snapshot.known)
    sys.stdout.write(json.dumps(asdict(said)) + "\n")
    sys.stdout.flush()
    for _ in range(PHONES):  # last, so that their connections are closed when it is looked again
        _visit(port)


def _found(what: str, path: Path) -> str:
    found = re.search(what, path.read_text(encoding="ascii"))
    assert found is not None, path
    return found[1]


def _visit(port: int) -> None:
    """A phone comes, looks round and goes."""
    address = f"http://127.0.0.1:{port}"
    with urlopen(f"{address}/api/events", timeout=PATIENCE_S) as stream:
        while not stream.readline().startswith(b"data: {"):
            pass
        for path in ("/", "/api/moves", "/api/games", "/api/photo.jpg", "/api/screen.png"):
            with suppress(HTTPError), urlopen(address + path, timeout=PATIENCE_S) as answer:  # before the first photo
                answer.read()


if __name__ == "__main__":
    live(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))

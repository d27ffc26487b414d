"""`jarapon bench box`: what the box takes at rest, and how soon a move is on a phone.

Box, page and server are the real ones, in a process of their own. Their camera is a simulated webcam: it decodes a JPEG
picture whenever the box asks for one, of the demo table, on which moves of reversi are made one after the other.
Everything stays on this machine, in a folder that is removed afterwards.
"""

import json
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import chain, islice
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Self
from urllib.request import urlopen

import cv2
import numpy as np

from device.box import Box
from device.demo.camera import DemoCamera
from device.hardware.camera.frame import Frame
from device.settings import Settings
from device.system.memory import give_back_memory
from device.testing.camera import StandInCamera
from engines import reversi
from engines.messages import Refusal
from engines.vocabulary import BACK, TILE_FACES
from simulator.film.furniture import demo_art
from simulator.film.shots import Film, Shot
from simulator.film.table_view import TableView
from simulator.people.script import plies
from simulator.people.tile_table import TileTable
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.phones import PATIENCE_S, answer, memory_mb
from tools.bench.played_table import PLAYERS
from vision.faces.teaching import teach
from vision.pictures import decode_picture
from vision.places.laying import on_squares
from vision.reading import Picture
from web.app import create_app
from web.server.http import open_server

_STEPS = 9  # pictures of a hand over the table
_COPIES = 3  # pictures of one table that differ in their noise
Jpegs = list[bytes]
REST_S = (1.5, 7.0, 18.0)  # rests before a move: a short one, and ones after which the box takes pictures less often
_HAND_S = 0.9  # that a hand is over the table
WAIT_S = 5.0  # a move that is not on the phone after this is missed
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(report: Report, moves: int, quiet_s: float) -> None:
    """Film so many moves and show them to a box that was idle before; fails if one did not reach the phone."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        teach(DemoCamera().lesson_photos(), (*TILE_FACES, BACK)).taught.save(folder / "taught")
        first, *filmed = islice(_webcam_film(PLAYERS), moves + 1)
        watched = opened.enter_context(_Watched(folder, first[1]))
        phone = _Phone(watched.port)
        time.sleep(quiet_s / 4)  # starting is not measured here
        busy = watched.busy_s()
        time.sleep(quiet_s)
        quiet_percent, quiet_mb = (watched.busy_s() - busy) / quiet_s * 100, memory_mb(watched.pid, "VmRSS")
        delays = []
        for number, (hand, after) in enumerate(filmed):
            time.sleep(REST_S[number % len(REST_S)])
            delays.append(_delay(watched, phone, hand, after))
        came = [delay * 1000 for delay in delays if delay is not None]
        report.figures(
            "box",
            {
                "of a core while nobody touches the table %": quiet_percent,
                "memory meanwhile MB": quiet_mb,
                "memory at most MB": memory_mb(watched.pid, "VmHWM"),
                "moves before the camera": len(delays),
                "moves that did not come": len(delays) - len(came),
                "from a still table to its move on a phone, median ms": statistics.median(came) if came else None,
                "slowest ms": max(came, default=None),
            },
        )
        if len(came) < len(delays):
            report.fail(f"{len(delays) - len(came)} moves did not come to the phone.")


def _delay(watched: "_Watched", phone: "_Phone", hand: Jpegs, after: Jpegs) -> float | None:
    """Seconds from the table being still after a move to its state on the phone; None if it did not come."""
    for picture in hand:
        watched.show([picture])
        time.sleep(_HAND_S / _STEPS)
    watched.show(after)
    still_at = time.monotonic()
    arrived_at = phone.arrived_after(still_at)
    return None if arrived_at is None else arrived_at - still_at


class _Watched:
    """A box in a process of its own, and the pictures that its camera sees."""

    def __init__(self, folder: Path, pictures: Jpegs) -> None:
        self._pipe, self._there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=_run_box, args=(self._there, folder, pictures), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self._there.close()  # while it is open here, the end of the process goes unnoticed
        try:
            self.port, self.pid = answer(self._pipe)
        except Refusal:
            self._process.terminate()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.join()

    def show(self, pictures: Jpegs) -> None:
        """Let the camera take these pictures from now on, one after the other, in a loop."""
        self._pipe.send(pictures)

    def busy_s(self) -> float:
        """Seconds of a core that the process has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


def _run_box(pipe: Connection, folder: Path, pictures: Jpegs) -> None:
    """Run a box with its page until the process is ended."""
    give_back_memory()
    settings = Settings(folder / "data", reversi.NAME, PLAYERS, taught=folder / "taught")
    camera = _Webcam(pipe, pictures)
    with Box(settings, camera) as box, open_server(create_app(box.services), 0, "127.0.0.1") as server:
        pipe.send((server.port, os.getpid()))
        Event().wait()


class _Webcam(StandInCamera):
    """A camera that takes the pictures that the other end of a pipe sends."""

    def __init__(self, pipe: Connection, pictures: Jpegs) -> None:
        super().__init__()
        self._pipe, self._pictures, self._taken = pipe, pictures, 0

    def capture(self, full: bool = False) -> Frame:  # noqa: ARG002 — it has one size
        """A picture of the table now."""
        while self._pipe.poll():
            self._pictures = self._pipe.recv()
        self._taken += 1
        return Frame(decode_picture(self._pictures[self._taken % len(self._pictures)], "webcam"), time.monotonic())


class _Phone:
    """A phone that follows the states of the table."""

    def __init__(self, port: int) -> None:
        self._heard: Queue[tuple[int, float]] = Queue()
        self._moves = 0
        Thread(target=self._listen, args=(port,), daemon=True).start()

    def arrived_after(self, since: float) -> float | None:
        """When (s of the monotonic clock) a state with one more move came; None if none did in time."""
        while (left := since + WAIT_S - time.monotonic()) > 0:
            with suppress(Empty):
                moves, at = self._heard.get(timeout=left)
                is_new, self._moves = moves > self._moves, moves
                if is_new and at >= since:  # a forced pass came on its own, after the last move
                    return at
        return None

    def _listen(self, port: int) -> None:
        with urlopen(f"http://127.0.0.1:{port}/api/events", timeout=PATIENCE_S) as stream:
            for line in stream:
                if line.startswith(b"data: {"):
                    self._heard.put((json.loads(line.removeprefix(b"data: "))["move_count"], time.monotonic()))


def _webcam_film(players: tuple[str, ...]) -> Iterator[tuple[Jpegs, Jpegs]]:
    """For the table set up, and after each move: pictures with the hand that moves, and of the table afterwards."""
    rng = np.random.default_rng(0)
    table, view = TileTable(rng, len(players), on_squares), TableView(demo_art(), rng)
    layouts = chain.from_iterable(
        (reversi.layout(state), reversi.layout(reversi.play(state, move))) for state, move in plies(reversi, players, 1)
    )
    before = None
    for layout in layouts:
        if layout == before:
            continue
        before = layout
        yield _jpegs_of(view, list(table.bring(0, layout)), next(table.rest(1.0)))


def _jpegs_of(view: TableView, shots: Sequence[Shot], after: Shot) -> tuple[Jpegs, Jpegs]:
    film, step = Film(iter([*shots, after])), sum(shot.seconds for shot in shots) / _STEPS
    hand = []
    for _ in range(_STEPS):
        hand.append(_jpeg(view.picture(film.shot.tiles, film.hand())))
        film.go_on(step)
    return hand, [_jpeg(view.picture(after.tiles, None)) for _ in range(_COPIES)]


def _jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


BENCHMARK = Benchmark(
    measure,
    Option("--moves", 12, "before the camera", quick=3),
    Option("--quiet-s", 60.0, "seconds in which nobody touches the table", quick=5.0),
)

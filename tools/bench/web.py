"""`jarapon bench web`: many phones on the page at once; how long until each of them has every state.

Everything stays on this machine (loopback), in a folder that is removed afterwards. The table, its journal, the page
and its server are the real ones. The phones are in a process of their own, so that they do not share the box's
interpreter.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from device.record.journal import Journal
from tools.bench.bare_box import BareBox
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.phones import Heard, answer, memory_mb, watching_phones
from tools.bench.played_table import play, table_of
from web.app import create_app
from web.server.http import open_server

PAUSE_S = 0.1  # between two moves: ten times as many as a lively game has


def measure(report: Report, streams: int, moves: int) -> None:
    """Report the phones' delays and what they cost the box; fails if a phone missed a state or got one out of order."""
    delays, missing, busy_ms = _delays(streams, moves)
    middle, most = np.percentile(delays, (50, 99))
    counts = {"phones": streams, "states of the table": moves, "states missed or in the wrong order": missing}
    times = {"from a move to a phone, median ms": middle, "99 % ms": most, "slowest ms": max(delays)}
    taken = {"of a core for a state to all phones ms": busy_ms, "memory MB": memory_mb("self", "VmRSS")}
    report.figures("web", {**counts, **times, **taken})
    if missing:
        report.fail(f"{missing} states were missed, or came in the wrong order.")


def _delays(streams: int, moves: int) -> tuple[list[float], int, float]:
    """Play so many moves of reversi before so many phones; returns what `compare` does, and ms of a core a move."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        table = opened.enter_context(table_of(opened.enter_context(Journal(folder / "journal.db")), folder))
        server = opened.enter_context(open_server(create_app(BareBox(table).services), 0, "127.0.0.1"))
        phones = opened.enter_context(watching_phones(server.port, streams, moves))
        begun = time.process_time()
        posted = play(table, moves, PAUSE_S)
        heard: list[Heard] = answer(phones)
        return *compare(posted, heard), (time.process_time() - begun) * 1000 / moves


def compare(posted: Heard, heard: list[Heard]) -> tuple[list[float], int]:
    """The ms from posting a move to its state on each phone, and how many states are missing or out of order."""
    delays, missing = list[float](), 0
    for own in heard:
        came = dict(own)
        delays += [(came[serial] - at) * 1000 for serial, at in posted if serial in came]
        missing += _misplaced([serial for serial, _ in posted], [serial for serial, _ in own])
    return delays, missing


def _misplaced(wanted: list[int], heard: list[int]) -> int:
    """How many of the wanted serials were not heard, or not after all before them."""
    so_far, misplaced = 0, 0
    place = {serial: at for at, serial in enumerate(heard)}
    for serial in wanted:
        if place.get(serial, -1) < so_far:
            misplaced += 1
        else:
            so_far = place[serial]
    return misplaced


BENCHMARK = Benchmark(
    measure,
    Option("--streams", 200, "phones that watch", quick=20),
    Option("--moves", 60, "of the game: all", quick=20),
)

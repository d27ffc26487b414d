"""`jarapon bench web`: many phones watch a game at once; how long until each of them has every state.

Everything stays on this machine (loopback) and in a folder that is removed afterwards. The table, its journal, the
page and its server are the real ones; the phones are a process of their own, so that they do not share the box's
interpreter.
"""

import tempfile
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from device.record.journal import Journal
from tools.bench.bare_box import BareBox
from tools.bench.figures import memory_mb, print_figures
from tools.bench.looks import measure_looks
from tools.bench.phones import Heard, answer, watching_phones
from tools.bench.played_table import play, table_of
from web.app import create_app
from web.server.http import open_server

STREAMS = 200
MOVES = 60  # a whole game
PAUSE_S = 0.1  # between two moves: ten times as many as a lively game has
PAIRS = 5  # films without and with phones


@dataclass(frozen=True)
class Delays:
    """From posting a move to having its state on a phone, in ms, over all phones and states; memory in MB."""

    streams: int
    states: int
    missing: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    resident_mb: float


def run_web(as_json: bool, streams: int = STREAMS, moves: int = MOVES, pairs: int = PAIRS) -> int:
    """Print the delays and what phones cost reading; returns 1 when a phone missed a state or had one out of order."""
    delays = measure(streams, moves)
    looks = measure_looks(streams, pairs)
    print_figures(asdict(delays) | asdict(looks), "web.bench", as_json)
    return 1 if delays.missing else 0


def measure(streams: int, moves: int) -> Delays:
    """Play so many moves of reversi before so many phones."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        table = opened.enter_context(table_of(opened.enter_context(Journal(folder / "journal.db")), folder))
        server = opened.enter_context(open_server(create_app(BareBox(table)), 0, "127.0.0.1"))
        phones = opened.enter_context(watching_phones(server.port, streams, moves))
        posted = play(table, moves, PAUSE_S)
        heard: list[Heard] = answer(phones)
        return compare(posted, heard)


def compare(posted: Heard, heard: list[Heard]) -> Delays:
    """What every phone has heard beside what it should have; a state in the wrong place counts as missing."""
    delays, missing = [], 0
    for own in heard:
        came = dict(own)
        delays += [(came[serial] - at) * 1000 for serial, at in posted if serial in came]
        missing += _misplaced([serial for serial, _ in posted], [serial for serial, _ in own])
    delays.sort()
    return Delays(
        streams=len(heard),
        states=len(posted),
        missing=missing,
        p50_ms=round(delays[len(delays) // 2], 1),
        p99_ms=round(delays[len(delays) * 99 // 100], 1),
        max_ms=round(delays[-1], 1),
        resident_mb=round(memory_mb("self", "VmRSS"), 1),
    )


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

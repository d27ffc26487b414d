"""`jarapon bench web`: many phones watch a game at once; how long until each of them has every state.

Everything stays on this machine (loopback) and in a folder that is removed afterwards. The table, its journal, the
page and its server are the real ones; the phones are a process of their own, so that they do not share our clockwork.
"""

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from device.board_game import BoardGame, begin_game
from device.events import Insert
from device.eye import Eye
from device.journal import Journal
from device.listeners import Subscription
from device.pictures import PictureStore
from device.snapshot import Snapshot
from device.table import LiveTable
from device.texts import language_of, say
from engines import reversi
from engines.messages import Refusal, message
from web.app import create_app
from web.server import open_server

if TYPE_CHECKING:
    from device.box import Box

STREAMS = 200
MOVES = 60  # a whole game
PLAYERS = ("Aya", "Ben")
PAUSE_S = 0.1  # between two moves: ten times as many as a lively game has
PATIENCE_S = 60.0
PAIRS = 5  # films without and with phones

Heard = list[tuple[int, float]]  # serials of states, and when each came (seconds of the machine's clock)


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


@dataclass(frozen=True)
class BenchBox:
    """What the page needs of a box to show its table, before which no camera stands."""

    table: LiveTable
    language: str = "en"
    check_hand: None = None

    def screen_png(self) -> None:
        """No display either."""

    def last_photo(self) -> None:
        """No photograph."""


def run_web(as_json: bool, streams: int = STREAMS, moves: int = MOVES, pairs: int = PAIRS) -> int:
    """Print the delays and what phones cost the eye; returns 1 when a phone missed a state or had one out of order."""
    from web.vision_bench import measure_looks  # which needs the phones of this file

    delays = measure(streams, moves)
    looks = measure_looks(streams, pairs)
    print_figures(asdict(delays) | asdict(looks), "web.bench", as_json)
    return 1 if delays.missing else 0


def print_figures(figures: Mapping[str, float], words: str, as_json: bool) -> None:
    """Print what was measured: a line each, with the text of its name under the key `words`, or all as JSON."""
    if as_json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    language = language_of()
    sys.stdout.writelines(
        f"{value:8g}  {say(message(f'{words}.{name}'), language)}\n" for name, value in figures.items()
    )


def measure(streams: int, moves: int) -> Delays:
    """Play so many moves of reversi before so many phones."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        table = opened.enter_context(_table(opened.enter_context(Journal(folder / "journal.db")), folder))
        server = opened.enter_context(open_server(create_app(cast("Box", BenchBox(table))), 0, "127.0.0.1"))
        phones = opened.enter_context(watching_phones(server.port, streams, moves))
        posted = _play(table, moves, PAUSE_S)
        heard: list[Heard] = _answer(phones)
        return compare(posted, heard)


@contextmanager
def watching_phones(port: int, streams: int, moves: int = sys.maxsize) -> Iterator[Connection]:
    """So many phones in a process of their own, all of which have the table's state; what they say after the moves."""
    here, there = multiprocessing.Pipe()
    phones = multiprocessing.get_context("spawn").Process(target=_watch, args=(there, port, streams, moves))
    phones.start()
    try:
        _answer(here)
        yield here
    finally:
        phones.terminate()
        phones.join()


@contextmanager
def played_table(folder: Path, moves: int) -> Iterator[LiveTable]:
    """A table of reversi in a folder, on which so many moves have been played."""
    with Journal(folder / "journal.db") as journal, _table(journal, folder) as table:
        _play(table, moves, pause_s=0.0)
        yield table


def _table(journal: Journal, folder: Path) -> LiveTable:
    begin_game(journal, reversi.NAME, PLAYERS, {})
    return LiveTable(BoardGame(journal, PictureStore(folder / "pictures")), Eye(None))


def _play(table: LiveTable, moves: int, pause_s: float) -> Heard:
    """Play the first legal move, again and again; gives when the move of each state was posted."""
    posted: Heard = []
    state = reversi.start(PLAYERS, {})
    with table.subscribe() as listening:
        now = _next(listening)
        while len(posted) < moves:
            move = reversi.moves(state)[0]
            state = reversi.play(state, move)
            if move == reversi.PASS:
                continue  # the box makes a forced pass by itself
            posted_at = time.monotonic()
            last = max((line.entry for line in now.moves), default=0)
            table.post(Insert(last, reversi.move_to_json(move), "bench"))
            now = _next(listening)
            posted.append((now.serial, posted_at))
            time.sleep(pause_s)
    return posted


def _next(listening: Subscription) -> Snapshot:
    snapshot = listening.next(PATIENCE_S)
    if snapshot is None:
        raise Refusal(message("web.bench.silent"))
    return snapshot


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


def memory_mb(process: int | str, which: str) -> float:
    """Of a process (number or `"self"`) `VmRSS`, what it has in memory, or `VmHWM`, the most that it ever had."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{which}:")) * 1024 / 1e6


def _answer(pipe: Connection) -> Any:
    """What the phones' process says next."""
    if not pipe.poll(PATIENCE_S):
        raise Refusal(message("web.bench.silent"))
    return pipe.recv()


def _watch(pipe: Connection, port: int, streams: int, moves: int) -> None:
    """Be so many phones, in a process of their own: say when all have a state, and at the end what each has heard."""
    asyncio.run(_be_phones(pipe, port, streams, moves))


async def _be_phones(pipe: Connection, port: int, streams: int, moves: int) -> None:
    phones = [await asyncio.open_connection("127.0.0.1", port, limit=2**20) for _ in range(streams)]
    for reader, writer in phones:
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await _hear_state(reader)
    pipe.send("connected")
    pipe.send(await asyncio.gather(*(_hear_game(reader, moves) for reader, _ in phones)))
    for _, writer in phones:
        writer.close()


async def _hear_game(reader: asyncio.StreamReader, moves: int) -> Heard:
    """The states after so many moves, or as many as came before the stream ended."""
    heard: Heard = []
    while len(heard) < moves and not reader.at_eof():
        serial = await _hear_state(reader)
        heard.append((serial, time.monotonic()))
    return heard


async def _hear_state(reader: asyncio.StreamReader) -> int:
    """The next state's serial; 0 when the stream has ended."""
    serial = 0
    async for line in reader:
        if line.startswith(b"id: "):
            serial = int(line.rpartition(b"-")[2])
        elif line.startswith(b"data: {"):
            break
    return serial

"""`jarapon bench long`: a game of many thousand moves, and a journal of many thousand games.

The journal is made up; the box, page and server that read it are the real ones. Everything stays on this machine, in a
folder that is removed afterwards.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from device.box import Box
from device.record.corrections import Correction
from device.record.entries import EntryData
from device.record.journal import Entry, Journal
from device.settings import Settings
from device.table.events import Asked, Undo
from device.testing.camera import StandInCamera
from engines import infiltration, reversi
from engines.contract import AnyGame
from tools.bench.benchmark import Benchmark, Option, Report, Row, timed
from tools.bench.phones import PATIENCE_S
from tools.bench.played_table import PLAYERS
from web.app import create_app
from web.server.http import open_server

MOVES, GAMES, MOVES_A_GAME, RUNS = 10_000, 20_000, 30, 5
UNDONE = 4  # every fourth move is struck and made again
_AT_ONCE = 500  # games that are written together
_AT = "2026-01-02T20:15:00"
# Two players of Infiltration who step to and fro; no rule ends that.
_TO_AND_FRO = ("d6-d5", "d3-d4", "d5-d6", "d4-d3")


def measure(report: Report, moves: int, games: int) -> None:
    """Report a row for each thing that takes time."""
    for row in measure_long(moves, games):
        report.row("long", row)


def measure_long(moves: int, games: int, runs: int = RUNS) -> list[Row]:
    """Measure how long each thing takes, with so many moves in the last of so many games."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        long_game = _write(data, moves, games)
        rows = [_timed("start of the box", lambda: _start_and_stop(data), runs)]
        with ExitStack() as opened:
            box = opened.enter_context(Box(Settings(data, recorded=True), StandInCamera()))
            server = opened.enter_context(open_server(create_app(box.services), 0, "127.0.0.1"))
            rows += [_timed(what, call, runs) for what, call in _at_the_table(box)]
            rows += [_timed(path, partial(_get, server.port, path), runs) for path in _pages(long_game, moves, games)]
        return rows


def _timed(what: str, call: Callable[[], object], runs: int) -> Row:
    """A row with the first time, the median of further times, and the median of their processor time."""
    (first, _), *more = (timed(call)[1:] for _ in range(runs + 1))
    again, processor = (statistics.median(column) / 1000 for column in zip(*more, strict=True))
    return {"what": what, "first s": first / 1000, "again s": again, "processor s": processor}


def _start_and_stop(data: Path) -> None:
    with Box(Settings(data, recorded=True), StandInCamera()):
        pass


def _at_the_table(box: Box) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is done at the table; the game is afterwards as it was before."""

    def do(event: Any) -> None:
        box.table.post(event).result(PATIENCE_S)

    def move() -> None:
        plies = box.table_parts.game.played.plies
        do(Correction("insert", plies[-1].entry, _TO_AND_FRO[len(plies) % len(_TO_AND_FRO)], "bench"))

    yield "the table's thread looks round", lambda: do(Asked(lambda: None))
    yield "a move is told", move
    yield "a move is taken back", lambda: do(Undo("bench"))


def _pages(long_game: int, moves: int, games: int) -> Iterator[str]:
    yield from ("/", "/moves", "/games", f"/games/{long_game}", "/api/state", "/api/moves", "/api/games")
    yield f"/api/games?before={long_game - games * MOVES_A_GAME // 2}"
    yield f"/api/games/{long_game}"
    for at in (0, moves // 2, moves):
        yield f"/api/games/{long_game}/steps/{at}"
    yield from (f"/api/games/{long_game}/{what}" for what in ("record", "game", "scores", "report"))


def _get(port: int, path: str) -> None:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
        answer.read()


def _write(data: Path, moves: int, games: int) -> int:
    """Write a journal of so many games of reversi and a long game that goes on; returns the long game's number."""
    with Journal(data / "journal.db") as journal:
        every = _games(journal.next_number(), games)
        while some := list(islice(every, _AT_ONCE)):
            journal.add_game([entry for game in some for entry in game])
        number = journal.next_number()
        journal.add_game(_long_game(number, moves))
        journal.resume(number)
        return number


def _games(number: int, games: int) -> Iterator[list[Entry]]:
    for _ in range(games):
        entries = [Entry(number, number, "import", _begun(reversi), _AT)]
        state = reversi.start(PLAYERS, {})
        while len(entries) <= MOVES_A_GAME:
            move = reversi.moves(state)[0]
            state = reversi.play(state, move)
            if move != reversi.PASS:  # the box makes a forced pass by itself
                entries.append(_moved(number + len(entries), number, reversi.move_to_json(move)))
        yield entries
        number += len(entries)


def _long_game(number: int, moves: int) -> list[Entry]:
    """A game of Infiltration, with some of the moves struck and made again."""
    entries = [Entry(number, number, "import", _begun(infiltration), _AT)]
    for made, move in enumerate(islice(cycle(_TO_AND_FRO), moves), start=1):
        entries.append(_moved(number + len(entries), number, move))
        if made % UNDONE == 0:
            struck: EntryData = {"entries": [entries[-1].number], "by": "bench"}
            entries.append(Entry(number + len(entries), number, "strike", struck, _AT))
            entries.append(_moved(number + len(entries), number, move))
    return entries


def _begun(game: AnyGame) -> EntryData:
    return {"game": game.NAME, "players": list(PLAYERS), "options": {}}


def _moved(number: int, game: int, move: Any) -> Entry:
    return Entry(number, game, "move", {"move": move, "picture": None, "by": "camera"}, _AT)


BENCHMARK = Benchmark(
    measure,
    Option("--moves", MOVES, "of the game", quick=1000),
    Option("--games", GAMES, "in the journal", quick=1000),
)

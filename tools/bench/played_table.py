"""Plays reversi at a table without a camera."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from device.capture.table_observer import TableObserver
from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.table.listeners import Subscription
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines import reversi
from engines.messages import Refusal, message

PLAYERS = ("Aya", "Ben")
PATIENCE_S = 60.0
Posted = list[tuple[int, float]]  # serials of states, and when their moves were posted (s of the monotonic clock)


@contextmanager
def played_table(folder: Path, moves: int) -> Iterator[LiveTable]:
    """A table of reversi in a folder, on which so many moves have been played."""
    with Journal(folder / "journal.db") as journal, table_of(journal, folder) as table:
        play(table, moves, pause_s=0.0)
        yield table


def table_of(journal: Journal, folder: Path, players: tuple[str, ...] = PLAYERS) -> LiveTable:
    """A table at which a game of reversi begins."""
    begin_game(journal, reversi.NAME, players, {})
    return LiveTable(BoardGame(journal, PictureStore(folder / "pictures")), TableObserver(None))


def play(table: LiveTable, moves: int, pause_s: float) -> Posted:
    """Play so many moves, always the first legal one; returns when the move of each state was posted."""
    posted: Posted = []
    for snapshot, posted_at in islice(snapshots_of(table, _first_moves()), moves):
        posted.append((snapshot.serial, posted_at))
        time.sleep(pause_s)
    return posted


def snapshots_of(table: LiveTable, moves: Iterable[reversi.Move]) -> Iterator[tuple[Snapshot, float]]:
    """Make moves, all but passes; gives the table after each, and when it was posted (s of the monotonic clock)."""
    with table.subscribe() as listening:
        now = _next(listening)
        for move in moves:
            if move == reversi.PASS:
                continue  # the box makes a forced pass by itself
            posted_at = time.monotonic()
            last = max((line.entry for line in now.moves), default=0)
            table.post(Correction("insert", last, reversi.move_to_json(move), "bench"))
            now = _next(listening)
            yield now, posted_at


def _first_moves() -> Iterator[reversi.Move]:
    state = reversi.start(PLAYERS, {})
    while True:
        move = reversi.moves(state)[0]
        state = reversi.play(state, move)
        yield move


def _next(listening: Subscription) -> Snapshot:
    snapshot = listening.next(PATIENCE_S)
    if snapshot is None:
        raise Refusal(message("web.bench.silent"))
    return snapshot

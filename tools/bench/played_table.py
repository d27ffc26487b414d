"""Plays reversi at a table without a camera."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
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


def table_of(journal: Journal, folder: Path) -> LiveTable:
    """A table at which a game of reversi begins."""
    begin_game(journal, reversi.NAME, PLAYERS, {})
    return LiveTable(BoardGame(journal, PictureStore(folder / "pictures")), TableObserver(None))


def play(table: LiveTable, moves: int, pause_s: float) -> Posted:
    """Play so many moves, always the first legal one; returns when the move of each state was posted."""
    posted: Posted = []
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
            table.post(Correction("insert", last, reversi.move_to_json(move), "bench"))
            now = _next(listening)
            posted.append((now.serial, posted_at))
            time.sleep(pause_s)
    return posted


def _next(listening: Subscription) -> Snapshot:
    snapshot = listening.next(PATIENCE_S)
    if snapshot is None:
        raise Refusal(message("web.bench.silent"))
    return snapshot

"""What a box publishes of whole games, recorded at real tables: so one machine can be as many tables as it likes."""

from dataclasses import dataclass
from pathlib import Path

from club.pages.live import version_of
from device.record.archive import GameArchive
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.snapshot import Snapshot
from engines import reversi
from simulator.people.script import plies
from tools.bench.played_table import snapshots_of, table_of
from web.mqtt.payloads import GameResult, TableState
from web.mqtt.results import result_of
from web.mqtt.states import PublishedTable

LANGUAGE = "en"


@dataclass(frozen=True)
class Step:
    """What is published after a move."""

    state: TableState
    board: bytes
    version: str  # of the board, as the club's page names it


@dataclass(frozen=True)
class RecordedGame:
    """A game to its end."""

    steps: list[Step]
    result: GameResult


def record_game(folder: Path, players: tuple[str, str], seed: int) -> RecordedGame:
    """Have bots play reversi at a table in an empty folder."""
    with Journal(folder / "journal.db") as journal:
        with table_of(journal, folder, players) as table:
            moves = (move for _, move in plies(reversi, players, seed))
            steps = [_step(snapshot) for snapshot, _ in snapshots_of(table, moves)]
        archive = GameArchive(journal, PictureStore(folder), lambda call: call())
        result = result_of(archive.game(1), archive.lineage(), "names", LANGUAGE)
    assert result is not None
    assert steps[-1].state["over"]
    return RecordedGame(steps, result)


def _step(snapshot: Snapshot) -> Step:
    shown = PublishedTable(snapshot, "names", LANGUAGE)
    board = shown.board()
    return Step(shown.state(""), board, version_of(board))

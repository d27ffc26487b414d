"""A box with a real table, journal and pictures, and no camera: games are played by telling their moves."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from device.capture.table_observer import TableObserver
from device.games.listing import GAMES
from device.record.archive import GameArchive
from device.record.backups import Backups
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.services import KeptPictures
from device.table.events import Asked
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from engines.bots import NAMES, Ply
from engines.contract import AnyGame
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import paired
from tools.bench.bare_box import BareBox

BEGINS = datetime(2026, 1, 2, 19, 30)


class KeptBox(BareBox):
    """What the page is given: the games of a journal in a folder, and the table of the last one."""

    def __init__(self, folder: Path, table: LiveTable, game: BoardGame, journal: Journal) -> None:
        super().__init__(table, pairing=paired())
        self.folder, self.game, self.journal = folder, game, journal
        self.archive = GameArchive(journal, game.pictures, self.asked, lambda: game.played)
        self.kept_pictures = KeptPictures(game.pictures)
        self.backups = Backups(folder, lambda: table.snapshot.view.over, journal)

    def asked(self, call: Any) -> Any:
        return self.table.post(Asked(call)).result(PATIENCE_S)

    def do(self, event: Any) -> None:
        self.table.post(event).result(PATIENCE_S)


@contextmanager
def kept_box(folder: Path) -> Iterator[KeptBox]:
    """The box of a folder whose journal is not empty."""
    with Journal(folder / "journal.db", now=Clock()) as journal:
        game = BoardGame(journal, PictureStore(folder / "pictures"), GAMES)
        with LiveTable(game, TableObserver(None)) as table:
            box = KeptBox(folder, table, game, journal)
            with box.backups:
                yield box


class Clock:
    """An evening on which every entry takes a minute."""

    def __init__(self, begins: datetime = BEGINS) -> None:
        self.now = begins

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def write_game(
    folder: Path, name: str, moves: Sequence[Any], players: Sequence[str] = NAMES[:2], begins: datetime = BEGINS
) -> int:
    """A game in the journal of a folder, its moves as the game writes them, every third with a picture."""
    with Journal(folder / "journal.db", now=Clock(begins)) as journal:
        pictures = PictureStore(folder / "pictures")
        number = journal.start_game(name, players, {})
        for at, move in enumerate(moves):
            kept = pictures.keep(f"{number}-{journal.next_number()}", _picture(at)) if at % 3 == 0 else None
            journal.append("move", {"move": move, "picture": kept, "by": "camera"})
        return number


def as_seen(game: AnyGame, plies: Sequence[Ply[Any, Any]]) -> list[Any]:
    """The moves of a game as the table sees them, and as the journal has them."""
    return [game.move_to_json(game.observed(state, move, None)) for state, move in plies]


def _picture(at: int) -> np.ndarray:
    picture = np.full((480, 640, 3), 200, np.uint8)
    picture[100:380, 150 + 5 * at : 480] = (60, 90 + at % 160, 120)
    return picture

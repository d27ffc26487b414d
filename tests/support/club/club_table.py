"""A table of a club: a real journal and a live table at which people enter results, published to a broker."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from device.broker import BrokerLink, BrokerSettings
from device.capture.table_observer import TableObserver
from device.record.archive import GameArchive
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.data_folder import OUTBOX
from device.system.watched_thread import Turn
from device.table.events import Asked, Enter, NewGame
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.table.live_table import LiveTable
from tests.support.waiting import PATIENCE_S, eventually
from web.mqtt.publisher import Source, publish

PLAYERS = ("Aya", "Ben")
Answer = TypeVar("Answer")


class ClubTable:
    """A table of reversi: somebody says who has won, and the next game begins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def at(self, settings: BrokerSettings) -> Iterator["ClubTable"]:
        """Play there, and publish to a broker."""
        with self.playing(), BrokerLink(self.folder, self._publish, settings) as self.link:
            eventually((self.folder / OUTBOX).exists)  # games of before that stay at home
            yield self

    @contextmanager
    def playing(self) -> Iterator["ClubTable"]:
        """Play there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with Journal(self.folder / "journal.db") as self.journal:
            if not self.journal.current():
                begin_game(self.journal, "reversi", PLAYERS, {}, by_hand=True)
            self.game = BoardGame(self.journal, PictureStore(self.folder / "pictures"))
            with LiveTable(self.game, TableObserver(None)) as self.table:
                yield self

    def begin(self, *players: str) -> int:
        """Begin another game; gives its number."""
        self.table.post(NewGame("reversi", players or PLAYERS, by_hand=True)).result(PATIENCE_S)
        return self.game.played.number

    def won_by(self, seat: int) -> None:
        """Say that a player has won."""
        self.table.post(Enter({"winners": [seat]}, "test", is_result=True)).result(PATIENCE_S)

    @property
    def identity(self) -> str:
        """The box, as its topics name it."""
        return self.journal.lineage[0].id[:12]

    def is_all_confirmed(self) -> bool:
        """Whether the broker has all results."""
        confirmed: int = json.loads((self.folder / OUTBOX).read_text())["confirmed"]
        return confirmed == self.journal.next_number() - 1

    @property
    def archive(self) -> GameArchive:
        """Its games."""
        return GameArchive(self.journal, PictureStore(self.folder / "pictures"), self._ask, lambda: self.game.played)

    def _ask(self, call: Callable[[], Answer]) -> Answer:
        answer: Answer = self.table.post(Asked(call)).result(PATIENCE_S)
        return answer

    def _publish(self, turn: Turn, settings: BrokerSettings, link: BrokerLink) -> None:
        source = Source(self.table, self.archive, self.folder, lambda: "en", lambda: None, dict)
        publish(turn, settings, link, source)

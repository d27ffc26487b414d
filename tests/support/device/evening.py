"""An evening at a live table whose camera, reader and tiles are made up, so that a test is the hands that lay them."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from device.capture.events import FrameTaken
from device.capture.exposure_policy import NextCapture
from device.capture.tapped_field import TappedField
from device.hardware.camera.frame import BRACKET
from device.hardware.timeout import TimeLimit
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.data_folder import FIELD
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines.messages import Message
from tests.support.device.at_table import AtTable
from tests.support.device.tabletop import MOVING, Scene, Scenes, after, seen, table_of
from tests.support.waiting import PATIENCE_S

TURN = 3


class Evening(AtTable):
    """A table with everything around it, and the hands that lay tiles."""

    def __init__(self, folder: Path, start: bool = True, options: dict[str, Any] | None = None) -> None:
        self.folder, self.scenes, self.clock = folder, Scenes(), 0.0
        self.journal = Journal(folder / "journal.db", now=lambda: datetime(2026, 1, 2))
        if start:
            begin_game(self.journal, "reversi", ["Aya", "Ben"], options or {})
        self.game = BoardGame(self.journal, PictureStore(folder / "pictures"))
        self.limit = TimeLimit(PATIENCE_S)
        self.next_reader, self.beats = self.scenes.reader(), 0
        observer = self.scenes.observer(TappedField(folder / FIELD), self.limit)
        self.table = LiveTable(self.game, observer, lambda *_: self.next_reader, self._beat)

    def show(self, scene: Scene) -> Snapshot:
        """A hand moves, then the table lies still as the scene has it."""
        self.look(MOVING, 0.3)
        return self.stay(scene)

    def stay(self, scene: Scene, seconds: float = 0.3) -> Snapshot:
        """The table lies still, and time passes; it has a camera whose exposure cannot be chosen."""
        if self.look(scene, seconds).bracket:
            self.look(scene, full=True)
        return self.now

    def look(self, scene: Scene, seconds: float = 0.0, full: bool = False, closer: Scene | None = None) -> NextCapture:
        """One picture after so many seconds, with `closer` in other exposures; gives what is wanted next."""
        self.clock += seconds
        bracket = [] if closer is None else [self.scenes.picture(closer)] * len(BRACKET)
        taken = FrameTaken(self.scenes.frame(scene, self.clock), full, bracket)
        wanted: NextCapture = self.table.post(taken).result(PATIENCE_S)
        return wanted

    def lay(self, *squares: str, turn: int = TURN) -> Snapshot:
        """The table shows the position after these moves from the start."""
        return self.show(lying(*squares, turn=turn))

    def play(self, *squares: str) -> Snapshot:
        """Move after move is laid."""
        for count in range(1, len(squares) + 1):
            self.lay(*squares[:count])
        return self.now

    def _beat(self) -> None:
        self.beats += 1


def lying(*squares: str, turn: int = TURN) -> Scene:
    """The position after these moves from the start, as it lies before the camera."""
    return Scene(seen(table_of(after(*squares)), turn))


def moves(snapshot: Snapshot) -> list[str]:
    """The squares of the record."""
    return [str(dict(line.said.facts)["square"]) for line in snapshot.moves if line.entry]


def keys(messages: Iterable[Message]) -> list[str]:
    """What was said, without its facts."""
    return [said.key for said in messages]

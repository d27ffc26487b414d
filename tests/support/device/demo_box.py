"""A box that watches the demo table by a clock that goes as fast as its pictures are read."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from device.capture.events import FrameTaken
from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader, ReaderOf, reader_of_cards, reader_of_frame, reader_of_tiles
from device.capture.table_observer import TableObserver
from device.config.frames import load_frame
from device.demo.camera import DemoCamera
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_table import FrameTable
from device.games.listing import IN_FRAME, arrangement_of, profile_of
from device.hardware.timeout import TimeLimit
from device.lessons import LAYING_ORDER
from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.events import NewGame
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines.drop_it.moves import SHAPE
from engines.messages import Fact, Message
from engines.vocabulary import BACK, TILE_FACES
from tests.support.clock import Clock
from tests.support.waiting import PATIENCE_S
from vision.card_table_reader import CardTableReader
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import TaughtCards, teach_cards
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import Lesson, teach
from vision.table_reader import TableReader


@cache
def demo_lesson() -> Lesson:
    """The lesson of the demo table."""
    return teach(DemoCamera().lesson_photos(), [*TILE_FACES, BACK])


def demo_faces() -> TaughtFaces:
    """What the demo table teaches."""
    return demo_lesson().taught


@cache
def demo_cards() -> TaughtCards:
    """What the demo table teaches of its number cards."""
    return teach_cards(DemoCamera().card_lesson_photo(), LAYING_ORDER["cards"])


class ListeningTable(LiveTable):
    """A live table that keeps what was posted to it."""

    posted: list[object]

    def post(self, event: object) -> Future[Any]:
        """Keep the event, and handle it."""
        if not isinstance(event, FrameTaken):
            self.posted.append(event)
        return super().post(event)


@dataclass
class DemoBox:
    """The table, the game that it has, and the camera over the people who play."""

    table: ListeningTable
    game: BoardGame
    camera: DemoCamera
    problems: list[Message] = field(default_factory=list)

    def look(self) -> Snapshot:
        """The camera takes the next picture, and the table reads it."""
        frame = self.camera.capture()
        assert frame is not None
        self.table.post(FrameTaken(frame)).result(PATIENCE_S)
        now = self.table.snapshot
        if now.problem is not None and (not self.problems or self.problems[-1] != now.problem.message):
            self.problems.append(now.problem.message)
        return now

    def corrections(self) -> list[Correction]:
        """What people had to correct of the record."""
        return [event for event in self.table.posted if isinstance(event, Correction)]


@contextmanager
def demo_box(
    folder: Path,
    new: NewGame,
    speed: float = 1.0,
    reader_of: ReaderOf | None = None,
    seed: int = 1,
) -> Iterator[DemoBox]:
    """A box that has begun a game at the demo table; `reader_of` gives the readers of others than the demo's faces."""
    clock = Clock(100.0)
    camera = DemoCamera(seed, clock=clock, sleep=clock.sleep)
    camera.demo.speed = speed
    with Journal(folder / "journal.db") as journal:
        begin_game(journal, new.game, new.players, new.options)
        game = BoardGame(journal, PictureStore(folder / "pictures"))
        ListeningTable.posted = []
        readers = reader_of or _reader_of
        reader = readers(new.game, len(new.players), new.options)
        observer = TableObserver(reader, field=FieldTracker(limit=TimeLimit(PATIENCE_S)))
        table = ListeningTable(game, observer, readers, clock=clock)
        with table, camera:
            camera.demo.sit_down(table, game)
            yield DemoBox(table, game, camera)


def _reader_of(game: str, seats: int, options: Mapping[str, Fact]) -> GameReader:
    if game in IN_FRAME:
        edges_by = str(options.get("edges", SHAPE))
        return reader_of_frame(FrameTable(load_frame(None), FrameFiles(None), edges_by))
    if (laid := profile_of(game).cards) is not None:
        find = laid.finder() if laid.finder else CardReader(demo_cards()).read
        places = laid.places()
        places.seats = seats
        return reader_of_cards(CardTableReader(find, places, has_twins=laid.finder is None))
    return reader_of_tiles(TableReader(arrangement_of(game), demo_faces()))

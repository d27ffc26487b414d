"""How much slower the box reads its table while many phones watch: the same film with and without them, by turns.

The film is the demo table's; table, frame gate, reader, page and server are the real ones. What is timed is from
handing a picture over to having it read, so that taking the pictures does not count.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import fmean, median
from typing import Self

from device.demo.camera import FRAME_S, DemoCamera
from device.games.listing import arrangement_of
from device.hardware.camera.frame import Frame
from device.hardware.camera.stand_in import StandInCamera
from device.record.journal import Journal
from device.record.pictures import PictureStore, jpeg_of
from device.table.beginning import begin_game
from device.table.capture import CaptureLoop
from device.table.frame_gate import FrameGate
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from engines import reversi
from engines.messages import Refusal, message
from engines.vocabulary import BACK, TILE_FACES
from tools.bench.bare_box import BareBox
from tools.bench.phones import PATIENCE_S, watching_phones
from tools.bench.played_table import PLAYERS
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import teach
from vision.pictures import decode_picture
from vision.table_reader import TableReader
from web.app import create_app
from web.server.http import open_server

FILM_S = 12.0
PACE_S = 3.0  # of a move: twice as fast as the demo table usually plays


@dataclass(frozen=True)
class Looks:
    """The mean reading time of a picture in ms, where each picture counts with its median over all films."""

    films: int
    moves: int
    look_ms: float
    watched_ms: float
    slower_percent: float


class FilmCamera(StandInCamera):
    """Plays pictures at the pace at which they were taken; `looks_s` is how long the box took to read each."""

    def __init__(self, film: Sequence[bytes]) -> None:
        super().__init__()
        self.looks_s: list[float] = []
        self._film = iter(film)
        self._numbers = count()
        self._begun_s = 0.0
        self._given_s: float | None = None

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a film has one size
        """The next picture when it is due; None after the last one."""
        now = time.monotonic()
        if self._given_s is not None:
            self.looks_s.append(now - self._given_s)
        jpeg = next(self._film, None)
        if jpeg is None:
            return None
        picture, at_s = decode_picture(jpeg, "film"), next(self._numbers) * FRAME_S
        time.sleep(max(0.0, self._begun_s + at_s - time.monotonic()))
        self._given_s = time.monotonic()
        return Frame(picture, at_s)

    def __enter__(self) -> Self:
        self._begun_s = time.monotonic()
        return self


def measure_looks(streams: int, pairs: int) -> Looks:
    """Show the film so many times without phones and with so many, by turns; raises `Refusal` where it stops."""
    taught, film = _lesson(), _film(FILM_S)
    alone: list[list[float]] = []
    watched: list[list[float]] = []
    moves = 0
    for _ in range(pairs):
        for phones, films in ((0, alone), (streams, watched)):
            looks_s, moves = _show(film, taught, phones)
            films.append(looks_s)
    without, with_phones = (_usual_ms(films) for films in (alone, watched))
    return Looks(pairs, moves, round(without, 2), round(with_phones, 2), round(100 * (with_phones / without - 1), 1))


def _usual_ms(films: Sequence[Sequence[float]]) -> float:
    """The mean over all pictures of their median times, so that other load on the machine now and then is left out.

    >>> _usual_ms([[0.01, 0.2], [0.01, 0.02], [0.5, 0.02]])
    15.0
    """
    return 1000 * fmean(median(looks) for looks in zip(*films, strict=True))


def _lesson() -> TaughtFaces:
    return teach(DemoCamera().lesson_photos(), (*TILE_FACES, BACK)).taught


def _film(seconds: float) -> list[bytes]:
    """What the demo table's camera sees in so many seconds, which nobody has to wait for."""
    clock = count()
    with DemoCamera(pace_s=PACE_S, clock=lambda: next(clock) * FRAME_S, sleep=_no_sleep) as camera:
        frames = (camera.capture() for _ in range(int(seconds / FRAME_S)))
        return [jpeg_of(frame.picture, quality=95) for frame in frames if frame is not None]


def _no_sleep(_seconds: float) -> None:
    """The clock of the film goes on by itself."""


def _show(film: Sequence[bytes], taught: TaughtFaces, phones: int) -> tuple[list[float], int]:
    """A new game that is played on the film before so many phones: the seconds of each reading, and the moves found."""
    camera = FilmCamera(film)
    with ExitStack() as opened:
        table = opened.enter_context(_table(Path(opened.enter_context(tempfile.TemporaryDirectory())), taught))
        server = opened.enter_context(open_server(create_app(BareBox(table)), 0, "127.0.0.1"))
        if phones:
            opened.enter_context(watching_phones(server.port, phones))
        watching = opened.enter_context(CaptureLoop(camera, table, recorded=True))
        if not watching.used_up.wait(len(film) * FRAME_S + PATIENCE_S):
            raise Refusal(message("web.bench.silent"))
        return camera.looks_s, len(table.snapshot.moves)


@contextmanager
def _table(folder: Path, taught: TaughtFaces) -> Iterator[LiveTable]:
    with Journal(folder / "journal.db") as journal:
        begin_game(journal, reversi.NAME, PLAYERS, {})
        reader = TableReader(arrangement_of(reversi.NAME), taught)
        with LiveTable(BoardGame(journal, PictureStore(folder / "pictures")), FrameGate(reader)) as table:
            yield table

"""Services that the menu and the web page call, each for one subject; neither gets the box itself."""

from itertools import count
from pathlib import Path
from typing import Any

from device.config.language import BoxLanguage
from device.config.sheets import sheet_in, tile_set_in
from device.games.jarapon_results import won_words
from device.games.listing import arrangement_of
from device.hands import practice
from device.hands.check import HandAnswer, check_hand
from device.hands.practice import PracticeHand
from device.hands.question import HandOptions, ask
from device.hands.table_hand import READ_AS
from device.lessons import Lessons
from device.record.pictures import PictureStore, jpeg_of
from device.referee.orientation import camera_place
from device.referee.outcomes import Problem
from device.system import household_time
from device.system.decoder import DECODER
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from device.table.live_table import LiveTable
from engines.jarapon.sheet import ScoreSheet
from vision.close_up import close_up
from vision.overlay import draw_reading
from vision.reading import Picture, Reading
from vision.table_reader import read_once
from vision.tiles.hand_row import hand_of

MAX_SENT_PICTURES = 8
CLOSE_UP = (960, 720)  # px wide and high


class KeptPictures:
    """Pictures by their ids, as JPEG: those of moves, in a store, and the last ones that phones sent, in memory."""

    def __init__(self, store: PictureStore | None = None) -> None:
        self._store = store
        self._numbers = count(1)
        self._sent: dict[str, bytes] = {}

    def read(self, picture_id: str) -> bytes | None:
        """A picture; None where it is not kept."""
        return self._sent.get(picture_id) or (None if self._store is None else self._store.read(picture_id))

    def keep_sent(self, picture: Picture) -> str:
        """Keep a picture (BGR) that a phone sent for a while; gives its id."""
        name = f"sent-{next(self._numbers)}"
        self._sent[name] = jpeg_of(picture)
        for old in list(self._sent)[:-MAX_SENT_PICTURES]:
            self._sent.pop(old, None)
        return name


class TablePictures:
    """The camera's last picture, plain and with the reading drawn on it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._drawn, self._close_ups = SharedResult(_drawn), SharedResult(_close_up)

    def newest(self) -> Picture | None:
        """The last picture (BGR) as the camera took it; None before the first."""
        return self._table.view.picture

    def drawn(self) -> bytes | None:
        """The last picture that was read, as JPEG, with the reading and the problem's places; None before the first."""
        view, snapshot = self._table.view, self._table.snapshot
        if view.picture is None:
            return None
        return self._drawn.of(view.picture, view.reading, snapshot.problem, snapshot.view.turn)

    def close_up(self) -> bytes | None:
        """The last measurement, drawn over an enlarged part of its picture, as JPEG; None where there is none."""
        measured = self._table.view.measured
        return None if measured is None else self._close_ups.of(*measured)


class Hands:
    """Scores hands of Galaxy Jarapon by the score sheet of a data folder, and reads photographs of them."""

    def __init__(
        self, data: Path, lessons: Lessons, worker: Worker, pictures: KeptPictures, language: BoxLanguage
    ) -> None:
        self._data, self._lessons, self._worker = data, lessons, worker
        self._pictures, self._language = pictures, language

    def sheet(self) -> ScoreSheet:
        """The score sheet in use; raises `BadData`."""
        return sheet_in(self._data)

    def check(self, tiles: str, language: str | None = None, **options: Any) -> HandAnswer:  # of many types
        """Score a hand, with the answer of `jarapon hand --json`; `options` are those of `HandOptions`."""
        chosen = HandOptions(**options)
        return check_hand(tiles, self.sheet(), tile_set_in(self._data), chosen, language or self._language.code)

    def result_words(self, tiles: str, **options: Any) -> str:  # as of `check`
        """The words of a win with a hand (`device.games.jarapon_results`); raises `BadTiles`."""
        question = ask(tiles, tile_set_in(self._data), HandOptions(**options))
        return won_words(question.tiles, question.win)

    def practice(self, number: int, language: str) -> PracticeHand:
        """The hand of the day, and with a `number` others after it; raises `Refusal` or `BadData`."""
        return practice.hand_of(household_time.now().date(), number, self.sheet(), language)

    @property
    def is_taught(self) -> bool:
        """Whether photographs of hands can be read: their faces have been taught."""
        return self._lessons.faces_of(READ_AS) is not None

    def read(self, photo: bytes) -> dict[str, Any]:
        """Read the row of tiles in a photograph (JPEG, PNG, WebP).

        `tiles`: the faces from left to right, `"?"` where one is doubtful; `picture`: the id, for `KeptPictures.read`,
        of the photograph with the reading drawn on it; `others`: how many tiles lie outside the row;
        `warnings`: messages. Raises `BadPicture` or `BadTaught`.
        """
        picture = DECODER.decode(photo, "")
        reading = self._worker.do(read_once, arrangement_of(READ_AS), self._lessons.faces(READ_AS), picture)
        row = hand_of(reading)
        return {
            "tiles": row.faces,
            "others": row.others,
            "picture": self._pictures.keep_sent(draw_reading(picture, reading)),
            "warnings": [warned.said() for warned in reading.warnings],
        }


def _close_up(picture: Picture, reading: Reading) -> bytes:
    return jpeg_of(close_up(picture, reading.marks, CLOSE_UP))


def _drawn(picture: Picture, reading: Reading | None, problem: Problem | None, turn: int) -> bytes:
    marked = {camera_place(place, turn) for place in problem.places} if problem is not None else ()
    return jpeg_of(picture if reading is None else draw_reading(picture, reading, wrong=marked))

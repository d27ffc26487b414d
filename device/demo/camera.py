"""The demo table's camera. Only code behind `Camera` knows that the table is simulated."""

import time
from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from device.config.frames import load_frame
from device.demo.demo import Demo
from device.demo.pace import Pieces
from device.hardware.camera.frame import Camera, Frame
from device.lessons import LAYING_ORDER
from simulator.film.cards_view import CardsView, demo_deck, lesson_shot
from simulator.film.furniture import LAMP, OTHER_LAMP, demo_art
from simulator.film.shots import CardShot, DeckKind, FrameShot, Room, Shot
from simulator.film.table_view import TableView
from simulator.people.tile_table import USUAL_PACE_S
from simulator.render.pieces import Hand
from simulator.scenes.layouts import lesson_tiles
from vision.reading import Picture

if TYPE_CHECKING:
    from simulator.film.frame_view import FrameView

FRAME_S = 0.1
# Maximum time (s) by which players play on between two pictures, however long the box takes.
MAX_STEP_S = 0.5
_COLUMNS = 7  # of cards, as the page draws a lesson


class DemoCamera(Camera):
    """A camera over the demo table: about ten pictures a second, an endless film.

    >>> with DemoCamera() as camera:
    ...     camera.capture().picture.shape
    (960, 1280, 3)
    """

    def __init__(
        self,
        seed: int = 1,  # seeds the players' moves and mistakes
        pace_s: float = USUAL_PACE_S,  # seconds per move
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        demo: Demo | None = None,  # a running demo, already filmed by another camera
    ) -> None:
        super().__init__()
        self._clock, self._sleep = clock, sleep
        self.demo = demo or Demo(seed, pace_s)
        self._view: tuple[str, TableView] | None = None
        self._cards: tuple[tuple[DeckKind, Room], CardsView] | None = None
        self._seed = seed
        self._last_s: float | None = None

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a demo camera has one size
        """The table now; waits for a tenth of a second since the last picture."""
        now = self._clock()
        if self._last_s is not None:
            if (wait_s := self._last_s + FRAME_S - now) > 0:
                self._sleep(wait_s)
                now = self._clock()
            self.demo.go_on(min(now - self._last_s, MAX_STEP_S))
        self._last_s = now
        film, lesson = self.demo.film, self.demo.lesson
        if lesson is not None:
            return Frame(self._picture(_lesson(lesson), None), now, is_of_game=False)
        if isinstance(film.shot, FrameShot):
            return Frame(self._frame.picture(film.shot, film.into_s, film.hand()), now)
        return Frame(self._picture(film.shot, film.hand()), now)

    def _picture(self, shot: Shot | CardShot, hand: Hand | None) -> Picture:
        """Tiles or cards, and a hand over them or none."""
        if isinstance(shot, Shot):
            return self._view_of(shot.sheet).picture(shot.tiles, hand, shot.die)
        return self._view_of_cards(shot.deck, shot.room).picture(shot.cards, hand)

    @cached_property
    def _frame(self) -> "FrameView":
        """The frame of Drop It, which only that game needs."""
        from simulator.film.frame_view import FrameView

        return FrameView(load_frame(None), np.random.default_rng(self._seed))

    def _view_of(self, sheet: str) -> TableView:
        """The view of the table with a sheet on it."""
        if self._view is None or self._view[0] != sheet:
            self._view = sheet, TableView(demo_art(sheet), np.random.default_rng(self._seed))
        return self._view[1]

    def _view_of_cards(self, deck: DeckKind, room: Room) -> CardsView:
        """The view of a table of cards, of which the camera sees a room."""
        if self._cards is None or self._cards[0] != (deck, room):
            view = CardsView(demo_deck(deck), room, np.random.default_rng(self._seed))
            self._cards = (deck, room), view
        return self._cards[1]

    def lesson_photos(self) -> list[Picture]:
        """Photographs of the table's own tiles in reading order, `1` … `9`, `wild` and `back`, under two lights."""
        photos, art = [], demo_art()
        for number, lamp in enumerate((LAMP, OTHER_LAMP)):
            rng = np.random.default_rng(number)
            photos.append(TableView(art, rng, lamp, turn=2.0).picture(lesson_tiles(rng), None))
        return photos

    def card_lesson_photo(self) -> Picture:
        """A photograph of the table's own number cards in reading order, `1` … `12`, `wild` and `back`."""
        rng = np.random.default_rng(1)
        shot = lesson_shot(LAYING_ORDER["cards"], rng)
        return CardsView(demo_deck(shot.deck), shot.room, rng).picture(shot.cards, None)

    def anew(self) -> "DemoCamera":
        """Another camera over the same table, where play goes on."""
        return DemoCamera(self._seed, clock=self._clock, sleep=self._sleep, demo=self.demo)

    def __exit__(self, *_: object) -> None:
        self._view = self._cards = None


@cache
def _lesson(pieces: Pieces) -> Shot | CardShot:
    """One of each tile or card of the table, laid as a lesson asks."""
    rng = np.random.default_rng(1)
    if pieces == "tiles":
        return Shot(1.0, tuple(lesson_tiles(rng)))
    return lesson_shot(LAYING_ORDER[pieces], rng, _COLUMNS)

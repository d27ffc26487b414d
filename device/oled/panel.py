"""The box's face: its display, its buzzer and its voice, told by the table like everybody else."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from math import inf
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Self

from device.capture.events import Noticed
from device.demo.pace import Control, Pace
from device.hardware.buzzer import Buzzer
from device.hardware.display import Display
from device.oled.canvas import Page, titled_pages
from device.oled.carousel import Carousel
from device.oled.pages.join import code_page, joining_pages
from device.oled.pages.listing import PAGES, further_pages, pages_with, snapshot_pages
from device.phones.pairing import Pairing, Shown
from device.referee.outcomes import Problem
from device.system.hotspot_profile import HotspotAccess
from device.system.watched_thread import Turn, WatchedThread
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.texts import say
from device.voice.voice import Voice, news
from engines.messages import message

if TYPE_CHECKING:
    from device.demo.demo import Demo

# So long the address of the page stays on the display at the beginning.
GREETING_S = 8.0
WAKE_S = 0.25
PATIENCE_S = 5.0
STOP_S = 3.0


class Panel:
    """Shows every snapshot and sounds what is new, in threads of its own, as long as the `with` block lasts.

    They are those of `threads`. `demo`: the demo table, where that is what is watched; `voice`: what
    reads aloud what is new.
    """

    def __init__(
        self,
        table: LiveTable,
        display: Display,
        buzzer: Buzzer,
        pairing: Pairing,
        language: str,
        clock: Callable[[], float] = time.monotonic,
        demo: "Demo | None" = None,
        voice: Voice | None = None,
    ) -> None:
        self._voice = voice or Voice()
        self._demo, self._pace = demo, Pace()
        self._kinds = PAGES if demo is None else pages_with(lambda: demo.pace)
        self._table, self._display, self._buzzer = table, display, buzzer
        self._pairing, self._code = pairing, Shown()
        self._language, self._clock = language, clock
        self._joins_by: tuple[str, str, HotspotAccess | None] | None = None
        self.each_turn: Callable[[], object] = lambda: None  # is called several times a second
        self._instead: tuple[Page, ...] = ()
        self._greeted_until = 0.0
        self._welcomes = False
        self._shown: Snapshot | None = None
        self._greets, self._speaks_anew = Event(), Event()
        self._open = ExitStack()
        self._carousel = Carousel(display)
        self._thread = WatchedThread("front", self._run, PATIENCE_S)
        self.threads = (self._thread, self._carousel.thread)

    def greet(self, address: str, name: str = "", access: HotspotAccess | None = None) -> None:
        """Show for a while how phones come in; see `joining_pages`.

        A box that has never met a phone shows it, the QR code first, until one is paired or somebody presses a button.
        """
        is_new = self._joins_by is None and self._display.is_seen and not self._pairing.phones.all()
        self._joins_by = address, name, access
        if is_new or self._welcomes:
            joining = self.joining if access else self.joining[::-1]
            self.show_for((*joining, *menu_hint(self._language)), inf)
            self._welcomes = True
        else:
            self.show_for(self.joining, GREETING_S)

    def end_welcome(self) -> bool:
        """Show the table's pages from now on; False where no first phone was waited for."""
        was_on, self._welcomes = self._welcomes, False
        if was_on:
            self._greeted_until = 0.0
        return was_on

    @property
    def address(self) -> str:
        """Where the page is; empty as long as the box is in no network."""
        return self._joins_by[0] if self._joins_by else ""

    @property
    def joining(self) -> tuple[Page, ...]:
        """The pages that say how phones come in, or that there is no network; none before that is known."""
        return _joining(self._language, *self._joins_by) if self._joins_by else ()

    def speak(self, language: str) -> None:
        """Show and read aloud everything in another language from now on."""
        self._language = language
        self._speaks_anew.set()

    def lay_over(self, page: Page | None) -> None:
        """Show a page above all others, at once, until another one is laid over them; None: the others again."""
        self._carousel.lay_over(page)

    def show_for(self, pages: tuple[Page, ...], seconds: float) -> None:
        """Show these pages for a while instead of the table's; a turned page ends it."""
        self._instead, self._welcomes = pages, False
        self._greeted_until = self._clock() + seconds
        self._greets.set()

    def turn(self, step: int) -> None:
        """Show the next page (1) or the one before (-1); the greeting ends with it."""
        if self._clock() < self._greeted_until:
            self._greeted_until = 0.0
        else:
            self._carousel.turn(step)

    def choice(self) -> str | None:
        """The key of the choice whose page is on the display; None for any other page."""
        page = self._carousel.shown
        return None if page is None else page.choice

    def game(self) -> str | None:
        """The game that can be begun by its page, which is on the display; None for any other page."""
        page = self._carousel.shown
        return None if page is None else page.game

    def control(self) -> Control | None:
        """What the page on the display changes at the demo table; None for any other page."""
        page = self._carousel.shown
        return None if page is None else page.control

    def __enter__(self) -> Self:
        self._open.enter_context(self._carousel)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.stop(STOP_S)
        self._open.close()

    def _run(self, turn: Turn) -> None:
        self._shown = None
        with self._table.subscribe() as listening:
            now: Snapshot | None = None
            while turn.goes_on():
                told = listening.next(timeout_s=WAKE_S)
                self._report()
                self.each_turn()
                self._show_code()
                self._welcome()
                if self._speaks_anew.is_set():
                    self._speaks_anew.clear()
                    self._shown = None
                if self._greets.is_set():
                    # Only this thread puts pages, so that none comes between a greeting and the snapshot after it.
                    self._greets.clear()
                    self._carousel.put(self._instead)
                    self._shown = None
                if told is not None:
                    self._sound(now, told)
                    self._voice.say(news(now, told, self._language))
                    now = told
                is_new = now is not self._shown or self._has_other_pace()
                if now is not None and is_new and self._clock() >= self._greeted_until:
                    self._show(now)

    def _has_other_pace(self) -> bool:
        return self._demo is not None and self._demo.pace != self._pace

    def _show(self, now: Snapshot) -> None:
        if self._demo is not None:
            self._pace = self._demo.pace
        anew = self._shown is None or _told_by(now) != _told_by(self._shown)
        self._shown = now
        further = (*further_pages(now, self._language, self._kinds), *menu_hint(self._language), *self.joining)
        self._carousel.put(snapshot_pages(now, self._language, self._kinds), further, anew)

    def _show_code(self) -> None:
        """Lay a code for a phone over everything as long as it is valid."""
        code = self._pairing.shown
        if code != self._code:
            self._code = code
            self._display.cover(code_page(code.digits, self._language, code.is_window).image if code.digits else None)

    def _welcome(self) -> None:
        if self._welcomes and self._pairing.phones.all():
            self.end_welcome()
        elif self._welcomes:
            self._display.wake()  # whoever comes after lunch finds it bright

    def _report(self) -> None:
        """Tell the table what became of the display."""
        notices, self._display.notices[:] = list(self._display.notices), []
        for said in notices:
            self._table.post(Noticed(said))

    def _sound(self, before: Snapshot | None, now: Snapshot) -> None:
        if before is None or before.game != now.game:
            return
        if now.over and not before.over:
            self._buzzer.play("over")
        elif len(now.moves) > len(before.moves):
            self._buzzer.play("move")
        elif _is_another(before.problem, now.problem) or (now.question and not before.question):
            self._buzzer.play("problem")


@lru_cache(maxsize=4)
def menu_hint(language: str) -> tuple[Page, ...]:
    """How the menu is opened, which no button says."""
    return tuple(titled_pages(say(message("menu.title"), language), say(message("menu.hint"), language)))


@lru_cache(maxsize=4)
def _joining(language: str, address: str, name: str, access: HotspotAccess | None) -> tuple[Page, ...]:
    return joining_pages(address, language, name, access)


def _is_another(before: Problem | None, now: Problem | None) -> bool:
    """Whether something else than before is to be mended first."""
    return now is not None and (before is None or now.message != before.message)


def _told_by(snapshot: Snapshot) -> Snapshot:
    """What there is to read: the same when only a hand has come or gone, or the table is looked at more closely."""
    is_brief = snapshot.seeing in ("moving", "settling", "closer", "exposures", "larger")
    return replace(snapshot, serial=0, seeing="still" if is_brief else snapshot.seeing)

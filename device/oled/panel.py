"""The box's front: display, buzzer and voice, which follow the table's snapshots as phones do."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from math import inf
from threading import Event
from typing import Self

from device.capture.events import Noticed
from device.demo.demo import Demo
from device.demo.pace import Pace
from device.hardware.buzzer import Buzzer
from device.hardware.display import Display
from device.oled.canvas import Page, titled_pages
from device.oled.carousel import Carousel
from device.oled.pages.join import code_page, joining_pages
from device.oled.pages.listing import FURTHER, further_pages, further_with, snapshot_pages
from device.phones.pairing import Pairing, Shown
from device.referee.outcomes import Problem
from device.system.hotspot_profile import HotspotAccess
from device.system.watched_thread import Turn, WatchedThread
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.texts import say
from device.voice.voice import Voice, news
from engines.messages import message

GREETING_S = 8.0  # time (s) for which the page's address is shown at the start
WAKE_S = 0.25
PATIENCE_S = 5.0
STOP_S = 3.0


class Greeting:
    """Pages shown for a while instead of the table's, and how phones join."""

    def __init__(self) -> None:
        self.joins_by: tuple[str, str, HotspotAccess | None] | None = None  # address, name, own Wi-Fi; None until known
        self.is_welcome = False  # whether it waits for the first phone of a new box
        self.pages: tuple[Page, ...] = ()
        self.has_begun = Event()  # set until the panel has put its pages
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        """Whether it is still shown."""
        return time.monotonic() < self._until

    @property
    def address(self) -> str:
        """The page's address; empty while the box is in no network."""
        return self.joins_by[0] if self.joins_by else ""

    def joining(self, language: str) -> tuple[Page, ...]:
        """The pages about joining with a phone; empty until the network is known."""
        return _joining(language, *self.joins_by) if self.joins_by else ()

    def show_for(self, pages: tuple[Page, ...], seconds: float, is_welcome: bool = False) -> None:
        """Show these pages for a while instead of the table's; turning a page ends it."""
        self.pages, self.is_welcome = pages, is_welcome
        self._until = time.monotonic() + seconds
        self.has_begun.set()

    def end(self) -> None:
        """End the greeting; the table's pages are shown again."""
        self._until, self.is_welcome = 0.0, False

    def end_welcome(self) -> bool:
        """End it if it waits for the first phone; returns whether it did."""
        was_welcome = self.is_welcome
        if was_welcome:
            self.end()
        return was_welcome


class Announcer:
    """Announces news of the table by sound and voice."""

    def __init__(self, buzzer: Buzzer, voice: Voice) -> None:
        self._buzzer, self._voice = buzzer, voice

    def announce(self, before: Snapshot | None, now: Snapshot, language: str) -> None:
        """Announce the news since a snapshot; None: there was none yet."""
        if before is not None and before.view.game == now.view.game:
            self._sound(before, now)
        self._voice.say(news(before, now, language))

    def _sound(self, before: Snapshot, now: Snapshot) -> None:
        if now.view.over and not before.view.over:
            self._buzzer.play("over")
        elif len(now.moves) > len(before.moves):
            self._buzzer.play("move")
        elif _is_another(before.problem, now.problem) or (now.choices.question and not before.choices.question):
            self._buzzer.play("problem")


class Panel:
    """Shows every snapshot, in threads of its own, while its `with` block is open.

    `demo` is the demo table, if that is watched. `each_turn` is called several times a second.
    """

    def __init__(
        self,
        table: LiveTable,
        display: Display,
        announcer: Announcer,
        pairing: Pairing,
        language: str,
        demo: Demo | None = None,
    ) -> None:
        self._table, self._display, self._announcer = table, display, announcer
        self._pairing, self._code = pairing, Shown()
        self._language, self._demo = language, demo
        self._further = FURTHER if demo is None else further_with(lambda: demo.pace)
        self.greeting = Greeting()
        self.each_turn: Callable[[], object] = lambda: None
        self._shown: tuple[Snapshot, Pace] | None = None
        self._speaks_anew = Event()
        self._open = ExitStack()
        self._carousel = Carousel(display)
        self._thread = WatchedThread("front", self._run, PATIENCE_S)

    @property
    def threads(self) -> tuple[WatchedThread, ...]:
        """Its threads, to be supervised."""
        return self._thread, self._carousel.thread

    def greet(self, address: str, name: str = "", access: HotspotAccess | None = None) -> None:
        """Show for a while how phones join; see `joining_pages`.

        A box that has never met a phone shows it, QR code first, until one is paired or somebody presses a button.
        """
        greeting, language = self.greeting, self._language
        is_new = greeting.joins_by is None and self._display.is_visible and not self._pairing.phones.all()
        greeting.joins_by = address, name, access
        if is_new or greeting.is_welcome:
            joining = greeting.joining(language) if access else greeting.joining(language)[::-1]
            greeting.show_for((*joining, *menu_hint(language)), inf, is_welcome=True)
        else:
            greeting.show_for(greeting.joining(language), GREETING_S)

    def speak(self, language: str) -> None:
        """Use another language for everything shown and spoken from now on."""
        self._language = language
        self._speaks_anew.set()

    def lay_over(self, page: Page | None) -> None:
        """Lay a page over all others at once, until it is replaced; None shows the others again."""
        self._carousel.lay_over(page)

    def turn(self, step: int) -> None:
        """Show the next page (1) or the previous one (-1); this ends the greeting."""
        if self.greeting.is_on:
            self.greeting.end()
        else:
            self._carousel.turn(step)

    @property
    def page(self) -> Page | None:
        """The page on the display."""
        return self._carousel.shown

    def __enter__(self) -> Self:
        self._open.enter_context(self._carousel)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.stop(STOP_S)
        self._open.close()

    def _run(self, turn: Turn) -> None:
        self._shown = None
        with self._table.subscribe() as listening:
            now: Snapshot | None = None
            while turn.goes_on():
                newest = listening.next(timeout_s=WAKE_S)
                self._report()
                self.each_turn()
                self._show_code()
                self._welcome()
                self._begin_anew()
                if newest is not None:
                    self._announcer.announce(now, newest, self._language)
                    now = newest
                if now is not None and not self.greeting.is_on:
                    self._show(now)

    def _begin_anew(self) -> None:
        """Put the pages of a new greeting; have the table's pages put again after it, or after a change of language.

        Only this thread puts pages, so that none comes between a greeting and the snapshot after it.
        """
        if self._speaks_anew.is_set():
            self._speaks_anew.clear()
            self._shown = None
        if self.greeting.has_begun.is_set():
            self.greeting.has_begun.clear()
            self._carousel.put(self.greeting.pages)
            self._shown = None

    def _show(self, now: Snapshot) -> None:
        """Put the pages of a snapshot, unless they are already shown."""
        pace = Pace() if self._demo is None else self._demo.pace
        before, self._shown = self._shown, (now, pace)
        if before is not None and before[0] is now and before[1] == pace:
            return
        anew, language = before is None or _readable(now) != _readable(before[0]), self._language
        further = (*further_pages(now, language, self._further), *menu_hint(language), *self.greeting.joining(language))
        self._carousel.put(snapshot_pages(now, language), further, anew)

    def _show_code(self) -> None:
        """Cover everything with a pairing code while it is valid."""
        code = self._pairing.shown
        if code != self._code:
            self._code = code
            self._display.cover(code_page(code.digits, self._language, code.is_window).image if code.digits else None)

    def _welcome(self) -> None:
        if self.greeting.is_welcome and self._pairing.phones.all():
            self.greeting.end()
        elif self.greeting.is_welcome:
            self._display.wake()  # the welcome stays bright

    def _report(self) -> None:
        """Post the display's notices to the table."""
        notices, self._display.notices[:] = list(self._display.notices), []
        for said in notices:
            self._table.post(Noticed(said))


@lru_cache(maxsize=4)
def menu_hint(language: str) -> tuple[Page, ...]:
    """The page that says how to open the menu, which no button says."""
    return tuple(titled_pages(say(message("menu.title"), language), say(message("menu.hint"), language)))


@lru_cache(maxsize=4)
def _joining(language: str, address: str, name: str, access: HotspotAccess | None) -> tuple[Page, ...]:
    return joining_pages(address, language, name, access)


def _is_another(before: Problem | None, now: Problem | None) -> bool:
    """Whether the problem to correct first has changed."""
    return now is not None and (before is None or now.message != before.message)


def _readable(snapshot: Snapshot) -> Snapshot:
    """A snapshot reduced to what people read: equal if only a hand has come or gone, or a picture is retaken."""
    is_brief = snapshot.seeing in ("moving", "settling", "closer", "exposures", "larger")
    return replace(snapshot, serial=0, seeing="still" if is_brief else snapshot.seeing)

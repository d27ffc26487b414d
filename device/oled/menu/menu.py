"""The menu, shown over everything else on the display.

Holding OK opens it. It is left by holding OK again, by the last item of its first list, or by itself a minute after the
last key. While it is open it receives all buttons, so that none changes the game by mistake.
"""

import time
from collections.abc import Callable
from threading import RLock, Thread
from typing import Protocol

from device.config.language import BoxLanguage
from device.hardware.display import Display
from device.oled.canvas import Page
from device.oled.menu.widgets import BusyScreen, Item, ListScreen, Navigator, Screen, TextScreen, Words, YesNoScreen
from device.system.faults import log_fault
from engines.messages import Refusal, message

OPENS = "ok_long"
LEAVES_AFTER_S = 60.0


class OnlyAtBox(Refusal):
    """A press on the page asked for what only somebody at the box may do; see docs/trust.md."""


class Subject(Protocol):
    """A subject of the menu."""

    def items(self) -> list[Item]:
        """Its items on the first screen."""


class Menu(Navigator):
    """The menu of a box; its first screen lists the items of its `subjects`.

    Keys come from the buttons' thread and are handled at once. Longer actions run in a thread of their own, by `do`.
    `lay_over` lays a page over all others, or, given None, removes it.
    """

    subjects: tuple[Subject, ...] = ()

    def __init__(self, display: Display, lay_over: Callable[[Page | None], None], language: BoxLanguage) -> None:
        super().__init__()
        self._display, self._lay_over, self._language = display, lay_over, language
        self._clock: Callable[[], float] = time.monotonic
        self._pressed_at = 0.0
        self._is_at_box = True  # whether the last key was pressed at the box itself, not on the page
        self._lock = RLock()

    def press(self, button: str, at_box: bool = True) -> bool:
        """Handle a button; returns whether the menu used it. It never opens while nobody can see the display.

        Not `at_box`: the button was pressed on the page, whose picture of the display shows the menu; raises
        `OnlyAtBox`.
        """
        with self._lock:
            screen, self._is_at_box = self.screen, at_box
            if screen is None and not (button == OPENS and self._is_seen):
                return False
            if screen is None:
                self.push(self._first())
            elif button == OPENS:
                self.leave()
            else:
                self._follow(screen, button)
            self._pressed_at = self._clock()
            self._draw()
            return True

    def _first(self) -> Screen:
        items = [item for subject in self.subjects for item in subject.items()]
        return ListScreen(message("menu.title"), items)

    def _follow(self, screen: Screen, button: str) -> None:
        keys = {"next": screen.next, "back": screen.back, "ok": screen.ok, "undo": screen.undo}
        try:
            keys.get(button, lambda: None)()
        except OnlyAtBox:
            raise
        except Refusal as refusal:
            self.push(TextScreen(screen.title, refusal.said))

    @property
    def _is_seen(self) -> bool:
        """Whether whoever pressed the last key can see the menu."""
        return self._display.is_visible or not self._is_at_box

    def only_at_box(self, call: Callable[[], None]) -> Callable[[], None]:
        """The call of a key that has to be pressed at the box itself; a press on the page raises `OnlyAtBox`."""

        def guarded() -> None:
            if not self._is_at_box:
                raise OnlyAtBox(message("buttons.only_at_box"))
            call()

        return guarded

    def close_if_left(self) -> None:
        """Close the menu if no key was pressed for long, or nobody can see it; to be called regularly."""
        with self._lock:
            screen = self.screen
            if screen is None:
                return
            is_left = self._clock() >= self._pressed_at + LEAVES_AFTER_S and not screen.is_busy
            if is_left or not self._is_seen:
                self.leave()
                self._draw()

    def ask(
        self,
        title: Words,
        text: Words,
        call: Callable[[], Screen | None],
        meanwhile: Words | None = None,
        only_at_box: bool = False,
    ) -> None:
        """Ask a question; after “Yes”, which may count `only_at_box`, `do` the call."""

        def yes() -> None:
            self.do(title, call, meanwhile)

        self.push(YesNoScreen(title, text, self.only_at_box(yes) if only_at_box else yes))

    def do(self, title: Words, call: Callable[[], Screen | None], meanwhile: Words | None = None) -> None:
        """Make a call that may take a while, then show the screen that it returns, or leave the menu.

        A refusal is shown as a text.
        """
        busy = BusyScreen(title, meanwhile)
        self.push(busy)
        Thread(target=self._do, args=(busy, call), name="menu", daemon=True).start()

    def _do(self, busy: BusyScreen, call: Callable[[], Screen | None]) -> None:
        shown: Screen | None
        try:
            shown = call()
        except Refusal as refusal:
            shown = TextScreen(busy.title, refusal.said)
        except Exception as error:  # noqa: BLE001 — logged and shown: the menu must not wait for ever
            log_fault("the menu has failed", error)
            shown = TextScreen(busy.title, message("table.fault"))
        with self._lock:
            if self.screen is not busy:  # somebody has left the menu in the meantime
                return
            self.pop()
            if shown is None:
                self.leave()
            else:
                self.push(shown)
            self._pressed_at = self._clock()
            self._draw()

    def _draw(self) -> None:
        page = None
        if (screen := self.screen) is not None:
            image = screen.draw(self._language.code).image
            page = Page(image, is_secret=screen.is_secret)  # known only after drawing
        self._lay_over(page)

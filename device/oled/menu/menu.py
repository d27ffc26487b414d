"""The menu: its screens lie on one another, and the topmost one is shown above all that the display shows else.

It is opened by holding OK, and left by holding it again, by the last line of its first list, or by itself a minute
after the last key. While it is open it has all buttons, so that none changes the game by mistake.
"""

import time
from collections.abc import Callable
from threading import RLock, Thread
from typing import TYPE_CHECKING

from device.oled.canvas import Page
from device.oled.menu.main import main_screen
from device.oled.menu.screen import Screen, Words
from device.oled.menu.texts import BusyScreen, TextScreen
from device.system.faults import log_fault
from engines.messages import Refusal, message

if TYPE_CHECKING:
    from device.box import Box

OPENS = "ok_long"
LEAVES_AFTER_S = 60.0


class Menu:
    """The menu of a box.

    Keys come from the thread that hears the buttons and are followed at once. What takes longer is done in a thread of
    its own, by `do`.
    """

    def __init__(self, box: "Box", clock: Callable[[], float] = time.monotonic) -> None:
        self.box = box
        self._clock = clock
        self._screens: list[Screen] = []
        self._pressed_at = 0.0
        self._lock = RLock()

    @property
    def screen(self) -> Screen | None:
        """The screen that is shown; None where the menu is not open."""
        return self._screens[-1] if self._screens else None

    def press(self, button: str) -> bool:
        """Follow a button; whether it was for the menu. It is never opened where nobody could see it."""
        with self._lock:
            screen = self.screen
            if screen is None and not (button == OPENS and self.box.display.is_seen):
                return False
            if screen is None:
                self._screens.append(main_screen(self))
            elif button == OPENS:
                self._screens.clear()
            else:
                self._follow(screen, button)
            self._pressed_at = self._clock()
            self._draw()
            return True

    def _follow(self, screen: Screen, button: str) -> None:
        keys = {"next": screen.next, "back": screen.back, "ok": screen.ok, "undo": screen.undo}
        try:
            keys.get(button, lambda: None)()
        except Refusal as refusal:
            self.open(TextScreen(self, screen.title, refusal.said))

    def look(self) -> None:
        """To be called again and again: leaves the menu where nobody has pressed a key for long, or nobody sees it."""
        with self._lock:
            screen = self.screen
            if screen is None:
                return
            is_left = self._clock() >= self._pressed_at + LEAVES_AFTER_S and not screen.is_busy
            if is_left or not self.box.display.is_seen:
                self._screens.clear()
                self._draw()

    def open(self, screen: Screen) -> None:
        """Lay a screen on the one that is shown."""
        self._screens.append(screen)

    def up(self, levels: int = 1) -> None:
        """Leave the screen that is shown, and so many in all; from the first one, the menu."""
        del self._screens[-levels:]

    def home(self) -> None:
        """Leave all screens but the first one."""
        del self._screens[1:]

    def leave(self) -> None:
        """Leave the menu."""
        self._screens.clear()

    def do(self, title: Words, call: Callable[[], Screen | None], meanwhile: Words | None = None) -> None:
        """Do what may take a while, and show the screen that it gives, or else leave the menu.

        What it refuses is shown as a text.
        """
        busy = BusyScreen(self, title, meanwhile)
        self.open(busy)
        Thread(target=self._do, args=(busy, call), name="menu", daemon=True).start()

    def _do(self, busy: BusyScreen, call: Callable[[], Screen | None]) -> None:
        shown: Screen | None
        try:
            shown = call()
        except Refusal as refusal:
            shown = TextScreen(self, busy.title, refusal.said)
        except Exception as error:  # noqa: BLE001 — a fault of ours, logged and said: the menu must not wait for ever
            log_fault("the menu has failed", error)
            shown = TextScreen(self, busy.title, message("table.fault"))
        with self._lock:
            if self.screen is not busy:  # somebody has left the menu meanwhile
                return
            self._screens[-1:] = [] if shown is None else [shown]
            if shown is None:
                self.leave()
            self._pressed_at = self._clock()
            self._draw()

    def _draw(self) -> None:
        page = None
        if (screen := self.screen) is not None:
            image = screen.draw(self.box.language.code).image
            page = Page(image, is_secret=screen.is_secret)  # which is known only when it is drawn
        self.box.panel.lay_over(page)

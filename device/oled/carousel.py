"""Shows what is too long for a small screen page by page, and turns pages when a button is pressed."""

import time
from collections.abc import Callable, Sequence
from math import inf
from queue import Empty, SimpleQueue
from typing import Self

from device.hardware.display import Display
from device.oled.canvas import Page
from device.system.watched_thread import Turn, WatchedThread

SECONDS_A_PAGE = 4.0
SECONDS_ASKED = 15.0  # for a page that somebody turned to: time to spell it out, and to press again
WAKE_S = 1.0
PATIENCE_S = 5.0
STOP_S = 3.0


class Carousel:
    """Turns pages cyclically, in a thread of its own."""

    def __init__(
        self, display: Display, seconds_a_page: float = SECONDS_A_PAGE, seconds_asked: float = SECONDS_ASKED
    ) -> None:
        self._display = display
        self._seconds, self._asked_seconds = seconds_a_page, seconds_asked
        self.shown: Page | None = None  # the page on the display
        self._put: list[tuple[str | None, bytes]] = []
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()  # calls for its thread; None only wakes it
        self._over: Page | None = None  # a page laid over all others
        self._pages: tuple[Page, ...] = ()
        self._turned = 0  # number of pages, from the first, that turn by themselves
        self._at, self._asked, self._shown_at_s = 0, False, 0.0
        self.thread = WatchedThread("pages", self._turn, PATIENCE_S)

    def put(self, pages: Sequence[Page], further: Sequence[Page] = (), anew: bool = True) -> None:
        """Show these pages from the first on; if they are already shown, continue where they are.

        `further` pages come after them, but only when turned to. Not `anew`: they have the same meaning as the pages
        before, so stay at the page being read.
        """
        put = [(page.choice, page.image.tobytes()) for page in (*pages, *further)]
        if put != self._put:
            self._put, turned, all_pages = put, len(pages), (*pages, *further)
            self._display.wake()
            self._orders.put(lambda: self._take(all_pages, turned, anew))

    def lay_over(self, page: Page | None) -> None:
        """Lay a page over all others until it is replaced; None shows the others again."""
        self._orders.put(lambda: self._lay_over(page))

    def turn(self, step: int) -> None:
        """Show the next page (1) or the previous one (-1) at once, and keep it for a while."""
        self._orders.put(lambda: self._step(step))

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop(STOP_S, wake=lambda: self._orders.put(None))

    def _turn(self, turn: Turn) -> None:
        self._show()
        while turn.goes_on():
            left_s = self._time_to_turn_s() - (time.monotonic() - self._shown_at_s)
            try:
                order = self._orders.get(timeout=max(0.0, min(left_s, WAKE_S)))
            except Empty:
                if left_s <= WAKE_S and turn.goes_on():
                    self._turn_by_itself()
            else:
                if order is not None:
                    order()
                    self._show()

    def _turn_by_itself(self) -> None:
        """Turn to the next page among the first ones, which turn by themselves."""
        self._at, self._asked = (self._at + 1 if self._at + 1 < self._turned else 0), False
        self._show()

    def _take(self, pages: tuple[Page, ...], turned: int, anew: bool) -> None:
        self._pages, self._turned = pages, turned
        if anew or self._at >= len(pages):
            self._at, self._asked = 0, False

    def _lay_over(self, page: Page | None) -> None:
        self._over = page

    def _step(self, step: int) -> None:
        if self._turned:
            self._at, self._asked = (self._at + step) % len(self._pages), True

    def _show(self) -> None:
        self._shown_at_s = time.monotonic()
        if self._over is not None or self._turned:
            self.shown = self._over or self._pages[self._at]
            self._display.show(self.shown.image, self.shown.is_secret)

    def _time_to_turn_s(self) -> float:
        """How long the current page stays if nothing happens."""
        if self._over is not None:
            return inf
        if self._asked:
            return self._asked_seconds
        return self._seconds if self._turned > 1 else inf

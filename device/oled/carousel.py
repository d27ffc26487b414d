"""Shows what is too long for one small screen page after page, and turns the pages for whoever presses a button."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from queue import Empty, SimpleQueue
from typing import Self

from device.hardware.display import Display
from device.oled.canvas import Page
from device.system.watched_thread import Turn, WatchedThread

SECONDS_A_PAGE = 4.0
# So long a page stays that somebody has asked for: time to spell it out, and to press again.
SECONDS_ASKED = 15.0
WAKE_S = 1.0
PATIENCE_S = 5.0
STOP_S = 3.0


@dataclass(frozen=True)
class _Put:
    """Pages to be shown from now on, from the first one where they say something new."""

    pages: tuple[Page, ...]
    further: tuple[Page, ...]
    anew: bool


@dataclass(frozen=True)
class _Over:
    """A page above all others, or no such page any more."""

    page: Page | None


class Carousel:
    """Turns the pages of what is to be shown, from the first again after the last.

    with Carousel(display) as turner:
        turner.put(snapshot_pages(table.snapshot, "ja"))
        turner.turn(1)
    """

    def __init__(
        self, display: Display, seconds_a_page: float = SECONDS_A_PAGE, seconds_asked: float = SECONDS_ASKED
    ) -> None:
        self._display = display
        self._seconds, self._asked_seconds = seconds_a_page, seconds_asked
        self._put: list[tuple[str | None, bytes]] = []
        self._shown: Page | None = None
        self._over: Page | None = None
        self._orders: SimpleQueue[_Put | _Over | int | None] = SimpleQueue()
        self._now, self._at, self._asked, self._shown_at_s = _Put((), (), True), 0, False, 0.0
        self.thread = WatchedThread("pages", self._turn, PATIENCE_S)

    def put(self, pages: Sequence[Page], further: Sequence[Page] = (), anew: bool = True) -> None:
        """Show these pages from now on, beginning with the first; if they are the ones shown, go on where they are.

        `further` pages come after them, but only for whoever asks. Not `anew`: they say what the pages before them
        said, so stay at the page that is being read.
        """
        put = [(page.choice, page.image.tobytes()) for page in (*pages, *further)]
        if put != self._put:
            self._put = put
            self._display.wake()
            self._orders.put(_Put(tuple(pages), tuple(further), anew))

    @property
    def shown(self) -> Page | None:
        """The page that is on the display now."""
        return self._shown

    def lay_over(self, page: Page | None) -> None:
        """Show a page above all others until another one is laid over them; None: show the others again."""
        self._orders.put(_Over(page))

    def turn(self, step: int) -> None:
        """Show the next page (1) or the one before (-1) at once, and leave it for a while."""
        self._orders.put(step)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop(STOP_S, wake=lambda: self._orders.put(None))

    def _turn(self, turn: Turn) -> None:
        self._show()
        while turn.goes_on():
            left_s = self._stays_s() - (time.monotonic() - self._shown_at_s)
            try:
                order = self._orders.get(timeout=max(0.0, min(left_s, WAKE_S)))
            except Empty:
                if left_s <= WAKE_S and turn.goes_on():
                    self._turn_by_itself()
            else:
                if order is not None:
                    self._follow(order)

    def _turn_by_itself(self) -> None:
        """Only the first pages are turned without being asked for."""
        self._at, self._asked = (self._at + 1 if self._at + 1 < len(self._now.pages) else 0), False
        self._show()

    def _follow(self, order: _Put | _Over | int) -> None:
        if isinstance(order, _Over):
            self._over = order.page
        elif isinstance(order, _Put):
            self._now = order
            if order.anew or self._at >= len(order.pages + order.further):
                self._at, self._asked = 0, False
        elif self._now.pages:
            self._at, self._asked = (self._at + order) % len(self._now.pages + self._now.further), True
        self._show()

    def _show(self) -> None:
        self._shown_at_s = time.monotonic()
        if self._over is not None or self._now.pages:
            self._shown = self._over or (self._now.pages + self._now.further)[self._at]
            self._display.show(self._shown.image, self._shown.is_secret)

    def _stays_s(self) -> float:
        """For how long the page that is shown stays, if nothing happens."""
        if self._over is not None:
            return inf
        if self._asked:
            return self._asked_seconds
        return self._seconds if len(self._now.pages) > 1 else inf

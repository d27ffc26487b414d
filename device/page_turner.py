"""Shows what is too long for one small screen page after page, and turns the pages for whoever presses a button."""

from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Self

from PIL import Image

from device.display import Display

SECONDS_A_PAGE = 4.0
# So long a page stays that somebody has asked for: time to spell it out, and to press again.
SECONDS_ASKED = 15.0


@dataclass(frozen=True)
class _Put:
    """Pages to be shown from now on, from the first one where they say something new."""

    pages: tuple[Image.Image, ...]
    further: tuple[Image.Image, ...]
    anew: bool


class PageTurner:
    """Turns the pages of what is to be shown, from the first again after the last.

    with PageTurner(display) as turner:
        turner.put(snapshot_pages(table.snapshot, "ja"))
        turner.turn(1)
    """

    def __init__(
        self, display: Display, seconds_a_page: float = SECONDS_A_PAGE, seconds_asked: float = SECONDS_ASKED
    ) -> None:
        self._display = display
        self._seconds, self._asked_seconds = seconds_a_page, seconds_asked
        self._put: list[bytes] = []
        self._shown: Image.Image | None = None
        self._orders: SimpleQueue[_Put | int | None] = SimpleQueue()
        self._turner = Thread(target=self._turn, daemon=True, name="pages")
        self._turner.start()

    def put(self, pages: Sequence[Image.Image], further: Sequence[Image.Image] = (), anew: bool = True) -> None:
        """Show these pages from now on, beginning with the first; if they are the ones shown, go on where they are.

        `further` pages come after them, but only for whoever asks. Not `anew`: they say what the pages before them
        said, so stay at the page that is being read.
        """
        put = [page.tobytes() for page in (*pages, *further)]
        if put != self._put:
            self._put = put
            self._orders.put(_Put(tuple(pages), tuple(further), anew))

    @property
    def shown(self) -> Image.Image | None:
        """The page that is on the display now."""
        return self._shown

    def turn(self, step: int) -> None:
        """Show the next page (1) or the one before (-1) at once, and leave it for a while."""
        self._orders.put(step)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._orders.put(None)
        self._turner.join()

    def _turn(self) -> None:
        now, at, asked = _Put((), (), True), 0, False
        while True:
            try:
                order = self._orders.get(timeout=self._patience(now, asked))
            except Empty:
                # By themselves only the first pages are turned.
                at, asked = (at + 1 if at + 1 < len(now.pages) else 0), False
            else:
                if order is None:
                    break
                if isinstance(order, _Put):
                    now = order
                    if now.anew or at >= len(now.pages + now.further):
                        at, asked = 0, False
                elif now.pages:
                    at, asked = (at + order) % len(now.pages + now.further), True
            if now.pages:
                self._shown = (now.pages + now.further)[at]
                self._display.show(self._shown)

    def _patience(self, now: _Put, asked: bool) -> float | None:
        """For how long the page that is shown stays, if nothing happens; None: for ever."""
        if asked:
            return self._asked_seconds
        return self._seconds if len(now.pages) > 1 else None

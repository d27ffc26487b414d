"""Shows what is too long for one small screen page after page."""

from collections.abc import Sequence
from threading import Event, Thread
from types import TracebackType
from typing import Self

from PIL import Image

from device.display import Display

SECONDS_A_PAGE = 4.0


class PageTurner:
    """Turns the pages of what is to be shown, from the first again after the last.

    with PageTurner(display) as turner:
        turner.put(snapshot_pages(table.snapshot, "ja"))
    """

    def __init__(self, display: Display, seconds_a_page: float = SECONDS_A_PAGE) -> None:
        self._display = display
        self._seconds = seconds_a_page
        self._pages: Sequence[Image.Image] = ()
        self._new, self._ending = Event(), Event()
        self._turner = Thread(target=self._turn, daemon=True, name="pages")
        self._turner.start()

    def put(self, pages: Sequence[Image.Image]) -> None:
        """Show these pages from now on, beginning with the first; if they are the ones shown, go on where they are."""
        if [page.tobytes() for page in pages] == [page.tobytes() for page in self._pages]:
            return
        self._pages = pages
        self._new.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.set()
        self._new.set()
        self._turner.join()

    def _turn(self) -> None:
        number, is_new = 0, True
        while True:
            # Cleared before looking at pages and end, which are set before the event is: neither is ever missed.
            self._new.clear()
            if self._ending.is_set():
                break
            pages = self._pages
            number = 0 if is_new else number + 1
            if pages:
                self._display.show(pages[number % len(pages)])
            is_new = self._new.wait(self._seconds if len(pages) > 1 else None)

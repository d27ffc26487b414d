"""Screens that say something: a text that scrolls, a question, pictures, and that something takes a while."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from device.oled.canvas import HEIGHT, LINE, MARGIN, SMALL, WIDTH, Canvas, Page
from device.oled.menu.screen import (
    FOOT,
    LINES_ABOVE_FOOT,
    TOP,
    Screen,
    Words,
    draw_scrollbar,
    in_words,
    lines_of,
)
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

STEP = LINES_ABOVE_FOOT - 1  # lines, so that one of those that were read stays


class TextScreen(Screen):
    """A text of any length; OK is `then`, which goes up where it is not given. `foot` says what OK does."""

    def __init__(
        self, menu: "Menu", title: Words, text: Words, then: Callable[[], None] | None = None, foot: Words | None = None
    ) -> None:
        super().__init__(menu, title)
        self._text, self._then, self._foot = text, then or menu.up, foot or message("menu.ok_back")
        self._first, self._of = 0, 0

    @property
    def _is_read(self) -> bool:
        """Whether the end of the text is shown."""
        return self._first + LINES_ABOVE_FOOT >= self._of

    def next(self) -> None:
        """Scroll down."""
        self._first = max(min(self._first + STEP, self._of - LINES_ABOVE_FOOT), 0)

    def back(self) -> None:
        """Scroll up."""
        self._first = max(self._first - STEP, 0)

    def ok(self) -> None:
        """Go on."""
        self._then()

    def draw(self, language: str) -> Canvas:
        """The lines that are to be read now, and what OK does."""
        canvas = super().draw(language)
        lines = lines_of(in_words(self._text, language))
        self._of = len(lines)
        canvas.lines(MARGIN, TOP, lines[self._first : self._first + LINES_ABOVE_FOOT])
        draw_scrollbar(canvas, FOOT - 1, self._first, LINES_ABOVE_FOOT, self._of)
        self._draw_foot(canvas, language)
        return canvas

    def _draw_foot(self, canvas: Canvas, language: str) -> None:
        canvas.draw.rectangle((0, FOOT, WIDTH - 1, HEIGHT - 1), 1)
        canvas.centred(WIDTH // 2, FOOT + 1, in_words(self._foot, language), SMALL, 0)


class YesNoScreen(TextScreen):
    """A question. The cursor stands on “No”, and comes to “Yes” only after the end of the text.

    “No” goes up where `no` is not given. `answers`: other words than “No” and “Yes”.
    """

    def __init__(
        self,
        menu: "Menu",
        title: Words,
        text: Words,
        yes: Callable[[], None],
        no: Callable[[], None] | None = None,
        answers: tuple[Words, Words] = (message("menu.no"), message("menu.yes")),
    ) -> None:
        super().__init__(menu, title, text)
        self._yes, self._no, self._is_yes = yes, no or menu.up, False
        self._answers = answers

    def next(self) -> None:
        """Scroll down, then to “Yes”."""
        if self._is_read:
            self._is_yes = True
        else:
            super().next()

    def back(self) -> None:
        """To “No”, then scroll up."""
        if self._is_yes:
            self._is_yes = False
        else:
            super().back()

    def ok(self) -> None:
        """Answer as the cursor stands."""
        (self._yes if self._is_yes else self._no)()

    def _draw_foot(self, canvas: Canvas, language: str) -> None:
        half = WIDTH // 2
        for at, answer in enumerate(self._answers):
            left, lit = at * half, self._is_yes == bool(at)
            canvas.draw.rectangle((left, FOOT, left + half - 2, HEIGHT - 1), int(lit), 1)
            canvas.centred(left + half // 2 - 1, FOOT + 1, in_words(answer, language), SMALL, int(not lit))


class PagesScreen(Screen):
    """Pictures, one after the other and round again; OK is `then`, which goes up where it is not given."""

    def __init__(
        self, menu: "Menu", pages: Callable[[str], Sequence[Page]], then: Callable[[], None] | None = None
    ) -> None:
        super().__init__(menu, "")
        self._pages, self._then, self._at = pages, then or menu.up, 0

    def next(self) -> None:
        """The next picture."""
        self._at += 1

    def back(self) -> None:
        """The picture before."""
        self._at -= 1

    def ok(self) -> None:
        """Go on."""
        self._then()

    def draw(self, language: str) -> Canvas:
        """The picture that is looked at."""
        pages, canvas = self._pages(language), Canvas()
        page = pages[self._at % len(pages)]
        self.is_secret = page.is_secret
        canvas.image.paste(page.image)
        return canvas


class BusyScreen(Screen):
    """That something takes a while; no key does anything meanwhile, but OK, held down, leaves the menu as ever."""

    is_busy = True

    def __init__(self, menu: "Menu", title: Words, text: Words | None = None) -> None:
        super().__init__(menu, title)
        self._text = text or message("menu.wait")

    def ok(self) -> None:
        """Nothing."""

    def undo(self) -> None:
        """Nothing."""

    def draw(self, language: str) -> Canvas:
        """The text, without anything to press."""
        canvas = super().draw(language)
        canvas.lines(MARGIN, TOP + LINE // 2, lines_of(in_words(self._text, language)))
        return canvas

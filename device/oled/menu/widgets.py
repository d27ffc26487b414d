"""Widgets of the menu: screens with lists, texts, questions and pictures.

*Next* and *back* move within a screen, *OK* triggers the item at the cursor, *undo* leaves the screen. Nothing needs
*undo*, so a knob is enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from device.oled.canvas import BAR, HEIGHT, LINE, LINES_ABOVE_FOOT, MARGIN, SMALL, TEXT_WIDTH, WIDTH, Canvas, Page
from device.oled.text import fitted, readable, wrapped
from device.texts import grammar, say
from engines.messages import Message, message

# a message, a text for all languages, or a function of the language
Words: TypeAlias = Message | str | Callable[[str], str]

MENU = ("#########", ".........", "#########", ".........", "#########", ".........", "#########")
TOP = BAR + 2  # top of the first line below the bar
FOOT = HEIGHT - LINE - 1  # top of the foot, which says what OK does
TEXT_STEP = LINES_ABOVE_FOOT - 1  # lines scrolled at once; one stays for orientation
ROWS = (HEIGHT - TOP) // LINE
ROW_STEP = ROWS - 1  # rows of a long line scrolled at once; one stays for orientation
MORE = "…"


class Navigator:
    """The stack of the menu's screens, of which the topmost is shown."""

    def __init__(self) -> None:
        self._screens: list[Screen] = []

    @property
    def screen(self) -> "Screen | None":
        """The current screen; None if the menu is not open."""
        return self._screens[-1] if self._screens else None

    def push(self, screen: "Screen") -> None:
        """Open a screen on top."""
        screen.navigator = self
        self._screens.append(screen)

    def pop(self, levels: int = 1) -> None:
        """Leave this many screens; leaving the first closes the menu."""
        del self._screens[-levels:]

    def home(self) -> None:
        """Leave all screens but the first one."""
        del self._screens[1:]

    def leave(self) -> None:
        """Leave the menu."""
        self._screens.clear()


class Screen:
    """A screen of the menu; OK calls `then`, or leaves the screen. Keys are pressed by one thread at a time."""

    is_busy = False  # whether it waits for something, and does not close for lack of keys
    is_secret = False  # whether the last picture is only for people beside the table

    navigator: Navigator  # set by the navigator when it shows the screen

    def __init__(self, title: Words, then: Callable[[], None] | None = None) -> None:
        self.title, self._then = title, then

    def next(self) -> None:
        """Move forward within the screen."""

    def back(self) -> None:
        """Move back within the screen."""

    def ok(self) -> None:
        """Do what stands at the cursor."""
        (self._then or self.navigator.pop)()

    def undo(self) -> None:
        """Leave the screen."""
        self.navigator.pop()

    def draw(self, language: str) -> Canvas:
        """Draw the screen; here only its bar."""
        canvas = Canvas()
        canvas.bar(in_words(self.title, language), MENU)
        return canvas


class TextScreen(Screen):
    """A text of any length; `foot` says what OK does."""

    def __init__(
        self, title: Words, text: Words, then: Callable[[], None] | None = None, foot: Words | None = None
    ) -> None:
        super().__init__(title, then)
        self._text, self._foot = text, foot or message("menu.ok_back")
        self._first, self._of = 0, 0

    @property
    def _is_read(self) -> bool:
        """Whether the end of the text is shown."""
        return self._first + LINES_ABOVE_FOOT >= self._of

    def next(self) -> None:
        """Scroll down."""
        self._first = max(min(self._first + TEXT_STEP, self._of - LINES_ABOVE_FOOT), 0)

    def back(self) -> None:
        """Scroll up."""
        self._first = max(self._first - TEXT_STEP, 0)

    def draw(self, language: str) -> Canvas:
        """Draw the visible lines, and what OK does."""
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
    """A question; “No” calls `no`, or leaves it. “Yes” can be reached only after the end of the text."""

    def __init__(
        self,
        title: Words,
        text: Words,
        yes: Callable[[], None],
        no: Callable[[], None] | None = None,
        answers: tuple[Words, Words] = (message("menu.no"), message("menu.yes")),
    ) -> None:
        super().__init__(title, text, no)
        self._yes, self._answers, self._is_yes = yes, answers, False

    def next(self) -> None:
        """Scroll down, then to “Yes”."""
        if self._is_read:
            self._is_yes = True
        else:
            super().next()

    def back(self) -> None:
        """Move to “No”, then scroll up."""
        if self._is_yes:
            self._is_yes = False
        else:
            super().back()

    def ok(self) -> None:
        """Give the answer at the cursor."""
        if self._is_yes:
            self._yes()
        else:
            super().ok()

    def _draw_foot(self, canvas: Canvas, language: str) -> None:
        half = WIDTH // 2
        for at, answer in enumerate(self._answers):
            left, lit = at * half, self._is_yes == bool(at)
            canvas.draw.rectangle((left, FOOT, left + half - 2, HEIGHT - 1), int(lit), 1)
            canvas.centred(left + half // 2 - 1, FOOT + 1, in_words(answer, language), SMALL, int(not lit))


class PagesScreen(Screen):
    """Pictures shown cyclically."""

    def __init__(self, pages: Callable[[str], Sequence[Page]], then: Callable[[], None] | None = None) -> None:
        super().__init__("", then)
        self._pages, self._at = pages, 0

    def next(self) -> None:
        """Show the next picture."""
        self._at += 1

    def back(self) -> None:
        """Show the previous picture."""
        self._at -= 1

    def draw(self, language: str) -> Canvas:
        """Draw the current picture."""
        pages, canvas = self._pages(language), Canvas()
        page = pages[self._at % len(pages)]
        self.is_secret = page.is_secret
        canvas.image.paste(page.image)
        return canvas


class BusyScreen(Screen):
    """A note that something takes a while; keys do nothing, but holding OK leaves the menu as always."""

    is_busy = True

    def __init__(self, title: Words, text: Words | None = None) -> None:
        super().__init__(title)
        self._text = text or message("menu.wait")

    def ok(self) -> None:
        """Nothing."""

    def undo(self) -> None:
        """Nothing."""

    def draw(self, language: str) -> Canvas:
        """Draw the text, without keys."""
        canvas = super().draw(language)
        canvas.lines(MARGIN, TOP + LINE // 2, lines_of(in_words(self._text, language)))
        return canvas


@dataclass(frozen=True)
class Item:
    """An item of a list, and the effect of OK on it."""

    label: Words
    chosen: Callable[[], None]


class ListScreen(Screen):
    """A list; its last item leads back, so that a knob is enough.

    The item at the cursor is shown in full, over as many rows as it needs; the others are shortened to one. An item
    higher than the display scrolls before the cursor moves on.
    """

    def __init__(self, title: Words, items: Sequence[Item], at: int = 0) -> None:
        super().__init__(title)
        self._items, self._at = (*items, Item(message("menu.back"), super().ok)), at
        self._above, self._below = 0, 0  # rows of the current item that do not fit

    def next(self) -> None:
        """Scroll a long item, then move to the next one; from the last to the first."""
        if self._below:
            self._above += min(ROW_STEP, self._below)
        else:
            self._move(1)

    def back(self) -> None:
        """Scroll a long item back, then move to the previous one; from the first to the last."""
        if self._above:
            self._above = max(self._above - ROW_STEP, 0)
        else:
            self._move(-1)

    def _move(self, by: int) -> None:
        self._at, self._above = (self._at + by) % len(self._items), 0

    def ok(self) -> None:
        """Do what stands at the cursor."""
        self._items[self._at].chosen()

    @property
    def labels(self) -> list[Words]:
        """The labels of the items."""
        return [item.label for item in self._items]

    def draw(self, language: str) -> Canvas:
        """Draw the items around the cursor."""
        canvas = super().draw(language)
        labels = [in_words(label, language) for label in self.labels]
        own = lines_of(labels[self._at])
        self._below = max(len(own) - ROWS - self._above, 0)
        rows = [*range(self._at), *[self._at] * len(own), *range(self._at + 1, len(labels))]  # the line of each
        # The item before the cursor's is visible as well, if there is room for it.
        first = max(min(self._at - 1, len(rows) - ROWS), self._at + len(own) - self._below - ROWS, 0)
        for row, at in enumerate(rows[first : first + ROWS]):
            top = TOP + LINE * row
            if at == self._at:
                canvas.draw.rectangle((0, top - 1, TEXT_WIDTH, top + LINE - 2), 1)
            line = own[first + row - at] if at == self._at else shortened(labels[at])
            canvas.draw.text((MARGIN, top), line, int(at != self._at), SMALL)
        draw_scrollbar(canvas, HEIGHT, first, ROWS, len(rows))
        return canvas


def in_words(words: Words, language: str) -> str:
    """Words in a language.

    >>> from engines.messages import message
    >>> in_words(message("menu.back"), "en"), in_words("Aya", "en"), in_words(str.upper, "en")
    ('Back', 'Aya', 'EN')
    """
    if isinstance(words, Message):
        return say(words, language)
    return words if isinstance(words, str) else words(language)


def sentences(*several: Words) -> Words:
    """Several sentences as one text."""
    return lambda language: grammar(language).sentences.join(in_words(sentence, language) for sentence in several)


def listed(things: Sequence[str]) -> Words:
    """Several things as an enumeration in words."""
    return lambda language: grammar(language).joined(list(things))


@lru_cache(maxsize=64)
def lines_of(text: str) -> Sequence[str]:
    """A text in lines as wide as the display, cached since few texts are drawn again and again."""
    return tuple(wrapped(text, SMALL, TEXT_WIDTH - MARGIN))


def draw_scrollbar(canvas: Canvas, bottom: int, first: int, shown: int, of: int) -> None:
    """Draw at the right edge which part of `of` lines is visible; nothing if all are."""
    if shown >= of:
        return
    high = bottom - TOP
    begin, end = (TOP + round(high * at / of) for at in (first, first + shown))
    canvas.draw.line((WIDTH - 2, TOP, WIDTH - 2, bottom), 0)
    for y in range(TOP, bottom, 3):
        canvas.draw.point((WIDTH - 2, y), 1)
    canvas.draw.rectangle((WIDTH - 3, begin, WIDTH - 1, end - 1), 1)


def shortened(text: str, width: int = TEXT_WIDTH - MARGIN) -> str:
    """As much of a text as fits one row, with an ellipsis if there is more.

    >>> shortened("Aya"), shortened("Kylo Ren Siege with Aya, Ben and Chie")
    ('Aya', 'Kylo Ren Siege with Aya…')
    """
    whole = readable(text)
    if SMALL.getlength(whole) <= width:
        return whole
    return fitted(whole, SMALL, width - int(SMALL.getlength(MORE))) + MORE

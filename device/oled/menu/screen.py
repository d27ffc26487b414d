"""What every screen of the menu has: a picture, and what the keys do there.

*Next* and *back* go on and back within a screen, *OK* does what stands at the cursor, *undo* leaves the screen. Nothing
needs the last one, so that a knob is enough, which knows turning and pressing.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from device.oled.canvas import BAR, HEIGHT, LINE, MARGIN, SMALL, TEXT_WIDTH, WIDTH, Canvas
from device.oled.text import wrapped
from device.texts import grammar, say
from engines.messages import Message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

Words: TypeAlias = Message | str | Callable[[str], str]  # in any language, in all of them, or by the language

MENU = ("#########", ".........", "#########", ".........", "#########", ".........", "#########")
TOP = BAR + 2  # of the first line below the bar
FOOT = HEIGHT - LINE - 1  # where what OK does stands
LINES_ABOVE_FOOT = (FOOT - TOP) // LINE


class Screen:
    """A screen of the menu. Its keys are pressed by one thread at a time.

    `is_busy`: it waits for something, and is not left for want of a key. `is_secret`: what was drawn last is for people
    beside the table only.
    """

    is_busy = is_secret = False
    is_secret = False  # whether what was drawn last is for people beside the table only

    def __init__(self, menu: "Menu", title: Words) -> None:
        self.menu, self.title = menu, title

    def next(self) -> None:
        """Go on within the screen."""

    def back(self) -> None:
        """Go back within the screen."""

    def ok(self) -> None:
        """Do what stands at the cursor."""
        self.menu.up()

    def undo(self) -> None:
        """Leave the screen."""
        self.menu.up()

    def draw(self, language: str) -> Canvas:
        """The picture; here only its bar."""
        canvas = Canvas()
        canvas.bar(in_words(self.title, language), MENU)
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
    return lambda language: grammar(language).sentences.join(in_words(one, language) for one in several)


def listed(things: Sequence[str]) -> Words:
    """Several things as people read them out."""
    return lambda language: grammar(language).joined(list(things))


@lru_cache(maxsize=64)
def lines_of(text: str) -> Sequence[str]:
    """A text in lines as wide as the display; the same few are drawn again and again."""
    return tuple(wrapped(text, SMALL, TEXT_WIDTH - MARGIN))


def draw_scrollbar(canvas: Canvas, bottom: int, first: int, shown: int, of: int) -> None:
    """At the right edge, which part of so many lines is shown; nothing where that is all."""
    if shown >= of:
        return
    high = bottom - TOP
    begin, end = (TOP + round(high * at / of) for at in (first, first + shown))
    canvas.draw.line((WIDTH - 2, TOP, WIDTH - 2, bottom), 0)
    for y in range(TOP, bottom, 3):
        canvas.draw.point((WIDTH - 2, y), 1)
    canvas.draw.rectangle((WIDTH - 3, begin, WIDTH - 1, end - 1), 1)

"""A list with a cursor: most screens of the menu are one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.oled.canvas import HEIGHT, LINE, MARGIN, SMALL, TEXT_WIDTH, Canvas
from device.oled.menu.screen import TOP, Screen, Words, draw_scrollbar, in_words, lines_of
from device.oled.text import fitted, readable
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

ROWS = (HEIGHT - TOP) // LINE
MORE = "…"


@dataclass(frozen=True)
class Item:
    """A line of a list, and what OK does there."""

    label: Words
    chosen: Callable[[], None]


class ListScreen(Screen):
    """A list; its last line leads back, so that a knob is enough.

    `items` gives its lines whenever it is drawn, so a label may say how something is now. The line at the cursor is
    shown in full, over as many rows as it takes; the others are shortened to one.
    """

    def __init__(self, menu: "Menu", title: Words, items: Callable[[], Sequence[Item]], at: int = 0) -> None:
        super().__init__(menu, title)
        self._items, self._at = items, at
        self._drawn: tuple[Item, ...] = ()

    def next(self) -> None:
        """The line below; after the last one the first."""
        self._at = (self._at + 1) % max(len(self._drawn), 1)

    def back(self) -> None:
        """The line above; before the first one the last, which leads back."""
        self._at = (self._at - 1) % max(len(self._drawn), 1)

    def ok(self) -> None:
        """Do what stands at the cursor, as it was drawn."""
        self._drawn[self._at].chosen()

    @property
    def labels(self) -> list[Words]:
        """The lines as they were drawn."""
        return [item.label for item in self._drawn]

    def draw(self, language: str) -> Canvas:
        """The lines around the cursor."""
        self._drawn = (*self._items(), Item(message("menu.back"), self.menu.up))
        self._at = min(self._at, len(self._drawn) - 1)
        canvas = super().draw(language)
        rows = [
            (at, line)
            for at, item in enumerate(self._drawn)
            for line in _rows(in_words(item.label, language), at == self._at)
        ]
        own = [row for row, (at, _) in enumerate(rows) if at == self._at]
        # The line before the cursor's is seen as well, wherever there is room for it.
        first = max(min(own[0] - 1, len(rows) - ROWS), own[-1] + 1 - ROWS, 0)
        for row, (at, line) in enumerate(rows[first : first + ROWS]):
            top = TOP + LINE * row
            if at == self._at:
                canvas.draw.rectangle((0, top - 1, TEXT_WIDTH, top + LINE - 2), 1)
            canvas.draw.text((MARGIN, top), line, int(at != self._at), SMALL)
        draw_scrollbar(canvas, HEIGHT, first, ROWS, len(rows))
        return canvas


def _rows(label: str, is_at_cursor: bool) -> list[str]:
    """A label in rows: all of it, up to the height of the display, at the cursor, and else one row of it."""
    lines = lines_of(label)
    if not is_at_cursor:
        return [shortened(label)]
    return lines if len(lines) <= ROWS else [*lines[: ROWS - 1], shortened(lines[ROWS - 1] + MORE)]


def shortened(text: str, width: int = TEXT_WIDTH - MARGIN) -> str:
    """As much of a text as one row holds, with a sign that there is more.

    >>> shortened("Aya"), shortened("Kylo Ren Siege with Aya, Ben and Chie")
    ('Aya', 'Kylo Ren Siege with Aya…')
    """
    whole = readable(text)
    if SMALL.getlength(whole) <= width:
        return whole
    return fitted(whole, SMALL, width - int(SMALL.getlength(MORE))) + MORE

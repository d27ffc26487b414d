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
STEP = ROWS - 1  # rows of a long line, so that one of those that were read stays
MORE = "…"


@dataclass(frozen=True)
class Item:
    """A line of a list, and what OK does there."""

    label: Words
    chosen: Callable[[], None]


class ListScreen(Screen):
    """A list; its last line leads back, so that a knob is enough.

    `items` gives its lines whenever it is drawn, so a label may say how something is now. The line at the cursor is
    shown in full, over as many rows as it takes; the others are shortened to one. One that is higher than the display
    scrolls before the cursor goes on.
    """

    def __init__(self, menu: "Menu", title: Words, items: Callable[[], Sequence[Item]], at: int = 0) -> None:
        super().__init__(menu, title)
        self._items, self._at = items, at
        self._above, self._below = 0, 0  # rows of the line at the cursor that do not fit
        self._drawn: tuple[Item, ...] = ()

    def next(self) -> None:
        """The rest of a long line, then the line below; after the last one the first."""
        if self._below:
            self._above += min(STEP, self._below)
        else:
            self._move(1)

    def back(self) -> None:
        """The beginning of a long line, then the line above; before the first one the last, which leads back."""
        if self._above:
            self._above = max(self._above - STEP, 0)
        else:
            self._move(-1)

    def _move(self, by: int) -> None:
        self._at, self._above = (self._at + by) % max(len(self._drawn), 1), 0

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
        labels = [in_words(item.label, language) for item in self._drawn]
        own = lines_of(labels[self._at])
        self._below = max(len(own) - ROWS - self._above, 0)
        rows = [*range(self._at), *[self._at] * len(own), *range(self._at + 1, len(labels))]  # the line of each
        # The line before the cursor's is seen as well, wherever there is room for it.
        first = max(min(self._at - 1, len(rows) - ROWS), self._at + len(own) - self._below - ROWS, 0)
        for row, at in enumerate(rows[first : first + ROWS]):
            top = TOP + LINE * row
            if at == self._at:
                canvas.draw.rectangle((0, top - 1, TEXT_WIDTH, top + LINE - 2), 1)
            line = own[first + row - at] if at == self._at else shortened(labels[at])
            canvas.draw.text((MARGIN, top), line, int(at != self._at), SMALL)
        draw_scrollbar(canvas, HEIGHT, first, ROWS, len(rows))
        return canvas


def shortened(text: str, width: int = TEXT_WIDTH - MARGIN) -> str:
    """As much of a text as one row holds, with a sign that there is more.

    >>> shortened("Aya"), shortened("Kylo Ren Siege with Aya, Ben and Chie")
    ('Aya', 'Kylo Ren Siege with Aya…')
    """
    whole = readable(text)
    if SMALL.getlength(whole) <= width:
        return whole
    return fitted(whole, SMALL, width - int(SMALL.getlength(MORE))) + MORE

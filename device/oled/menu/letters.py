"""A name typed with the menu's keys: first the row in which a sign stands, then the sign."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from device.oled.canvas import BOLD, TITLE_WIDTH
from device.oled.menu.lists import MORE, Item, ListScreen
from device.texts import say
from engines.messages import message
from engines.one_line import LONGEST_NAME

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

TITLE = message("menu.other_name")
CURSOR = "_"


class NameScreen(ListScreen):
    """The rows of signs, under the name as far as it is typed; `typed` hears of it when it is done.

    The cursor stands on the first row: one step back is “Done”, one more takes the last sign away, as *undo* does.
    """

    def __init__(self, menu: "Menu", typed: Callable[[str], None], name: str = "") -> None:
        self._typed, self._name = typed, name
        rows = say(message("menu.letters"), menu.box.language.code).splitlines() if len(name) < LONGEST_NAME else []
        delete = Item(message("menu.delete_last"), self.undo)
        done = Item(message("menu.done"), lambda: self._typed(self._name))
        before = [delete, done] if name else []
        items = [*before, *(Item(row, partial(self._open, row)) for row in rows)]
        at = len(before) if rows else before.index(done)
        super().__init__(menu, so_far(name) if name else TITLE, lambda: items, at)

    def undo(self) -> None:
        """Take the last sign away; where there is none, leave the screen."""
        if self._name:
            self._go_on(self._name[:-1])
        else:
            super().undo()

    def _open(self, row: Sequence[str]) -> None:
        """List the signs of a row, in which blanks only part them."""

        def take(sign: str) -> None:
            self.menu.up()
            self._go_on(with_sign(self._name, sign))

        items = [Item(sign, partial(take, sign)) for sign in row if sign != " "]
        self.menu.open(ListScreen(self.menu, self.title, lambda: items))

    def _go_on(self, name: str) -> None:
        self.menu.up()
        self.menu.open(NameScreen(self.menu, self._typed, name))


def with_sign(name: str, sign: str) -> str:
    """A name and one more sign; within a word letters are small.

    >>> with_sign("", "A"), with_sign("A", "Y"), with_sign("Ann-", "L"), with_sign("あ", "や")
    ('A', 'Ay', 'Ann-L', 'あや')
    """
    return name + (sign.lower() if name[-1:].isalpha() else sign)


def so_far(name: str) -> str:
    """A name that is being typed as the bar holds it: where it is too long, its end.

    >>> so_far("Aya"), so_far("おばあちゃんとおじいちゃん")
    ('Aya_', '…ゃんとおじいちゃん_')
    """
    end = name
    while BOLD.getlength(shown := ("" if end == name else MORE) + end + CURSOR) > TITLE_WIDTH:
        end = end[1:]
    return shown

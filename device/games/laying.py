"""Where orderly people lay tiles on the sheet, for tables that are drawn: the demo, and games that are filmed."""

from collections.abc import Callable
from typing import NamedTuple

from engines.squares import INDEX
from vision.dimensions import CELL

# J-c3, the default tile set: which number a character has.
NUMBER_OF = {"rey": "1", "finn": "2", "phasma": "6", "trooper": "7"}


class Lie(NamedTuple):
    """How a tile lies: its middle in mm, x to the right and y up from the middle of the sheet, and its turn in degrees.

    As the camera sees it; counter-clockwise.
    """

    x: float
    y: float
    turn: float = 0.0


Laying = Callable[[str], Lie | None]  # by the name of a place; None for what lies outside the sheet


def on_squares(place: str) -> Lie | None:
    """On the squares of an 8×8 board; what was captured lies across at the edge, at the side of who has captured it.

    >>> on_squares("a1"), on_squares("captured/1/1")
    (Lie(x=-119.0, y=119.0, turn=0.0), Lie(x=134.0, y=119.0, turn=90.0))
    """
    if place in INDEX:
        row, column = divmod(INDEX[place], 8)
        return Lie((column - 3.5) * CELL, (3.5 - row) * CELL)
    _, player, count = place.split("/")
    return Lie(134.0 * (1 if player == "1" else -1), 119.0 - 24.0 * (int(count) - 1), 90.0)

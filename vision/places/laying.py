"""Where tiles are laid on the sheet, for tables that are drawn: by the page, and by the simulator."""

from collections.abc import Callable
from typing import NamedTuple

from engines.squares import INDEX
from engines.vocabulary import Layout
from vision.dimensions import CELL

# J-c3, the default tile set: which number a character has.
NUMBER_OF = {"rey": "1", "finn": "2", "phasma": "6", "trooper": "7"}


class Lie(NamedTuple):
    """How a tile lies, as the camera sees it."""

    x: float  # mm to the right of the sheet's middle, of the tile's own middle
    y: float  # mm up from there
    turn: float = 0.0  # degrees counter-clockwise
    on_another: bool = False  # whether it is the upper one of two


# By the name of a place, on a table of this layout; None for what nobody lays, or not in the picture.
Laying = Callable[[str, Layout], Lie | None]


def on_squares(place: str, _layout: Layout) -> Lie | None:
    """The lie of a tile on an 8×8 board; a captured tile lies across at the edge, at the side of its captor.

    >>> on_squares("a1", {})[:3], on_squares("captured/1/1", {})[:3]
    ((-119.0, 119.0, 0.0), (134.0, 119.0, 90.0))
    """
    if place in INDEX:
        row, column = divmod(INDEX[place], 8)
        return Lie((column - 3.5) * CELL, (3.5 - row) * CELL)
    _, player, count = place.split("/")
    return Lie(134.0 * (1 if player == "1" else -1), 119.0 - 24.0 * (int(count) - 1), 90.0)

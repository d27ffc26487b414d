"""Where the demo table's places lie: squares of a board, or rows of tiles.

Squares are a board's. All other places, such as `row/2/7` or `tile/31`, are numbered in rows: each row gets a line of
its own, or several, from the top of the sheet down as its places come up. What finds no room lies outside the picture.

>>> places = Places()
>>> places.spot("a1"), places.spot("row/1/1"), places.spot("row/2/1")
(Spot(x=-119.0, y=119.0), Spot(x=-138.0, y=132.0), Spot(x=-138.0, y=99.0))
"""

from typing import NamedTuple

from engines.squares import INDEX
from engines.vocabulary import NOTHING, Layout, Look
from vision.sizes import CELL

ACROSS, DOWN = 13, 9  # tiles side by side, and lines of them
_PITCH = (23.0, 33.0)  # mm from tile to tile and from line to line


class Spot(NamedTuple):
    """Where something lies, in mm: x to the right and y up from the middle of the sheet, as the camera sees it."""

    x: float
    y: float


class Places:
    """The places of one game; rows keep the lines that they got first."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, int], int] = {}

    def spot(self, place: str) -> Spot | None:
        """The middle of a place; None outside the picture."""
        if place in INDEX:
            row, column = divmod(INDEX[place], 8)
            return Spot((column - 3.5) * CELL, (3.5 - row) * CELL)
        row_name, _, number = place.rpartition("/") if place[-1].isdecimal() else (place, "", "1")
        down, across = divmod(int(number) - 1, ACROSS)
        line = self._lines.setdefault((row_name, down), len(self._lines))
        if line >= DOWN:
            return None
        return Spot((across - (ACROSS - 1) / 2) * _PITCH[0], ((DOWN - 1) / 2 - line) * _PITCH[1])

    def shown(self, layout: Layout) -> dict[str, Look]:
        """The looks of the places at which something lies in the picture.

        Beside a board nothing is shown: its captured pieces lie outside.
        """
        board = any(place in INDEX for place in layout)
        lying = {place: look for place, look in layout.items() if look != NOTHING and (place in INDEX or not board)}
        return {place: look for place, look in lying.items() if self.spot(place) is not None}

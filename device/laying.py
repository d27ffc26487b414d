"""Where people lay the tiles of each game on the sheet, for tables that are drawn: the demo, and games that are filmed.

>>> lie = laying_of("sevens")
>>> lie("row/2/6"), lie("stock/1")
(Lie(x=27.0, y=54.0, turn=0.0), None)
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engines.squares import INDEX
from vision.sizes import CELL


class Lie(NamedTuple):
    """How a tile lies: its middle in mm, x to the right and y up from the middle of the sheet, and its turn in degrees.

    As the camera sees it; counter-clockwise.
    """

    x: float
    y: float
    turn: float = 0.0


Laying = Callable[[str], Lie | None]  # by the name of a place; None for what lies outside the sheet


def laying_of(game: str) -> Laying:
    """How the tiles of a game are laid by orderly people."""
    return {"search": _strewn, "sevens": _in_rows, "doubt": _under_headings, "jarapon": _round_the_table}.get(
        game, _on_squares
    )


def _on_squares(place: str) -> Lie | None:
    """An 8×8 board; tiles captured in Infiltration lie across at the edge, at the side of who has captured them."""
    if place in INDEX:
        row, column = divmod(INDEX[place], 8)
        return Lie((column - 3.5) * CELL, (3.5 - row) * CELL)
    _, player, count = place.split("/")
    return Lie(134.0 * (1 if player == "1" else -1), 119.0 - 24.0 * (int(count) - 1), 90.0)


def _strewn(place: str) -> Lie | None:
    """72 tiles in lines, any way round."""
    row, column = divmod(int(place.split("/")[1]) - 1, 9)
    chance = np.random.default_rng([row, column])
    return Lie((column - 4) * 32.5, (3.5 - row) * 36.5, float(chance.uniform(-14, 14) + 180 * chance.integers(2)))


def _in_rows(place: str) -> Lie | None:
    """Six rows round the 5s; the stock lies beside the sheet, which is full."""
    kind, *where = place.split("/")
    if kind != "row":
        return None
    row, column = map(int, where)
    return Lie((column - 5) * 27.0, (3.5 - row) * 36.0)


def _under_headings(place: str) -> Lie | None:
    """Nine headings in a line, their stacks below, and what is turned up below that."""
    kind, count = place.split("/")
    line = {"heading": 80.0, "stack": 42.0, "turned": -40.0}[kind]
    down, across = divmod(int(count) - 1, 9)
    return Lie((across - 4) * 32.0, line - 36.0 * down)


def _round_the_table(place: str) -> Lie | None:
    """Rivers of five, open sets and hands before each side, the dora in the middle; walls stand outside the picture."""
    kind, *where = place.split("/")
    if kind == "dora":
        return Lie(0.0, 0.0)
    if kind in ("wall", "bonus"):
        return None
    side, count, at = int(where[0]), int(where[1]), int(where[-1])
    if kind == "river":
        down, along = divmod(count - 1, 5)
        return None if down > 2 else _before(side, (along - 2) * 26.5, 73.6 + 30.6 * down)
    if kind == "pon":
        return _before(side, 148.0 - 81.0 * count + 23.0 * at - 5.0, 134.0)
    return _before(side, -104.8 + 22.4 * (count - 1), 134.0)


def _before(side: int, right: float, near: float) -> Lie:
    """Before a side of the table, as its player sees it; sides count counter-clockwise from the lower edge."""
    turn = 90.0 * (side - 1)
    way = np.radians(turn)
    x, y = right * np.cos(way) + near * np.sin(way), right * np.sin(way) - near * np.cos(way)
    return Lie(round(float(x), 3), round(float(y), 3), turn)

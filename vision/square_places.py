"""Places of a board of squares: `a1` is the square at its top left as the camera sees it, `h8` at its bottom right."""

from collections.abc import Sequence

import numpy as np

from engines.squares import SQUARES
from vision.place_reader import Lying, Placed, surest_at
from vision.sizes import CELL


class SquarePlaces:
    """The 64 squares of the 8×8 sheet.

    >>> tile = Lying(np.array([[6.0, 32.0], [28.0, 32.0], [28.0, 2.0], [6.0, 2.0]]), {"5": 0.9, "back": 0.1}, 1.0)
    >>> placed = SquarePlaces().place([tile])
    >>> placed.names, placed.places["e4"]["5"], placed.places["d4"]
    (('e4',), 0.9, {'empty': 1.0})
    """

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """The square on which each piece's middle lies; of two on one square the surer one counts."""
        names = tuple(_square(piece) for piece in pieces)
        return Placed(names, surest_at(pieces, names, SQUARES))


class CentrePlaces:
    """The centre 6×6 squares of the sheet, `b2` to `g7`; what lies round them has been captured and is in no place.

    >>> ring = np.array([[6.0, 23.0], [28.0, 23.0], [28.0, 9.0], [6.0, 9.0]])
    >>> tiles = [Lying(ring, {"back": 1.0}, 1.0, upright=True), Lying(ring + np.array([0.0, 102.0]), {"5": 1.0}, 1.0)]
    >>> placed = CentrePlaces().place(tiles)
    >>> placed.names, placed.places["e4"], "e1" in placed.places
    (('e4', None), {'empty': 0.0, 'upright': 1.0}, False)
    """

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """The square on which each piece stands; of two on one square the surer one counts."""
        names = tuple(_centre_square(piece) for piece in pieces)
        return Placed(names, surest_at(pieces, names, _CENTRE))


_CENTRE = tuple(square for square in SQUARES if square[0] in "bcdefg" and square[1] in "234567")


def _centre_square(piece: Lying) -> str | None:
    square = _square(piece)
    return square if square in _CENTRE else None


def _square(piece: Lying) -> str | None:
    x, y = piece.middle
    column, row = int(np.floor(x / CELL + 4)), int(np.floor(4 - y / CELL))
    return SQUARES[row * 8 + column] if 0 <= column < 8 and 0 <= row < 8 else None

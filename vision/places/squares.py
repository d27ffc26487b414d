"""Places of a board of squares: `a1` is the square at its top left as the camera sees it, `h8` at its bottom right."""

from collections.abc import Sequence

import numpy as np

from engines.squares import SQUARES
from engines.vocabulary import EMPTY
from vision.dimensions import CELL
from vision.facts import Probabilities, TileFacts, beside_field
from vision.places.base import FieldPose, Placed, TablePiece
from vision.places.tracker import MIN_CONFIDENCE, reading_order

# A tile askew over a line may be meant for either square: a tile 2 mm beside the line is meant for the other square
# with a probability of a fifth, one 5 mm beside it with a thirtieth.
_LINE_SCALE = 1.5  # mm, of a logistic curve
_MIN_PROBABILITY = 0.005  # of the other square, below which it is ignored


class SquarePlaces:
    """The 64 squares of the 8×8 sheet.

    >>> tile = TablePiece(np.array([[6.0, 32.0], [28.0, 32.0], [28.0, 2.0], [6.0, 2.0]]), {"5": 0.9, "back": 0.1}, 1.0)
    >>> placed = SquarePlaces().place([tile])
    >>> placed.names, placed.places["e4"]["5"], placed.places["d4"]
    (('e4',), 0.9, {'empty': 1.0})

    A tile on a line is on both of its squares, until somebody pushes it straight.

    >>> placed = SquarePlaces().place([TablePiece(tile.ring - np.array([17.0, 0.0]), {"5": 1.0}, 1.0)])
    >>> placed.names, placed.places["d4"], placed.places["e4"]
    (('e4',), {'empty': 0.5, '5': 0.5}, {'empty': 0.5, '5': 0.5})
    """

    memory: object = None

    def place(self, pieces: Sequence[TablePiece], _field: FieldPose | None = None, /) -> Placed:
        """The square on which each piece's middle lies; of two on one square the more confident one counts."""
        names = tuple(_square(piece) for piece in pieces)
        return Placed(names, _on_squares(pieces, SQUARES))


class CentrePlaces:
    """The centre 6×6 squares of the sheet, `b2` to `g7`, and the tiles that lie round them: `beside/1`, `beside/2`, …

    Captured tiles may lie there, anywhere and in any order, so they are facts (`TileFacts.beside`), not places. They
    are numbered in reading order; the numbers mean nothing.

    >>> ring = np.array([[6.0, 23.0], [28.0, 23.0], [28.0, 9.0], [6.0, 9.0]])
    >>> standing = TablePiece(ring, {"back": 1.0}, 1.0, upright=True)
    >>> captured = TablePiece(ring + np.array([0.0, 102.0]), {"5": 1.0}, 1.0)
    >>> placed = CentrePlaces().place([standing, captured])
    >>> placed.names, placed.places["e4"], placed.facts.beside[0]["5"], "e1" in placed.places
    (('e4', 'beside/1'), {'empty': 0.0, 'upright': 1.0}, 1.0, False)
    """

    memory: object = None

    def place(self, pieces: Sequence[TablePiece], _field: FieldPose | None = None, /) -> Placed:
        """The square on which each piece stands; of two on one square the more confident one counts."""
        names = [_centre_square(piece) for piece in pieces]
        beside = [
            at
            for at, (piece, name) in enumerate(zip(pieces, names, strict=True))
            if name is None and piece.confidence >= MIN_CONFIDENCE and not piece.upright
        ]
        beside = [beside[number] for number in reading_order([pieces[at].middle for at in beside])]
        for count, at in enumerate(beside, start=1):
            names[at] = beside_field(count)
        facts = TileFacts(tuple(pieces[at].shares() for at in beside))
        return Placed(tuple(names), _on_squares(pieces, _CENTRE), facts=facts)


_CENTRE = tuple(square for square in SQUARES if square[0] in "bcdefg" and square[1] in "234567")


def _centre_square(piece: TablePiece) -> str | None:
    square = _square(piece)
    return square if square in _CENTRE else None


def _square(piece: TablePiece) -> str | None:
    x, y = piece.middle
    column, row = int(np.floor(x / CELL + 4)), int(np.floor(4 - y / CELL))
    return SQUARES[row * 8 + column] if 0 <= column < 8 and 0 <= row < 8 else None


def _on_squares(pieces: Sequence[TablePiece], squares: Sequence[str]) -> dict[str, Probabilities]:
    """What each of the squares shows: the most confident of the pieces that are meant for it, or nothing."""
    meant = [(square, share, piece) for piece in pieces for square, share in _square_shares(piece, squares).items()]
    shown: dict[str, Probabilities] = {square: {EMPTY: 1.0} for square in squares}
    for square, share, piece in sorted(meant, key=lambda entry: entry[1] * entry[2].confidence):
        faces, before = piece.shares(), shown[square]
        if share < 1.0:
            faces = {
                face: share * faces.get(face, 0.0) + (1 - share) * before.get(face, 0.0) for face in {**before, **faces}
            }
        shown[square] = faces
    return shown


def _square_shares(piece: TablePiece, squares: Sequence[str]) -> dict[str, float]:
    """The probability that a piece is meant for each square on or next to which it lies; none if it is beside all."""
    if _square(piece) not in squares:
        return {}
    columns, rows = _line_shares(float(piece.middle[0])), _line_shares(float(-piece.middle[1]))
    near = {(column, row): across * down for column, across in columns.items() for row, down in rows.items()}
    probabilities = {
        square: share
        for (column, row), share in near.items()
        if 0 <= column < 8 and 0 <= row < 8 and (square := SQUARES[row * 8 + column]) in squares
    }
    return {square: share / sum(probabilities.values()) for square, share in probabilities.items()}


def _line_shares(off: float) -> dict[int, float]:
    """The probabilities of the columns (or rows) that may be meant `off` mm from the middle of the board."""
    at = off / CELL + 4
    here = int(np.floor(at))
    over = at - here
    share = 1 / (1 + float(np.exp(CELL * min(over, 1 - over) / _LINE_SCALE)))
    return {here: 1.0} if share < _MIN_PROBABILITY else {here: 1 - share, here + (1 if over >= 0.5 else -1): share}

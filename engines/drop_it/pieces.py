"""The pieces of Drop It (D-1) and whose they are (D-4).

A piece is named by shape and colour, `"circle/red"`. Colours are assigned at the start, in the order of `COLOURS` to
the sides in order of play. By option they are not: a colour belongs to the side that first drops a piece of it.

>>> len(PIECES), sum(OF_EACH.values()) * len(COLOURS)
(16, 36)
>>> Shares([[], []]).colours(0), Shares([[], []]).why_not(1, "square/blue")
(('blue', 'yellow'), 'not_yours')
>>> Shares([["circle/red"], []], are_given=False).why_not(1, "square/red")
'not_yours'
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from engines.vocabulary import UNKNOWN

SHAPES = ("circle", "square", "diamond", "triangle")
COLOURS = ("blue", "yellow", "green", "red")
OF_EACH = {"circle": 3, "square": 2, "diamond": 2, "triangle": 2}  # of each colour (D-1)
PIECES = tuple(f"{shape}/{colour}" for colour in COLOURS for shape in SHAPES)
ALL = 36
DIVIDED = "yellow"  # the colour of which each of three sides has three pieces (D-4)
COLOURS_EACH = {2: 2, 3: 1, 4: 1}  # by the number of sides (D-4)


def shape_of(piece: str) -> str:
    """The shape of a piece: `circle` of `circle/red`."""
    return piece.partition("/")[0]


def colour_of(piece: str) -> str:
    """The colour of a piece: `red` of `circle/red`."""
    return piece.partition("/")[2]


class Shares:
    """The pieces that each side may still drop (D-4).

    `dropped`: the pieces of each side so far; of unknown ones each may be any. `are_given`: whether colours are
    assigned at the start.
    """

    def __init__(self, dropped: Sequence[Sequence[str]], are_given: bool = True) -> None:
        dropped = [[piece for piece in pieces if piece != UNKNOWN] for pieces in dropped]
        self._dropped = Counter(piece for pieces in dropped for piece in pieces)
        self._each = COLOURS_EACH[len(dropped)]
        self._divided = DIVIDED if len(dropped) == 3 else ""
        self._of_divided = [
            [shape_of(piece) for piece in pieces if self._divided and piece.endswith(self._divided)]
            for pieces in dropped
        ]
        if are_given:
            own = [colour for colour in COLOURS if colour != self._divided]
            self.owner = {colour: at // self._each for at, colour in enumerate(own)}
        else:
            self.owner = {colour_of(piece): side for side, pieces in enumerate(dropped) for piece in set(pieces)}
            self.owner.pop(self._divided, None)

    def colours(self, side: int) -> tuple[str, ...]:
        """The colours that a side is known to have, without divided yellow."""
        return tuple(colour for colour in COLOURS if self.owner.get(colour) == side)

    def open_to(self, side: int) -> tuple[str, ...]:
        """Each kind of piece that a side may drop."""
        return tuple(piece for piece in PIECES if self.why_not(side, piece) is None)

    def why_not(self, side: int, piece: str) -> str | None:
        """The last part of the text key of why a side cannot drop a piece, None where it can."""
        colour, shape = colour_of(piece), shape_of(piece)
        if self._dropped[piece] == OF_EACH[shape]:
            return "none_left"
        if colour == self._divided:
            return None if self._is_in_the_share(side, shape) else "yellow_share"
        owner = self.owner.get(colour)
        if owner is not None:
            return None if owner == side else "not_yours"
        return None if len(self.colours(side)) < self._each else "other_colours"

    def _is_in_the_share(self, side: int, shape: str) -> bool:
        """Whether this yellow piece may belong to a side's share: one circle and two different other pieces (D-4).

        There are two yellow pieces of each other shape, so each of the three sides lacks a different one.
        """
        had = [list(shapes) for shapes in self._of_divided]
        had[side].append(shape)
        if shape == "circle":
            return had[side].count("circle") == 1
        if had[side].count(shape) > 1:
            return False
        return any(
            all(lacking not in shapes for lacking, shapes in zip(lack, had, strict=True))
            for lack in permutations(SHAPES[1:])
        )

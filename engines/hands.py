"""Tiles and cards in a hand: their order, and what is left when some leave it.

A hand may hold unknown pieces. Each may be of any face of which not all pieces are known elsewhere.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from engines.vocabulary import TILE_FACES, UNKNOWN

Pieces = tuple[str, ...]
Item = TypeVar("Item")

_ORDER = {face: place for place, face in enumerate((*TILE_FACES, UNKNOWN))}


def in_order(tiles: Iterable[str]) -> Pieces:
    """Tiles as they stand in a hand: by number, the almighty after them, unknown ones last.

    >>> in_order(["wild", "unknown", "3", "1"])
    ('1', '3', 'wild', 'unknown')
    """
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def without(pieces: Iterable[Item], *gone: Item) -> tuple[Item, ...]:
    """The pieces left when some are removed; each removed one must be among them.

    >>> without(("3", "5", "3"), "3")
    ('5', '3')
    """
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)


def replaced(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items with the one at a position, counted from 0, replaced.

    >>> replaced(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*items[:at], item, *items[at + 1 :])


def taken_from(pieces: Iterable[str], gone: Iterable[str], unseen: Mapping[str, int]) -> Pieces | None:
    """The pieces left when some are removed; None if they cannot be among them.

    Where no known piece has the face, an unknown one is removed. `unseen`: how many pieces of each face are known
    nowhere, and may therefore be among the unknown ones.

    >>> taken_from(("3", "unknown"), ("5",), {"5": 1}), taken_from(("3", "unknown"), ("5",), {"5": 0})
    (('3',), None)
    """
    left, spare = list(pieces), dict(unseen)
    for piece in gone:
        if piece in left:
            left.remove(piece)
        elif UNKNOWN in left and spare.get(piece, 0) > 0:
            left.remove(UNKNOWN)
            spare[piece] -= 1
        else:
            return None
    return tuple(left)

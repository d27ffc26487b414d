"""Which of the 43,615 hands of nine tiles each row of a score sheet can be, and which of them it counts for.

A row that nothing can be, or that a dearer row always beats, was copied wrongly; an example shows what a row means.

>>> from engines.jarapon.sheet import parse_sheet
>>> from engines.jarapon.tiles import PLAIN_TILES
>>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Tour"\\ntiles = ["run of 9"]\\npoints = 50'
>>> [(one.fits, one.counts, one.example) for one in reaches(parse_sheet(text, "mine.toml", PLAIN_TILES))]
[(46, 46, ('1', '2', '3', '4', '5', '6', '7', '8', '9'))]
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engines.jarapon.shapes import Shape, bag_of
from engines.jarapon.sheet import Ranking, Row, ScoreSheet
from engines.jarapon.tiles import WILDS
from engines.vocabulary import NUMBERS, WILD

Standing = Literal["counts", "only_pon", "hidden", "impossible"]


@dataclass(frozen=True)
class Reach:
    """What a row can be."""

    fits: int  # of the 43,615 hands
    counts: int  # for hands that no dearer row takes
    # it `counts`, counts `only_pon` (with an open set), is always `hidden` by the row `by`, or `impossible`
    standing: Standing
    example: tuple[str, ...] | None  # a hand that it counts for, else one that it fits, group by group
    by: Row | None = None


def reaches(sheet: ScoreSheet) -> tuple[Reach, ...]:
    """The reach of every row, in the order of the sheet; almighty tiles stand for what serves the hand best (J7-16)."""
    taken: set[int] = set()
    counts: dict[int, int] = {}
    for row in sheet.closed.rows:
        free = _hands(row.shape) - taken
        counts[id(row)] = len(free)
        taken |= free
    return tuple(_reach(row, sheet, counts[id(row)]) for row in sheet.rows)


def _reach(row: Row, sheet: ScoreSheet, counts: int) -> Reach:
    fits = len(_hands(row.shape))
    own = _own(row, sheet.closed)
    with_pon = _own(row, sheet.opened)
    example = _telling(row, own or with_pon or list(row.shape.hands))
    if not fits:
        return Reach(0, 0, "impossible", None)
    if own:
        return Reach(fits, counts, "counts", example)
    by = Counter(sheet.closed.best[bag] for bag in row.shape.hands).most_common(1)[0][0]
    return Reach(fits, counts, "only_pon" if with_pon else "hidden", example, sheet.closed.rows[by])


def _own(row: Row, ranking: Ranking) -> list[int]:
    """The bags of a row that no row before it takes."""
    rank = next((at for at, other in enumerate(ranking.rows) if other is row), None)
    return [bag for bag in row.shape.hands if rank is not None and ranking.best[bag] == rank]


def _telling(row: Row, bags: list[int]) -> tuple[str, ...] | None:
    """The first hand with the most different tiles: it shows best what may differ."""
    return max((row.shape.hands[bag] for bag in bags), key=lambda tiles: len(set(tiles)), default=None)


@lru_cache(maxsize=64)
def _hands(shape: Shape) -> frozenset[int]:
    """Every hand, as a bag with its almighty tiles, that can be read as this shape."""
    hands = last = set(shape.hands)
    for _ in range(WILDS):
        last = {held for hand in last for held in _with_one_more_wild(hand)}
        hands = hands | last
    return frozenset(hands)


def _with_one_more_wild(hand: int) -> Iterator[int]:
    """What a player may hold instead of a hand, with an almighty tile in the place of one of its numbers."""
    if _count(hand, _WILD_STEP) < WILDS:
        yield from (hand - step + _WILD_STEP for step in _STEPS if _count(hand, step))


def _count(hand: int, step: int) -> int:
    return hand // step & 15


_WILD_STEP = bag_of((WILD,))
_STEPS = tuple(bag_of((number,)) for number in NUMBERS)

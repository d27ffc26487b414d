"""Proposes the zones of a game that is dealt in stocks: one before each player, a draw pile in the middle.

As the set-up says: each player has his stock at his left, his four discard columns to the right of it, which grow
towards him; the building piles lie in a row to the right of the draw pile.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

import numpy as np

from engines.vocabulary import BACK
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.places.cards.zones import MAX_OFF_ZONE, Zone, long_side, offs, uppermost
from vision.reading import Points

# Shorter sides from a pile to the row beside it, and from one of the row to the next
_FIRST_STEP, _NEXT_STEP = 1.5, 1.2
_PILES_IN_ROW = 4  # piles beside a stock or the draw pile
# Shorter sides from the middle of a row to the pile at its left
_HALF_ROW = (_FIRST_STEP + (_PILES_IN_ROW - 1) * _NEXT_STEP) / 2
# Without a draw pile: shorter sides of a stock off the row's left end; ratio of the farthest to the nearest stock.
_MAX_ASIDE, _MAX_RATIO = 1.0, 2.0
_MIN_STOCKS = 2
_MAX_CHOICES = 120  # of stocks among piles: more would take too long to try


def dealt_zones(cards: Sequence[DetectedCard], width: float, seats: int | None = None) -> dict[str, Zone]:
    """The zones of a table that is laid for `seats` players at the start of a game; none as long as it is not.

    Of all choices of stocks and draw pile among the piles, the one is taken that holds every read pile in its zones
    with the smallest distances. Without `seats`, all piles but one are stocks. An undetected draw pile is placed by the
    stocks. Seats go clockwise from who sits lowest in the picture.
    """
    piles = uppermost(cards)
    read = [pile for pile in piles if pile.code != UNSURE]
    for choices in (_choices(piles, seats), _choices_of_stocks(piles, seats)):
        found = [_lay_zones(piles, stocks, draw, width) for stocks, draw in choices]
        off = [offs(read, zones, width) for zones in found]
        whole = [at for at, of_piles in enumerate(off) if of_piles.max() <= MAX_OFF_ZONE]
        if whole:
            return found[min(whole, key=lambda at: float(off[at].sum()))]
    return {}


def _choices(piles: Sequence[DetectedCard], seats: int | None) -> Iterator[tuple[Sequence[int], int]]:
    """The choices of stocks and draw pile: it lies face down, nearest to all of them."""
    middles = np.array([pile.xy for pile in piles]).reshape(-1, 2)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    count = len(piles) - 1 if seats is None else seats
    if count < _MIN_STOCKS or comb(max(0, len(piles) - 1), count) > _MAX_CHOICES:
        return
    for draw in (at for at, pile in enumerate(piles) if pile.code == BACK):
        for stocks in combinations([at for at in range(len(piles)) if at != draw], count):
            all_of_them = [draw, *stocks]
            apart = far[np.ix_(all_of_them, all_of_them)].sum(axis=1)
            backs = [at for at, pile in enumerate(all_of_them) if piles[pile].code == BACK]
            if not min(backs, key=lambda at: float(apart[at])):
                yield stocks, draw


def _choices_of_stocks(piles: Sequence[DetectedCard], seats: int | None) -> Iterator[tuple[Sequence[int], None]]:
    """The choices of stocks without a draw pile: each stock lies at the left of its player."""
    count = seats or 0
    if not _MIN_STOCKS <= count <= len(piles) or comb(len(piles), count) > _MAX_CHOICES:
        return
    for stocks in combinations(range(len(piles)), count):
        middle = np.mean([piles[at].xy for at in stocks], axis=0)
        right, down = np.transpose([_offset_for_player(piles[at], middle) for at in stocks])
        if (np.abs(right + _HALF_ROW) < _MAX_ASIDE).all() and down.max() < _MAX_RATIO * down.min():
            yield stocks, None


def _offset_for_player(pile: DetectedCard, middle: Points) -> tuple[float, float]:
    """The offset of a pile from a middle to the right and down, as its player sees it, in its shorter sides."""
    away = np.array(pile.xy) - middle
    zone = _zone(away, _direction_outward(long_side(pile), away))
    return float(away @ zone.right) / pile.shorter_side, float(away @ zone.down) / pile.shorter_side


def _lay_zones(piles: Sequence[DetectedCard], stocks: Sequence[int], draw: int | None, width: float) -> dict[str, Zone]:
    """The zones for a choice of stocks and draw pile (None where it is not detected), by the numbers of piles."""
    middles = np.array([pile.xy for pile in piles]) / width
    short = [pile.shorter_side / width for pile in piles]  # what lies nearer to the camera is larger
    middle = middles[list(stocks)].mean(axis=0)
    downs = {at: _direction_outward(long_side(piles[at]), middles[at] - middle) for at in stocks}
    first = max(stocks, key=lambda at: downs[at][1])
    seats = sorted(stocks, key=lambda at: _clockwise(middles[first] - middle, middles[at] - middle))
    if draw is None:
        size = float(np.mean([short[at] for at in stocks]))
        found = {"draw": _zone(middle, downs[first]).beside(-_HALF_ROW * size)}
    else:
        size = short[draw]
        found = {"draw": _zone(middles[draw], _direction_outward(long_side(piles[draw]), np.array([0.0, 1.0])))}
    for pile in range(_PILES_IN_ROW):
        found[f"build/{pile + 1}"] = found["draw"].beside((_FIRST_STEP + _NEXT_STEP * pile) * size)
    for seat, at in enumerate(seats, start=1):
        stock = found[f"stock/{seat}"] = _zone(middles[at], downs[at])
        for pile in range(_PILES_IN_ROW):
            found[f"discard/{seat}/{pile + 1}"] = stock.beside(
                (_FIRST_STEP + _NEXT_STEP * pile) * short[at], is_column=True
            )
    return found


def _zone(middle: Points, down: tuple[float, float]) -> Zone:
    return Zone(float(middle[0]), float(middle[1]), down)


def _direction_outward(side: Points, away: Points) -> tuple[float, float]:
    """The unit vector along a card's side that leads away from the middle."""
    unit = side / np.linalg.norm(side) * (1.0 if float(side @ away) >= 0 else -1.0)
    return float(unit[0]), float(unit[1])


def _clockwise(first: Points, second: Points) -> float:
    """The clockwise angle from a first to a second direction in the picture, 0 to 2π."""
    angle = np.arctan2(second[1], second[0]) - np.arctan2(first[1], first[0])
    return float((angle + 1e-9) % (2 * np.pi))

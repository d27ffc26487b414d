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
from vision.places.cards.zones import WIDE, Zone, long_side, offs, uppermost
from vision.reading import Points

_FIRST, _NEXT = 1.5, 1.2  # shorter sides from a pile to the row beside it, and from one of the row to the next
_ROW = 4
_HALF = (_FIRST + (_ROW - 1) * _NEXT) / 2  # shorter sides from the middle of a row to the pile at its left
# Where there is no draw pile to go by: shorter sides off the row's left end, and how much farther out than others.
_ASIDE, _FARTHER = 1.0, 2.0
_FEWEST = 2  # stocks
_TRIED = 120  # choices of stocks among piles: more are not thought of, since that would take long


def dealt_zones(cards: Sequence[DetectedCard], width: float, seats: int | None = None) -> dict[str, Zone]:
    """The zones of a table that is laid for so many `seats`, from the start on; None as long as it is not.

    Every pile that is read lies in one of them: of several ways to choose stocks and draw pile among the piles, that
    is the one that people have laid. Without `seats`, all piles but one are stocks. A draw pile that is not detected
    lies where the stocks let expect it. Seats go clockwise from who sits lowest in the picture.
    """
    piles = uppermost(cards)
    read = [pile for pile in piles if pile.code != UNSURE]
    for choices in (_choices(piles, seats), _choices_of_stocks(piles, seats)):
        found = [_laid(piles, stocks, draw, width) for stocks, draw in choices]
        off = [offs(read, zones, width) for zones in found]
        whole = [at for at, of_piles in enumerate(off) if of_piles.max() <= WIDE]
        if whole:
            return found[min(whole, key=lambda at: float(off[at].sum()))]
    return {}


def _choices(piles: Sequence[DetectedCard], seats: int | None) -> Iterator[tuple[Sequence[int], int]]:
    """Which of the piles may be the stocks, and which the draw pile: that face down, in the middle of them."""
    middles = np.array([pile.xy for pile in piles]).reshape(-1, 2)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    count = len(piles) - 1 if seats is None else seats
    if count < _FEWEST or comb(max(0, len(piles) - 1), count) > _TRIED:
        return
    for draw in (at for at, pile in enumerate(piles) if pile.code == BACK):
        for stocks in combinations([at for at in range(len(piles)) if at != draw], count):
            all_of_them = [draw, *stocks]
            apart = far[np.ix_(all_of_them, all_of_them)].sum(axis=1)
            backs = [at for at, one in enumerate(all_of_them) if piles[one].code == BACK]
            if not min(backs, key=lambda at: float(apart[at])):
                yield stocks, draw


def _choices_of_stocks(piles: Sequence[DetectedCard], seats: int | None) -> Iterator[tuple[Sequence[int], None]]:
    """Which of the piles may be the stocks where no draw pile is among them: each lies at the left of its player."""
    count = seats or 0
    if not _FEWEST <= count <= len(piles) or comb(len(piles), count) > _TRIED:
        return
    for stocks in combinations(range(len(piles)), count):
        middle = np.mean([piles[at].xy for at in stocks], axis=0)
        right, down = np.transpose([_before_its_player(piles[at], middle) for at in stocks])
        if (np.abs(right + _HALF) < _ASIDE).all() and down.max() < _FARTHER * down.min():
            yield stocks, None


def _before_its_player(pile: DetectedCard, middle: Points) -> tuple[float, float]:
    """How far to the right of a middle a pile lies and how far down, as its player sees it, in its shorter sides."""
    away = np.array(pile.xy) - middle
    zone = _zone(away, _towards(long_side(pile), away))
    return float(away @ zone.right) / pile.shorter_side, float(away @ zone.down) / pile.shorter_side


def _laid(piles: Sequence[DetectedCard], stocks: Sequence[int], draw: int | None, width: float) -> dict[str, Zone]:
    """The zones where these of the piles are the stocks, and that one the draw pile, if it is detected."""
    middles = np.array([pile.xy for pile in piles]) / width
    short = [pile.shorter_side / width for pile in piles]  # what lies nearer to the camera is larger
    middle = middles[list(stocks)].mean(axis=0)
    downs = {at: _towards(long_side(piles[at]), middles[at] - middle) for at in stocks}
    first = max(stocks, key=lambda at: downs[at][1])
    seats = sorted(stocks, key=lambda at: _clockwise(middles[first] - middle, middles[at] - middle))
    if draw is None:
        size = float(np.mean([short[at] for at in stocks]))
        found = {"draw": _zone(middle, downs[first]).beside(-_HALF * size)}
    else:
        size = short[draw]
        found = {"draw": _zone(middles[draw], _towards(long_side(piles[draw]), np.array([0.0, 1.0])))}
    for pile in range(_ROW):
        found[f"build/{pile + 1}"] = found["draw"].beside((_FIRST + _NEXT * pile) * size)
    for seat, at in enumerate(seats, start=1):
        stock = found[f"stock/{seat}"] = _zone(middles[at], downs[at])
        for pile in range(_ROW):
            found[f"discard/{seat}/{pile + 1}"] = stock.beside((_FIRST + _NEXT * pile) * short[at], is_column=True)
    return found


def _zone(middle: Points, down: tuple[float, float]) -> Zone:
    return Zone(float(middle[0]), float(middle[1]), down)


def _towards(side: Points, away: Points) -> tuple[float, float]:
    """A unit vector along a card's side, the way that leads away from the middle."""
    unit = side / np.linalg.norm(side) * (1.0 if float(side @ away) >= 0 else -1.0)
    return float(unit[0]), float(unit[1])


def _clockwise(first: Points, other: Points) -> float:
    """By how far another direction is turned clockwise from the first, as the picture shows them, 0 to 2π."""
    angle = np.arctan2(other[1], other[0]) - np.arctan2(first[1], first[0])
    return float((angle + 1e-9) % (2 * np.pi))

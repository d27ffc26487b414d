"""Proposes the zones of a game that is dealt in stocks: one before each player, a draw pile in the middle.

As the set-up says: each player has his stock at his left, his four discard columns to the right of it, which grow
towards him; the building piles lie in a row to the right of the draw pile.
"""

from collections.abc import Sequence

import numpy as np

from engines.vocabulary import BACK
from vision.cards.reading import DetectedCard
from vision.places.cards.zones import Zone, long_side, uppermost
from vision.reading import Points

_FIRST, _NEXT = 1.5, 1.2  # shorter sides from a pile to the row beside it, and from one of the row to the next
_ROW = 4
_FEWEST = 3  # two stocks and a draw pile


def dealt_zones(cards: Sequence[DetectedCard], width: float) -> dict[str, Zone]:
    """The zones of a table of piles of which all lie face down, or have just been turned up.

    None for fewer than three, or while no draw pile is seen. Seats go clockwise from who sits lowest in the picture.
    """
    piles = uppermost(cards)
    if len(piles) < _FEWEST:
        return {}
    middles = np.array([pile.xy for pile in piles]) / width
    short = [pile.shorter_side / width for pile in piles]  # what lies nearer to the camera is larger
    draw = _draw_pile(piles, middles)
    if draw is None:
        return {}
    stocks = [at for at in range(len(piles)) if at != draw]
    middle = middles[stocks].mean(axis=0)
    downs = {at: _towards(long_side(piles[at]), middles[at] - middle) for at in stocks}
    first = max(stocks, key=lambda at: downs[at][1])
    seats = sorted(stocks, key=lambda at: _clockwise(middles[first] - middle, middles[at] - middle))
    found = {"draw": _zone(middles[draw], _towards(long_side(piles[draw]), np.array([0.0, 1.0])))}
    for pile in range(_ROW):
        found[f"build/{pile + 1}"] = found["draw"].beside((_FIRST + _NEXT * pile) * short[draw])
    for seat, at in enumerate(seats, start=1):
        stock = found[f"stock/{seat}"] = _zone(middles[at], downs[at])
        for pile in range(_ROW):
            found[f"discard/{seat}/{pile + 1}"] = stock.beside((_FIRST + _NEXT * pile) * short[at], is_column=True)
    return found


def _zone(middle: Points, down: tuple[float, float]) -> Zone:
    return Zone(float(middle[0]), float(middle[1]), down)


def _draw_pile(piles: Sequence[DetectedCard], middles: Points) -> int | None:
    """The pile face down that lies nearest to all others; None where none is seen: whatever lies face up is a stock."""
    backs = [at for at, pile in enumerate(piles) if pile.code == BACK]
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2).sum(axis=1)
    return min(backs, key=lambda at: float(far[at]), default=None)


def _towards(side: Points, away: Points) -> tuple[float, float]:
    """A unit vector along a card's side, the way that leads away from the middle."""
    unit = side / np.linalg.norm(side) * (1.0 if float(side @ away) >= 0 else -1.0)
    return float(unit[0]), float(unit[1])


def _clockwise(first: Points, other: Points) -> float:
    """By how far another direction is turned clockwise from the first, as the picture shows them, 0 to 2π."""
    angle = np.arctan2(other[1], other[0]) - np.arctan2(first[1], first[0])
    return float((angle + 1e-9) % (2 * np.pi))

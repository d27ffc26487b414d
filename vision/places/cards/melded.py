"""Proposes the zones of a game with a stock and a river: the face-down pile, and to the right of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.vocabulary import BACK
from vision.cards.common.reading import DetectedCard
from vision.places.cards.rows import seats_round
from vision.places.cards.zones import Zone, size_of, uppermost
from vision.reading import Points

_RIVER_STEP = 1.5  # shorter sides from the stock to the river


def melded_zones(cards: Sequence[DetectedCard], width: float, seats: int | None = None) -> dict[str, Zone]:
    """The zones of stock and river, the stock being the face-down pile nearest to all others; none without a stock.

    Where one lot lies before each of the `seats`, the stock lies in their midst, detected or not, and a back elsewhere
    is a false detection. The river lies to the right of it in the picture, however the stock is turned, or where the
    first card is laid that is no lot.
    """
    piles = uppermost(cards)
    middles, short = np.array([pile.xy for pile in piles]).reshape(-1, 2), size_of(piles)[0]
    is_back = np.array([pile.code == BACK for pile in piles], bool)
    stocks, midst = middles[is_back], midst_of(piles, seats)
    if midst is not None:
        stocks = np.array([spot for spot in stocks if is_midst(spot, piles, seats)] or [midst])
    if not len(stocks):
        return {}
    stock = stocks[np.linalg.norm(stocks[:, None] - middles[None], axis=2).sum(axis=1).argmin()] / width
    zone = Zone(float(stock[0]), float(stock[1]), (0.0, 1.0))
    return {"stock": zone, "river": replace(zone.beside(_RIVER_STEP * short / width), is_river=True)}


def midst_of(piles: Sequence[DetectedCard], seats: int | None) -> Points | None:
    """The middle (2) of the face-up piles where just one lies before each seat, as lots do; else None."""
    spots = [pile.xy for pile in piles if pile.code != BACK]
    middle = np.mean(spots, axis=0) if spots else np.zeros(2)
    return np.asarray(middle) if is_midst(middle, piles, seats) else None


def is_midst(spot: Sequence[float] | Points, piles: Sequence[DetectedCard], seats: int | None) -> bool:
    """Whether round a spot just one pile lies face up before each of the seats."""
    seats_of = [seats_round(pile.xy, np.array(spot), seats or 1) for pile in piles if pile.code != BACK]
    return len(seats_of) == len({max(sides, key=lambda seat: sides[seat]) for sides in seats_of}) == seats

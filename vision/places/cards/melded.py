"""Proposes the zones of a game with a stock and a river: the one pile that lies face down, and to the right of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.vocabulary import BACK
from vision.cards.common.reading import DetectedCard
from vision.places.cards.rows import seats_round
from vision.places.cards.zones import Zone, size_of, uppermost
from vision.reading import Points

_RIVER = 1.5  # shorter sides from the stock to the river


def melded_zones(cards: Sequence[DetectedCard], width: float, seats: int | None = None) -> dict[str, Zone]:
    """The stock is the pile face down that lies nearest to all others; none as long as there is none.

    Where one card lies before each of so many `seats`, the stock lies in their midst, whether or not it is detected:
    what passes for one elsewhere is none. Which way it lies does not matter: the river lies to the right of it in the
    picture, or where the first card is laid that is no lot.
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
    return {"stock": zone, "river": replace(zone.beside(_RIVER * short / width), is_river=True)}


def midst_of(piles: Sequence[DetectedCard], seats: int | None) -> Points | None:
    """The middle (2) of the piles that lie face up, where just one lies before each of so many seats, as lots do."""
    spots = [pile.xy for pile in piles if pile.code != BACK]
    middle = np.mean(spots, axis=0) if spots else np.zeros(2)
    return np.asarray(middle) if is_midst(middle, piles, seats) else None


def is_midst(spot: Sequence[float] | Points, piles: Sequence[DetectedCard], seats: int | None) -> bool:
    """Whether round a spot just one pile lies face up before each of so many seats."""
    round_it = [seats_round(pile.xy, np.array(spot), seats or 1) for pile in piles if pile.code != BACK]
    return len(round_it) == len({max(sides, key=lambda seat: sides[seat]) for sides in round_it}) == seats

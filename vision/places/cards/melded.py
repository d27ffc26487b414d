"""Proposes the zones of a game with a stock and a river: the one pile that lies face down, and to the right of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.vocabulary import BACK
from vision.cards.reading import DetectedCard
from vision.places.cards.zones import Zone, size_of, uppermost

_RIVER = 1.5  # shorter sides from the stock to the river


def melded_zones(cards: Sequence[DetectedCard], width: float, _seats: int | None = None) -> dict[str, Zone]:
    """The stock is the pile face down that lies nearest to all others; none as long as there is none.

    Which way it lies does not matter: the river lies to the right of it in the picture, or where the first card is laid
    that is no lot.
    """
    piles = [card for card in uppermost(cards) if card.code == BACK]
    if not piles:
        return {}
    middles = np.array([pile.xy for pile in piles]) / width
    stock = middles[np.linalg.norm(middles[:, None] - middles[None], axis=2).sum(axis=1).argmin()]
    zone = Zone(float(stock[0]), float(stock[1]), (0.0, 1.0))
    river = replace(zone.beside(_RIVER * size_of(piles)[0] / width), is_river=True)
    return {"stock": zone, "river": river}

"""Photographs of invented French-suited decks on invented tables, of which no network was trained."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.playing_cards import Deck, random_deck
from simulator.artwork.table_tops import wood
from simulator.scenes.french_tables import CardTable, LaidCard, photographed, random_camera
from vision.cards.common.reading import DetectedCard
from vision.reading import Picture

SIZE = (960, 720)
PX_PER_MM = 1.9


@cache
def deck_of(seed: int = 22) -> Deck:
    """A deck in the font of Pillow: training reads the fonts of a machine, of which this is none."""
    return random_deck(np.random.default_rng(seed), [""], [])


def photograph(
    deck: Deck,
    laid: list[LaidCard],
    seed: int | np.random.Generator = 4,
    ground: Picture | None = None,
    camera: NDArray[np.float64] | None = None,
) -> tuple[Picture, CardTable]:
    """The picture of cards on wood, or another ground, and the table with their truth."""
    rng = np.random.default_rng(seed)
    under = np.asarray(cv2.resize(wood(rng, 700) if ground is None else ground, SIZE), np.uint8)
    table = CardTable(under, deck, random_camera(rng, SIZE, PX_PER_MM) if camera is None else camera, rng)
    for card in laid:
        table.lay(card)
    return photographed(table.picture, rng, rare=0), table


def fan(codes: str, x: float, y: float, turn: float, step: float = 19.0) -> list[LaidCard]:
    """Cards laid on each other, each so many mm to the right of the one below it."""
    way = np.array([np.cos(turn), np.sin(turn)]) * step
    return [LaidCard(code, x + way[0] * k, y + way[1] * k, turn) for k, code in enumerate(codes.split())]


def off(card: DetectedCard, table: CardTable, at: int) -> float:
    """How far a card lies from the one that was laid as number `at`, in its shorter sides."""
    return float(np.hypot(*(np.array(card.xy) - table.cards()[at].corners.mean(axis=0))) / card.shorter_side)

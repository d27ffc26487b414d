"""Templates of ranks and suits for baselines that compare: glyphs and pips of our own invented decks."""

from dataclasses import dataclass

import numpy as np

from simulator.artwork.pips import SUITS, Mask, glyph, random_pips
from vision.cards.french.symbols import RANKS
from vision.reading import Points

_SEED = 7001


@dataclass(frozen=True)
class CardTemplates:
    """Masks (0 to 255), cut to the print, of each rank and suit, deck by deck."""

    ranks: tuple[tuple[str, Mask], ...]
    suits: tuple[tuple[str, Mask], ...]


def card_templates(fonts: list[str], decks: int) -> CardTemplates:
    """The templates of so many decks, whose letters come from `fonts` (files; `""` is Pillow's own)."""
    rng = np.random.default_rng(_SEED)
    chosen = [fonts[at] for at in rng.permutation(len(fonts))[:decks]]
    ranks = tuple((rank, glyph(rank, font)) for font in chosen for rank in RANKS)
    pips = [random_pips(rng, []) for _ in range(decks)]
    return CardTemplates(ranks, tuple((suit, deck[suit]) for deck in pips for suit in SUITS))


def upside_down(ring: Points) -> Points:
    """A card's corners (4 × 2 px) from the other end."""
    return np.roll(ring, 2, axis=0)

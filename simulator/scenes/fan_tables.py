"""Invented tables of French-suited cards: fans with steps from 6 mm and cascades, single cards, stocks and jokers."""

from collections.abc import Sequence

import cv2
import numpy as np

from simulator.artwork.paint import Rng
from simulator.artwork.playing_cards import CODES, Deck, random_deck
from simulator.artwork.table_tops import SHARES, TABLES
from simulator.scenes.french_tables import CardTable, LaidCard, random_camera
from vision.cards.common.reading import BACK, JOKER

SIZE = (1280, 960)
_STEPS = (6.0, 20.0)  # mm between the cards of a fan
_DOWN = 0.6  # mm more than an index is high, between the cards of a cascade


def seen_deck(rng: Rng, fonts: list[list[str]], signs: list[str]) -> tuple[Deck, float]:
    """A deck, and the px of a mm at which its indices can be read."""
    deck = random_deck(rng, fonts[int(rng.integers(len(fonts)))], signs)
    high = deck.style.rank_high + deck.style.gap + deck.style.pip_high
    return deck, float(np.clip(rng.uniform(22, 40) / high, 1.3, 2.4))


def fan_table(rng: Rng, deck: Deck, px_per_mm: float) -> tuple[CardTable, list[list[str]]]:
    """A table, and the codes of each of its fans and cascades in order."""
    high = deck.style.rank_high + deck.style.gap + deck.style.pip_high
    top = TABLES[int(rng.choice(len(TABLES), p=SHARES))](rng, 900)
    ground = np.asarray(cv2.resize(top, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    table = CardTable(ground, deck, random_camera(rng, SIZE, px_per_mm), rng)
    codes = [*(str(code) for code in rng.permutation(CODES))]
    wide, tall = SIZE[0] / px_per_mm / 3, SIZE[1] / px_per_mm / 2
    groups = []
    for cell in rng.permutation(6)[: int(rng.integers(3, 7))]:
        middle = ((cell % 3 - 1) * wide, (cell // 3 - 0.5) * tall)
        count = int(rng.choice([1, 3, 4, 5]))
        own, codes = codes[:count], codes[count:]
        kind = rng.random()
        own = [BACK] * 3 if kind < 0.12 else [JOKER] if kind < 0.2 else own
        step = (rng.uniform(*_STEPS), 0.0) if kind < 0.75 else (0.0, high + deck.style.top + _DOWN + rng.exponential(4))
        turn = rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.15)
        for card in _fan(rng, own, (0.4, 0.4) if own[0] == BACK else step):
            table.lay(card.turned(turn, middle))
        groups += [own] if len(own) > 1 and own[0] != BACK else []
    for _ in range(int(rng.integers(0, 3))):
        table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(10, 20) * px_per_mm)
    return table, groups


def _fan(rng: Rng, codes: Sequence[str], step: tuple[float, float]) -> list[LaidCard]:
    out = []
    for number, code in enumerate(codes):
        x, y = (number - (len(codes) - 1) / 2) * np.array(step) + rng.normal(0, 0.4, 2)
        out.append(LaidCard(code, float(x), float(y), rng.normal(0, 0.015)))
    return out

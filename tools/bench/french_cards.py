"""Measures reading of French-suited cards on invented tables with decks whose letters training did not see.

Each table has a deck, a ground, a camera and a light of its own: fans with steps from 6 mm and cascades, single cards,
stocks and jokers, sometimes things between them; or it is one on a poker evening: felt, a row of community cards, hands
in fans, chips, glasses. It is read as photographed and turned by quarters. `tools.bench.cards` says what counts as
right, unsure and wrong.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np

from tools.artwork.fonts import font_files
from tools.artwork.french_tables import CardTable, LaidCard, photographed, random_camera
from tools.artwork.paint import Rng
from tools.artwork.playing_cards import CODES, Deck, random_deck
from tools.artwork.poker_tables import felt, poker_table
from tools.artwork.table_tops import SHARES, TABLES
from tools.bench.cards import TrueCard, held_against
from tools.bench.photos import Score
from vision.cards.french_reader import read_french_cards
from vision.cards.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.reading import Picture

SIZE = (1280, 960)
_STEPS = (6.0, 20.0)  # mm between the cards of a fan
_DOWN = 0.6  # mm more than an index is high, between the cards of a cascade
_SHOWN, _HALF = 0.97, 0.5  # shares of an index, and of a card, from which it counts


@dataclass
class FrenchScore(Score):
    """A `Score`; `misnamed`: cards with a name that no card there has; `turned`: turned pictures, and those that show
    the same cards; `pairs`: neighbours in fans that are both named, and those whose order is right; `process_ms`:
    processor time of a picture."""

    misnamed: int = 0
    turned: list[int] = field(default_factory=lambda: [0, 0])
    pairs: list[int] = field(default_factory=lambda: [0, 0])
    process_ms: list[float] = field(default_factory=list)


def measure_french(tables: int, seed: int, quarters: bool = True, poker: bool = False) -> FrenchScore:
    """Reads `tables` invented tables, of poker evenings or of any kind."""
    cv2.setNumThreads(1)
    fonts, signs = font_files(signs=False, held_back=True), font_files(signs=True, held_back=True)
    score = FrenchScore("invented")
    for number in range(tables):
        rng = np.random.default_rng(seed + number)
        deck, px_per_mm = _deck(rng, fonts or [[""]], [file for folder in signs for file in folder])
        if poker:
            table, groups = poker_table(rng, felt(rng), deck, SIZE, px_per_mm)
        else:
            table, groups = _table(rng, deck, px_per_mm)
        picture = photographed(table.picture, rng, rare=float(number % 3 == 0))
        cards = _timed(picture, score)
        before, truth = (score.unsure, score.wrong), _truth(table)
        complaints = held_against([card.as_piece() for card in cards], truth, score)
        score.misnamed += sum(_is_misnamed(card, truth) for card in cards)
        score.complaints += [f"table {number}: {complaint}" for complaint in complaints]
        score.photos += 1
        score.whole += (score.unsure, score.wrong) == before
        _count_order(cards, groups, score)
        for turn in (1, 2, 3) if quarters else ():
            turned = read_french_cards(np.ascontiguousarray(np.rot90(picture, turn)))
            score.turned[0] += 1
            score.turned[1] += sorted(card.code for card in turned) == sorted(card.code for card in cards)
    return score


def _is_misnamed(card: DetectedCard, truth: Sequence[TrueCard]) -> bool:
    piece = card.as_piece()
    there = any(true.face == card.code and true.away(piece) <= true.reach for true in truth)
    return card.code not in (UNSURE, BACK, JOKER) and not there


def _timed(picture: Picture, score: FrenchScore) -> list[DetectedCard]:
    start, used = time.perf_counter(), time.process_time()
    cards = read_french_cards(picture)
    score.process_ms.append((time.process_time() - used) * 1000)
    score.known_ms.append((time.perf_counter() - start) * 1000)
    return cards


def _deck(rng: Rng, fonts: list[list[str]], signs: list[str]) -> tuple[Deck, float]:
    """A deck, and the px of a mm at which its indices can be read."""
    deck = random_deck(rng, fonts[int(rng.integers(len(fonts)))], signs)
    high = deck.style.rank_high + deck.style.gap + deck.style.pip_high
    return deck, float(np.clip(rng.uniform(22, 40) / high, 1.3, 2.4))


def _table(rng: Rng, deck: Deck, px_per_mm: float) -> tuple[CardTable, list[list[str]]]:
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
        for card in _fan(rng, own, (0.4, 0.4) if own[0] == BACK else step, turn):
            table.lay(replace(card, x=card.x + middle[0], y=card.y + middle[1]))
        groups += [own] if len(own) > 1 and own[0] != BACK else []
    for _ in range(int(rng.integers(0, 3))):
        table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(10, 20) * px_per_mm)
    return table, groups


def _fan(rng: Rng, codes: Sequence[str], step: tuple[float, float], turn: float) -> list[LaidCard]:
    cosine, sine = np.cos(turn), np.sin(turn)
    out = []
    for number, code in enumerate(codes):
        x, y = (number - (len(codes) - 1) / 2) * np.array(step) + rng.normal(0, 0.4, 2)
        out.append(LaidCard(code, x * cosine - y * sine, x * sine + y * cosine, turn + rng.normal(0, 0.015)))
    return out


def _truth(table: CardTable) -> list[TrueCard]:
    """The cards of a table as those of a photograph's truth."""
    indices = iter(table.indices())
    out = []
    wide, tall = table.deck.size
    for owner, (card, to_px, own) in enumerate(table.laid, 1):
        seen = [min(one.rank_seen, one.pip_seen) for one in (next(indices) for _ in own)]
        corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, tall, 1), (0, tall, 1)]) @ to_px.T
        ring = (corners[:, :2] / corners[:, 2:]).astype(np.float32)
        shown = float((table.owner == owner).sum() / max(1.0, cv2.contourArea(ring)))
        reach = float(np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1).min()) * 0.6
        x, y = ring.mean(axis=0)
        has_index = card.code not in (BACK, JOKER) and max(seen) > _SHOWN
        counts = has_index or shown >= _HALF
        out.append(TrueCard((float(x), float(y)), reach, card.code, counts, shown))
    return out


def _count_order(cards: Sequence[DetectedCard], groups: Sequence[Sequence[str]], score: FrenchScore) -> None:
    """Counts neighbours in fans that are both named, and those of which the upper one has the higher level."""
    levels = {card.code: card.level for card in cards}
    for group in groups:
        for lower, upper in pairwise(group):
            if lower in levels and upper in levels:
                score.pairs[0] += 1
                score.pairs[1] += levels[lower] < levels[upper]

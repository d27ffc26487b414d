"""`jarapon bench cards`: read French-suited cards on invented tables, with decks whose letters training did not see.

Each table has its own deck, ground, camera and light: fans with steps from 6 mm and cascades, single cards, stocks and
jokers, sometimes things between them; or those of a poker evening: felt, a row of community cards, hands in fans,
chips, glasses. It is read as photographed and turned by quarters; `tools.bench.judging` defines what is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from simulator.artwork.fonts import font_files
from simulator.artwork.playing_cards import deck_in_any_folder, english_letters, random_letters
from simulator.scenes.french_tables import SIZE, CardTable, fan_table, legible_scale, photographed
from simulator.scenes.poker_tables import felt, poker_table
from tools.bench.benchmark import Benchmark, Option, Report, percent, timed
from tools.bench.judging import Score, TrueCard, compare_cards, true_card
from tools.progress import with_progress
from vision.cards.common.reading import DetectedCard
from vision.cards.french.reader import read_french_cards

_MIN_SHOWN = 0.97  # visible share of an index from which it counts


@dataclass
class FrenchScore(Score):
    """The score of invented tables of French-suited cards."""

    turned: list[int] = field(default_factory=lambda: [0, 0])  # turned pictures, and those read as the same cards
    # Neighbours in fans that are both named, and those in the right order.
    pairs: list[int] = field(default_factory=lambda: [0, 0])


def measure(report: Report, tables: int, seed: int, poker: bool) -> None:
    """Report a row for decks with English letters and one for those with other ones; fails if a card was read
    wrongly."""
    for letters, is_foreign in (("English", False), ("other", True)):
        _report(report, letters, measure_french(tables, seed, poker, is_foreign))


def _report(report: Report, letters: str, score: FrenchScore) -> None:
    faces = {"faces right %": percent(score.shown_right, score.shown), "misnamed": score.misnamed}
    faces["missed %"] = percent(score.missed, score.pieces)
    turned = {"turned alike %": percent(score.turned[1], score.turned[0])}
    order = {"pairs": score.pairs[0], "in order %": percent(score.pairs[1], score.pairs[0])}
    median, most = np.percentile(score.known_ms, (50, 95))
    speed = {"processor ms": median, "95 % ms": most}
    report.row("cards", {"letters": letters, **score.row(), **faces, **turned, **order, **speed})
    report.complain(score.complaints)
    if score.wrong:
        report.fail(f"{score.wrong} cards were read wrongly.")


def measure_french(tables: int, seed: int, poker: bool = False, is_foreign: bool = False) -> FrenchScore:
    """Read so many invented tables, of poker evenings or of any kind, of decks with English or with foreign letters."""
    cv2.setNumThreads(1)
    fonts, signs = font_files(signs=False, held_back=True), font_files(signs=True, held_back=True)
    files = [file for folder in signs for file in folder]
    score = FrenchScore("invented")
    for number in with_progress(range(tables), "tables"):
        rng = np.random.default_rng(seed + number)
        deck = deck_in_any_folder(rng, fonts or [[""]], files, random_letters if is_foreign else english_letters)
        px_per_mm = legible_scale(rng, deck)
        if poker:
            table, groups = poker_table(rng, felt(rng), deck, SIZE, px_per_mm)
        else:
            table, groups = fan_table(rng, deck, px_per_mm)
        picture, truth = photographed(table.picture, rng, rare=float(number % 3 == 0)), _truth(table)
        cards, _, ms = timed(read_french_cards, picture)
        score.known_ms.append(ms)
        score.count_photo(f"table {number}", compare_cards([card.as_piece() for card in cards], truth, score))
        _count_order(cards, groups, score)
        for turn in (1, 2, 3):
            turned = read_french_cards(np.ascontiguousarray(np.rot90(picture, turn)))
            score.turned[0] += 1
            score.turned[1] += sorted(card.code for card in turned) == sorted(card.code for card in cards)
    return score


def _truth(table: CardTable) -> list[TrueCard]:
    """The cards of a table, as in a photograph's truth."""
    indices = iter(table.indices())
    out = []
    wide, tall = table.deck.size
    for owner, (card, to_px, own) in enumerate(table.laid, 1):
        visible = [min(index.rank_visible, index.pip_visible) for index in (next(indices) for _ in own)]
        corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, tall, 1), (0, tall, 1)]) @ to_px.T
        ring = (corners[:, :2] / corners[:, 2:]).astype(np.float32)
        shown = float((table.owner == owner).sum() / max(1.0, cv2.contourArea(ring)))
        out.append(true_card(ring, card.code, bool(own) and max(visible) > _MIN_SHOWN, shown))
    return out


def _count_order(cards: Sequence[DetectedCard], groups: Sequence[Sequence[str]], score: FrenchScore) -> None:
    """Count neighbours in fans that are both named, and those whose upper one has the higher level."""
    levels = {card.code: card.level for card in cards}
    for group in groups:
        for lower, upper in pairwise(group):
            if lower in levels and upper in levels:
                score.pairs[0] += 1
                score.pairs[1] += levels[lower] < levels[upper]


BENCHMARK = Benchmark(
    measure,
    Option("--tables", 30, "invented tables", quick=2),
    Option("--seed", 1, "of the first table"),
    Option("--poker", False, "of poker evenings: felt, chips, hands in fans, glasses"),
)

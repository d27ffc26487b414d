"""The pips of a card that nothing covers confirm or contradict the number in its index."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.artwork.pips import SUITS
from simulator.artwork.playing_cards import draw_card
from simulator.scenes.french_tables import LaidCard
from tests.support.tiers import first
from tests.support.vision.french_cards import deck_of, photograph
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.cards.french.pips import count_pips, do_pips_confirm
from vision.cards.french.reader import read_french_cards
from vision.reading import Picture


def whole(picture: Picture) -> np.ndarray:
    high, wide = picture.shape[:2]
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


@pytest.mark.parametrize("seed", first([0, 3, 6, 13, 7], 2))
def test_pips_are_counted_rightly_or_not_at_all(seed: int) -> None:
    deck = replace(deck_of(seed), body="pips")
    counts = {}
    for number in range(1, 11):
        for suit in SUITS:
            picture, _ = draw_card(deck, f"{'A' if number == 1 else number}{suit}")
            counts.setdefault(number, []).append(count_pips(picture, whole(picture)))
    assert all(count in (None, number) for number, of_suits in counts.items() for count in of_suits)
    assert sum(count is not None for of_suits in counts.values() for count in of_suits) > 20
    assert counts[1] == [None] * 4, "one large sign may be printed on all cards of a deck"


def test_a_card_whose_index_and_pips_contradict_each_other_is_asked_about() -> None:
    deck = replace(deck_of(), body="pips")
    false = replace(deck, ranks={**deck.ranks, "5": deck.ranks["6"]})  # a five with the index of a six
    laid = [LaidCard("5D", -60, 0, 0.4), LaidCard("9S", 70, -10, 2.0), LaidCard("KH", 0, 100, 1.0)]
    assert {card.code for card in read_french_cards(photograph(deck, laid)[0])} == {"5D", "9S", "KH"}
    cards = read_french_cards(photograph(false, laid)[0])
    assert {card.code for card in cards} == {UNSURE, "9S", "KH"}
    (doubtful,) = (card for card in cards if card.code == UNSURE)
    assert max(doubtful.probabilities.values()) < 0.6


def test_a_covered_card_is_not_contradicted_by_what_lies_on_it() -> None:
    deck = replace(deck_of(3), body="pips")
    picture, _ = draw_card(deck, "5D")
    six = DetectedCard.of("6D", whole(picture), 0.99, level=0)
    assert do_pips_confirm(picture, six, [six]) is False
    above = DetectedCard.of("9S", whole(picture) + 5, 0.99, level=1)
    assert do_pips_confirm(picture, six, [six, above]) is None
    court = DetectedCard.of("KD", whole(picture), 0.99)
    assert do_pips_confirm(picture, court, [court]) is None

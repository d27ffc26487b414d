"""French-suited cards of decks that the networks have not seen, laid on invented tables."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from simulator.artwork.playing_cards import random_deck
from simulator.scenes.french_tables import LaidCard
from tests.support.tiers import first
from tests.support.vision.french_cards import deck_of, fan, off, photograph
from vision.cards.common.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.cards.french.index_cards import Layout, cards_of, levels_of
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex
from vision.cards.french.reader import FrenchReader, named_cards, of_one_size, read_french_cards, without_overlaps

LAID = [
    *fan("AS 6H 10C", -130, -50, 0.2),
    *fan("QD 9S 3C", 40, 80, 2.9),
    LaidCard("KH", 130, -90, 1.4),
    LaidCard("7D", -110, 110, -1.1),
]
ALL = {card.code for card in LAID}


def named(cards: list[DetectedCard]) -> set[str]:
    return {card.code for card in cards} - {UNSURE}


@pytest.mark.parametrize("quarters", first(range(4), 2))
def test_cards_of_an_unknown_deck_are_named_where_they_lie_however_the_picture_is_turned(quarters: int) -> None:
    picture, table = photograph(deck_of(), LAID, seed=2)
    found = read_french_cards(np.ascontiguousarray(np.rot90(picture, quarters)))
    assert named(found) == ALL
    cards = {card.code: card for card in found}
    if not quarters:
        assert max(off(cards[laid.code], table, at) for at, laid in enumerate(LAID)) < 0.08
    assert cards["AS"].level < cards["6H"].level < cards["10C"].level


@pytest.mark.parametrize("seed", first([24, 28, 31], 2))
def test_cards_with_four_indices_of_which_a_strip_is_seen_lie_beside_the_one_on_top(seed: int) -> None:
    four = replace(deck_of(seed), style=replace(deck_of(seed).style, four=True))
    laid = [*fan("4D 9S KH 2C", -130, -60, 0.3), *fan("QS 8H 5D", 60, 60, 2.6, step=22), LaidCard("7C", 120, -90, 1.1)]
    picture, table = photograph(four, laid, seed)
    cards = {card.code: card for card in read_french_cards(picture)}
    assert max(off(cards[one.code], table, at) for at, one in enumerate(laid)) < 0.1
    assert [cards[code].level for code in ("4D", "9S", "KH", "2C", "QS", "8H", "5D")] == [0, 1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize(("seed", "quarters"), first([(20, 1), (24, 2), (20, 3), (24, 0)], 2))
def test_small_indices_in_a_tight_fan_are_read_at_any_turn(seed: int, quarters: int) -> None:
    deck = deck_of()
    style = replace(deck.style, column=3.0, narrow=0.6, pip_high=0.7 * deck.style.rank_high)
    laid = [*fan("3S 8H 5C KD 9S", -60, 0, 0.4, step=7.5), LaidCard("2H", 110, 60, 2.0)]
    picture, _ = photograph(replace(deck, style=style), laid, seed)
    cards = read_french_cards(np.ascontiguousarray(np.rot90(picture, quarters)))
    assert sorted(card.code for card in cards) == sorted(card.code for card in laid)


COUNTRIES = {
    "Germany": {"J": "B", "Q": "D"},
    "France": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "Sweden": {"J": "Kn", "Q": "D"},
    "the Netherlands": {"J": "B", "Q": "V", "K": "H"},
}


def read_of(country: str, seed: int) -> set[str]:
    """The names in two pictures of a deck of a country: of jacks and others that lie in fans, and alone."""
    deck, read = random_deck(np.random.default_rng(seed), [""], [], COUNTRIES[country]), FrenchReader()
    first = [*fan("JS QH KC AD", -60, -30, 0.3, step=24), LaidCard("JD", 60, 60, 1.4)]
    second = [*fan("JH QS KD", -60, 40, 0.2, step=24), LaidCard("AC", 80, -40, 2.0)]
    return set.union(*(named(read(photograph(deck, laid, seed=at)[0])) for laid, at in ((first, 3), (second, 7))))


FOREIGN = {"JS", "QH", "KC", "AD", "JD", "JH", "QS", "KD", "AC"}


@pytest.mark.parametrize("country", COUNTRIES)
def test_letters_of_other_countries_name_the_same_cards(country: str) -> None:
    assert read_of(country, 31) == FOREIGN


@pytest.mark.parametrize("country", ["Germany", "the Netherlands"])
def test_a_number_that_may_be_a_letter_of_the_deck_needs_its_pips(country: str) -> None:
    assert read_of(country, 24) <= FOREIGN, "its B looks like an 8"


def index(rank: int, suit: int, x: float, y: float = 200.0, up: float = 14.0, sure: float = 0.987) -> ReadIndex:
    symbols, suits = np.full(27, (0.999 - sure) / 25), np.full(5, 0.001)
    symbols[rank], symbols[-1], suits[suit] = sure, 0.001, 0.996
    return ReadIndex(DetectedIndex(np.array([x, y]), np.array([0.0, -up]), 0.9), symbols, suits, 0.01)


def test_a_doubtful_index_of_another_size_is_two_neighbours_in_one() -> None:
    nearer = [index(rank, 0, 300.0 * rank, up=12.0 + rank) for rank in range(5)]
    doubtful = index(7, 1, 100.0, y=230.0, up=16.0, sure=0.6)
    assert of_one_size([*nearer, doubtful]) == nearer
    alike = index(7, 1, 1200.0, y=230.0, up=16.0, sure=0.6)  # where the camera is nearer
    assert of_one_size([*nearer, alike]) == [*nearer, alike]


def test_a_doubtful_index_on_a_sure_one_or_above_the_suit_of_its_neighbour_in_a_cascade_is_none() -> None:
    sure, beside = index(0, 0, 100), index(7, 1, 120, sure=0.6)
    assert without_overlaps([sure, index(7, 1, 108, sure=0.6), beside]) == [sure, beside]
    lower, upper = index(8, 2, 100, y=200), index(8, 0, 100, y=235, sure=0.99)
    between = index(5, 2, 100, y=217.5, up=-15, sure=0.9875)  # upside down: the lower suit, and the upper 9 as a 6
    assert without_overlaps([lower, between, upper]) == [lower, upper]


@pytest.mark.parametrize(("quarters", "codes"), [(0, ["6H", "5H"]), (2, ["6H", UNSURE])])
def test_a_doubtful_card_is_none_that_is_named_beside_it(quarters: int, codes: list[str]) -> None:
    sure, doubtful = index(5, 1, 100), index(4, 1, 120)
    doubtful.symbols[4:6] = 0.85, 0.135
    ring = np.array([(90, 180), (180, 180), (180, 310), (90, 310)], np.float64)
    beside = np.roll(ring + 20 * (2 - quarters), quarters, axis=0)  # or one card, seen by both of its ends
    assert [card.code for card in named_cards([[sure], [doubtful]], [ring, beside], [0, 1])] == codes


def test_indices_make_one_card_or_two() -> None:
    layout = Layout.usual()  # whose indices are 14 mm high: 2 px a mm
    ace, doubtful = index(0, 0, 100), index(0, 0, 100, sure=0.6)
    x, y = ace.index.at(2 * layout.right + 2.0, 2 * layout.down)  # at the other end of a card
    fanned = cards_of([ace, index(5, 1, 112)], layout)
    assert sorted(own[0].best[0] for own, _ in fanned) == ["6H", "AS"], "steps of 6 mm"
    assert len(cards_of([ace, index(0, 0, 103)], layout)) == 1
    assert len(cards_of([doubtful, index(7, 1, x, y, up=-14.0, sure=0.6)], layout)) == 1, "asked about once"
    assert len(cards_of([doubtful, index(7, 1, x, y, up=-14.0)], layout)) == 2


def test_a_joker_that_lies_free_is_named() -> None:
    cards = read_french_cards(photograph(deck_of(), [*LAID, LaidCard("joker", 10, -60, 0.5)], seed=5)[0])
    assert named(cards) == ALL | {JOKER}


@pytest.mark.full
@pytest.mark.parametrize("seed", [22, 29, 34, 36, 41])
def test_a_joker_that_lies_on_the_cards_of_its_meld_is_named(seed: int) -> None:
    melds = [*fan("9S 9D 9H", -130, -60, 0.3), *fan("4C 5C 6C", 20, 60, 2.9), LaidCard("KH", 110, -60, 1.4)]
    laid = [*melds, LaidCard("joker", -70, -36, 0.24), LaidCard("7D", -110, 90, -1.1)]
    assert named(read_french_cards(photograph(deck_of(seed), laid, seed)[0])) == {card.code for card in laid}


def test_what_lies_within_the_outlines_of_a_fan_is_no_joker() -> None:
    laid = [*fan("9C 10C JC", -60, -30, 0.5), *fan("6S 8S QS", 60, 40, 2.9), *fan("KD QD JD", -50, 70, -0.6)]
    cards = read_french_cards(photograph(deck_of(159), laid, seed=159)[0])
    assert {card.code for card in cards} == {card.code for card in laid}


def test_a_card_whose_suit_lies_under_things_is_asked_about() -> None:
    picture, table = photograph(deck_of(), [*LAID, LaidCard("4C", 0, -90, 0.5)], seed=6)
    for index in table.indices():
        if index.code == "4C":
            cv2.circle(picture, np.rint(index.centre - 0.55 * index.up).astype(int).tolist(), 9, (60, 130, 190), -1)
    cards = read_french_cards(picture)
    assert named(cards) == ALL
    assert [card.code for card in cards].count(UNSURE) == 1


@pytest.mark.parametrize("seed", first([24, 25, 27], 2))
def test_once_a_card_showed_both_its_indices_those_that_show_one_are_as_large(seed: int) -> None:
    deck, read = deck_of(seed), FrenchReader()
    read(photograph(deck, [LaidCard("KH", -60, 20, 1.4), LaidCard("7D", 60, 20, -1.1)], seed=seed)[0])
    picture, table = photograph(deck, [LaidCard("5C", 0, 0, 0.4), LaidCard(BACK, 25, 30, 0.4)], seed=seed)
    (card,) = (card for card in read(picture) if card.code in ("5C", UNSURE))
    away = np.linalg.norm(np.array(card.corners) - table.cards()[0].corners, axis=1)
    assert away.max() < 0.1 * card.shorter_side


@pytest.mark.parametrize(
    ("seed", "high", "most"), first([(27, 17.0, 0.1), (31, 24.0, 0.25), (26, 20.0, 0.25), (31, 20.0, 0.25)], 2)
)
def test_cards_with_jumbo_indices_lie_where_they_are_though_none_shows_both(seed, high, most):
    usual = deck_of(seed)
    style = replace(usual.style, rank_high=high, pip_high=0.8 * high, column=11.0, narrow=1.0, four=False)
    faces = [*fan("9S 4D 9H", -130, -60, 0.3), *fan("4C JC 6C", 20, 60, 2.9)]
    over = [
        replace(card, code=BACK, x=card.x + 55 * np.cos(card.turn), y=card.y + 55 * np.sin(card.turn))
        for card in faces[2::3]
    ]
    picture, table = photograph(replace(usual, style=style), [*faces, *over], seed)
    codes = [one.code for one in faces]
    cards = [card for card in read_french_cards(picture) if card.code in codes]
    assert len(cards) >= 3
    assert max(off(card, table, codes.index(card.code)) for card in cards) < most


def test_a_card_lies_on_those_that_its_index_is_seen_on() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], float)
    seen = [[np.array([1.0, 1.0])], [np.array([5.0, 5.0])], [np.array([9.0, 9.0])]]
    assert levels_of([square, square + 4, square + 8], seen) == [0, 1, 2]


def test_the_way_between_two_indices_gives_the_size_of_the_card() -> None:
    unit = 7.0  # mm: half an index's height, printed 4.5 mm from the side and 3 mm from the top
    layout = Layout.of((60.5 - 9) / unit, (88 - 6) / unit - 2)
    assert (layout.half_short * unit, layout.half_long * unit) == pytest.approx((30.25, 44))


def test_the_command_line_reads_photographs_without_a_lesson_and_says_where_no_card_is(tmp_path: Path, capsys) -> None:
    for name, laid in (("table.png", LAID), ("empty.png", [])):
        cv2.imwrite(str(tmp_path / name), photograph(deck_of(), laid)[0])
    assert main(["read", str(tmp_path / "table.png"), "--game", "stop", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["photo"], line["game"], line["field"]) == ("table.png", "stop", None)
    assert {piece["face"] for piece in line["pieces"]} - {UNSURE} == ALL
    assert main(["--lang", "en", "read", str(tmp_path / "empty.png"), "--game", "stop"]) == 1
    assert "No card can be seen" in capsys.readouterr().out

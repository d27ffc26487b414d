"""French-suited cards of decks that the networks have not seen, laid on invented tables."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from simulator.artwork.playing_cards import Deck, random_deck
from simulator.artwork.table_tops import wood
from simulator.scenes.french_tables import CardTable, LaidCard, photographed, random_camera
from vision.card_table_reader import read_cards
from vision.cards.french_reader import FrenchReader, named_cards, of_one_size, read_french_cards, without_overlaps
from vision.cards.index_cards import Layout, cards_of, levels_of
from vision.cards.index_detector import DetectedIndex
from vision.cards.index_reader import ReadIndex
from vision.cards.picture_warnings import warnings_of
from vision.cards.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.reading import Picture

SIZE = (960, 720)
PILLOWS_FONT = [""]  # training reads the fonts of a machine, of which this is none


@pytest.fixture(scope="module")
def deck() -> Deck:
    return random_deck(np.random.default_rng(22), PILLOWS_FONT, [])


def photograph(deck: Deck, laid: list[LaidCard], seed: int = 4) -> tuple[Picture, CardTable]:
    rng = np.random.default_rng(seed)
    ground = np.ascontiguousarray(cv2.resize(wood(rng, 700), SIZE))
    table = CardTable(ground, deck, random_camera(rng, SIZE, 1.9), rng)
    for card in laid:
        table.lay(card)
    return photographed(table.picture, rng, rare=0), table


def fan(codes: str, x: float, y: float, turn: float, step: float = 19.0) -> list[LaidCard]:
    way = np.array([np.cos(turn), np.sin(turn)]) * step
    return [LaidCard(code, x + way[0] * k, y + way[1] * k, turn) for k, code in enumerate(codes.split())]


LAID = [
    *fan("AS 6H 10C", -130, -50, 0.2),
    *fan("QD 9S 3C", 40, 80, 2.9),
    LaidCard("KH", 130, -90, 1.4),
    LaidCard("7D", -110, 110, -1.1),
]


def named(cards: list[DetectedCard]) -> set[str]:
    return {card.code for card in cards} - {UNSURE}


def test_cards_of_an_unknown_deck_are_named_where_they_lie(deck: Deck) -> None:
    picture, table = photograph(deck, LAID)
    cards = read_french_cards(picture)
    assert named(cards) == {card.code for card in LAID}
    for laid, to_px, _ in table.laid:
        middle = to_px @ np.array([deck.size[0] / 2, deck.size[1] / 2, 1])
        card = next(card for card in cards if card.code == laid.code)
        assert np.hypot(*(middle[:2] / middle[2] - card.xy)) < 0.08 * card.shorter_side
    levels = {card.code: card.level for card in cards}
    assert levels["AS"] < levels["6H"] < levels["10C"]


@pytest.mark.parametrize("seed", [24, 28, 31])
def test_cards_with_four_indices_of_which_a_strip_is_seen_lie_beside_the_one_on_top(seed: int) -> None:
    two = random_deck(np.random.default_rng(seed), PILLOWS_FONT, [])
    four = replace(two, style=replace(two.style, four=True))
    laid = [*fan("4D 9S KH 2C", -130, -60, 0.3), *fan("QS 8H 5D", 60, 60, 2.6, step=22), LaidCard("7C", 120, -90, 1.1)]
    picture, table = photograph(four, laid, seed)
    cards = {card.code: card for card in read_french_cards(picture)}
    for one, to_px, _ in table.laid:
        middle = to_px @ np.array([four.size[0] / 2, four.size[1] / 2, 1])
        assert np.hypot(*(middle[:2] / middle[2] - cards[one.code].xy)) < 0.1 * cards[one.code].shorter_side
    assert [cards[code].level for code in ("4D", "9S", "KH", "2C", "QS", "8H", "5D")] == [0, 1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_photograph_shows_the_same_cards(deck: Deck, quarters: int) -> None:
    picture, _ = photograph(deck, LAID, seed=2)
    upright = read_french_cards(picture)
    turned = read_french_cards(np.ascontiguousarray(np.rot90(picture, quarters)))
    assert named(turned) == named(upright) == {card.code for card in LAID}


@pytest.mark.parametrize(("seed", "quarters"), [(20, 1), (20, 3), (24, 0), (24, 2)])
def test_small_indices_in_a_tight_fan_are_read_at_any_turn(deck: Deck, seed: int, quarters: int) -> None:
    style = replace(deck.style, column=3.0, narrow=0.6, pip_high=0.7 * deck.style.rank_high)
    laid = [*fan("3S 8H 5C KD 9S", -60, 0, 0.4, step=7.5), LaidCard("2H", 110, 60, 2.0)]
    picture, _ = photograph(replace(deck, style=style), laid, seed)
    cards = read_french_cards(np.ascontiguousarray(np.rot90(picture, quarters)))
    assert sorted(card.code for card in cards) == sorted(card.code for card in laid)


def test_no_card_is_named_on_an_empty_table(deck: Deck) -> None:
    picture, _ = photograph(deck, [])
    reading = read_cards(read_french_cards, picture)
    assert reading.pieces == ()
    assert [warned.kind for warned in reading.warnings] == ["no_cards"]


def test_the_same_card_twice_is_asked_about(deck: Deck) -> None:
    picture, _ = photograph(deck, [LaidCard("5S", -90, 0, 0.3), LaidCard("5S", 90, 0, 2.0), LaidCard("8D", 0, 90, 1)])
    cards = read_french_cards(picture)
    warnings = warnings_of(picture, cards)
    assert named(cards) == {"8D"}
    assert [(warned.kind, warned.other) for warned in warnings] == [("twice", "5S")] * 2
    assert sum(card.code == UNSURE for card in cards) == 2


def index(rank: int, suit: int, x: float, y: float = 200.0, up: float = 14.0, sure: float = 0.987) -> ReadIndex:
    ranks, suits = np.full(14, (0.999 - sure) / 12), np.full(5, 0.001)
    ranks[rank], ranks[-1], suits[suit] = sure, 0.001, 0.996
    return ReadIndex(DetectedIndex(np.array([x, y]), np.array([0.0, -up]), 0.9), ranks, suits, 0.01)


def test_a_doubtful_index_of_another_size_is_two_neighbours_in_one() -> None:
    nearer = [index(rank, 0, 300.0 * rank, up=12.0 + rank) for rank in range(5)]
    doubtful = index(7, 1, 100.0, y=230.0, up=16.0, sure=0.6)
    assert of_one_size([*nearer, doubtful]) == nearer
    alike = index(7, 1, 1200.0, y=230.0, up=16.0, sure=0.6)  # where the camera is nearer
    assert of_one_size([*nearer, alike]) == [*nearer, alike]


def test_a_doubtful_index_on_a_sure_one_is_none() -> None:
    sure, beside = index(0, 0, 100), index(7, 1, 120, sure=0.6)
    assert without_overlaps([sure, index(7, 1, 108, sure=0.6), beside]) == [sure, beside]


@pytest.mark.parametrize(("quarters", "codes"), [(0, ["6H", "5H"]), (2, ["6H", UNSURE])])
def test_a_doubtful_card_is_none_that_is_named_beside_it(quarters: int, codes: list[str]) -> None:
    sure, doubtful = index(5, 1, 100), index(4, 1, 120)
    doubtful.ranks[4:6] = 0.75, 0.235
    ring = np.array([(90, 180), (180, 180), (180, 310), (90, 310)], np.float64)
    beside = np.roll(ring + 20 * (2 - quarters), quarters, axis=0)  # or one card, seen by both of its ends
    assert [card.code for card in named_cards([[sure], [doubtful]], [ring, beside], [0, 1])] == codes


def test_a_rank_above_the_suit_of_its_neighbour_in_a_cascade_is_no_index() -> None:
    lower, upper = index(8, 2, 100, y=200), index(8, 0, 100, y=235, sure=0.99)
    between = index(5, 2, 100, y=217.5, up=-15, sure=0.9875)  # upside down: the lower suit, and the upper 9 as a 6
    assert without_overlaps([lower, between, upper]) == [lower, upper]


def test_two_doubtful_ends_of_one_card_are_asked_about_once() -> None:
    layout = Layout.usual()
    one = index(0, 0, 100, sure=0.6)
    x, y = one.index.at(2 * layout.right + 2.0, 2 * layout.down)
    assert len(cards_of([one, index(7, 1, x, y, up=-14.0, sure=0.6)], layout)) == 1
    assert len(cards_of([one, index(7, 1, x, y, up=-14.0)], layout)) == 2


def test_neighbours_in_a_fan_with_steps_of_6_mm_are_two_cards() -> None:
    layout = Layout.usual()  # whose indices are 14 mm high: 2 px a mm
    cards = cards_of([index(0, 0, 100), index(5, 1, 112)], layout)
    assert sorted(own[0].best[0] for own, _ in cards) == ["6H", "AS"]
    assert len(cards_of([index(0, 0, 100), index(0, 0, 103)], layout)) == 1


def test_a_joker_that_lies_free_is_named(deck: Deck) -> None:
    picture, _ = photograph(deck, [*LAID, LaidCard("joker", 10, -60, 0.5)], seed=5)
    cards = read_french_cards(picture)
    assert {JOKER} < named(cards) == {card.code for card in LAID} | {JOKER}


MELDS = [*fan("9S 9D 9H", -130, -60, 0.3), *fan("4C 5C 6C", 20, 60, 2.9), LaidCard("KH", 110, -60, 1.4)]


@pytest.mark.full
@pytest.mark.parametrize("seed", [22, 29, 34, 36, 41])
def test_a_joker_that_lies_on_the_cards_of_its_meld_is_named(seed: int) -> None:
    deck = random_deck(np.random.default_rng(seed), PILLOWS_FONT, [])
    laid = [*MELDS, LaidCard("joker", -70, -36, 0.24), LaidCard("7D", -110, 90, -1.1)]
    assert named(read_french_cards(photograph(deck, laid, seed)[0])) == {card.code for card in laid}


def test_what_lies_within_the_outlines_of_a_fan_is_no_joker() -> None:
    court = random_deck(np.random.default_rng(159), PILLOWS_FONT, [])
    laid = [*fan("9C 10C JC", -60, -30, 0.5), *fan("6S 8S QS", 60, 40, 2.9), *fan("KD QD JD", -50, 70, -0.6)]
    cards = read_french_cards(photograph(court, laid, seed=159)[0])
    assert {card.code for card in cards} == {card.code for card in laid}


def test_a_card_whose_suit_lies_under_things_is_asked_about(deck: Deck) -> None:
    picture, table = photograph(deck, [*LAID, LaidCard("4C", 0, -90, 0.5)], seed=6)
    for index in table.indices():
        if index.code == "4C":
            cv2.circle(picture, np.rint(index.centre - 0.55 * index.up).astype(int).tolist(), 9, (60, 130, 190), -1)
    cards = read_french_cards(picture)
    assert named(cards) == {card.code for card in LAID}
    assert [card.code for card in cards].count(UNSURE) == 1


@pytest.mark.parametrize("seed", [24, 25, 27])
def test_once_a_card_showed_both_its_indices_those_that_show_one_are_as_large(seed: int) -> None:
    deck = random_deck(np.random.default_rng(seed), PILLOWS_FONT, [])
    read = FrenchReader()
    read(photograph(deck, [LaidCard("KH", -60, 20, 1.4), LaidCard("7D", 60, 20, -1.1)], seed=seed)[0])
    picture, table = photograph(deck, [LaidCard("5C", 0, 0, 0.4), LaidCard(BACK, 25, 30, 0.4)], seed=seed)
    (card,) = (card for card in read(picture) if card.code == "5C")
    wide, tall = deck.size
    there = np.array([(0, 0, 1), (wide, 0, 1), (wide, tall, 1), (0, tall, 1)]) @ table.laid[0][1].T
    off = np.linalg.norm(np.array(card.corners) - there[:, :2] / there[:, 2:], axis=1)
    assert off.max() < 0.1 * card.shorter_side


@pytest.mark.parametrize(
    ("seed", "high", "off"), [(27, 17.0, 0.1), (26, 20.0, 0.25), (31, 20.0, 0.25), (31, 24.0, 0.25)]
)
def test_cards_with_jumbo_indices_lie_where_they_are_though_none_shows_both(seed: int, high: float, off: float) -> None:
    usual = random_deck(np.random.default_rng(seed), PILLOWS_FONT, [])
    jumbo = replace(
        usual, style=replace(usual.style, rank_high=high, pip_high=0.8 * high, column=11.0, narrow=1.0, four=False)
    )
    faces = [*fan("9S 4D 9H", -130, -60, 0.3), *fan("4C JC 6C", 20, 60, 2.9)]
    over = [
        replace(card, code=BACK, x=card.x + 55 * np.cos(card.turn), y=card.y + 55 * np.sin(card.turn))
        for card in faces[2::3]
    ]
    picture, table = photograph(jumbo, [*faces, *over], seed)
    cards = [card for card in read_french_cards(picture) if card.code in {one.code for one in faces}]
    assert len(cards) >= 3
    at = {one.code: one.corners.mean(axis=0) for one in table.cards()}
    assert max(np.hypot(*(at[card.code] - card.xy)) / card.shorter_side for card in cards) < off


def test_a_card_lies_on_those_that_its_index_is_seen_on() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], float)
    outlines = [square, square + 4, square + 8]
    seen = [[np.array([1.0, 1.0])], [np.array([5.0, 5.0])], [np.array([9.0, 9.0])]]
    assert levels_of(outlines, seen) == [0, 1, 2]


def test_the_way_between_two_indices_gives_the_size_of_the_card() -> None:
    unit = 7.0  # mm: half an index's height, printed 4.5 mm from the side and 3 mm from the top
    layout = Layout.of((60.5 - 9) / unit, (88 - 6) / unit - 2)
    assert layout.half_short * unit == pytest.approx(30.25)
    assert layout.half_long * unit == pytest.approx(44)


def test_the_command_line_reads_a_photograph_without_a_lesson(deck: Deck, tmp_path: Path, capsys) -> None:
    picture, _ = photograph(deck, LAID, seed=4)
    cv2.imwrite(str(tmp_path / "table.png"), picture)
    assert main(["read", str(tmp_path / "table.png"), "--game", "stop", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["photo"], line["game"], line["field"]) == ("table.png", "stop", None)
    assert {piece["face"] for piece in line["pieces"]} - {UNSURE} == {card.code for card in LAID}


def test_the_command_line_says_that_no_card_is_there(deck: Deck, tmp_path: Path, capsys) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), photograph(deck, [])[0])
    assert main(["--lang", "en", "read", str(tmp_path / "table.png"), "--game", "stop"]) == 1
    assert "No card can be seen" in capsys.readouterr().out

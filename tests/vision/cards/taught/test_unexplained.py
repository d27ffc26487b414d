from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from simulator.photographs.spoilings import Spoiling
from simulator.render.cards import Card, CardTruth, Deck
from simulator.scenes.card_tables import cascade, number_table, pile
from tests.support.vision.card_tables import FACES, deck, lesson, photograph
from vision.cards.common.reading import BACK, UNSURE, DetectedCard
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import teach_cards
from vision.cards.taught.uncovered import Uncovered, UncoveredFinder
from vision.reading import Picture

RULES = "rules"


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(teach_cards(lesson(), FACES))


def deck_with_rules() -> Deck:
    """The taught deck and a card that was not taught."""
    print_of = np.full_like(deck().faces["1"], 235)
    for line in range(40, len(print_of) - 30, 24):
        print_of[line - 2 : line + 3, 30:-30] = 60
    return replace(deck(), faces={**deck().faces, RULES: print_of})


def said_where(cards: list[DetectedCard], truth: CardTruth, laid: tuple[Card, ...], face: str) -> list[set[str]]:
    """What is said within 0.15 of a width from the middle of each card that shows this face."""
    middles = [ring.mean(axis=0) for ring, card in zip(truth.corners, laid, strict=True) if card.face == face]
    return [{card.code for card in cards if np.linalg.norm(at - card.xy) < 0.15 * card.shorter_side} for at in middles]


def test_a_card_that_was_not_taught_is_unsure_alone_on_others_and_under_one(reader: CardReader):
    rng = np.random.default_rng(5)
    laid = (
        *cascade(rng, ["6", "11", "8", RULES], (-90, 80), 0, 17, 0.6),
        *cascade(rng, [RULES, "3"], (30, 80), 0, 17, 0.6),
        Card(120, 20, RULES, 20),
        Card(20, -80, "4"),
    )
    picture, truth = photograph(*laid, of=deck_with_rules())
    cards = reader.read(picture)
    assert said_where(cards, truth, laid, RULES) == [{UNSURE}] * 3
    assert sorted(card.code for card in cards) == sorted([UNSURE] * 3 + ["6", "11", "8", "3", "4"])


@pytest.mark.parametrize("seed", range(2))
def test_strips_too_narrow_for_an_index_are_unsure_amid_a_column_too(reader: CardReader, seed: int):
    laid = cascade(np.random.default_rng(seed), ["6", "11", "8", "9", "4"], (0, 60), 0, 11, 0.5)
    picture, truth = photograph(*laid)
    cards = reader.read(picture)
    assert [said_where(cards, truth, laid, card.face) for card in laid] == [[{UNSURE}]] * 4 + [[{"4"}]]


def test_an_edge_of_shade_along_a_strip_is_no_card(reader: CardReader):
    picture, truth = photograph(*cascade(np.random.default_rng(3), ["6", "11", "8", "4"], (0, 60), 0, 24, 0.5))
    shade = np.zeros(picture.shape[:2], np.uint8)
    for strip, cover in pairwise(truth.corners):
        middle = (strip[:2] + cover[:2]) / 2
        cv2.fillConvexPoly(shade, np.rint([*middle, *cover[1::-1]]).astype(np.int32), 1)
    shaded = np.asarray(np.where(shade[..., None], picture * 0.8, picture), np.uint8)
    assert sorted(card.code for card in reader.read(shaded)) == ["11", "4", "6", "8"]


def test_a_back_that_its_sides_alone_show_is_named_by_its_print(reader: CardReader, monkeypatch: pytest.MonkeyPatch):
    find = UncoveredFinder.find

    def find_no_back(finder: UncoveredFinder, picture: Picture) -> Uncovered | None:
        found = find(finder, picture)
        assert found is not None and found.faces.tolist().count(FACES.index(BACK)) == 1
        of_faces = found.faces != FACES.index(BACK)
        none = np.zeros((0, 4, 2))
        return replace(found, cards=found.cards[of_faces], faces=found.faces[of_faces], likely=none)

    picture = photograph(Card(-70, 0, "4"), Card(0, 0, BACK, 4), Card(70, 0, "12"))[0]
    monkeypatch.setattr(UncoveredFinder, "find", find_no_back)
    assert sorted(card.code for card in reader.read(picture)) == sorted(["4", BACK, "12"])


def test_cards_that_hardly_stand_out_from_noise_are_unsure_and_not_bare_table(reader: CardReader):
    laid = (*pile(np.random.default_rng(6), ["2", "5"], (-90, 0), 0), Card(0, 0, "7"), Card(90, 0, "12", 8))
    picture, truth = photograph(*laid)
    cards = reader.read(Spoiling("noise", 60).of(picture, 1))
    for face in ("5", "7", "12"):
        assert said_where(cards, truth, laid, face) in ([{face}], [{UNSURE}])


@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_seen_in_the_gaps_between_cascades(reader: CardReader, seed: int):
    laid = number_table(np.random.default_rng([8, seed]), deck())
    picture, truth = photograph(*laid, high=700.0)
    middles = truth.corners.mean(axis=1)
    for card in reader.read(picture):
        assert np.linalg.norm(middles - card.xy, axis=1).min() < 0.15 * card.shorter_side, card.code


@pytest.mark.parametrize("spoiling", [Spoiling("blur", 3), Spoiling("motion", 14)], ids=str)
def test_no_card_is_named_in_a_picture_as_blurred_as_names_were_wrong_in(reader: CardReader, spoiling: Spoiling):
    picture: Picture = photograph(Card(-70, 0, "4"), Card(0, 0, "9"), Card(70, 0, "12"))[0]
    cards = reader.read(spoiling.of(picture, 1))
    assert {(card.code, card.doubt) for card in cards} == {(UNSURE, "blurred")}

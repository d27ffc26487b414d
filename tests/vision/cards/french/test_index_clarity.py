"""A picture in which suits cannot be distinguished names no card, and says why."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.photographs.spoilings import Spoiling
from tests.support.vision.french_cards import deck_of, fan, photograph
from vision.card_table_reader import read_cards
from vision.cards.common.reading import UNSURE
from vision.cards.french.index_clarity import IndexClarity
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex
from vision.cards.french.reader import FrenchReader
from vision.reading import Picture

LAID = [*fan("AS 6H 10C", -130, -50, 0.2), *fan("QD 9S 3C", 40, 80, 2.9)]
CODES = {card.code for card in LAID}


@pytest.fixture(scope="module")
def picture() -> Picture:
    return photograph(deck_of(), LAID, seed=2)[0]


@pytest.mark.parametrize(
    ("spoiling", "reason"),
    [
        (Spoiling("blur", 3), "blurred"),
        (Spoiling("motion", 10), "blurred"),
        (Spoiling("grey", 0), "no_colours"),
    ],
    ids=str,
)
def test_a_picture_that_hides_suits_names_no_card_and_the_reason_is_reported(
    picture: Picture, spoiling: Spoiling, reason: str
) -> None:
    reading = read_cards(FrenchReader(), spoiling.of(picture, 1))
    assert reading.pieces
    assert {piece.face for piece in reading.pieces} == {UNSURE}
    assert [warned.kind for warned in reading.warnings] == [reason]


@pytest.mark.parametrize("spoiling", [Spoiling("haze", 0.5), Spoiling("cold", 0.5), Spoiling("warm", 0.5)], ids=str)
def test_cards_in_veiled_or_coloured_light_are_read_once_their_levels_are_evened(
    picture: Picture, spoiling: Spoiling
) -> None:
    assert {piece.face for piece in read_cards(FrenchReader(), spoiling.of(picture, 1)).pieces} == CODES


def index() -> ReadIndex:
    suits = np.array([0.9, 0.0, 0.0, 0.09, 0.01])
    return ReadIndex(DetectedIndex(np.zeros(2), np.array([0.0, -15.0]), 0.9), np.eye(27)[3], suits, 0.0)


def test_suits_are_the_less_certain_the_more_blur_there_is_and_alike_without_colours() -> None:
    sharp, soft, grey = (IndexClarity(0.3, False), IndexClarity(0.65, False), IndexClarity(0.3, True))
    assert np.allclose(sharp.tempered(index()).suits, index().suits)
    assert index().suits[0] > soft.tempered(index()).suits[0] > 0.5
    assert soft.tempered(index()).suits.sum() == pytest.approx(1.0)
    assert grey.tempered(index()).suits[0] < 0.88
    assert (sharp.reason, soft.reason, grey.reason) == (None, None, "no_colours")


def test_suits_are_the_less_certain_the_smaller_an_index_is() -> None:
    large, small = replace(index(), height=30.0), replace(index(), height=12.0)
    assert np.allclose(large.legible_suits, large.suits[:-1])
    assert large.legible_suits[0] > small.legible_suits[0] > 0.8
    assert small.legible_suits.sum() == pytest.approx(large.legible_suits.sum())

"""Backs that are hardly like a card, beside surer ones of the same deck."""

import cv2
import numpy as np
import pytest

from simulator.artwork.paint import paper
from simulator.artwork.table_tops import wood
from simulator.scenes.french_tables import CardTable, LaidCard, photographed, random_camera
from tests.support.tiers import first
from tests.support.vision.french_cards import PX_PER_MM, SIZE, deck_of
from vision.cards.common.reading import BACK
from vision.cards.french.deck_back import DeckBack
from vision.cards.french.reader import read_french_cards

PINK, BLUE, WOOD = (180, 160, 240), (150, 60, 20), (110, 150, 190)
SURE, DOUBTFUL = (np.array([(x, 20), (x + 60, 20), (x + 60, 110), (x, 110)], np.float64) for x in (20, 120))


def table(sure: np.ndarray, doubtful: np.ndarray) -> np.ndarray:
    """A picture of two finds that show these (each 90 × 60 × 3)."""
    picture = paper((140, 200), WOOD)
    for corners, shown in ((SURE, sure), (DOUBTFUL, doubtful)):
        left, top = corners[0].astype(int)
        picture[top : top + 90, left : left + 60] = shown
    return picture


def is_alike(sure: np.ndarray, doubtful: np.ndarray) -> bool:
    picture = table(sure, doubtful)
    return DeckBack.of(picture, [SURE]).is_shown(picture, DOUBTFUL)


def landscape() -> np.ndarray:
    """Sky over a field, and a sun at one side."""
    picture = paper((90, 60), (220, 170, 90))
    picture[50:], picture[5:25, 5:25] = (40, 120, 60), (60, 200, 250)
    return picture


def test_a_plain_find_of_the_colour_of_a_sure_back_is_one_in_a_little_less_light() -> None:
    pink = paper((90, 60), PINK)
    assert is_alike(pink, pink)
    assert is_alike(pink, np.asarray(pink * 0.88, np.uint8))


@pytest.mark.parametrize("shown", [BLUE, WOOD, (235, 240, 240)])
def test_a_find_of_another_colour_is_none(shown: tuple[int, int, int]) -> None:
    assert not is_alike(paper((90, 60), PINK), paper((90, 60), shown))


def test_a_back_without_symmetry_may_lie_either_way_round() -> None:
    assert is_alike(landscape(), np.ascontiguousarray(landscape()[::-1, ::-1]))


def test_a_back_of_which_a_third_is_covered_still_shows_the_same() -> None:
    covered = landscape()
    covered[:, 40:] = 245
    assert is_alike(landscape(), covered)


def test_nothing_shows_the_back_of_a_deck_of_which_no_sure_one_lies_there() -> None:
    picture = table(paper((90, 60), PINK), paper((90, 60), PINK))
    assert not DeckBack.of(picture, []).is_shown(picture, DOUBTFUL)


@pytest.mark.parametrize("seed", first([83, 67, 92, 66], 2))  # of four backs one was missed, or three were unsure
def test_plain_pink_cards_on_wood_lie_face_down_as_the_surest_of_them_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ground = np.asarray(cv2.resize(wood(rng, 700), SIZE), np.uint8)
    table = CardTable(ground, deck_of(seed), random_camera(rng, SIZE, PX_PER_MM), rng)
    table.drawn[BACK] = (paper((880, 630), (185, 175, 235)), [])
    spots = ((-120, 60, 0.2), (-70, -70, 1.3), (100, 80, -0.4), (120, -60, 0.9))
    for laid in (*(LaidCard(BACK, *spot) for spot in spots), LaidCard("7D", 0, -60, 0.3), LaidCard("KS", 20, 60, 1.2)):
        table.lay(laid)
    found = read_french_cards(photographed(table.picture, rng, rare=0))
    assert sorted(card.code for card in found) == ["7D", "KS", *[BACK] * 4]

"""Cards that nothing covers, found by their outline: backs and faces of decks that the network has not seen."""

import cv2
import numpy as np
import pytest

from simulator.artwork.playing_cards import random_deck
from simulator.artwork.table_tops import gingham, wood
from simulator.scenes.french_tables import CardTable, LaidCard
from tests.support.tiers import first
from tests.support.vision.french_cards import PX_PER_MM, SIZE, deck_of, off, photograph
from vision.cards.common.plane import plane_of_cards
from vision.cards.common.reading import BACK
from vision.cards.common.whole_cards import aligned, find_whole_cards, fitted
from vision.cards.french.reader import read_french_cards
from vision.reading import Picture

STOCK = [LaidCard(BACK, -60 + 0.4 * k, 20 + 0.3 * k, 0.1) for k in range(6)]
FACES = [LaidCard("7D", 60, -40, 0.3), LaidCard("KS", 20, 90, 1.2), LaidCard("joker", -40, -90, 1.9)]


def on_wood(laid: list[LaidCard], seed: int) -> tuple[Picture, CardTable]:
    return photograph(deck_of(seed), laid, seed, wood(np.random.default_rng(seed), 700))


@pytest.mark.parametrize("seed", first([31, 32, 33, 34], 2))
def test_the_uppermost_cards_are_found_where_they_lie(seed: int) -> None:
    picture, table = on_wood([*STOCK, *FACES], seed)
    wide = deck_of(seed).size[0] * PX_PER_MM
    found = find_whole_cards(picture, [wide])
    whole = [card for card in table.cards() if card.visible > 0.95]
    assert len(found) == len(whole) == 4  # none of the stock's other cards
    for card in whole:
        middle = card.corners.mean(axis=0)
        nearest = min(found, key=lambda one: float(np.hypot(*(one.middle - middle))))
        assert (nearest.back > 0.5) == (card.code == BACK)
        corners, _ = aligned(picture, nearest.corners)
        away = min(np.abs(np.roll(corners, turn, axis=0) - card.corners).max() for turn in range(4))
        assert away < 0.1 * wide


@pytest.mark.parametrize("seed", [32, 33])
def test_a_card_that_is_nearly_right_is_moved_as_one_onto_its_edges(seed: int) -> None:
    picture, table = on_wood([*STOCK[:1], *FACES], seed)
    rings = np.array([card.corners for card in table.cards()])
    plane = plane_of_cards(rings, SIZE)
    for ring in rings:
        away = ring + (7, -5) + 0.03 * (ring - ring.mean(axis=0))[:, ::-1] * (-1, 1)
        found, clear = fitted(picture, plane, away)
        assert np.abs(found - ring).max() < 2.5
        assert clear.min() > 0.5


@pytest.mark.parametrize("seed", first([41, 42, 43], 2))
def test_no_square_of_a_chequered_cloth_is_a_card(seed: int) -> None:
    deck = deck_of(seed)
    picture, _ = photograph(deck, FACES[:1], seed, gingham(np.random.default_rng(seed), 700))
    assert len(find_whole_cards(picture, [deck.size[0] * PX_PER_MM])) == 1


@pytest.mark.parametrize("seed", first([61, 62, 63], 2))
def test_no_place_printed_on_felt_is_a_card(seed: int) -> None:
    deck, cloth = deck_of(seed), np.full((*SIZE[::-1], 3), (70, 90, 30), np.uint8)
    wide, high = (round(side * PX_PER_MM) for side in deck.size)
    for left in range(4):
        corner = (40 + left * (wide + 20), 40)
        cv2.rectangle(cloth, corner, (corner[0] + wide, corner[1] + high), (200, 210, 190), 4, cv2.LINE_AA)
    picture, _ = photograph(deck, [LaidCard("7D", 60, 40, 0.3), LaidCard("KS", -60, 60, 1.2)], seed, cloth)
    assert {card.code for card in read_french_cards(picture)} == {"7D", "KS"}


@pytest.mark.parametrize("seed", first([52, 53, 54], 2))
def test_a_stock_is_a_back_in_a_game(seed: int) -> None:
    picture, _ = on_wood([*STOCK, *FACES[:2]], seed)
    assert sorted(card.code for card in read_french_cards(picture)) == ["7D", "KS", BACK]


@pytest.mark.parametrize("seed", first([31, 32, 33, 34], 2))
def test_a_back_of_which_half_is_covered_is_found(seed: int) -> None:
    pair = [LaidCard(BACK, -100, 0, 0.2), LaidCard(BACK, -60, 10, 0.35)]
    picture, table = on_wood([*pair, *FACES[:2]], seed)
    backs = [card for card in read_french_cards(picture) if card.code == BACK]
    assert len(backs) == 2
    assert all(min(off(back, table, at) for back in backs) < 0.2 for at in (0, 1))


def tilted_camera(degrees: float, px_per_mm: float, far: float) -> np.ndarray:
    """A camera whose picture has what is far away at its top (3 × 4, see `random_camera`)."""
    tilt = np.radians(degrees)
    leant = np.array([[1, 0], [0, np.cos(tilt)], [0, -np.sin(tilt)]])
    up = np.cross(leant[:, 1], leant[:, 0])
    lens = np.array([[far * px_per_mm, 0, SIZE[0] / 2], [0, far * px_per_mm, SIZE[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ np.column_stack([leant, up, [0, 0, far]]))


@pytest.mark.parametrize(("seed", "y"), first([(31, -170), (34, -130), (31, -130), (32, -90)], 2))
def test_a_back_far_from_the_camera_may_be_small(seed: int, y: float) -> None:
    near = (("7D", -120, 120), ("KS", -40, 125), ("4C", 40, 110), ("9H", 120, 120))
    spots = (*near, ("2S", -120, 10), ("8C", -40, 0), ("3D", 40, 5), (BACK, 60, y))
    laid = [LaidCard(code, x, down, 0.05) for code, x, down in spots]
    rng = np.random.default_rng(seed)
    picture, _ = photograph(random_deck(rng, [""], []), laid, rng, camera=tilted_camera(20, 1.5, 380))
    assert BACK in {card.code for card in read_french_cards(picture)}

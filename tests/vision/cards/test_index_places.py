"""The places where a deck prints its indices, and what they tell of cards on which none was read."""

from collections import deque
from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulator.artwork.playing_cards import random_deck
from simulator.artwork.table_tops import wood
from simulator.scenes.french_tables import CardTable, LaidCard, photographed, random_camera
from vision.cards.french_reader import read_french_cards
from vision.cards.french_table import FrenchTable, Outlined, table_of
from vision.cards.index_cards import Layout, corners_by, places_by
from vision.cards.index_detector import DetectedIndex, detect_indices
from vision.cards.index_places import IndexPlaces
from vision.cards.index_reader import read_indices

SIZE = (960, 720)
JOKER_AT = np.array([0.0, -70.0])  # mm
LAID = [
    LaidCard("KH", -120, 0, 0.2),
    LaidCard("7D", 110, 20, -0.3),
    LaidCard("3S", -20, 90, 1.3),
    LaidCard("joker", *JOKER_AT, 0.1),
]


@pytest.mark.parametrize("right", [False, True])
def test_a_card_by_its_index_has_that_index_among_its_places(right: bool) -> None:
    index, layout = DetectedIndex(np.array([100.0, 200.0]), np.array([3.0, -14.0]), 1.0), Layout.usual()
    corners = corners_by(index, layout, right)
    assert len(places_by(corners, layout, is_left=True)) == 2
    away = [np.hypot(*(place.middle - index.middle)) for place in places_by(corners, layout, is_left=False)]
    assert min(away) < 1e-6


@pytest.fixture(scope="module")
def seen() -> tuple[IndexPlaces, Outlined]:
    """The places of a table, and the joker on it."""
    rng, deck = np.random.default_rng(5), random_deck(np.random.default_rng(22), [""], [])
    ground = np.ascontiguousarray(cv2.resize(wood(rng, 700), SIZE))
    laid = CardTable(ground, deck, random_camera(rng, SIZE, 1.9), rng)
    for card in LAID:
        laid.lay(card)
    picture = photographed(laid.picture, rng, rare=0)
    read = [one for one in read_indices(picture, detect_indices(picture)) if one.best[1] > 0.9]
    table = table_of(picture, read, deque())
    cards = [card for card in read_french_cards(picture) if card.code in ("KH", "7D", "3S")]
    middle = laid.cards()[-1].corners.mean(axis=0)
    joker = min(table.whole, key=lambda one: float(np.hypot(*(one.card.middle - middle))))
    return IndexPlaces(picture, cards, read, table, np.full(3, 200.0)), joker


def moved(table: FrenchTable) -> FrenchTable:
    """The table with a layout by which indices are looked for where the deck has none."""
    return replace(table, layout=replace(table.layout, right=0.3 * table.layout.right))


def test_a_joker_shows_no_index_where_other_cards_show_theirs(seen: tuple[IndexPlaces, Outlined]) -> None:
    places, joker = seen
    assert places.show_none(joker, [])
    assert not replace(places, table=moved(places.table)).show_none(joker, [])


def test_nothing_is_told_of_a_card_whose_places_are_hidden(seen: tuple[IndexPlaces, Outlined]) -> None:
    places, joker = seen
    on_it = replace(places.cards[0], corners=tuple((float(x), float(y)) for x, y in joker.corners))
    assert not places.show_none(joker, [on_it])


def test_known_cards_show_their_index(seen: tuple[IndexPlaces, Outlined]) -> None:
    places, joker = seen
    king = next(card for card in places.cards if card.code == "KH")
    find = min(places.table.whole, key=lambda one: float(np.hypot(*(one.card.middle - king.xy))))
    assert places.nearest(find) < 0.1
    assert not places.show_none(find, [])
    assert places.above(find) is None  # that card may be the find itself
    assert places.above(joker) == []

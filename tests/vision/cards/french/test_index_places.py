"""The places where a deck prints its indices, and what they tell of cards on which none was read."""

from collections import deque
from dataclasses import replace

import numpy as np
import pytest

from simulator.scenes.french_tables import LaidCard
from tests.support.vision.french_cards import deck_of, photograph
from vision.cards.french.index_cards import Layout, corners_by, places_by
from vision.cards.french.index_detector import DetectedIndex, detect_indices
from vision.cards.french.index_reader import read_indices
from vision.cards.french.reader import read_french_cards
from vision.cards.french.table import Outlined, table_of
from vision.cards.french.without_index import IndexPlaces

LAID = [
    LaidCard("KH", -120, 0, 0.2),
    LaidCard("7D", 110, 20, -0.3),
    LaidCard("3S", -20, 90, 1.3),
    LaidCard("joker", 0, -70, 0.1),
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
    picture, laid = photograph(deck_of(), LAID, seed=5)
    read = [one for one in read_indices(picture, detect_indices(picture)) if one.best[1] > 0.9]
    table = table_of(picture, read, deque())
    cards = [card for card in read_french_cards(picture) if card.code in ("KH", "7D", "3S")]
    middle = laid.cards()[-1].corners.mean(axis=0)
    joker = min(table.whole, key=lambda one: float(np.hypot(*(one.card.middle - middle))))
    return IndexPlaces(picture, cards, read, table, np.full(3, 200.0)), joker


def test_a_joker_shows_no_index_where_other_cards_show_theirs_unless_its_places_are_hidden(seen):
    places, joker = seen
    assert places.show_none(joker, [])
    layout = places.table.layout
    elsewhere = replace(places.table, layout=replace(layout, right=0.3 * layout.right))  # where the deck has no index
    assert not replace(places, table=elsewhere).show_none(joker, [])
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

"""Tables of cards as the box reads them: small cards are looked at nearer."""

from collections.abc import Sequence

import msgspec
import numpy as np
import pytest

from vision.card_table_reader import CardTableReader, find_closer
from vision.cards.common.reading import DetectedCard
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.places import CardPlaces
from vision.reading import Picture


def card(code: str, x: float, y: float, short: float = 40.0) -> DetectedCard:
    wide, high = short / 2, 0.7 * short
    return DetectedCard(
        code, ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)), 0.9
    )


class Finder:
    """Finds the same cards in any picture; notes how large the pictures were."""

    def __init__(self, *cards: DetectedCard) -> None:
        self.cards, self.shapes = cards, list[tuple[int, ...]]()

    def __call__(self, picture: Picture) -> Sequence[DetectedCard]:
        self.shapes.append(picture.shape[:2])
        return self.cards


def test_small_cards_that_lie_together_are_looked_at_nearer() -> None:
    finder = Finder(card("5H", 500, 400), card("back", 600, 400))
    found = find_closer(finder, np.zeros((960, 1280, 3), np.uint8))
    whole, part = finder.shapes
    assert whole == (960, 1280)
    assert part[0] < 200 and part[1] < 300
    left, top = np.array(found[0].xy) - finder.cards[0].xy
    assert left > 400 and top > 300  # where that part of the picture begins


def test_what_people_can_mend_is_told_at_cards_that_were_looked_at_nearer() -> None:
    finder = Finder(card("?", 500, 400, 20), card("5H", 600, 400, 20))
    picture = np.full((960, 1280, 3), 120, np.uint8)
    small, _ = find_closer(finder, picture)
    reading = CardTableReader(finder, CardPlaces(dealt_zones)).read(picture)
    assert [(warned.kind, warned.at) for warned in reading.warnings] == [("too_small", small.xy)]


def test_a_table_of_cards_that_were_looked_at_nearer_is_kept_over_a_restart() -> None:
    piles = [card("5", 520, 500), card("back", 600, 400), card("7", 680, 300)]
    reader = CardTableReader(Finder(*piles), CardPlaces(dealt_zones))
    for _ in range(8):
        reader.read(np.full((960, 1280, 3), 120, np.uint8))
    again = CardPlaces(dealt_zones)
    again.remember(msgspec.json.decode(msgspec.json.encode(reader.places.memory())))
    assert reader.places.zones and again.zones == reader.places.zones


@pytest.mark.parametrize(
    "cards", [[], [card("5H", 500, 400, 90)], [card("5H", 60, 60), card("6H", 1200, 900)]], ids=["no", "large", "far"]
)
def test_a_picture_in_which_nothing_can_be_seen_nearer_is_looked_at_once(cards: list[DetectedCard]) -> None:
    finder = Finder(*cards)
    assert find_closer(finder, np.zeros((960, 1280, 3), np.uint8)) == finder.cards
    assert len(finder.shapes) == 1

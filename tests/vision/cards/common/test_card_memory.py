"""Cards that a picture does not read are known again where they look as they did; nothing else is."""

from collections.abc import Sequence

import pytest

from simulator.render.cards import Card
from simulator.render.pieces import Hand
from tests.support.vision.card_tables import photograph
from vision.cards.common.card_memory import CardMemory
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.reading import Picture

LOWER, UPPER = Card(0, 30, "11", 1.0), Card(2, 8, "11", -1.0)


def read(*cards: Card, seed: int = 1, hands: Sequence[Hand] = ()) -> tuple[Picture, list[DetectedCard]]:
    """A picture of cards, and all of them as a reader finds them."""
    picture, truth = photograph(*cards, seed=seed, hands=tuple(hands))
    return picture, [
        DetectedCard(card.face, tuple((float(x), float(y)) for x, y in ring), 0.9)  # type: ignore[arg-type]
        for card, ring in zip(cards, truth.corners, strict=True)
    ]


def after_reading(*cards: Card, has_twins: bool = True) -> CardMemory:
    """What is known once two pictures have read these cards."""
    seen = CardMemory(has_twins)
    for seed in (1, 2):
        seen.complete(*read(*cards, seed=seed))
    return seen


@pytest.mark.parametrize("is_unread", [False, True])
def test_a_card_of_which_another_one_leaves_a_strip_is_known_again(is_unread: bool) -> None:
    known = after_reading(LOWER)
    for seed in (3, 4, 5):
        picture, (lower, upper) = read(LOWER, UPPER, seed=seed)
        found = [DetectedCard(UNSURE, lower.corners, 0.3)] if is_unread else []
        assert [card.code for card in known.complete(picture, [upper, *found])] == ["11", "11"]


def test_a_card_that_was_taken_away_or_replaced_or_that_an_arm_hides_is_not_known_again_until_it_shows() -> None:
    known = after_reading(LOWER)
    assert known.complete(read(LOWER, hands=[Hand(0.0, 20.0, -90.0)], seed=3)[0], []) == []
    assert [card.code for card in known.complete(read(LOWER, seed=4)[0], [])] == ["11"]
    known = after_reading(LOWER, Card(90, 30, "6"))
    assert known.complete(read(Card(90, 30, "8"), seed=3)[0], []) == []


def test_a_card_that_only_one_picture_has_read_is_not_known_again() -> None:
    known = CardMemory(has_twins=True)
    known.complete(*read(LOWER))
    assert known.complete(read(LOWER, seed=2)[0], []) == []


def test_a_card_that_is_read_elsewhere_is_not_known_again_in_a_deck_that_has_each_once() -> None:
    known = after_reading(LOWER, has_twins=False)
    picture, (_, upper) = read(LOWER, UPPER, seed=3)
    assert known.complete(picture, [upper]) == [upper]

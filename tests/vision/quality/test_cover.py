"""An arm that rests over a table of cards is noticed; cards that come and go, and a table that is pushed, are none."""

from functools import lru_cache

import numpy as np
import pytest

from simulator.render.cards import Card
from simulator.render.pieces import Hand
from tests.support.vision.card_tables import photograph as drawn
from vision.quality.cover import Cover

photograph = lru_cache(8)(drawn)  # what most tests begin with is drawn once
LAID = (Card(-70, 0, "4"), Card(60, 0, "12"), Card(0, -80, "back"))


@pytest.mark.full
@pytest.mark.parametrize(
    ("hand", "hides"),
    [(Hand(0.0, -40.0, -90.0), {2}), (Hand(60.0, 20.0, 0.0), {1}), (Hand(-80.0, 10.0, 170.0), {0}),
     (Hand(0.0, 90.0, 90.0), set()), (Hand(130.0, 60.0, 10.0), set())],
)  # fmt: skip
def test_an_arm_over_cards_is_noticed_and_one_beside_them_is_none(hand: Hand, hides: set[int]) -> None:
    alone, truth = photograph(*LAID)
    watch = Cover()
    assert not watch.is_over(alone, list(truth.corners))
    covered, _ = photograph(*LAID, hands=(hand,), seed=2)
    seen = [ring for at, ring in enumerate(truth.corners) if at not in hides]
    assert watch.is_over(covered, seen) == bool(hides)
    assert not watch.is_over(photograph(*LAID, seed=3)[0], list(truth.corners))


def test_cards_at_the_edge_of_the_picture_are_no_arm_nor_is_it_when_they_are_all_collected() -> None:
    fan = (*LAID, *(Card(-120 + 24 * at, 150, str(at + 1)) for at in range(8)))
    rows = (*LAID, *(Card(-150 + 24 * at, down, str(at % 12 + 1)) for down in (150, 203) for at in range(13)))
    for pictures in ((LAID, fan, LAID), (rows, LAID)):
        watch = Cover()
        for cards in pictures:
            picture, lying = photograph(*cards, seed=1 if cards == LAID else 2)
            assert not watch.is_over(picture, list(lying.corners))
    covered, _ = photograph(*LAID, hands=(Hand(0.0, -40.0, -90.0),), seed=3)
    assert watch.is_over(covered, list(lying.corners)[:2])


def test_an_arm_that_is_taken_away_as_cards_are_collected_is_none_that_has_come() -> None:
    alone, truth = photograph(*LAID)
    watch = Cover()
    assert not watch.is_over(alone, list(truth.corners))
    beside, _ = photograph(*LAID, hands=(Hand(60.0, 20.0, 0.0),), seed=2)
    for _ in range(3):
        assert not watch.is_over(beside, list(truth.corners)), "all cards are seen"
    collected, rest = photograph(*LAID[:1], seed=3)
    assert not watch.is_over(collected, list(rest.corners))


def test_a_table_that_is_pushed_is_looked_at_anew_and_so_is_what_stays_there() -> None:
    ground = np.random.default_rng(1).integers(40, 200, (480, 640, 3)).astype(np.uint8)
    card = np.array([[60.0, 60.0], [100.0, 60.0], [100.0, 120.0], [60.0, 120.0]])
    watch = Cover()
    assert not watch.is_over(ground, [card])
    assert not watch.is_over(np.roll(ground, 40, axis=1), [np.add(card, (40, 0))])
    with_bag = np.roll(ground, 40, axis=1)
    with_bag[:200, :200] = 250
    seen = [watch.is_over(with_bag, []) for _ in range(80)]
    assert seen[0]
    assert not any(seen[-10:])

"""What lies on a table and no reader names is noticed; light, shadows and cards that come and go are not."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from simulator.render.cards import Card
from simulator.render.pieces import Hand
from tests.support.vision.card_tables import deck
from tests.support.vision.card_tables import photograph as drawn
from vision.quality.exposure import times_as_bright
from vision.quality.table_top import TableTop
from vision.reading import Picture, Points

photograph = lru_cache(8)(drawn)  # what most tests begin with is drawn once
LAID = (Card(-70, 0, "4"), Card(60, 0, "12"), Card(0, -80, "back"))


def off(card: Points, truth: Points) -> float:
    """How far a card lies from where it should, in its shorter sides."""
    return float(np.linalg.norm(card.mean(axis=0) - truth.mean(axis=0)) / np.linalg.norm(truth[1] - truth[0]))


def begun() -> tuple[TableTop, Picture, Points]:
    """A table top that has seen the cards laid first, their picture, and their corners."""
    top, (alone, truth) = TableTop(), photograph(*LAID)
    assert top.unread(alone, truth.corners) == []
    return top, alone, truth.corners


UPPERMOST = tuple(Card(0, 70 - 24 * at, str(at + 7), 1.5 * at) for at in range(3))


@pytest.mark.parametrize(
    ("more", "unread", "most_off"),
    [
        *(((Card(0, 60, code, turn),), (3,), 0.1) for code in ("7", "back") for turn in (0.0, 35.0, 90.0)),
        *(((Card(-step, 70, "7"), Card(0, 70, "8")), (3,), 0.15) for step in (18.0, -30.0)),  # the strip that shows
        (UPPERMOST, (3, 5), 0.12),  # the lowest and the uppermost of what is larger than a card
    ],
)
def test_a_card_that_no_reader_finds_is_one_that_is_not_read(more, unread, most_off):
    top, _, _ = begun()
    picture, truth = photograph(*LAID, *more, seed=2)
    hidden = range(3, 6) if more == UPPERMOST else unread
    found = top.unread(picture, [ring for at, ring in enumerate(truth.corners) if at not in hidden])
    assert len(found) == len(unread)
    for at in unread:
        assert min(off(card, truth.corners[at]) for card in found) < most_off
    assert top.unread(picture, truth.corners) == []


def test_what_comes_to_lie_beside_an_unread_card_is_another_one() -> None:
    top, _, corners = begun()
    beside = (Card(0, 60, "7"), Card(58, 90, "9", 3.0))
    for count in (1, 2):
        picture, all_of_them = photograph(*LAID, *beside[:count], seed=count)
        found = top.unread(picture, corners)
        assert len(found) == count
        for ring in all_of_them.corners[3:]:
            assert min(off(card, ring) for card in found) < 0.12
    again, rest = photograph(*LAID, seed=3)
    assert top.unread(again, rest.corners) == []


def test_cards_that_come_and_go_and_are_seen_are_nothing_else() -> None:
    top = TableTop()
    for seed, cards in enumerate((LAID, LAID[:1], (*LAID, Card(30, 60, "9")), LAID[1:], ())):
        picture, truth = photograph(*cards, seed=seed)
        assert top.unread(picture, truth.corners) == []


@pytest.mark.full
def test_where_a_card_lay_from_the_beginning_another_is_noticed_only_once_it_was_bare() -> None:
    top, _, corners = begun()
    for seed in range(8):
        taken, rest = photograph(*LAID[:2], seed=seed)
        assert top.unread(taken, rest.corners) == []
    (card,) = top.unread(photograph(*LAID, seed=9)[0], corners[:2])
    assert off(card, corners[2]) < 0.1


def test_what_is_printed_on_the_table_is_told_from_cards_that_came_and_what_is_printed_on_a_card() -> None:
    top, alone, corners = begun()
    for _ in range(6):
        top.unread(alone, corners)
        assert top.printed == frozenset(), "they may have lain there from the beginning"
    more, all_of_them = photograph(*LAID, Card(-60, 90, "7"), Card(80, 80, "8"), seed=2)
    seven = all_of_them.corners[3]
    for other in (corners[0] - (250.0, 0.0), seven + 0.7 * (seven[1] - seven[0])):
        top.unread(more, [*all_of_them.corners, other])
        assert top.printed == {5}


def test_a_table_is_bare_once_all_cards_are_gone() -> None:
    top = TableTop()
    nothing, _ = photograph()
    for _ in range(5):
        top.unread(nothing, [])
    laid, truth = photograph(*LAID, seed=2)
    bare = []
    for picture, cards in ((nothing, []), (laid, truth.corners), (laid, []), (nothing, [])):
        top.unread(picture, cards)
        bare.append(top.is_bare)
    assert bare == [False, False, False, True], "how large cards are is not known at first"


@pytest.mark.full
@pytest.mark.parametrize("at", [1, 4, 5])
def test_an_arm_where_a_card_lay_is_not_taken_for_the_table(at: int) -> None:
    top, _, _ = begun()
    taken, rest = photograph(*LAID[:2], seed=2)
    with_arm, _ = photograph(*LAID[:2], hands=(Hand(0.0, -80.0, -90.0),), seed=3)
    for look in range(12):
        found = top.unread(with_arm if look == at else taken, rest.corners)
    assert found == []


@pytest.mark.full
def test_where_an_arm_lay_in_the_first_picture_nothing_has_come_once_it_is_gone() -> None:
    top = TableTop()
    with_arm, seen = photograph(*LAID, hands=(Hand(80.0, -60.0, -30.0),))
    top.unread(with_arm, seen.corners)
    alone, more = photograph(*LAID, seed=2), photograph(*LAID, Card(150, -105, "9", -30.0), seed=3)
    for picture, truth in (*[more] * 6, *[alone] * 60):
        assert top.unread(picture, truth.corners) == []


def test_arms_and_a_glass_are_no_cards() -> None:
    top, alone, corners = begun()
    arm, _ = photograph(*LAID, hands=(Hand(130.0, 60.0, 10.0),), seed=2)
    assert top.unread(arm, corners) == []
    sleeve, glass = alone.copy(), alone.copy()
    sleeve[:700, 10:290] = (60, 40, 30)
    assert top.unread(sleeve, []) == []
    at_the_edge = np.array([[0.0, 0.0], [300, 0], [300, 420], [0, 420]])
    assert top.unread(alone, [*corners, at_the_edge]) == []
    cv2.circle(glass, (1050, 200), 60, (200, 220, 230), -1)
    assert top.unread(glass, corners) == []


@pytest.mark.full
def test_where_a_card_lay_that_was_never_read_the_table_is_known_once_it_is_gone() -> None:
    top, _, corners = begun()
    more, _ = photograph(*LAID, Card(0, 60, "7"), seed=2)
    for _ in range(70):
        found = top.unread(more, corners)
    assert found == []
    assert top.unread(photograph(*LAID, seed=3)[0], corners) == []
    assert len(top.unread(photograph(*LAID, Card(5, 65, "8"), seed=4)[0], corners)) == 1


@pytest.mark.parametrize("code", ["7", "back"])
def test_what_was_taken_for_the_table_in_the_first_picture_and_is_gone_is_no_card(code: str) -> None:
    top = TableTop()
    more, truth = photograph(*LAID, Card(0, 60, code, 20.0))
    for _ in range(7):
        assert top.unread(more, truth.corners[:3]) == [], "no reader finds the fourth card"
    alone, truth = photograph(*LAID, seed=2)
    assert top.unread(alone, truth.corners) == []


@pytest.mark.parametrize("by", [0.6, 1.6])
def test_a_lamp_that_is_switched_on_or_off_brings_no_cards(by: float) -> None:
    top, alone, corners = begun()
    for _ in range(3):
        assert top.unread(times_as_bright(alone, by), corners) == []
    more, all_of_them = photograph(*LAID, Card(0, 60, "7"), seed=2)
    (card,) = top.unread(times_as_bright(more, by), all_of_them.corners[:3])
    assert off(card, all_of_them.corners[3]) < 0.1


@pytest.mark.full
def test_a_table_that_is_pushed_is_learnt_anew_and_so_is_what_stays() -> None:
    ground = np.random.default_rng(1).integers(40, 200, (960, 1280, 3)).astype(np.uint8)
    ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), 12) * 3.0 - 200, np.uint8)
    top, (_, truth) = TableTop(), photograph(*LAID)
    pushed = np.roll(ground, 90, axis=1)
    for picture in (ground, pushed):
        assert top.unread(picture, truth.corners) == []
    pushed[200:330, 800:890] = 250
    counts = [len(top.unread(pushed, truth.corners)) for _ in range(80)]
    assert counts[0] == 1
    assert not any(counts[-10:])


@pytest.mark.parametrize("across", [17, 22.5, 27, 39])
def test_coins_and_chips_are_told_from_cards_and_square_things(across: float) -> None:
    top, alone, corners = begun()
    assert top.coins == []
    radius = across / 2 * np.linalg.norm(corners[0, 1] - corners[0, 0]) / deck().size[0]
    coin, other = alone.copy(), alone.copy()
    cv2.ellipse(coin, (950, 250), (round(radius), round(0.9 * radius)), 20.0, 0, 360, (90, 160, 190), -1, cv2.LINE_AA)
    assert top.unread(coin, corners) == []
    ((x, y),) = top.coins
    assert (x, y) == pytest.approx((950, 250), abs=3)
    square = cv2.boxPoints(((950.0, 250.0), (2 * radius, 2 * radius), 40.0))
    cv2.fillConvexPoly(other, np.rint(square).astype(np.int32), (90, 160, 190), cv2.LINE_AA)
    top.unread(other, corners)
    assert top.coins == []

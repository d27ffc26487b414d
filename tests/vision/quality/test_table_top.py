"""What lies on a table and no reader names is noticed; light, shadows and cards that come and go are not."""

import cv2
import numpy as np
import pytest

from tests.support.vision.card_tables import deck, photograph
from vision.quality.table_top import TableTop
from vision.reading import Picture, Points
from vision.simulator.cards import Card
from vision.simulator.pieces import Hand

LAID = (Card(-70, 0, "4"), Card(60, 0, "12"), Card(0, -80, "back"))


def off(card: Points, truth: Points) -> float:
    """How far a card lies from where it should, in its shorter sides."""
    return float(np.linalg.norm(card.mean(axis=0) - truth.mean(axis=0)) / np.linalg.norm(truth[1] - truth[0]))


@pytest.mark.parametrize("turn", [0.0, 35.0, 90.0])
@pytest.mark.parametrize("code", ["7", "back"])
def test_a_card_that_no_reader_finds_is_one_that_is_not_read(turn: float, code: str) -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    assert top.unread(alone, truth.corners) == []
    more, all_of_them = photograph(*LAID, Card(0, 60, code, turn), seed=2)
    (card,) = top.unread(more, all_of_them.corners[:3])
    assert off(card, all_of_them.corners[3]) < 0.1
    assert top.unread(more, all_of_them.corners) == []


@pytest.mark.parametrize("step", [18.0, -30.0])
def test_of_a_card_that_is_partly_covered_the_strip_that_shows_is_enough(step: float) -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    fan, all_of_them = photograph(*LAID, Card(-step, 70, "7"), Card(0, 70, "8"), seed=2)
    (card,) = top.unread(fan, [*truth.corners, all_of_them.corners[4]])
    assert off(card, all_of_them.corners[3]) < 0.15


def test_what_is_larger_than_a_card_is_the_lowest_and_the_uppermost_of_several() -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    more, all_of_them = photograph(*LAID, *(Card(0, 70 - 24 * at, str(at + 7), 1.5 * at) for at in range(3)), seed=2)
    found = top.unread(more, truth.corners)
    assert len(found) == 2
    for at in (3, 5):
        assert min(off(card, all_of_them.corners[at]) for card in found) < 0.12


def test_what_comes_to_lie_beside_an_unread_card_is_another_one() -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    beside = (Card(0, 60, "7"), Card(58, 90, "9", 3.0))
    for count in (1, 2):
        picture, all_of_them = photograph(*LAID, *beside[:count], seed=count)
        found = top.unread(picture, truth.corners)
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
    top = TableTop()
    first, truth = photograph(*LAID)
    top.unread(first, truth.corners)
    for seed in range(8):
        taken, rest = photograph(*LAID[:2], seed=seed)
        assert top.unread(taken, rest.corners) == []
    again, _ = photograph(*LAID, seed=9)
    (card,) = top.unread(again, truth.corners[:2])
    assert off(card, truth.corners[2]) < 0.1


def test_what_is_printed_on_the_table_is_told_from_cards_that_came() -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    for _ in range(6):
        top.unread(alone, truth.corners)
        assert top.printed == frozenset(), "they may have lain there from the beginning"
    more, all_of_them = photograph(*LAID, Card(0, 60, "7"), seed=2)
    patch = truth.corners[0] - (250.0, 0.0)
    top.unread(more, [*all_of_them.corners, patch])
    assert top.printed == {4}


def test_what_is_printed_on_a_card_is_no_other_that_lies_beside_it_on_the_bare_table() -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    for _ in range(6):
        top.unread(alone, truth.corners)
    more, all_of_them = photograph(*LAID, Card(-60, 90, "7"), Card(80, 80, "8"), seed=2)
    seven = all_of_them.corners[3]
    top.unread(more, [*all_of_them.corners, seven + 0.7 * (seven[1] - seven[0])])
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
    top = TableTop()
    laid, truth = photograph(*LAID)
    top.unread(laid, truth.corners)
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
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    arm, _ = photograph(*LAID, hands=(Hand(130.0, 60.0, 10.0),), seed=2)
    assert top.unread(arm, truth.corners) == []
    sleeve = alone.copy()
    sleeve[:700, 10:290] = (60, 40, 30)
    assert top.unread(sleeve, []) == []
    at_the_edge = np.array([[0.0, 0.0], [300, 0], [300, 420], [0, 420]])
    assert top.unread(alone, [*truth.corners, at_the_edge]) == []
    glass = alone.copy()
    cv2.circle(glass, (1050, 200), 60, (200, 220, 230), -1)
    assert top.unread(glass, truth.corners) == []


@pytest.mark.full
def test_where_a_card_lay_that_was_never_read_the_table_is_known_once_it_is_gone() -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    more, _ = photograph(*LAID, Card(0, 60, "7"), seed=2)
    for _ in range(70):
        found = top.unread(more, truth.corners)
    assert found == []
    assert top.unread(photograph(*LAID, seed=3)[0], truth.corners) == []
    assert len(top.unread(photograph(*LAID, Card(5, 65, "8"), seed=4)[0], truth.corners)) == 1


def exposed(picture: Picture, by: float) -> Picture:
    return np.asarray(np.clip(picture.astype(np.float64) * by, 0, 255), np.uint8)


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
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    for _ in range(3):
        assert top.unread(exposed(alone, by), truth.corners) == []
    more, all_of_them = photograph(*LAID, Card(0, 60, "7"), seed=2)
    (card,) = top.unread(exposed(more, by), all_of_them.corners[:3])
    assert off(card, all_of_them.corners[3]) < 0.1


@pytest.mark.full
def test_a_table_that_is_pushed_is_learnt_anew_and_so_is_what_stays() -> None:
    ground = np.random.default_rng(1).integers(40, 200, (960, 1280, 3)).astype(np.uint8)
    ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), 12) * 3.0 - 200, np.uint8)
    _, truth = photograph(*LAID)
    top = TableTop()
    assert top.unread(ground, truth.corners) == []
    pushed = np.roll(ground, 90, axis=1)
    assert top.unread(pushed, truth.corners) == []
    pushed[200:330, 800:890] = 250
    counts = [len(top.unread(pushed, truth.corners)) for _ in range(80)]
    assert counts[0] == 1
    assert not any(counts[-10:])


@pytest.mark.parametrize("across", [17, 22.5, 27, 39])
def test_coins_and_chips_are_told_from_cards_and_square_things(across: float) -> None:
    top = TableTop()
    alone, truth = photograph(*LAID)
    top.unread(alone, truth.corners)
    assert top.coins == []
    radius = across / 2 * np.linalg.norm(truth.corners[0, 1] - truth.corners[0, 0]) / deck().size[0]
    coin, other = alone.copy(), alone.copy()
    cv2.ellipse(coin, (950, 250), (round(radius), round(0.9 * radius)), 20.0, 0, 360, (90, 160, 190), -1, cv2.LINE_AA)
    assert top.unread(coin, truth.corners) == []
    ((x, y),) = top.coins
    assert (x, y) == pytest.approx((950, 250), abs=3)
    corners = cv2.boxPoints(((950.0, 250.0), (2 * radius, 2 * radius), 40.0))
    cv2.fillConvexPoly(other, np.rint(corners).astype(np.int32), (90, 160, 190), cv2.LINE_AA)
    top.unread(other, truth.corners)
    assert top.coins == []

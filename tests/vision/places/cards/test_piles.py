"""Piles and columns of cards, followed from picture to picture."""

from dataclasses import replace

import pytest

from tests.support.vision.laid_cards import SHORT, card
from vision.cards.reading import DetectedCard
from vision.places.cards.pile import LOOKS, Pile


def column(*codes: str) -> list[DetectedCard]:
    return [card(code, 500.0, 500.0 + 24.0 * at, level=at) for at, code in enumerate(codes)]


def shown(pile: Pile) -> dict[str, str]:
    """What each place shows that is not open."""
    return {place: max(likely, key=lambda face: likely[face]) for place, likely in pile.shown("at")[0].items()}


def test_a_card_that_one_picture_misses_still_lies_there() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9", "2"), SHORT)
    pile.see([one for one in column("5", "9", "2") if one.code != "9"], SHORT)
    assert shown(pile) == {"at/1": "5", "at/3": "2", "at/4": "empty"}
    assert pile.shown("at")[1] == {}, "the card that lies on it proves it"


def test_a_card_is_gone_when_several_pictures_do_not_show_it() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    for look in range(1, LOOKS):
        pile.see(column("5"), SHORT)
        assert pile.shown("at")[1] == {"at/2": look}
    pile.see(column("5"), SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "empty"}


def test_a_card_that_takes_the_place_of_another_is_not_counted_beside_it() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    for _ in range(LOOKS):
        pile.see(column("5", "3"), SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "3", "at/3": "empty"}


def test_a_card_that_is_missed_once_another_lies_farther_down_may_lie_under_it() -> None:
    pile = Pile(is_column=True)
    five, one, four = column("5", "1", "4")
    for _ in range(2):
        pile.see([five, one], SHORT)
    for _ in range(2 * LOOKS):
        pile.see([five, four], SHORT)
    assert shown(pile) == {"at/1": "5", "at/4": "empty"}
    assert pile.shown("at")[1] == {"at/2": 2 * LOOKS, "at/3": 2 * LOOKS}
    pile.see([five, one, four], SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "1", "at/3": "4", "at/4": "empty"}


def test_a_card_that_was_never_read_may_lie_under_one_that_comes_beside_its_place() -> None:
    pile = Pile(is_column=True)
    five, unread, seven = column("5", "?", "7")
    for _ in range(2):
        pile.see([five, unread], SHORT)
    for looks in range(1, 2 * LOOKS):
        pile.see([five, seven], SHORT)
        assert shown(pile) == {"at/1": "5", "at/4": "empty"}
        assert pile.shown("at")[1] == {"at/2": looks, "at/3": looks}


def test_a_card_that_cannot_be_read_is_the_one_that_was() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    pile.see(column("?", "9"), SHORT)
    assert pile.kept[0].code == "5"
    pile.see(column("5", "9", "?"), SHORT)
    assert pile.shown("at")[1] == {"at/3": 0}, "something new, of which the next picture may say what it is"


@pytest.mark.parametrize("apart", [0.0, 4.0, 24.0])
def test_of_two_cards_that_are_alike_the_upper_one_is_gone(apart: float) -> None:
    pile = Pile(is_column=True)
    lying = [card("6", 500.0, 476.0), card("1", 500.0, 500.0, level=1), card("1", 502.0, 500.0 + apart, level=2)]
    jittered = [one.moved(2.0, 2.0) for one in lying]
    pile.see(lying, SHORT)
    pile.see(jittered, SHORT)
    for look in range(1, LOOKS):
        pile.see((lying if look % 2 else jittered)[:2], SHORT)
        assert (shown(pile), pile.shown("at")[1]) == ({"at/1": "6", "at/2": "1", "at/4": "empty"}, {"at/3": look})
    pile.see(jittered[:2], SHORT)
    assert shown(pile) == {"at/1": "6", "at/2": "1", "at/3": "empty"}


def test_of_two_cards_that_are_alike_the_lower_one_may_be_covered() -> None:
    pile = Pile(is_column=True)
    pile.see(column("6", "1", "1"), SHORT)
    for _ in range(LOOKS):
        pile.see([one for one in column("6", "1", "1") if one.level != 1], SHORT)
    assert shown(pile) == {"at/1": "6", "at/3": "1", "at/4": "empty"}


def test_of_two_like_cards_the_lower_one_may_have_been_pushed_when_one_is_seen() -> None:
    pile = Pile(is_column=True)
    lower, upper = (card("11", 500.0, 500.0, level=0), card("11", 484.0, 511.0, level=1))
    pushed = lower.moved(-5.0, 16.0)
    unread = replace(pushed, code="?")
    for seen in ([lower, upper], [lower, upper], [pushed], [unread, upper], [pushed, upper], [pushed, upper]):
        pile.see(seen, SHORT)
    assert shown(pile) == {"at/1": "11", "at/2": "11", "at/3": "empty"}


def test_a_new_card_of_a_column_counts_once_two_pictures_show_it() -> None:
    pile = Pile(is_column=True)
    for _ in range(2):
        pile.see(column("5"), SHORT)
    pile.see(column("5", "8"), SHORT)
    assert pile.shown("at")[1] == {"at/2": 0}
    pile.see(column("5", "8"), SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "8", "at/3": "empty"}


def test_what_one_picture_shows_and_nobody_can_read_is_no_card() -> None:
    pile = Pile(is_column=True)
    pile.see(column("?", "?"), SHORT)  # an arm
    pile.see([], SHORT)
    assert shown(pile) == {"at/1": "empty"}
    pile.see([column("?", "5")[1]], SHORT)
    pile.see([column("?", "5")[1]], SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "empty"}


def test_what_is_not_read_below_cards_that_lie_there_is_no_card() -> None:
    pile = Pile(is_column=True)
    for _ in range(2):
        pile.see(column("11", "11", "11"), SHORT)
    pile.see([card("?", 500.0, 470.0), *column("11", "11", "11")], SHORT)
    assert shown(pile) == {"at/1": "11", "at/2": "11", "at/3": "11", "at/4": "empty"}
    assert pile.shown("at")[1] == {}


def test_what_is_not_read_beside_the_place_of_a_card_may_be_another_that_covers_it() -> None:
    pile = Pile(is_column=True)
    twelve, another = column("12", "?")
    pile.see([twelve], SHORT)
    for _ in range(2 * LOOKS):
        pile.see([another], SHORT)
    assert shown(pile) == {"at/3": "empty"}
    pile.see(column("12", "12")[1:], SHORT)
    assert shown(pile) == {"at/3": "empty"}, "which one it is"
    for _ in range(2):
        pile.see(column("12", "12"), SHORT)
    assert shown(pile) == {"at/1": "12", "at/2": "12", "at/3": "empty"}


def test_of_two_like_cards_the_lower_one_may_be_missed_when_the_upper_one_comes() -> None:
    pile = Pile(is_column=True)
    pile.see(column("11"), SHORT)
    for _ in range(2):
        pile.see(column("?", "11"), SHORT)
    assert shown(pile) == {"at/2": "11", "at/3": "empty"}


def test_of_a_pile_the_top_card_counts_once_two_pictures_show_it() -> None:
    pile = Pile()
    for _ in range(2):
        pile.see([card("7", 500, 500)], SHORT)
    assert shown(pile) == {"at": "7"}
    pile.see([card("back", 490, 500)], SHORT)  # the 7 is missed, and a card below it is seen
    assert pile.shown("at") == ({}, {"at": 0})


@pytest.mark.parametrize("pictures", [1, 2, 4, 8])
def test_a_card_that_some_pictures_misread_is_one_card(pictures: int) -> None:
    pile = Pile(is_column=True)
    for _ in range(4):
        pile.see(column("10", "10", "10", "4", "4"), SHORT)
    for _ in range(pictures):
        pile.see(column("10", "10", "9", "4", "4"), SHORT)
    for _ in range(LOOKS):
        pile.see(column("10", "10", "10", "4", "4"), SHORT)
    assert shown(pile) == {"at/1": "10", "at/2": "10", "at/3": "10", "at/4": "4", "at/5": "4", "at/6": "empty"}


def test_two_cards_of_a_column_that_are_misread_by_turns_keep_their_places() -> None:
    pile = Pile(is_column=True)
    for _ in range(4):
        pile.see(column("10", "10", "9", "4"), SHORT)
    for _ in range(2 * LOOKS):
        pile.see(column("9", "10", "10", "4"), SHORT)
    assert shown(pile) == {"at/1": "9", "at/2": "10", "at/3": "10", "at/4": "4", "at/5": "empty"}

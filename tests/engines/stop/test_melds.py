"""Melds and laying off, S-3 and S-4."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.stop.cards import CARDS, JOKER, RANKS, deck
from engines.stop.melds import HIGH, LOW, all_melds, arranged, extended, fitting


def meld(text: str, around: bool = True) -> str | None:
    lying = arranged(tuple(text.split()), around)
    return None if lying is None else " ".join(lying)


@pytest.mark.parametrize(
    ("cards", "lying"),
    [
        ("8C 8S 8H", "8S 8H 8C"),
        ("8C 8S 8H 8D", "8S 8H 8D 8C"),
        ("joker 8S 8H", "8S 8H joker"),
        ("joker 8C 8S 8H", "8S 8H 8C joker"),
        ("4H 6H 5H", "4H 5H 6H"),
        ("4H joker 6H", "4H joker 6H"),
        ("joker 5H 6H", "joker 5H 6H"),
        ("6H 5H joker", "joker 5H 6H"),
        ("AS 2S 3S", "AS 2S 3S"),
        ("KS QS AS", "QS KS AS"),
    ],
)
def test_s_3_three_of_a_rank_or_three_in_a_row_of_one_suit(cards: str, lying: str) -> None:
    assert meld(cards, around=True) == meld(cards, around=False) == lying


@pytest.mark.parametrize(
    "cards",
    ["8S 8H", "8S 9H 10S", "8S 8H 9S", "4H 5H 7H", "8S 8S 8H", "8S joker joker", "4H joker 5H", "8S 8H knave", ""],
)
def test_s_3_other_cards_are_no_meld_nor_are_two_jokers(cards: str) -> None:
    assert meld(cards) is None


def test_s_3_a_joker_stands_for_a_missing_card_and_four_of_a_rank_lack_none() -> None:
    four = ("8S", "8H", "8D", "8C")
    assert arranged((*four, JOKER), around=True) is None
    assert extended(("8S", "8H", "8D", JOKER), "8C", HIGH, around=True) is None
    assert fitting(("8S", "8H", "8D", JOKER), around=True) == ()
    assert max(map(len, all_melds((*four, JOKER), around=True))) == 4


@pytest.mark.parametrize("cards", ["KS AS 2S", "QS KS AS 2S", "KS joker 2S", "joker AS 2S", "KS AS joker"])
def test_s_3_around_the_ace_by_option(cards: str) -> None:
    assert meld(cards, around=True) == cards
    assert meld(cards, around=False) is None


def test_s_3_a_run_has_each_rank_once() -> None:
    whole = tuple(rank + "S" for rank in RANKS)
    assert arranged(whole, around=False) == whole
    assert arranged((*whole, JOKER), around=True) is None
    assert fitting(whole, around=True) == ()


def can_be_read_as_meld(cards: tuple[str, ...], around: bool) -> bool:
    """By trying every card for the joker and every order: naive, and nothing like the engine."""
    if cards.count(JOKER) > 1 or len(cards) < 3:
        return False
    for stand_in in CARDS if JOKER in cards else ("",):
        full = [stand_in if card == JOKER else card for card in cards]
        if len({card[:-1] for card in full}) == 1 and len(set(full)) == len(full):
            return True
        ring = (*RANKS, "A") if not around else RANKS + RANKS
        rows = {tuple(ring[at : at + len(full)]) for at in range(len(ring) - len(full) + 1)}
        if len({card[-1] for card in full}) == 1 and any(
            tuple(card[:-1] for card in row) in rows for row in permutations(full)
        ):
            return True
    return False


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*CARDS[:16], *CARDS[-8:], JOKER]), min_size=2, max_size=4), st.booleans())
def test_s_3_melds_agree_with_a_naive_reader(cards: list[str], around: bool) -> None:
    if any(cards.count(card) > 1 for card in CARDS):
        return
    hand = tuple(cards)
    some_order = any(arranged(row, around) for row in permutations(hand))
    assert some_order == can_be_read_as_meld(hand, around)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(deck(2)), min_size=7, max_size=8), st.booleans())
def test_every_meld_of_a_hand_is_found_once_and_lies_as_it_should(cards: list[str], around: bool) -> None:
    hand = tuple(cards)
    if any(cards.count(card) > 1 for card in CARDS):
        return
    found = all_melds(hand, around)
    assert len(set(found)) == len(found)
    assert all(arranged(one, around) == one for one in found)
    assert all(hand.count(card) >= one.count(card) for one in found for card in one)
    threes = {tuple(sorted(trio)) for trio in permutations(hand, 3) if arranged(trio, around)}
    assert threes == {tuple(sorted(one)) for one in found if len(one) == 3}


def test_s_4_a_single_card_goes_to_either_end_or_to_its_rank() -> None:
    assert extended(("5H", "6H", "7H"), "8H", HIGH, around=True) == ("5H", "6H", "7H", "8H")
    assert extended(("5H", "6H", "7H"), "4H", LOW, around=True) == ("4H", "5H", "6H", "7H")
    assert extended(("8S", "8H", "8C"), "8D", HIGH, around=True) == ("8S", "8H", "8D", "8C")
    assert extended(("8S", "8H", "8C"), "8D", LOW, around=True) is None
    assert extended(("5H", "6H", "7H"), "8H", LOW, around=True) is None
    assert extended(("5H", "6H", "7H"), "8S", HIGH, around=True) is None


def test_s_4_around_the_ace_by_option() -> None:
    assert fitting(("QS", "KS", "AS"), around=False) == (("JS", LOW),)
    assert fitting(("QS", "KS", "AS"), around=True) == (("2S", HIGH), ("JS", LOW))


def test_s_4_a_joker_never_by_itself_and_the_one_in_a_meld_stays_where_it_is() -> None:
    assert extended(("5H", "6H", "7H"), JOKER, HIGH, around=True) is None
    assert extended(("5H", "joker", "7H"), "6H", HIGH, around=True) is None
    assert extended(("5H", "joker", "7H"), "8H", HIGH, around=True) == ("5H", "joker", "7H", "8H")
    assert extended(("8S", "8H", "joker"), "8D", HIGH, around=True) == ("8S", "8H", "8D", "joker")

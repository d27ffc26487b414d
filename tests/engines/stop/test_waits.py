"""What seven closed cards wait for, S-7 and S-10, against a brute force that pairs cards off one by one."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.stop.cards import CARDS, FACES, JOKER, RANKS, SUITS, Cards, deck
from engines.stop.waits import ALL_LEFT, could_be_pairs, could_wait, is_four_pairs, waits
from engines.vocabulary import UNKNOWN


def pairs_off(ranks: tuple[str, ...], distinct: bool, used: frozenset[str] = frozenset()) -> bool:
    """Whether cards, by their ranks, can be paired: the first with one of its rank or a joker, and so on."""
    if not ranks:
        return True
    first, rest = ranks[0], ranks[1:]
    stands_for = RANKS if first == JOKER else (first,)
    for rank in stands_for:
        if distinct and rank in used:
            continue
        for partner in {rank, JOKER} & set(rest):
            at = rest.index(partner)
            if pairs_off(rest[:at] + rest[at + 1 :], distinct, used | {rank}):
                return True
    return False


def brute_waits(cards: Cards, distinct: bool) -> set[str]:
    """Every rank, and the joker, of which a card that is not in the hand makes four pairs."""
    ranks = tuple(JOKER if card == JOKER else card[:-1] for card in cards)
    naturals_first = tuple(sorted(ranks, key=lambda rank: rank == JOKER))
    there_is_one_more = [rank for rank in RANKS if ranks.count(rank) < 4]
    return {rank for rank in (*there_is_one_more, JOKER) if pairs_off((rank, *naturals_first), distinct)}


def patterns(cards: int, most: int = 4) -> Iterator[list[int]]:
    """How cards may fall into ranks: 7 as 2+2+2+1 and so on; which ranks these are makes no difference."""
    if not cards:
        yield []
    for first in range(min(cards, most), 0, -1):
        yield from ([first, *rest] for rest in patterns(cards - first, first))


def all_hands() -> list[Cards]:
    """One hand of seven for each pattern, with none to six jokers."""
    return [
        tuple(rank + suit for rank, count in zip(RANKS, pattern, strict=False) for suit in SUITS[:count])
        + (JOKER,) * jokers
        for jokers in range(7)
        for pattern in patterns(7 - jokers)
    ]


@pytest.mark.parametrize("distinct", [True, False])
def test_s_7_all_waits_are_those_of_the_brute_force(distinct: bool) -> None:
    hands = all_hands()
    assert len(hands) == 37
    for hand in hands:
        assert set(waits(hand, distinct)) == brute_waits(hand, distinct), hand
        assert could_wait(hand, distinct, ALL_LEFT) == bool(waits(hand, distinct)), hand


def test_s_7_how_many_ranks_a_hand_can_wait_for_by_its_jokers() -> None:
    counts: dict[int, set[int]] = {}
    for hand in all_hands():
        if found := waits(hand, distinct=True):
            counts.setdefault(hand.count(JOKER), set()).add(len(found) - 1)
    assert counts == {
        0: {1},
        1: {2, 10},
        2: {3, 11},
        3: {4, 11, 12},  # 11 with two pairs, which the rules' list leaves out
        4: {12, 13},
        5: {12, 13},
        6: {13},
    }


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("2S 2H 9S 9D KS KC 5H", "5"),
        ("2S 2H 9S 9D QS AC joker", "A Q"),
        ("2S 2H 9S 9D KS KC joker", "A 3 4 5 6 7 8 10 J Q"),
        ("4S 4H 9S JD joker joker joker", "A 2 3 5 6 7 8 9 10 J Q K"),  # anything but a 4
        ("2S 2H 9S 9D KS QC 5H", ""),
        ("2S 2H 2D 9D 9S KC KH", ""),
    ],
)
def test_s_7_the_hands_of_the_rules(hand: str, ranks: str) -> None:
    assert waits(tuple(hand.split()), distinct=True) == ((*ranks.split(), JOKER) if ranks else ())


def test_s_7_four_of_a_rank_are_two_pairs_by_option_only() -> None:
    hand = ("2S", "2H", "2D", "2C", "9S", "9D", "KS")
    assert waits(hand, distinct=False) == ("K", JOKER)
    assert waits(hand, distinct=True) == ()
    three = ("2S", "2H", "2D", "9S", "9D", "KS", "KH")
    assert waits(three, distinct=False) == ("2", JOKER)
    assert waits(three, distinct=True) == ()


def test_s_7_nobody_waits_for_a_fifth_card_of_a_rank() -> None:
    assert "2" not in waits(("2S", "2H", "2D", "2C", "9S", "9D", "joker"), distinct=False)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(deck(4)), min_size=7, max_size=7), st.booleans())
def test_s_10_a_joker_completes_any_wait_and_nothing_else_does(cards: list[str], distinct: bool) -> None:
    hand = tuple(cards)
    if any(hand.count(card) > 1 for card in CARDS):
        return
    found = waits(hand, distinct)
    assert is_four_pairs((*hand, JOKER), distinct) == bool(found)
    others = [card for card in CARDS if card not in hand]
    assert {card[:-1] for card in others if is_four_pairs((*hand, card), distinct)} == set(found) - {JOKER}


@settings(max_examples=25)
@given(st.lists(st.sampled_from(RANKS), min_size=4, max_size=4, unique=True), st.integers(0, 2), st.integers(1, 3))
def test_four_pairs_could_be_four_pairs_while_cards_of_them_are_unknown(
    ranks: list[str], jokers: int, hidden: int
) -> None:
    hand = tuple(rank + suit for rank in ranks for suit in SUITS[:2])[jokers:] + (JOKER,) * jokers
    assert is_four_pairs(hand, distinct=True)
    for gone in combinations(range(8), hidden):
        known = tuple(card for at, card in enumerate(hand) if at not in gone)
        left = {face: (2 if face == JOKER else 1) - known.count(face) for face in FACES}
        assert could_be_pairs((*known, *(UNKNOWN,) * hidden), True, left)


def test_what_is_seen_elsewhere_cannot_make_a_pair() -> None:
    hand = ("5H", "7S", *(UNKNOWN,) * 6)
    none_left = dict.fromkeys(FACES, 0) | dict.fromkeys(["2S", "2H", "3S", "3H"], 1)
    assert not could_be_pairs(hand, distinct=True, left=none_left)
    assert could_be_pairs(hand, distinct=True, left=none_left | {"5S": 1, "7H": 1})
    assert could_be_pairs(hand, distinct=True, left=none_left | {JOKER: 2})
    assert not could_be_pairs(("5H", "7S", "8H", "9H", "10H", UNKNOWN, UNKNOWN, UNKNOWN), True, ALL_LEFT)

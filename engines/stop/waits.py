"""Four pairs: the closed hand of riichi, ron, hit and self-draw, and what it waits for (待ち札, S-7, S-10).

A hand may have cards that nobody knows; then the question is whether it could be such a hand.

>>> waits(("2S", "2H", "9S", "9D", "KS", "KC", "5H"), distinct=True)
('5', 'joker')
>>> len(waits(("2S", "2H", "9S", "9D", "KS", "KC", "joker"), distinct=True))
11
"""

from collections import Counter
from collections.abc import Mapping

from engines.stop.cards import FACES, JOKER, RANKS, SUITS, Cards, rank_of
from engines.vocabulary import UNKNOWN

PAIRED = 8  # cards of a hand that has won
ALL_LEFT: Mapping[str, int] = dict.fromkeys(FACES, PAIRED)


def is_four_pairs(cards: Cards, distinct: bool) -> bool:
    """Whether eight known cards are four pairs, jokers standing for any card; `distinct`: of different ranks."""
    return len(cards) == PAIRED and UNKNOWN not in cards and could_be_pairs(cards, distinct, ALL_LEFT)


def could_be_pairs(cards: Cards, distinct: bool, left: Mapping[str, int]) -> bool:
    """Whether eight cards could be four pairs; `left` says how many cards of each face are nowhere known.

    Each card without a partner takes a joker, or an unknown card that is one. What jokers are left make pairs of
    their own: with distinct pairs there is always a rank that they can stand for.
    """
    ranks = Counter(rank_of(card) for card in cards if card != UNKNOWN)
    jokers, unknown = ranks.pop(JOKER, 0), cards.count(UNKNOWN)
    if distinct and max(ranks.values(), default=0) > 2:
        return False
    single = [rank for rank, count in ranks.items() if count % 2]
    if len(single) > jokers + unknown:
        return False
    lonely = sum(1 for rank in single if unknown and not any(left[rank + suit] for suit in SUITS))
    return lonely <= jokers + left[JOKER]


def could_wait(cards: Cards, distinct: bool, left: Mapping[str, int]) -> bool:
    """Whether seven cards could lack one for four pairs: just those with which a joker would win (S-10)."""
    return could_be_pairs((*cards, JOKER), distinct, left)


def waits(cards: Cards, distinct: bool) -> tuple[str, ...]:
    """The ranks that make seven known cards four pairs; a joker completes any wait (S-10)."""
    held = Counter(rank_of(card) for card in cards)
    ranks = [rank for rank in RANKS if held[rank] < len(SUITS) and is_four_pairs((*cards, rank + "S"), distinct)]
    return (*ranks, JOKER) if ranks else ()

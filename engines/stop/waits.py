"""Four pairs: the closed hand of riichi, ron, hit and self-draw, and what it waits for (待ち札, S-7, S-10).

For a hand with unknown cards the functions answer whether it could be such a hand.

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
    """Whether eight cards could be four pairs; `left`: how many cards of each face are known nowhere.

    Each card without a partner needs an unknown card of its rank or a joker. Remaining jokers pair with each other:
    even for distinct pairs there is always a rank that they can stand for.
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
    """Whether one card could complete seven cards to four pairs: those that a joker would complete (S-10)."""
    return could_be_pairs((*cards, JOKER), distinct, left)


def waits(cards: Cards, distinct: bool) -> tuple[str, ...]:
    """The ranks that complete seven known cards to four pairs; a joker completes any wait (S-10)."""
    held = Counter(rank_of(card) for card in cards)
    ranks = [rank for rank in RANKS if held[rank] < len(SUITS) and is_four_pairs((*cards, rank + "S"), distinct)]
    return (*ranks, JOKER) if ranks else ()

"""Melds (サラシ札): three or more of one rank, or three or more in a row of one suit, with at most one joker (S-3).

A joker stands for a missing card, so there is none beside all four of a rank. A meld is a tuple of cards from the low
to the high end; a joker's position determines what it stands for. An ace may follow a king. With `around` a run may
continue from there: K-A-2.

>>> arranged(("5H", "4H", "6H"), around=True), arranged(("4H", "joker", "6H"), around=True)
(('4H', '5H', '6H'), ('4H', 'joker', '6H'))
>>> arranged(("KS", "AS", "2S"), around=True), arranged(("KS", "AS", "2S"), around=False)
(('KS', 'AS', '2S'), None)
>>> extended(("QS", "KS", "joker"), "JS", "low", around=False)
('JS', 'QS', 'KS', 'joker')
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engines.stop.cards import CARDS, FACES, JOKER, RANKS, SUITS, Cards, in_order, number_of, rank_of, suit_of
from engines.vocabulary import UNKNOWN

MIN_MELD = 3
LOW, HIGH = "low", "high"
ENDS = (HIGH, LOW)  # of a meld of one rank only the high end is named
UNREAD = (UNKNOWN,) * MIN_MELD  # a meld on the table that is not read yet


def arranged(cards: Cards, around: bool) -> Cards | None:
    """Cards in the order of a meld; None where they are none. With a joker their order counts."""
    if cards == UNREAD:
        return cards
    jokers = cards.count(JOKER)
    if len(cards) < MIN_MELD or jokers > 1 or any(card not in FACES for card in cards):
        return None
    if len(set(cards)) < len(cards):
        return None
    if is_set(cards):
        return in_order(cards) if len(cards) <= len(SUITS) else None
    tries = (cards, cards[::-1]) if jokers else _rows_of(cards)
    return next((row for row in tries if is_run(row, around)), None)


def is_set(cards: Cards) -> bool:
    """Whether all cards but a joker have one rank."""
    return len({rank_of(card) for card in cards if card != JOKER}) == 1


def is_run(row: Cards, around: bool) -> bool:
    """Whether cards in this order are consecutive cards of one suit; a run has each rank once."""
    at, first = next((at, card) for at, card in enumerate(row) if card != JOKER)
    begin = number_of(first) - at
    follows = all(
        card == JOKER or (suit_of(card) == suit_of(first) and (number_of(card) - begin - step) % 13 == 0)
        for step, card in enumerate(row)
    )
    past_ace = (begin - 1) % 13 + len(row) > len(RANKS) + 1
    return follows and len(row) <= len(RANKS) and (around or not past_ace)


def joker_in(run: Cards) -> str | None:
    """The card that the joker of a run stands for; None without a joker, or in a meld of one rank.

    >>> joker_in(("joker", "7S", "8S")), joker_in(("QH", "KH", "joker")), joker_in(("5S", "5H", "joker"))
    ('6S', 'AH', None)
    """
    if JOKER not in run or is_set(run):
        return None
    at, card = next((at, card) for at, card in enumerate(run) if card != JOKER)
    return RANKS[(number_of(card) - 1 + run.index(JOKER) - at) % len(RANKS)] + suit_of(card)


def _rows_of(cards: Cards) -> Iterator[Cards]:
    """The orders in which cards without a joker could be a run: rising, starting from each of them."""
    rising = in_order(cards)
    return (rising[at:] + rising[:at] for at in range(len(rising)))


def extended(meld: Cards, card: str, end: str, around: bool) -> Cards | None:
    """The meld with a single card laid off on it, or None where it does not fit; never a joker (S-4)."""
    if card == JOKER:
        return None
    row = (card, *meld) if end == LOW else (*meld, card)
    if UNKNOWN in meld:
        return row
    if is_set(meld):
        return in_order(row) if end == HIGH and is_set(row) and len(row) <= len(SUITS) else None
    return row if is_run(row, around) else None


@lru_cache(maxsize=4096)
def fitting(meld: Cards, around: bool) -> tuple[tuple[str, str], ...]:
    """Each single card that may be laid off on a meld, with the end where it goes."""
    if UNKNOWN in meld:
        return tuple((card, end) for card in CARDS for end in ENDS)
    ranks, suits = set(map(rank_of, meld)), {card[-1] for card in meld}
    others = [card for card in CARDS if card not in meld and (rank_of(card) in ranks or suit_of(card) in suits)]
    return tuple((card, end) for card in others for end in ENDS if extended(meld, card, end, around))


def all_melds(hand: Cards, around: bool) -> tuple[Cards, ...]:
    """Every meld that known cards can make, each as it lies."""
    return (*_sets(hand), *_runs(hand, around))


def _sets(hand: Cards) -> Iterator[Cards]:
    by_rank = defaultdict(list)
    for card in in_order(hand):
        if card not in (JOKER, UNKNOWN):
            by_rank[rank_of(card)].append(card)
    jokers = ((), (JOKER,)) if JOKER in hand else ((),)
    for same in by_rank.values():
        for joker in jokers:
            for count in range(MIN_MELD - len(joker), min(len(same), len(SUITS) - len(joker)) + 1):
                for cards in combinations(same, count):
                    yield (*cards, *joker)


def _runs(hand: Cards, around: bool) -> Iterator[Cards]:
    """All runs upwards from each card, or from a joker below it; the joker fills at most one place."""
    held, has_joker = set(hand), JOKER in hand
    lowest = {(suit_of(card), number_of(card) - 1) for card in hand if card not in (JOKER, UNKNOWN)}
    if has_joker:
        lowest |= {(suit, (at - 1) % len(RANKS)) for suit, at in lowest}
    for suit, at in sorted(lowest):
        for row in _rows_from(at, suit, held, has_joker):
            if len(row) >= MIN_MELD and is_run(row, around):
                yield row


def _rows_from(at: int, suit: str, held: set[str], has_joker: bool) -> Iterator[Cards]:
    """Rows from a rank upwards by increasing length, with the joker in every possible place."""
    rows: list[Cards] = [()]
    for step in range(len(RANKS)):
        card = RANKS[(at + step) % len(RANKS)] + suit
        longer = [(*row, card) for row in rows if card in held]
        if has_joker:
            longer += [(*row, JOKER) for row in rows if JOKER not in row]
        rows = longer
        if not rows:
            return
        yield from rows

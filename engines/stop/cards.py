"""The playing cards of Stop: `"AS"`, `"10H"`, `"KC"`, `"joker"`, with ranks, suits (紋) and points.

>>> rank_of("10H"), suit_of("10H"), POINTS["KC"], POINTS["joker"]
('10', 'H', 10, 0)
"""

from collections.abc import Iterable

from engines.vocabulary import UNKNOWN

Cards = tuple[str, ...]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
JOKER = "joker"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
FACES = (*CARDS, JOKER)
TEN_POINTS = frozenset({"10", "J", "Q", "K"})  # S-13
POINTS = {rank + suit: min(at, 10) for at, rank in enumerate(RANKS, start=1) for suit in SUITS} | {JOKER: 0}
HAND = 7  # cards dealt to each player

_RANK = {face: face if face == JOKER else face[:-1] for face in FACES}
_ORDER = {face: place for place, face in enumerate((*FACES, UNKNOWN))}
_RANK_NUMBER = {rank: number for number, rank in enumerate(RANKS, start=1)}


def rank_of(card: str) -> str:
    """The rank of a card, the same for 同位札; a joker is a rank of its own."""
    return _RANK[card]


def suit_of(card: str) -> str:
    """The suit of a card that is no joker."""
    return card[-1]


def number_of(card: str) -> int:
    """The rank of a card that is no joker as a number, ace 1 to king 13."""
    return _RANK_NUMBER[_RANK[card]]


def deck(jokers: int) -> Cards:
    """All cards of a game, in order."""
    return CARDS + (JOKER,) * jokers


def in_order(cards: Iterable[str]) -> Cards:
    """Cards by rank, then suit; jokers after them, unknown ones last."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def total(cards: Iterable[str]) -> int:
    """The points of cards, jokers counting 0."""
    return sum(POINTS[card] for card in cards)

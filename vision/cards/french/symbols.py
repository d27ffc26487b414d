"""The symbols that decks of many countries print for ranks, and which of them a deck prints.

Numbers are the same everywhere; ace, jack, queen and king are letters of the deck's language. V is a jack in French and
a queen in Dutch, so that a name depends on the deck's other letters.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# What the network tells apart. Cyrillic letters are named by the Latin ones that look like them.
SYMBOLS = (*RANKS, "1", "B", "D", "V", "R", "T", "Д", "Kn", "F", "H", "W", "G", "E")
# What is printed for jack, queen and king, and for the ace; how often, before anything was read.
_ENGLISH = ("J", "Q", "K")
COURTS = {
    _ENGLISH: 0.86,
    ("B", "D", "K"): 0.03,  # German, Danish
    ("V", "D", "R"): 0.03,  # French, Portuguese
    ("B", "Д", "K"): 0.02,  # Russian
    ("B", "V", "H"): 0.015,  # Dutch
    ("Kn", "D", "K"): 0.015,  # Swedish, Norwegian
    ("F", "D", "R"): 0.006,  # Italian
    ("F", "V", "R"): 0.006,
    ("F", "D", "K"): 0.006,  # Slovene
    ("W", "D", "K"): 0.006,  # Polish
    ("G", "D", "K"): 0.006,  # Icelandic
}
ACES, _ACES_OF_ENGLISH = {"A": 0.6, "1": 0.2, "T": 0.1, "E": 0.1}, {"A": 0.97, "1": 0.01, "T": 0.01, "E": 0.01}
_ALPHABETS = {
    (ace, *courts): share * other
    for courts, share in COURTS.items()
    for ace, other in (_ACES_OF_ENGLISH if courts == _ENGLISH else ACES).items()
}
PRIOR = np.array(list(_ALPHABETS.values()))
# Numbers that the network takes some letters for, however certain it is: B for 8, and 1 for 7.
_LOOKS_LIKE = {"8": "B", "7": "1"}
_MISREAD = 0.005  # probability that a symbol is read as another one, however certain the reading is
_UNKNOWN_WEIGHT = 0.5  # how much a symbol counts that the deck does not print, against one that it prints
_MIN_PRINTED = 0.1  # probability that a deck prints a letter, from which a number that looks like it needs a witness
Shares = NDArray[np.float64]


def _symbol_of_rank() -> NDArray[np.float64]:
    """Whether an alphabet prints a symbol for a rank (alphabets × ranks × symbols)."""
    out = np.zeros((len(_ALPHABETS), len(RANKS), len(SYMBOLS)))
    for number, letters in enumerate(_ALPHABETS):
        printed = dict(zip(("A", "J", "Q", "K"), letters, strict=True))
        for row, rank in enumerate(RANKS):
            out[number, row, SYMBOLS.index(printed.get(rank, rank))] = 1
    return out


_PRINTED = _symbol_of_rank()
_PRINTS = _PRINTED.sum(axis=1)  # whether an alphabet prints a symbol (alphabets × symbols)


def belief_in_alphabets(readings: Mapping[str, Shares]) -> Shares:
    """The probability of each alphabet by the clearest reading of each card: probabilities of the 26 symbols."""
    belief = PRIOR
    for shares in readings.values():
        belief = belief * (_MISREAD + (1 - _MISREAD) * (_PRINTS @ shares))
    return np.asarray(belief / belief.sum())


def may_be_a_letter(number: str, belief: Shares) -> bool:
    """Whether a number may be a letter that looks like it, since the deck may well print that.

    >>> may_be_a_letter("8", PRIOR), may_be_a_letter("8", belief_in_alphabets({"DC": np.eye(26)[SYMBOLS.index("D")]}))
    (False, True)
    """
    letter = _LOOKS_LIKE.get(number)
    return letter is not None and bool(belief @ _PRINTS[:, SYMBOLS.index(letter)] > _MIN_PRINTED)


def ranks_of(shares: Shares, belief: Shares) -> Shares:
    """The probabilities of the ranks (13) by those of the symbols (26) and of the alphabets.

    They add up to less where a symbol is none of the deck's, or where the deck's letters are not known.

    >>> shown = {symbol: 0.99 * np.eye(26)[number] for number, symbol in enumerate(SYMBOLS)}
    >>> german = belief_in_alphabets({"BH": shown["B"], "BS": shown["B"], "DC": shown["D"]})
    >>> float(ranks_of(shown["B"], german)[RANKS.index("J")].round(2))
    0.99
    """
    by_alphabet = _PRINTED @ shares
    known = by_alphabet.sum(axis=1, keepdims=True)
    total = shares.sum()
    weighed = by_alphabet * total / np.maximum(known + _UNKNOWN_WEIGHT * (total - known), 1e-9)
    return np.asarray(belief @ weighed)

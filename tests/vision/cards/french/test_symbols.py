"""Which letters a deck prints is told by the cards that are seen; a letter that it cannot have names no card."""

import numpy as np
import pytest

from vision.cards.french.symbols import RANKS, SYMBOLS, belief_in_alphabets, ranks_of


def seen(symbol: str, share: float = 0.99) -> np.ndarray:
    shares = np.full(len(SYMBOLS), (1 - share) / (len(SYMBOLS) - 1))
    shares[SYMBOLS.index(symbol)] = share
    return shares


def rank_of(symbol: str, *cards: str, share: float = 0.99) -> tuple[str, float]:
    """The rank that a symbol stands for, and its probability, in a deck of which these cards were read."""
    shares = ranks_of(seen(symbol, share), belief_in_alphabets({card: seen(card[:-1]) for card in cards}))
    return RANKS[int(shares.argmax())], float(shares.max())


@pytest.mark.parametrize(
    ("deck", "ranks"),
    [
        ("AS 7D JH QC KD", {"A": "A", "J": "J", "Q": "Q", "K": "K"}),
        ("AS BH DC KD BS", {"A": "A", "B": "J", "D": "Q", "K": "K"}),  # German
        ("1S VH DC RD", {"1": "A", "V": "J", "D": "Q", "R": "K"}),  # French
        ("TS BH ДC KD", {"T": "A", "B": "J", "Д": "Q", "K": "K"}),  # Russian
        ("AS BH VC HD BS", {"A": "A", "B": "J", "V": "Q", "H": "K"}),  # Dutch
        ("1S KnH DC KD", {"1": "A", "Kn": "J", "D": "Q", "K": "K"}),  # Swedish
        ("AS FH VC RD", {"F": "J", "V": "Q", "R": "K"}),
    ],
)
def test_letters_are_read_in_the_language_of_the_deck(deck: str, ranks: dict[str, str]) -> None:
    for symbol, rank in ranks.items():
        named, share = rank_of(symbol, *deck.split())
        assert named == rank
        assert share > 0.9


def test_a_letter_that_may_be_a_jack_or_a_queen_is_neither() -> None:
    assert rank_of("V")[1] < 0.6
    assert rank_of("V", "VS", "AH", "10D")[1] < 0.7


def test_a_single_letter_of_another_deck_is_misread_rather_than_of_that_deck() -> None:
    assert rank_of("B", "JH", "QD", "KS", "BC")[1] < 0.5
    assert rank_of("Q", "JH", "QD", "KS", "BC") == ("Q", pytest.approx(0.99, abs=0.02))


def test_numbers_need_no_letters_and_what_is_no_symbol_of_the_deck_counts_less() -> None:
    assert rank_of("7") == ("7", pytest.approx(0.99, abs=0.02))
    doubtful = 0.8 * seen("Q", 1.0) + 0.2 * seen("D", 1.0)
    english = belief_in_alphabets({card: seen(card[:-1]) for card in ("JH", "KS", "QD")})
    assert ranks_of(doubtful, english)[RANKS.index("Q")] > 0.85

"""What is counted where games of cards are followed: moves in the order in which they were made or read."""

from engines.stop.moves import Discard, Meld, Show
from engines.vocabulary import UNKNOWN
from tools.bench.card_games import as_recorded

AYA, BEN, CHIE = (Show(seat, cards) for seat, cards in enumerate((("2S",), ("3S",), ("4S",))))


def test_hands_come_in_the_order_in_which_they_were_read_and_others_as_the_box_would_name_them() -> None:
    last = Discard("5H")
    assert as_recorded([last, CHIE, AYA, BEN], [last, BEN]) == [last, BEN, AYA, CHIE]
    meld = Meld(("7S", "8S", "9S"))
    assert as_recorded([meld, last], []) == [meld, last]


def test_a_hand_that_people_entered_unread_is_the_one_that_was_laid_open() -> None:
    unread = Show(0, UNKNOWN)
    assert as_recorded([AYA, BEN], [BEN, unread]) == [BEN, AYA], "it is typed later"
    assert as_recorded([AYA, BEN, CHIE], [unread, CHIE, AYA]) == [unread, CHIE, AYA, BEN], "it was read later"

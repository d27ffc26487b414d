"""What is counted where games of cards are followed: moves in the order in which they were made or read."""

from engines import skip_bo
from engines.skip_bo import Draw, Lay
from engines.stop.moves import Discard, Meld, Show
from engines.vocabulary import UNKNOWN
from tools.films.card_games import as_recorded

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


def test_cards_that_were_laid_on_piles_in_one_turn_count_in_the_order_in_which_they_were_recorded() -> None:
    two, draw, five = Lay("2", "hand", "build/1"), Draw(UNKNOWN), Lay("5", "stock/1", "build/2", "9")
    covered, three = Lay(UNKNOWN, "hand", "build/1"), Lay("3", "hand", "build/1")
    discard = skip_bo.Discard("7", "discard/1/1")
    assert as_recorded([two, draw, five, discard], [five, draw, two, discard]) == [five, draw, two, discard]
    assert as_recorded([two, three, five], [five, covered, three]) == [five, two, three]
    assert as_recorded([two, discard, five], [five, discard, two]) == [two, discard, five], "those of two turns"

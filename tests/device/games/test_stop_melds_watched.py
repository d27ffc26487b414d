"""Melds of Stop before a camera that knows cards, but misses some: what they are read as, and what people are asked."""

from dataclasses import replace

import pytest

from engines.stop.moves import TAKE, Discard, Draw, LayOff, Meld, Pon
from engines.stop.state import Laid, State
from engines.vocabulary import UNKNOWN
from tests.support.device.dealt_stop import (
    BARE,
    HANDS,
    RUN,
    Dealer,
    StopTable,
    known_after,
    named,
    read,
    river,
    row,
    top,
)

LATER = ("3H", "3D", "3C", "6S", "4H", "5D", "8C")


def test_s3_a_card_taken_and_melded_between_two_pictures(table: StopTable) -> None:
    table.play(TAKE, Meld(("KH", "KD", "KC")), unseen_until_last=True)
    assert table.moves[2:] == [TAKE, Meld(("KH", "KD", "KC"))]
    assert table.people.asked == 1, "it may have been a pon"


def test_s5_the_card_of_a_pon_that_is_not_read_may_be_the_last_discard(table: StopTable) -> None:
    table.see("KD", lambda card: replace(card, code="?"))
    table.play(Pon(1, ("KH", "KD", "KC")))
    assert table.moves[2:] == [Pon(1, ("KH", "KD", "KC"))]


def beside_a_meld(cards: str, seat: int) -> State:
    """What all know in the first turn, the meld of a player on the table."""
    return replace(known_after(Draw(UNKNOWN)), melds=(Laid(seat, tuple(cards.split())),))


ROWS = (
    ("4H 5H 6H", ["4H 5H 6H"]),
    ("4H ? 6H", ["4H 5H 6H", "4H joker 6H"]),
    ("5H 6H 4H ?", ["4H 5H 6H", "3H 4H 5H 6H", "4H 5H 6H 7H"]),  # a joker does not lie there
    ("QC AC 2C", ["QC KC AC 2C", "QC joker AC 2C"]),  # one that no picture shows
    ("QC AC", ["QC KC AC", "QC joker AC"]),
    ("5S 5H", ["5S 5H 5D", "5S 5H 5C", "5S 5H joker"]),
    ("5S 5H ?", ["5S 5H 5D", "5S 5H 5C", "5S 5H joker"]),
    ("4H ? ?", []),
    ("QC joker KC 2C", ["QC KC joker 2C"]),  # the joker lies askew
    ("5H joker 6H", ["joker 5H 6H", "5H 6H joker"]),
)
ASKEW = (
    ("joker 6H 5H", ["joker 5H 6H", "5H 6H joker"]),
    ("4H joker 6H", ["4H joker 6H"]),  # there alone it fits
    ("5S 5H joker", ["5S 5H joker"]),
    ("5H 4H 6H", ["4H 5H 6H"]),
)


@pytest.mark.parametrize(("cards", "melds", "is_askew"), [*((*r, False) for r in ROWS), *((*r, True) for r in ASKEW)])
def test_s3_a_meld_not_read_in_full_is_asked_for_by_the_rules(cards: str, melds: list[str], is_askew: bool) -> None:
    state, lying = beside_a_meld("8S 9S 10S", seat=1), row(cards, is_askew=is_askew) | BARE
    assert sorted(" ".join(move.cards) for (move,) in read(state, lying)) == sorted(melds)
    assert ("river" in named(state, lying).places) == bool(melds), (
        "nor is a discard recorded before a meld that nobody knows"
    )


@pytest.mark.parametrize(
    ("shown", "off"),
    [
        ({}, ["4H", "8H"]),
        ({"8H": 0.6, "8D": 0.2}, ["8H"]),
        ({"8H": 0.9, "8D": 0.08}, ["8H"]),
        ({"9S": 0.9, "9C": 0.08}, []),
    ],
    ids=["not read", "hardly read", "seems to fit", "seems not to"],
)
def test_s4_a_card_laid_off_that_is_not_read_is_asked_for_by_the_rules(shown: dict[str, float], off: list[str]) -> None:
    state, lying = beside_a_meld("5H 6H 7H", seat=0), row("? 5H 6H 7H", unread=shown) | BARE
    assert {move.card for (move,) in read(state, lying)} == {*off}
    assert ("river" in named(state, lying).places) == bool(off), (
        "nor is a discard recorded before a card that nobody knows"
    )


@pytest.mark.parametrize(("cards", "is_known"), [("? ? QS", True), ("? ? QS 9H", False)])
def test_a_meld_of_which_one_card_is_read_is_no_new_one(cards: str, is_known: bool) -> None:
    state = replace(known_after(), melds=(Laid(3, ("joker", "JS", "QS")),))
    assert ("river" in named(state, top("KD") | row(cards, {"4": 1.0})).places) == is_known


def test_s3_a_joker_in_a_meld_that_no_picture_shows_is_asked_for_once(deal: Dealer) -> None:
    table = deal((("QC", "AC", "2C", "joker", "KD", "9S", "5H"), *HANDS[1:3], LATER, HANDS[4]))
    table.see("joker", lambda _: None)
    meld = Meld(("QC", "joker", "AC", "2C"))
    table.play(Draw("6C"), meld, Discard("KD"), Draw("2D"), Discard("7S"))
    assert table.moves == [Draw(UNKNOWN), meld, Discard("KD"), Draw(UNKNOWN), Discard("7S")]
    assert table.people.asked == 1


@pytest.mark.parametrize(("pushed", "asked"), [(0.0, 0), (36.0, 1)])
def test_s3_the_end_of_a_joker_is_asked_where_the_row_does_not_tell(deal: Dealer, pushed: float, asked: int) -> None:
    table = deal((("8S", "9S", "joker", "KD", "2S", "5H", "2C"), *HANDS[1:3], LATER, HANDS[4]))
    meld = Meld(("joker", "8S", "9S"))
    table.see("8S", lambda card: card.moved(pushed, 0.0))
    table.play(Draw("6C"))
    before = table.state
    table.play_unseen(meld)
    table.look()
    assert [choice.moved.moves[-1] for choice in table.box.question] == [Meld(("8S", "9S", "joker")), meld][: 2 * asked]
    table.state = before
    table.play(meld, Discard("KD"))
    assert (table.moves, table.people.asked) == ([Draw(UNKNOWN), meld, Discard("KD")], asked)


def test_what_was_discarded_before_a_meld_is_not_the_discard_after_it(deal: Dealer) -> None:
    table = deal((HANDS[0], ("8H", "8S", "8D", *HANDS[1][3:]), *HANDS[2:4], ("KH", *HANDS[4][1:])))
    table.play(Draw("6C"), Discard("KD"), Draw("2D"), Meld(("8S", "8H", "8D")), unseen_until_last=True)
    assert table.moves == [Draw(UNKNOWN), Discard("KD"), Draw(UNKNOWN), Meld(("8S", "8H", "8D"))]


def test_a_card_laid_off_away_from_its_meld_counts_where_alone_it_fits() -> None:
    made = (Draw(UNKNOWN), RUN, Discard("KD"), Draw(UNKNOWN), Discard("8D"))
    places = row("4H 5H 6H") | row("3H", {"3": 0.9, "4": 0.1}) | top("8D")
    assert [moves[-1] for moves in read(known_after(*made, Draw(UNKNOWN)), places)] == [LayOff("3H", 0, "low")]


def test_s4_a_card_among_the_discards_that_fits_on_a_meld_may_have_been_laid_off() -> None:
    made = (Draw(UNKNOWN), RUN, Discard("KD"), Draw(UNKNOWN))
    places = row("4H 5H 6H") | top("8D") | river({"KD": 1.0}, {"3H": 1.0})
    assert "meld/1/4" not in named(known_after(*made), places).places
    moves = read(known_after(*made), places)
    assert [LayOff("3H", 0, "low"), Discard("8D")] in moves
    assert [Discard("3H"), Draw(UNKNOWN), Discard("8D")] in moves
    assert read(known_after(*made, LayOff("3H", 0, "low"), Discard("8D")), places) == []

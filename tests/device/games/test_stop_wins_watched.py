"""Each way to win a game of Stop before the camera: people call, the hands are laid open, and the coins are right."""

from collections.abc import Sequence

import pytest

from engines import stop
from engines.stop.cards import Cards, in_order
from engines.stop.moves import Call, Discard, Draw, LayOff, Meld, Pon, Show
from tests.support.device.dealt_stop import Dealer, StopTable

PAIRS = ("4H", "4D", "5H", "5D", "KD", "KC", "9S")  # waits for a nine
OUT = ("4H", "5H", "6H", "9S", "9H", "9D", "KD")
LOW = ("AS", "AH", "2S", "2H", "3S", "3H", "joker")  # waits for anything
KING = ("AS", "AH", "2S", "2H", "3S", "3H", "KH")
OTHERS = (
    ("7S", "7H", "8S", "8H", "10S", "10H", "JS"),
    ("QS", "QH", "KS", "AD", "2D", "3D", "6D"),
    ("4C", "5C", "6C", "7C", "8C", "10C", "JC"),
)
SECOND, THIRD = ("7S", "7H", "8S", "8H", "10S", "10H", "9H"), ("JS", "AS", "2S", "3S", "6S", "JH", "QC")
FEW = ("AS", "AH", "2S", "3H", "4S", "5S", "7D")  # nobody wins on the last card
GOES_OUT = "draw 9C; meld 4H 5H 6H; meld 9S 9H 9D 9C; discard KD; 1 out"
RIICHI = "draw JD; 1 riichi; discard JD"


def check(table: StopTable, kind: str, calls: int) -> None:
    """The game was settled as it was played, and people said nothing but the calls."""
    assert {payment.kind for payment in table.state.showdown.payments} == {kind}
    assert table.box.played.now.showdown.payments == table.state.showdown.payments
    assert stop.standings(table.box.played.now) == stop.standings(table.state)
    assert table.by_people == (0, calls)


@pytest.mark.parametrize(
    ("hands", "stock", "moves", "kind", "calls"),
    [
        ((PAIRS, LOW, *OTHERS), "JD", "draw JD; discard JD; 2 stop", "stop", 1),
        # somebody has fewer points, though a joker doubles them
        ((PAIRS, OTHERS[0], LOW, *OTHERS[1:]), "JD", "draw JD; discard JD; 2 stop", "failed_stop", 1),
        ((OUT, OTHERS[0], FEW, *OTHERS[1:]), "9C", GOES_OUT, "out", 1),
        # a hit beats an out that was called before it
        ((OUT, KING, *OTHERS), "9C", f"{GOES_OUT}; 2 hit", "hit", 2),
        # with the call the draw is entered
        ((PAIRS, LOW, *OTHERS), "9C", "draw 9C; 1 tsumo", "tsumo", 1),
        ((PAIRS, KING, *OTHERS), "JD", "draw JD; discard KD; 2 hit", "hit", 1),
        # the stake of a riichi goes with the ron
        ((PAIRS, LOW, *OTHERS), "JD 9C", f"{RIICHI}; draw 9C; discard 9C; 1 ron", "ron", 2),
        # of two rons the nearer wins though he calls later
        (
            (PAIRS, SECOND, THIRD, *OTHERS[1:]),
            "JD QD 9C",
            f"{RIICHI}; draw QD; 2 riichi; discard QD; draw 9C; discard 9C; 2 ron; 1 ron",
            "ron",
            4,
        ),
    ],
    ids=["s11", "s12 s18", "s14 out", "s14 hit", "s15", "s17", "s16 s8", "s20"],
)
def test_a_win_is_settled_as_it_was_called(
    deal: Dealer, hands: Sequence[Cards], stock: str, moves: str, kind: str, calls: int
) -> None:
    table, made = deal(hands, tuple(stock.split())), [stop.move_from_text(line) for line in moves.split("; ")]
    table.play(*made)
    assert table.state.showdown.claims == () or [claim.seat for claim in table.state.showdown.claims] == [made[-1].seat]
    table.play(*table.shows())
    check(table, kind, calls)
    assert table.box.played.now.showdown.prize == table.state.showdown.prize


def test_a_hand_that_is_laid_open_says_who_has_called_where_the_box_was_not_told(deal: Dealer) -> None:
    hand = in_order(PAIRS)
    table = deal((KING, PAIRS, *OTHERS), ("9C",))
    table.play(Draw("9C"), Discard("9C"))
    table.play_unseen(Call(1, "hit"), Show(1, hand))
    table.look()
    assert Show(1, hand) not in table.moves, "people are asked first"
    choices = {choice.moved.moves: choice.key for choice in table.box.question}
    assert choices.keys() == {(Call(1, what), Show(1, hand)) for what in ("stop", "hit")}
    table.box.choose(choices[Call(1, "hit"), Show(1, hand)], "phone")
    table.play(*table.shows())
    check(table, "hit", calls=0)


@pytest.mark.parametrize("count", [3, 4])
def test_s5_pon_and_kan_are_read_from_whom_they_lie_before(deal: Dealer, count: int) -> None:
    hand = ("9H", "9D", "9C", "2H", "3S", "5S", "7D")
    table = deal(((*OUT[:3], "9S", "KD", "QD", "2S"), OTHERS[0], hand, *OTHERS[1:]), ("JD",))
    called = (Discard("9S"), Pon(2, ("9S", *hand[: count - 1])), Discard("2H"))
    table.play(Draw("JD"), *called)
    assert (tuple(table.moves[1:]), table.by_people) == (called, (0, 0))


def test_s3_s4_a_joker_stands_in_a_meld_and_cards_are_laid_off_beside_it(deal: Dealer) -> None:
    hand, other = ("4H", "joker", "7H", "9S", "KD", "QD", "9D"), ("8H", "9H", "7S", "10S", "10H", "JS", "AC")
    table = deal((hand, other, *OTHERS[1:], KING), ("6H", "JD"))
    first = (Meld(("joker", "6H", "7H")), LayOff("4H", 0, "low"), Discard("KD"))
    second = (LayOff("8H", 0, "high"), Discard("10S"))
    table.play(Draw("6H"), *first, Draw("JD"), *second)
    assert (tuple(table.moves[1:4]), tuple(table.moves[5:])) == (first, second)
    assert table.by_people == (0, 0)

"""A turn of Stop: S-1 to S-6, S-19, and who deals first (S-22)."""

import pytest

from engines import stop
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.seats import AYA, BEN, CHIE, DAN, EMI
from tests.support.engines.stop import LOTS, NAMES, WAITING_FOR_5, after, legal, refused, shown, table, told

SEVEN = "2H 3H 5C 9S JD QD KC"


@pytest.mark.parametrize(
    ("lots", "dealer"),
    [
        ("9H KS 4D 4C JH", CHIE),  # of equals the first to turn one up
        ("AH KS 4D joker AD", DAN),  # a joker is lowest
        ("KS QS JS 10S 10H", AYA),  # all are worth ten
    ],
)
def test_s_22_the_lowest_card_turned_up_deals_first(lots: str, dealer: int) -> None:
    begun = stop.start(NAMES, {})
    assert refused(begun, "draw ?") == "now_lots Aya"
    state = after(begun, *(f"turn {card}" for card in lots.split()))
    assert state.match.dealer == state.turn == dealer
    assert told(state)[0] == f"lowest {NAMES[dealer]} {lots.split()[dealer]}"
    assert stop.layout(state)[f"lot/{dealer + 1}"] == {lots.split()[dealer]}
    dealt = after(state, "deal")
    assert (dealt.turn, dealt.lots) == (dealer, ())


@pytest.mark.parametrize(("jokers", "stock"), [(2, 19), (4, 21), (6, 23)])
def test_seven_cards_each_and_the_rest_is_stock(jokers: int, stock: int) -> None:
    state = after(stop.start(NAMES, {"jokers": jokers}), *LOTS, "deal")
    assert [len(seat.hand) for seat in state.seats] == [7] * 5
    assert len(state.stock) == stock
    assert stop.layout(state) == {"stock": FACE_DOWN, "river": NOTHING}


def test_the_next_player_sits_at_the_right_and_play_goes_counter_clockwise() -> None:
    state, turns = table({}, stock="2S 3S 4S 5S 6S"), []
    for card in state.stock[:5]:
        turns.append(state.turn)
        state = after(state, f"draw {card}", f"discard {card}")
    assert (turns, state.turn) == ([AYA, BEN, CHIE, DAN, EMI], AYA)


def test_s_1_stop_and_70_come_before_a_card_is_drawn_or_taken() -> None:
    state = table({AYA: "10S JS QS KS 10H JH QH"}, stock="2S")
    assert legal(state) == ["draw 2S", "1 stop", "1 70"]  # there is nothing to take on the very first turn
    assert refused(state, "take") == "nothing_to_take Aya"
    assert refused(state, "2 stop") == "not_your_turn Ben Aya"
    drawn = after(state, "draw 2S")
    assert legal(drawn, "stop") == legal(drawn, "70") == []
    assert refused(drawn, "1 stop") == "no_stop_now"
    assert refused(drawn, "1 70") == "no_seventy_now"


def test_s_1_a_card_comes_from_the_stock_or_is_the_one_just_discarded_which_then_stays() -> None:
    state = table({BEN: SEVEN}, river="4H", stock="8D")
    assert (legal(state, "draw"), legal(state, "take")) == (["draw 8D"], ["take"])
    assert refused(state, "discard 2H") == "now_turn Ben"
    drawn, taken = after(state, "draw 8D"), after(state, "take")
    assert "8D" in drawn.seats[BEN].hand
    assert ("4H" in taken.seats[BEN].hand, taken.river, len(taken.stock)) == (True, (), len(state.stock))
    assert refused(drawn, "take") == "now_discard Ben"
    assert legal(taken, "discard") == [f"discard {card}" for card in SEVEN.split()]
    assert refused(taken, "discard 4H") == "just_taken Ben 4H"
    assert told(taken) == ["discard_not Ben 4H"]


def test_s_1_who_takes_a_joker_may_discard_another_joker() -> None:
    state = after(table({BEN: "2H 3H 5C 9S JD QD joker"}, river="joker"), "take")
    discarded = after(state, "discard joker")
    assert discarded.seats[BEN].hand.count("joker") == 1
    assert discarded.seats[BEN].shown == ("joker",)  # the one taken is still there, as everybody knows
    assert refused(after(table({BEN: SEVEN}, river="joker"), "take"), "discard joker") == "just_taken Ben joker"


def test_s_2_melding_and_laying_off_go_on_until_the_discard() -> None:
    state = table({AYA: "5H 6H 7H 8H 2S 2D 9C"}, stock="2C")
    assert refused(state, "meld 5H 6H 7H") == "now_turn Aya"
    state = after(state, "draw 2C", "meld 5H 6H 7H", "lay 8H on 1", "meld 2S 2D 2C", "discard 9C")
    assert [laid.cards for laid in state.melds] == [("5H", "6H", "7H", "8H"), ("2S", "2D", "2C")]
    shows = stop.layout(state)
    assert (shows["meld/1/4"], shows["river"]) == ({"8H"}, {"9C"})


def test_s_3_what_is_no_meld_is_refused() -> None:
    state = after(table({AYA: "5H 6H 7S 8H 2S joker joker"}, stock="2C"), "draw 2C")
    assert refused(state, "meld 5H 6H 7S") == "no_meld Aya"
    assert refused(state, "meld 5H joker joker") == "no_meld Aya"
    assert refused(state, "meld 5H 6H 7H") == "not_in_hand 7H"


@pytest.mark.parametrize(("around", "melds"), [("yes", ["meld KS AS 2S"]), ("no", [])])
def test_s_3_the_option_around_allows_k_a_2(around: str, melds: list[str]) -> None:
    state = table({AYA: "KS AS 2S 4H 6H 8D 10C"}, stock="QD", options={"around": around})
    assert legal(after(state, "draw QD"), "meld") == melds


def test_s_4_cards_are_laid_off_on_anybodys_meld_but_never_a_joker() -> None:
    melds = [(BEN, "5H 6H 7H"), (EMI, "9S 9D joker")]
    state = after(table({AYA: "4H 9C 2S QD joker"}, melds=melds, stock="8H"), "draw 8H")
    assert legal(state, "lay") == ["lay 4H on 1 low", "lay 8H on 1", "lay 9C on 2"]
    assert refused(state, "lay joker on 1") == "joker_alone Aya"
    assert refused(state, "lay 2S on 1") == "not_fitting Aya 2S 1"
    assert refused(state, "lay 4H on 1") == "not_fitting Aya 4H 1"
    assert refused(state, "lay 4H on 3") == "no_such_meld 3 2"
    assert after(state, "lay 4H on 1 low", "lay 8H on 1").melds[0].cards == ("4H", "5H", "6H", "7H", "8H")


def test_s_5_anybody_with_two_of_the_rank_may_pon_and_then_his_right_neighbour_plays() -> None:
    state = table({DAN: "8S 8H 2C 4D 6S JH QC"}, river="8D", stock="3C")
    assert state.turn == BEN
    assert legal(state, "pon") == ["4 pon 8S 8H 8D"]
    called = after(state, "4 pon 8S 8H 8D")
    assert (called.turn, called.river, called.melds[0].cards) == (DAN, (), ("8S", "8H", "8D"))
    assert told(called) == ["discard_after_pon Dan"]
    assert {line.split()[0] for line in legal(called)} == {"discard"}
    assert after(called, "discard QC").turn == EMI


def test_s_5_kan_lays_four_open_without_an_extra_card() -> None:
    state = table({DAN: "8S 8H 8C 4D 6S JH QC"}, river="8D")
    assert "4 kan 8S 8H 8D 8C" in legal(state, "kan")
    assert len(legal(state, "pon")) == 3  # he may also keep one of his three
    called = after(state, "4 kan 8S 8H 8D 8C")
    assert (len(called.seats[DAN].hand), len(called.stock)) == (4, len(state.stock))
    assert refused(called, "draw ?") == refused(called, "meld 4D 6S JH") == "now_called Dan"
    assert after(called, "discard 4D").turn == EMI


def test_s_5_the_next_player_may_pon_too_but_not_who_discarded_and_not_with_a_joker() -> None:
    state = table({AYA: "8S 8H 2C 4D 6S JH QC", BEN: "8C joker 2D 4C 6H JD QH"}, river="8D")
    assert legal(state, "pon") == []
    assert refused(state, "1 pon 8S 8H 8D") == "no_pon_now Aya"
    assert refused(state, "2 pon 8D 8C joker") == "no_pon Ben 8D"
    assert legal(table({BEN: "8S 8H 2C 4D 6S JH QC"}, river="8D"), "pon") == ["2 pon 8S 8H 8D"]
    jokers = table({BEN: "joker joker 2C 4D 6S JH QC"}, river="joker", options={"jokers": 4})
    assert legal(jokers, "pon") == []


def test_s_6_a_pon_ends_the_first_round_and_one_shot_with_the_discard_that_follows() -> None:
    state = table({CHIE: "8S 8H 2C 4D 6S JH QC", EMI: WAITING_FOR_5}, river="8D", riichi=[EMI], one_shot=[EMI])
    called = after(state, "3 pon 8S 8H 8D")
    assert (called.is_first_round, called.seats[EMI].one_shot) == (True, True)  # while ron still comes before it
    done = after(called, "discard QC")
    assert (done.is_first_turn, done.seats[EMI].one_shot, done.called) == (False, False, True)


def test_s_6_the_first_round_lasts_until_just_before_the_dealers_second_turn() -> None:
    state = table({AYA: WAITING_FOR_5}, river="3S 4S 6S 7S", stock="5C 8C")
    assert state.is_first_turn
    fifth = after(state, "draw 5C", "discard 5C")
    hit = shown(after(fifth, "1 hit"))  # on Emi's discard, before the dealer's turn
    assert hit.showdown.payments[0].doubled == "first"
    stopped = shown(after(fifth, "1 stop"))  # in the dealer's second turn
    assert {payment.doubled for payment in stopped.showdown.payments} == {""}


@pytest.mark.parametrize(("stock", "doubled"), [("6D 3S 4S 7S 5C", "one_shot"), ("6D 3S 4S 7S 8S 6S 5C", "")])
def test_s_6_one_shot_is_one_round_after_the_riichi(stock: str, doubled: str) -> None:
    state = after(table({AYA: WAITING_FOR_5}, stock=stock), "draw 6D", "1 riichi", "discard 6D")
    for card in stock.split()[1:]:
        state = after(state, f"draw {card}", f"discard {card}")
    assert shown(after(state, "1 ron")).showdown.payments[0].doubled == doubled


def test_s_19_a_card_must_be_left_to_discard() -> None:
    state = after(table({AYA: "5H 6H"}, stock="7H"), "draw 7H")
    assert legal(state, "meld") == []
    assert refused(state, "meld 5H 6H 7H") == "nothing_left Aya"
    off = after(table({AYA: "5H 6H 7H 9S"}, stock="8H"), "draw 8H", "meld 5H 6H 7H", "lay 8H on 1")
    assert legal(off, "discard") == ["discard 9S"]
    lay = table({AYA: "8H"}, melds=[(BEN, "5H 6H 7H")], river="2S 3S 4S 9D 9C", stock="4H")
    assert legal(after(lay, "draw 4H", "lay 8H on 1"), "lay") == []
    assert refused(table({BEN: "8S 8H"}, river="8D"), "2 pon 8S 8H 8D") == "nothing_left Ben"


def test_s_19_the_card_left_may_not_be_the_one_just_taken() -> None:
    state = after(table({BEN: "5H 6H 7H"}, river="9S"), "take")
    assert legal(state, "meld") == []
    assert refused(state, "meld 5H 6H 7H") == "only_taken_left Ben 9S"
    fits = after(table({BEN: "5H 6H 9C"}, river="7H"), "take", "meld 5H 6H 7H")
    assert legal(fits, "discard") == ["discard 9C"]


def test_what_the_table_does_not_show_is_accepted_when_it_could_be_true() -> None:
    state = after(stop.start(NAMES, {}), *LOTS, "deal", "draw ?")
    assert state.seats[CHIE].hand == (UNKNOWN,) * 8
    assert len(legal(state, "discard")) == 53
    assert legal(state, "meld") == ["meld ? ? ?"]
    assert stop.layout(after(state, "meld ? ? ?"))["meld/1/1"] >= {"AS", "joker"}
    state = after(state, "meld 5H 6H joker", "lay 4H on 1 low", "discard QD")
    assert refused(state, "4 pon QS QH QC") == "no_pon Dan QD"
    state = after(state, "4 pon QS QH QD")
    assert refused(state, "discard QS") == "not_in_hand QS"
    assert "discard QC" in legal(state, "discard")
    assert "discard 5H" not in legal(state, "discard")


def test_a_discard_that_was_taken_before_anybody_read_it() -> None:
    state = after(stop.start(NAMES, {}), *LOTS, "deal", "draw ?", "discard 9S", "take")
    assert refused(after(state, "discard 6C", "draw ?", "discard 5C", "draw ?"), "discard 9S") == "not_in_hand 9S"
    unread = after(state, "discard unread")
    assert told(unread) == ["take_unread Emi"]
    assert legal(unread) == ["take"]
    assert refused(unread, "draw ?") == "name_card Dan"
    assert stop.layout(unread)["river"] >= {"AS", "joker"}
    assert unread.seats[DAN].hand == ("9S", *(UNKNOWN,) * 6), "the card that he has taken he may not have discarded"
    taken = after(unread, "take")
    assert taken.river == () and taken.seats[EMI].hand == (UNKNOWN,) * 8
    assert "discard KC" in legal(taken, "discard") and "discard 9S" not in legal(taken, "discard")
    later = after(taken, "discard KC", "draw ?", "discard unread", "take", "discard QC")
    later = after(later, "draw ?", "discard JC", "draw ?")
    assert later.seats[DAN].hand == ("9S", *(UNKNOWN,) * 7)
    assert "discard 9S" in legal(after(later, "discard unread", "take"), "discard"), "he may have discarded it now"


def test_a_discard_is_named_where_everybody_knows_the_hand_or_it_cannot_have_been_taken() -> None:
    assert refused(after(table({AYA: "5H 6H 9C"}, stock="7H"), "draw 7H"), "discard unread") == "no_card unknown"
    begun = after(table({BEN: WAITING_FOR_5}, riichi=[BEN], stock="7H"), "draw 7H")
    assert refused(stop.view(begun, None), "discard unread") == "name_card Aya"

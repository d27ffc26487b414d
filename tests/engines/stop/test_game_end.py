"""Who wins where several could, how hands are laid open, and how a game of Stop ends: S-14, S-20 to S-22."""

from typing import Any

import pytest

from engines import stop
from engines.stop.moves import NO_WINNER, Show
from tests.support.engines.seats import AYA, BEN, CHIE, DAN, EMI
from tests.support.engines.stop import WAITING_FOR_5, after, legal, refused, shown, table, told

SECOND = "2C 2D 8H 8D KH KD 5D"  # waits for a 5 too
THIRD = "3H 3D 4H 4D 6H 6D 5S"
LEAVING = "7S 7H 5D"  # melds with the seven of diamonds and discards its last card, a five


def gone_out(hands: dict[int, str], river: str = "3S", **changes: Any) -> stop.State:
    """Ben has discarded the last card of his hand and said so."""
    state = table({BEN: LEAVING, **hands}, river=river, stock="7D", **changes)
    return after(state, "draw 7D", "meld 7S 7H 7D", "discard 5D", "2 out")


def test_s_14_out_is_said_when_the_last_card_is_discarded() -> None:
    state = after(table({AYA: "5H 6H 9C"}, stock="7H"), "draw 7H", "meld 5H 6H 7H", "discard 9C")
    assert legal(state) == ["1 out"]
    assert told(state) == ["going_out Aya 9C"]
    assert refused(state, "2 out") == "not_out Ben"
    won = shown(after(state, "1 out"))
    assert (won.coins, won.match.dealer) == ((8, -2, -2, -2, -2), AYA)
    after_a_pon = after(table({CHIE: "8S 8H QC"}, river="8D"), "3 pon 8S 8H 8D", "discard QC", "3 out")
    assert shown(after_a_pon).coins == (-1, -1, 4, -1, -1)  # which has ended the first round


@pytest.mark.parametrize(("riichi", "call", "seat"), [([EMI], "5 ron", EMI), ([], "3 hit", CHIE)])
def test_s_14_a_ron_or_hit_beats_an_out_that_was_said_before_it(riichi: list[int], call: str, seat: int) -> None:
    state = gone_out({seat: WAITING_FOR_5}, riichi=riichi)
    assert told(state)[:2] == ["called_out Ben 5D", "out_unless Ben 5D"]
    assert refused(state, "4 hit") == "hit_not_next Dan"
    won = shown(after(state, call))
    assert [(one.kind, one.payer, one.payee) for one in won.showdown.payments] == [(call.split()[1], BEN, seat)]
    assert (told(won)[0], won.match.dealer) == ("no_out Ben 5D", seat)


def test_s_14_once_a_hand_lies_open_the_open_hands_decide() -> None:
    state = gone_out({DAN: "2C 2D 8H 8D KH KD 5C"}, riichi=[DAN])
    begun = stop.play(state, Show(AYA, state.seats[AYA].hand))
    assert refused(begun, "4 ron") == "now_show Chie"
    won = shown(begun)
    assert (won.coins, told(won)[1]) == ((0, -4, 0, 4, 0), "won_ron Dan 5D Ben")


@pytest.mark.parametrize(("rons", "coins"), [("nearest", (0, -8, 8, 0, 0)), ("all", (4, -12, 8, 0, 0))])
def test_s_14_s_20_of_several_open_hands_the_nearest_wins_or_all_by_option(rons: str, coins: tuple[int, ...]) -> None:
    hands = {CHIE: "2C 2D 8H 8D KH KD 5C", AYA: WAITING_FOR_5}
    assert shown(gone_out(hands, riichi=[AYA], options={"rons": rons})).coins == coins


@pytest.mark.parametrize(("river", "riichi"), [("3S", []), ("5C 4S 6S 8S 3S JC", [AYA])])
def test_s_14_a_hand_that_may_not_win_on_the_card_does_not_stop_an_out(river: str, riichi: list[int]) -> None:
    """Neither without riichi away from the discarder, nor on a rank of one's own discards (S-9)."""
    won = shown(gone_out({AYA: WAITING_FOR_5}, river, riichi=riichi))
    assert {one.kind for one in won.showdown.payments} == {"out"}


def test_s_20_ron_and_hit_come_before_pon_which_is_taken_back() -> None:
    hands = {CHIE: "5S 5H 2S 4D 6H JH QC", EMI: SECOND}
    state = after(table(hands, river="3S", stock="5C", riichi=[EMI], one_shot=[EMI]), "draw 5C", "discard 5C")
    assert legal(state, "pon") + legal(state, "ron") == ["3 pon 5S 5H 5C", "5 ron"]
    called = after(state, "3 pon 5S 5H 5C")
    assert legal(called, "ron") == ["5 ron"]
    won_on = after(called, "5 ron")
    assert (won_on.melds, won_on.river[-1]) == ((), "5C")
    assert won_on.seats[CHIE].hand == state.seats[CHIE].hand
    assert won_on.seats[CHIE].shown == ("5S", "5H")  # everybody has seen them now
    won = shown(won_on)
    assert (won.showdown.payments[0].doubled, won.coins) == ("one_shot", (0, -8, 0, 0, 8))
    assert refused(after(called, "discard 2S"), "5 ron") == "not_four_pairs Emi"


def test_s_20_of_several_the_nearest_counter_clockwise_wins_and_a_hit_is_nearer_than_any_ron() -> None:
    hands = {DAN: SECOND, EMI: THIRD, AYA: WAITING_FOR_5}
    state = table(hands, river="9H 5C", riichi=[AYA, DAN, EMI])
    assert legal(state, "ron") == ["1 ron", "4 ron", "5 ron"]
    state = after(state, "1 ron")
    assert legal(state, "ron") == ["4 ron", "5 ron"]
    state = after(state, "4 ron")
    assert legal(state, "ron") == []
    assert refused(state, "5 ron") == "nearer Emi Dan"
    assert refused(state, "4 ron") == "called_already Dan"
    won = shown(state)
    assert (won.coins, won.match.dealer) == ((0, -4, 0, 4, 0), DAN)
    hit = table({CHIE: SECOND, AYA: WAITING_FOR_5}, river="9H 5C", riichi=[AYA])
    assert shown(after(hit, "1 ron", "3 hit")).coins == (0, -8, 8, 0, 0)


def test_s_20_all_rons_are_paid_by_option_and_the_nearest_gets_the_stakes_and_the_deal() -> None:
    hands = {DAN: SECOND, EMI: THIRD, AYA: WAITING_FOR_5}
    state = table(hands, river="9H 5C", riichi=[AYA, DAN], one_shot=[DAN], options={"rons": "all"})
    state = after(state, "1 ron")
    assert legal(state, "ron") == ["4 ron"]
    won = shown(after(state, "4 ron"))
    assert (won.coins, won.match.dealer) == ((4, -12, 0, 8, 0), DAN)
    assert [claim.seat for claim in won.showdown.claims] == [DAN, AYA]
    assert told(won)[:2] == ["won_ron Dan 5C Ben", "won_ron Aya 5C Ben"]


def test_s_20_two_players_can_never_both_pon() -> None:
    """Two in each of two hands and the discard would be five of a rank, and jokers do not count."""
    state = table({DAN: "8S 8H 2C 4D 6S JH QC", EMI: "8C joker 2D 4C 6H JD QH"}, river="8D")
    assert {line.split()[0] for line in legal(state, "pon")} == {"4"}


def test_s_20_the_next_draw_ends_the_time_to_call() -> None:
    state = after(table({EMI: SECOND}, river="9H 5C", riichi=[EMI], stock="7D"), "draw 7D")
    assert refused(state, "5 ron") == "no_ron_now"
    assert refused(state, "4 hit") == "no_hit_now"


def test_s_21_an_empty_stock_and_no_winner_is_a_draw() -> None:
    state = table({CHIE: "5S 5H 2D 4D 6H JH QC"}, river="3S", stock="5C", running_out=True, stakes=0)
    state = after(state, "draw 5C", "discard 5C")
    assert legal(state) == ["no winner"]  # no pon on that discard
    assert told(state) == ["last_discard 5C"]
    assert refused(state, "3 pon 5S 5H 5C") == "now_last Ben"
    assert stop.mover(state, NO_WINNER) is None
    done = after(state, "no winner")
    assert (told(done)[0], done.coins) == ("nobody_won", (0, 0, 0, 0, 0))


@pytest.mark.parametrize(("riichi", "call"), [([DAN], "4 ron"), ([], "3 hit")])
def test_s_21_the_last_discard_may_still_win(riichi: list[int], call: str) -> None:
    hands = {CHIE: WAITING_FOR_5, DAN: SECOND}
    state = after(table(hands, river="3S", stock="5C", riichi=riichi, running_out=True), "draw 5C", "discard 5C")
    assert call in legal(state)
    assert shown(after(state, call)).showdown.payments


def test_s_21_the_last_card_of_stock_and_hand_together_is_out() -> None:
    state = table({BEN: "7S 7H 9D"}, river="3S", stock="7D", running_out=True)
    assert legal(after(state, "draw 7D", "meld 7S 7H 7D", "discard 9D")) == ["2 out"]


def test_s_22_the_winner_deals_next_after_a_draw_the_same_and_after_a_failed_stop_his_right_neighbour() -> None:
    won = shown(after(table({CHIE: SECOND}, river="3S 5C"), "3 hit"))
    assert (won.phase, won.match.dealer, won.match.games) == ("deal", CHIE, 1)
    assert stop.mover(won, stop.moves(won)[0]) == CHIE
    again = after(won, "deal")
    assert (again.turn, again.river, again.melds, again.showdown.claims) == (CHIE, (), (), ())
    drawn = after(table({}, river="3S", stock="5C", running_out=True), "draw 5C", "discard 5C", "no winner")
    assert drawn.match.dealer == AYA
    failed = shown(after(table({BEN: "KS KH QS", CHIE: "AS"}, river="3S"), "2 stop"))
    assert failed.match.dealer == BEN  # next to Aya, whoever called
    other = shown(after(table({BEN: "AS", CHIE: "AH"}, river="3S", dealer=EMI), "2 stop"))
    assert other.match.dealer == AYA


def test_the_match_ends_after_the_games_agreed() -> None:
    over = shown(after(table({BEN: "AS"}, river="3S", options={"games": 1}), "2 stop"))
    assert stop.is_over(over)
    assert legal(over) == []
    assert told(over)[-1] == "won Ben 8"
    assert refused(over, "deal") == "now_over Ben"
    draw = table({}, river="3S", stock="5C", running_out=True, options={"games": 1})
    assert told(after(draw, "draw 5C", "discard 5C", "no winner"))[-1] == "shares_first_place Emi 0"


def test_hands_are_laid_open_in_any_order_and_then_everything_is_paid() -> None:
    state = after(table({BEN: "AS"}, river="3S"), "2 stop")
    assert told(state) == ["called_stop Ben 3S", "show Ben", "show Chie", "show Dan", "show Emi", "show Aya"]
    for seat in (DAN, AYA, EMI, CHIE):
        state = stop.play(state, Show(seat, state.seats[seat].hand))
        assert stop.layout(state)[f"cards/{seat + 1}/1"] == {state.seats[seat].hand[0]}
        assert not state.showdown.payments
    assert after(state, "2 show AS").showdown.payments


def test_a_hand_that_cannot_be_read_is_asked_for_again() -> None:
    public = stop.view(after(table({BEN: "AS"}, river="3S"), "2 stop"), None)
    assert "2 show ?" in legal(public)
    unread = after(public, "2 show ?")
    assert "unread Ben" in told(unread)
    assert len(stop.layout(unread)["cards/2/1"]) == 53
    assert after(unread, "2 show AS").seats[BEN].hand == ("AS",)


def test_what_is_shown_must_be_what_was_claimed() -> None:
    hands = {BEN: WAITING_FOR_5, CHIE: SECOND, EMI: THIRD}
    public = stop.view(table(hands, river="9H", stock="5C", riichi=[CHIE]), None)
    drawn = after(public, "draw ?")
    assert refused(after(drawn, "2 tsumo"), "2 show 2S 2H 9S 9D KS KC 5H 6D") == "shown_no_pairs Ben"
    called = after(drawn, "discard 5C", "3 ron")
    assert refused(called, "3 show 2C 2D 8H 8D KH KD 6C") == "shown_no_win Chie 5C"
    assert refused(called, "4 show AS") == "no_show Dan"
    assert refused(after(public, "2 70"), "2 show 10S JS QS KS 10H JH 9C") == "shown_no_seventy Ben"
    stopped = after(public, "2 stop")
    assert refused(stopped, "3 show 2C 2D 8H 8D KH QD 5D") == "shown_no_riichi Chie"
    assert refused(stopped, "3 show 2C 2D") == "show_count Chie 7"
    assert refused(stopped, "4 show 9H 2D 8H 8D KH QD 5D") == "show_others Dan"

"""Riichi and the ways to win: S-7 to S-18, S-20 to S-22."""

from typing import Any

import pytest

from engines import stop
from engines.stop.moves import NO_WINNER, Show
from tests.support.engines.stop import (
    AYA,
    BEN,
    CHIE,
    DAN,
    EMI,
    NAMES,
    WAITING_FOR_5,
    after,
    legal,
    refused,
    shown,
    table,
    told,
)

SECOND = "2C 2D 8H 8D KH KD 5D"  # waits for a 5 too
THIRD = "3H 3D 4H 4D 6H 6D 5S"


def test_s_7_riichi_needs_seven_closed_cards_that_wait() -> None:
    state = after(table({AYA: WAITING_FOR_5}, stock="6D"), "draw 6D")
    assert legal(state, "riichi") == ["1 riichi"]
    declared = after(state, "1 riichi")
    assert legal(declared, "discard") == ["discard 5H", "discard 6D"]
    assert refused(declared, "discard 2S") == (
        "Aya, without the 2 of spades your hand waits for nothing: for riichi you need three pairs and one other card."
    )
    assert refused(declared, "meld 2S 2H 2D") == "Aya, you have called riichi: discard a card now."
    assert refused(declared, "1 riichi") == "Aya, you have already called riichi."
    poor = after(table({AYA: "2S 2H 9S 9D KS QC 5H"}, stock="6D"), "draw 6D")
    assert legal(poor, "riichi") == []
    assert refused(poor, "1 riichi") == (
        "Aya, for riichi you need three pairs and one other card, once you have discarded."
    )


def test_s_7_riichi_is_not_for_who_has_laid_cards_down() -> None:
    state = after(table({AYA: "2S 2H 9S 9D KS KC 5H"}, stock="9C"), "draw 9C", "meld 9S 9D 9C")
    assert refused(state, "1 riichi") == "Aya, for riichi you must not have laid any cards down."
    laid_off = table({AYA: WAITING_FOR_5}, melds=[(BEN, "7D 8D joker")], stock="10D")
    assert legal(after(laid_off, "draw 10D", "lay 10D on 1"), "riichi") == []


def test_s_7_riichi_with_a_card_taken_from_the_river() -> None:
    state = after(table({BEN: "2S 2H 9S 9D KS 6D 5H"}, river="KC"), "take", "2 riichi")
    assert legal(state, "discard") == ["discard 5H", "discard 6D"]


@pytest.mark.parametrize(("distinct", "riichi"), [("yes", []), ("no", ["1 riichi"])])
def test_s_7_four_of_a_rank_as_two_pairs_by_option(distinct: str, riichi: list[str]) -> None:
    state = table({AYA: "2S 2H 2D 2C 9S 9D 5H"}, stock="6D", options={"pairs_distinct": distinct})
    assert legal(after(state, "draw 6D"), "riichi") == riichi


def test_s_8_riichi_costs_a_coin_that_the_next_winner_of_any_kind_gets() -> None:
    state = after(table({AYA: WAITING_FOR_5, BEN: "AS"}, stock="6D"), "draw 6D", "1 riichi")
    assert told(state) == ["Aya: put a coin on the table, and discard a card so that your other seven wait for one."]
    assert state.stakes == 0
    state = after(state, "discard 6D")
    assert (state.stakes, state.coins) == (1, (-1, 0, 0, 0, 0))
    won = shown(after(state, "2 stop"))
    assert (won.stakes, won.prize, won.coins) == (0, 1, (-3, 9, -2, -2, -2))
    assert told(won)[5] == "Ben also gets the riichi coins on the table: 1 coin."


def test_s_8_the_hand_is_frozen() -> None:
    hands = {BEN: WAITING_FOR_5, CHIE: "3H 3D 4H 4D 6H 6D 7H"}
    state = table(hands, river="9H", stock="9C 2D", riichi=[BEN])
    assert [stop.move_to_text(move) for move in stop.moves(state)] == ["draw 9C"]
    assert refused(state, "take") == "Ben, you are in riichi and may not take a discard: draw from the stock."
    assert refused(state, "2 stop") == "Ben, you are in riichi and may not call Stop or 70."
    assert refused(state, "2 70") == "Ben, you are in riichi and may not call Stop or 70."
    assert refused(state, "2 pon 9S 9H 9D") == "Ben, you are in riichi and may not call pon or kan."
    drawn = after(state, "draw 9C")
    assert [stop.move_to_text(move) for move in stop.moves(drawn)] == ["discard 9C"]
    assert refused(drawn, "discard 5H") == "Ben, you are in riichi: you may only discard the card that you drew."
    assert refused(drawn, "meld 9S 9D 9C") == (
        "Ben, you are in riichi and may lay nothing down: discard the card that you drew."
    )
    assert refused(drawn, "2 riichi") == "Ben, you have already called riichi."
    assert after(drawn, "discard 9C").seats[BEN].riichi


def test_s_9_no_ron_on_a_rank_that_one_has_discarded_oneself() -> None:
    state = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S 8S", riichi=[AYA], stock="9C 5D")
    state = after(state, "draw 9C", "discard 9C", "draw 5D", "discard 5D")
    assert legal(state, "ron") == []
    assert refused(state, "1 ron") == (
        "Aya, you have discarded such a card yourself: you may not win on the 5 of diamonds."
    )
    joker = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S joker", riichi=[AYA])
    assert legal(joker, "ron") == ["1 ron"]  # a joker is a rank of its own
    thrown = table({AYA: WAITING_FOR_5}, river="joker 4S 6S 7S joker", riichi=[AYA])
    assert legal(thrown, "ron") == []


@pytest.mark.parametrize(("options", "calls"), [({}, []), ({"own_discards": "ron"}, ["1 tsumo"])])
def test_s_9_such_a_rank_is_no_wait_so_not_for_a_self_draw_but_by_option(
    options: dict[str, str], calls: list[str]
) -> None:
    state = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S 8S", riichi=[AYA], stock="5D", options=options)
    assert legal(after(state, "draw 5D"), "tsumo") == calls
    without = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S 8S", stock="5D", options=options)
    assert legal(after(without, "draw 5D"), "tsumo") == ["1 tsumo"]  # S-9 is for players in riichi


def test_s_9_a_game_whose_record_does_not_name_the_option_is_played_by_the_earlier_rule() -> None:
    begun = "# player: " + "\n# player: ".join(NAMES) + "\nturn AS"
    ((_, options, _),) = stop.read_records(begun)
    assert options == {"own_discards": "ron"}
    assert "own_discards: both" in stop.write_record(NAMES, {}, ())


def test_s_10_a_joker_wins_on_any_wait() -> None:
    state = table({AYA: WAITING_FOR_5, CHIE: SECOND}, riichi=[AYA], river="3S", stock="joker")
    state = after(state, "draw joker", "discard joker")
    assert legal(state, "ron") == ["1 ron"]
    assert legal(state, "hit") == ["3 hit"]
    assert shown(after(state, "1 ron")).payments[0].coins == 4


def test_s_13_seventy_is_seven_tens_without_a_joker() -> None:
    assert legal(table({AYA: "10S JS QS KS 10H JH QH"}), "70") == ["1 70"]
    for hand in ("10S JS QS KS 10H JH joker", "10S JS QS KS 10H JH 9H", "10S JS QS"):
        state = table({AYA: hand})
        assert legal(state, "70") == []
        assert refused(state, "1 70") == (
            "Aya, for 70 you need seven cards that are all 10, J, Q or K, without a joker."
        )


def test_s_15_tsumo_with_or_without_riichi_but_only_with_a_card_just_drawn() -> None:
    state = table({BEN: WAITING_FOR_5}, river="5D", stock="5C")
    assert legal(after(state, "draw 5C"), "tsumo") == ["2 tsumo"]
    taken = after(state, "take")
    assert legal(taken, "tsumo") == []
    assert refused(taken, "2 tsumo") == "Ben, tsumo is only for a card that you have just drawn from the stock."
    assert refused(after(table({}, stock="5C"), "draw 5C"), "1 tsumo") == "Aya, these are not four pairs."
    assert refused(state, "2 tsumo") == "Tsumo is called when you have just drawn the card that wins."
    won = shown(after(state, "draw 5C", "2 tsumo"))
    assert told(won)[0] == "Ben has drawn four pairs and wins!"


def test_s_16_ron_is_for_riichi_and_on_anybodys_discard() -> None:
    state = table({AYA: WAITING_FOR_5, DAN: SECOND}, riichi=[DAN], river="3S", stock="5C")
    state = after(state, "draw 5C", "discard 5C")
    assert legal(state, "ron") == ["4 ron"]
    assert refused(state, "1 ron") == "Aya, Ron is only for players in riichi."
    assert refused(state, "2 ron") == "Ben, there is no card of another player to win on."
    assert refused(table({AYA: WAITING_FOR_5}, riichi=[AYA]), "1 ron") == (
        "Aya, there is no card of another player to win on."
    )
    assert refused(table({BEN: WAITING_FOR_5}, riichi=[BEN], river="9H"), "2 ron") == "Ben, these are not four pairs."


def test_s_17_a_hit_is_for_the_next_player_without_riichi() -> None:
    state = table({AYA: WAITING_FOR_5, CHIE: SECOND}, river="3S", stock="5C")
    state = after(state, "draw 5C", "discard 5C")
    assert legal(state, "hit") == ["3 hit"]
    assert refused(state, "1 hit") == "Aya, a Hit is only for the card of the player before you."
    won = shown(after(state, "3 hit"))
    assert told(won)[0] == "Chie wins with a Hit on the 5 of clubs of Ben!"
    riichi = table({CHIE: SECOND}, river="3S 5C", riichi=[CHIE])
    assert legal(riichi, "hit") == []
    assert refused(riichi, "3 hit") == "Chie, you are in riichi: call Ron."
    assert refused(table({BEN: WAITING_FOR_5}, river="9H"), "2 hit") == "Ben, these are not four pairs."


def test_s_17_a_hit_needs_all_seven_cards_closed() -> None:
    assert legal(table({BEN: "2S 2H 9S"}, river="9D"), "hit") == []


LEAVING = "7S 7H 5D"  # melds with the seven of diamonds and discards its last card, a five


def gone_out(hands: dict[int, str], **changes: Any) -> stop.State:
    """Ben has discarded the last card of his hand and said so."""
    state = table({BEN: LEAVING, **hands}, river="3S", stock="7D", **changes)
    return after(state, "draw 7D", "meld 7S 7H 7D", "discard 5D", "2 out")


@pytest.mark.parametrize(("riichi", "call", "seat"), [([EMI], "5 ron", EMI), ([], "3 hit", CHIE)])
def test_s_14_a_ron_or_hit_beats_an_out_that_was_said_before_it(riichi: list[int], call: str, seat: int) -> None:
    state = gone_out({seat: WAITING_FOR_5}, riichi=riichi)
    assert told(state)[:2] == ["Ben says “Out!”", "If a hand wins on the 5 of diamonds, Ben is not out."]
    assert refused(state, "4 hit") == "Dan, a Hit is only for the card of the player before you."
    won = shown(after(state, call))
    assert [(one.kind, one.payer, one.payee) for one in won.payments] == [(call.split()[1], BEN, seat)]
    assert told(won)[0] == "Ben has no cards left but is not out: somebody wins on the 5 of diamonds."
    assert won.dealer == seat


def test_s_14_once_a_hand_lies_open_the_open_hands_decide() -> None:
    state = gone_out({DAN: "2C 2D 8H 8D KH KD 5C"}, riichi=[DAN])
    begun = stop.play(state, Show(AYA, state.seats[AYA].hand))
    assert refused(begun, "4 ron").startswith("First Chie must lay the hand open")
    won = shown(begun)
    assert won.coins == (0, -4, 0, 4, 0)
    assert told(won)[1] == "Dan wins with Ron on the 5 of diamonds of Ben!"


def test_s_14_s_20_of_several_open_hands_the_nearest_wins_or_all_by_option() -> None:
    hands = {CHIE: "2C 2D 8H 8D KH KD 5C", AYA: WAITING_FOR_5}
    first_round = shown(gone_out(hands, riichi=[AYA]))
    assert first_round.coins == (0, -8, 8, 0, 0)
    everybody = shown(gone_out(hands, riichi=[AYA], options={"rons": "all"}))
    assert everybody.coins == (4, -12, 8, 0, 0)


@pytest.mark.parametrize(("river", "riichi"), [("3S", []), ("5C 4S 6S 8S 3S JC", [AYA])])
def test_s_14_a_hand_that_may_not_win_on_the_card_does_not_stop_an_out(river: str, riichi: list[int]) -> None:
    """Neither without riichi away from the discarder, nor on a rank of one's own discards (S-9)."""
    state = table({BEN: LEAVING, AYA: WAITING_FOR_5}, river=river, riichi=riichi, stock="7D")
    won = shown(after(state, "draw 7D", "meld 7S 7H 7D", "discard 5D", "2 out"))
    assert {one.kind for one in won.payments} == {"out"}


def test_s_20_ron_and_hit_come_before_pon_which_is_taken_back() -> None:
    hands = {CHIE: "5S 5H 2S 4D 6H JH QC", EMI: SECOND}
    state = after(table(hands, river="3S", stock="5C", riichi=[EMI], one_shot=[EMI]), "draw 5C", "discard 5C")
    assert sorted(legal(state, "pon") + legal(state, "ron")) == ["3 pon 5S 5H 5C", "5 ron"]
    called = after(state, "3 pon 5S 5H 5C")
    assert legal(called, "ron") == ["5 ron"]
    won_on = after(called, "5 ron")
    assert (won_on.melds, won_on.river[-1]) == ((), "5C")
    assert won_on.seats[CHIE].hand == state.seats[CHIE].hand
    assert won_on.seats[CHIE].shown == ("5S", "5H")  # everybody has seen them now
    won = shown(won_on)
    assert won.payments[0].doubled == "one_shot"
    assert won.coins == (0, -8, 0, 0, 8)
    assert refused(after(called, "discard 2S"), "5 ron") == "Emi, these are not four pairs."


def test_s_20_of_several_the_nearest_counter_clockwise_wins() -> None:
    hands = {DAN: SECOND, EMI: THIRD, AYA: WAITING_FOR_5}
    state = table(hands, river="9H 5C", riichi=[AYA, DAN, EMI])
    assert legal(state, "ron") == ["1 ron", "4 ron", "5 ron"]
    state = after(state, "1 ron")
    assert legal(state, "ron") == ["4 ron", "5 ron"]
    state = after(state, "4 ron")
    assert legal(state, "ron") == []
    assert refused(state, "5 ron") == "Emi, Dan sits nearer and wins on this card."
    assert refused(state, "4 ron") == "Dan, you have already called."
    won = shown(state)
    assert won.coins == (0, -4, 0, 4, 0)
    assert won.dealer == DAN


def test_s_20_a_hit_is_nearer_than_any_ron() -> None:
    state = table({CHIE: SECOND, AYA: WAITING_FOR_5}, river="9H 5C", riichi=[AYA])
    won = shown(after(state, "1 ron", "3 hit"))
    assert won.coins == (0, -8, 8, 0, 0)


def test_s_20_all_rons_are_paid_by_option_and_the_nearest_gets_the_stakes_and_the_deal() -> None:
    hands = {DAN: SECOND, EMI: THIRD, AYA: WAITING_FOR_5}
    options = {"rons": "all"}
    state = table(hands, river="9H 5C", riichi=[AYA, DAN], one_shot=[DAN], options=options)
    state = after(state, "1 ron")
    assert legal(state, "ron") == ["4 ron"]
    won = shown(after(state, "4 ron"))
    assert won.coins == (4, -12, 0, 8, 0)
    assert [claim.seat for claim in won.claims] == [DAN, AYA]
    assert won.dealer == DAN
    assert told(won)[:2] == [
        "Dan wins with Ron on the 5 of clubs of Ben!",
        "Aya wins with Ron on the 5 of clubs of Ben!",
    ]


def test_s_20_two_players_can_never_both_pon() -> None:
    """Two in each of two hands and the discard would be five of a rank, and jokers do not count."""
    state = table({DAN: "8S 8H 2C 4D 6S JH QC", EMI: "8C joker 2D 4C 6H JD QH"}, river="8D")
    assert {line.split()[0] for line in legal(state, "pon")} == {"4"}


def test_s_20_the_next_draw_ends_the_time_to_call() -> None:
    state = after(table({EMI: SECOND}, river="9H 5C", riichi=[EMI], stock="7D"), "draw 7D")
    assert (
        refused(state, "5 ron")
        == "Ron is called on a card that has just been discarded: it is too late now, or too early."
    )
    assert refused(state, "4 hit").startswith("A Hit is called on a card that has just been discarded")


def test_s_21_an_empty_stock_and_no_winner_is_a_draw() -> None:
    state = table({CHIE: "5S 5H 2D 4D 6H JH QC"}, river="3S", stock="5C", running_out=True, stakes=0)
    state = after(state, "draw 5C", "discard 5C")
    assert [stop.move_to_text(move) for move in stop.moves(state)] == ["no winner"]  # no pon on that discard
    assert told(state) == [
        "The stock is empty. Whoever can win on the 5 of clubs calls now; if nobody does, the game is a draw."
    ]
    assert refused(state, "3 pon 5S 5H 5C").startswith("The stock is empty: either somebody wins on the last card")
    done = after(state, "no winner")
    assert told(done)[0] == "The stock is empty and nobody has won: a draw."
    assert done.coins == (0, 0, 0, 0, 0)
    assert stop.mover(state, NO_WINNER) is None


@pytest.mark.parametrize(("riichi", "call"), [([DAN], "4 ron"), ([], "3 hit")])
def test_s_21_the_last_discard_may_still_win(riichi: list[int], call: str) -> None:
    hands = {CHIE: WAITING_FOR_5, DAN: SECOND}
    state = table(hands, river="3S", stock="5C", riichi=riichi, running_out=True)
    state = after(state, "draw 5C", "discard 5C")
    assert call in [stop.move_to_text(move) for move in stop.moves(state)]
    assert shown(after(state, call)).payments


def test_s_21_the_last_card_of_stock_and_hand_together_is_out() -> None:
    state = table({BEN: "7S 7H 9D"}, river="3S", stock="7D", running_out=True)
    state = after(state, "draw 7D", "meld 7S 7H 7D", "discard 9D")
    assert [stop.move_to_text(move) for move in stop.moves(state)] == ["2 out"]


def test_s_21_s_8_the_stakes_stay_on_the_table_after_a_draw() -> None:
    state = table({BEN: WAITING_FOR_5}, river="9C", stock="6D", running_out=True)
    state = after(state, "draw 6D", "2 riichi", "discard 6D", "no winner")
    assert (state.stakes, state.coins) == (1, (0, -1, 0, 0, 0))
    assert told(state)[1] == "Riichi coins that stay on the table for the next winner: 1 coin."
    assert after(state, "deal").stakes == 1


def test_s_12_s_8_the_stakes_stay_after_a_failed_stop() -> None:
    state = table({AYA: WAITING_FOR_5, BEN: "KD KH", CHIE: "AS"}, stock="6D")
    state = shown(after(state, "draw 6D", "1 riichi", "discard 6D", "2 stop"))
    assert state.payments[0].kind == "failed_stop"
    assert (state.stakes, state.prize) == (1, 0)


def test_s_22_the_winner_deals_next() -> None:
    won = shown(after(table({CHIE: SECOND}, river="3S 5C"), "3 hit"))
    assert (won.phase, won.dealer, won.games) == ("deal", CHIE, 1)
    assert stop.mover(won, stop.moves(won)[0]) == CHIE
    again = after(won, "deal")
    assert (again.turn, again.river, again.melds, again.claims) == (CHIE, (), (), ())


def test_s_22_after_a_draw_the_same_dealer_and_after_a_failed_stop_his_right_neighbour() -> None:
    state = table({}, river="3S", stock="5C", running_out=True)
    assert after(state, "draw 5C", "discard 5C", "no winner").dealer == AYA
    failed = shown(after(table({BEN: "KS KH QS", CHIE: "AS"}, river="3S"), "2 stop"))
    assert failed.dealer == BEN  # next to Aya, whoever called
    other = shown(after(table({BEN: "AS", CHIE: "AH"}, river="3S", dealer=EMI), "2 stop"))
    assert other.dealer == AYA


def test_hands_are_laid_open_in_any_order_and_then_everything_is_paid() -> None:
    state = after(table({BEN: "AS"}, river="3S"), "2 stop")
    assert told(state) == [
        "Ben calls “Stop!”",
        "Ben: lay your hand open.",
        "Chie: lay your hand open.",
        "Dan: lay your hand open.",
        "Emi: lay your hand open.",
        "Aya: lay your hand open.",
    ]
    for seat in (DAN, AYA, EMI, CHIE):
        state = stop.play(state, Show(seat, state.seats[seat].hand))
        assert stop.layout(state)[f"cards/{seat + 1}/1"] == {state.seats[seat].hand[0]}
        assert not state.payments
    assert after(state, "2 show AS").payments


def test_a_hand_that_cannot_be_read_is_asked_for_again() -> None:
    public = stop.view(after(table({BEN: "AS"}, river="3S"), "2 stop"), None)
    assert "2 show ?" in [stop.move_to_text(move) for move in stop.moves(public)]
    unread = after(public, "2 show ?")
    assert "The cards of Ben lie open, but cannot be read: lay them side by side." in told(unread)
    assert len(stop.layout(unread)["cards/2/1"]) == 53
    assert after(unread, "2 show AS").seats[BEN].hand == ("AS",)


def test_what_is_shown_must_be_what_was_claimed() -> None:
    hands = {BEN: WAITING_FOR_5, CHIE: SECOND, EMI: THIRD}
    public = stop.view(table(hands, river="9H", stock="5C", riichi=[CHIE]), None)
    drawn = after(public, "draw ?")
    assert refused(after(drawn, "2 tsumo"), "2 show 2S 2H 9S 9D KS KC 5H 6D") == (
        "Ben does not win: these are not four pairs. If the call was wrong, take it back."
    )
    thrown = after(drawn, "discard 5C")
    assert refused(after(thrown, "3 ron"), "3 show 2C 2D 8H 8D KH KD 6C") == (
        "Chie does not win: with the 5 of clubs these are not four pairs. If the call was wrong, take it back."
    )
    assert refused(after(public, "2 70"), "2 show 10S JS QS KS 10H JH 9C") == (
        "Ben does not win: not every card is 10, J, Q or K. If the call was wrong, take it back."
    )
    assert refused(after(public, "2 stop"), "3 show 2C 2D 8H 8D KH QD 5D") == (
        "Chie was in riichi, but these cards wait for nothing: look again, or take the riichi back."
    )
    assert refused(after(public, "2 stop"), "3 show 2C 2D") == "Chie must show 7 cards: look again."
    assert refused(after(public, "2 stop"), "4 show 9H 2D 8H 8D KH QD 5D") == (
        "Not all of these cards can be in the hand of Dan: look again."
    )
    assert refused(after(thrown, "3 ron"), "4 show AS") == "Dan need not show any cards now."


def test_riichi_and_seventy_that_cannot_be_are_refused_from_what_everybody_has_seen() -> None:
    state = table({BEN: "2S 2H 9S 6D KS KC 5H"}, river="9D", stock="7H")
    taken = stop.view(after(state, "take"), None)
    assert legal(taken, "riichi") == ["2 riichi"]
    nine = table({BEN: "2S 2H 9S 6D KS KC 5H"}, river="9D")
    seen = stop.view(after(nine, "take", "discard 2S"), None)
    for card in ("3S", "4S", "6S", "7S"):
        seen = after(seen, "draw ?", f"discard {card}")
    assert refused(seen, "2 70").startswith("Ben, for 70 you need seven cards")


def test_the_match_ends_after_the_games_agreed() -> None:
    state = table({BEN: "AS"}, river="3S", options={"games": 1})
    over = shown(after(state, "2 stop"))
    assert stop.is_over(over)
    assert stop.moves(over) == ()
    assert told(over)[-1] == "Ben wins! 8 coins."
    assert refused(over, "deal") == "The games are over: nothing more can be played."
    draw = table({}, river="3S", stock="5C", running_out=True, options={"games": 1})
    assert told(after(draw, "draw 5C", "discard 5C", "no winner"))[-1] == "Emi shares the first place. 0 coins."

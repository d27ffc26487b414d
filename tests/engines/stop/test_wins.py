"""Riichi and the ways to win: S-7 to S-10, S-13 to S-17."""

import pytest

from engines import stop
from tests.support.engines.seats import AYA, BEN, CHIE, DAN
from tests.support.engines.stop import NAMES, WAITING_FOR_5, after, legal, refused, shown, table, told

SECOND = "2C 2D 8H 8D KH KD 5D"  # waits for a 5 too


def test_s_7_riichi_needs_seven_closed_cards_that_wait() -> None:
    state = after(table({AYA: WAITING_FOR_5}, stock="6D"), "draw 6D")
    assert legal(state, "riichi") == ["1 riichi"]
    declared = after(state, "1 riichi")
    assert legal(declared, "discard") == ["discard 5H", "discard 6D"]
    assert refused(declared, "discard 2S") == "not_waiting Aya 2S"
    assert refused(declared, "meld 2S 2H 2D") == "declared Aya"
    assert refused(declared, "1 riichi") == "riichi_already Aya"
    poor = after(table({AYA: "2S 2H 9S 9D KS QC 5H"}, stock="6D"), "draw 6D")
    assert legal(poor, "riichi") == []
    assert refused(poor, "1 riichi") == "riichi_no_pairs Aya"
    from_the_river = after(table({BEN: "2S 2H 9S 9D KS 6D 5H"}, river="KC"), "take", "2 riichi")
    assert legal(from_the_river, "discard") == ["discard 5H", "discard 6D"]


def test_s_7_riichi_is_not_for_who_has_laid_cards_down() -> None:
    state = after(table({AYA: WAITING_FOR_5}, stock="9C"), "draw 9C", "meld 9S 9D 9C")
    assert refused(state, "1 riichi") == "riichi_open Aya"
    laid_off = table({AYA: WAITING_FOR_5}, melds=[(BEN, "7D 8D joker")], stock="10D")
    assert legal(after(laid_off, "draw 10D", "lay 10D on 1"), "riichi") == []


@pytest.mark.parametrize(("distinct", "riichi"), [("yes", []), ("no", ["1 riichi"])])
def test_s_7_four_of_a_rank_as_two_pairs_by_option(distinct: str, riichi: list[str]) -> None:
    state = table({AYA: "2S 2H 2D 2C 9S 9D 5H"}, stock="6D", options={"pairs_distinct": distinct})
    assert legal(after(state, "draw 6D"), "riichi") == riichi


def test_s_8_riichi_costs_a_coin_that_the_next_winner_of_any_kind_gets() -> None:
    state = after(table({AYA: WAITING_FOR_5, BEN: "AS"}, stock="6D"), "draw 6D", "1 riichi")
    assert told(state) == ["discard_for_riichi Aya"]
    assert state.match.stakes == 0
    state = after(state, "discard 6D")
    assert (state.match.stakes, state.coins) == (1, (-1, 0, 0, 0, 0))
    won = shown(after(state, "2 stop"))
    assert (won.match.stakes, won.showdown.prize, won.coins) == (0, 1, (-3, 9, -2, -2, -2))
    assert told(won)[5] == "stakes_won Ben 1"


def test_s_8_the_stakes_stay_on_the_table_after_a_draw_and_a_failed_stop() -> None:
    state = table({BEN: WAITING_FOR_5}, river="9C", stock="6D", running_out=True)
    state = after(state, "draw 6D", "2 riichi", "discard 6D", "no winner")
    assert (state.match.stakes, state.coins) == (1, (0, -1, 0, 0, 0))
    assert told(state)[1] == "stakes_stay 1"
    assert after(state, "deal").match.stakes == 1
    failed = table({AYA: WAITING_FOR_5, BEN: "KD KH", CHIE: "AS"}, stock="6D")
    failed = shown(after(failed, "draw 6D", "1 riichi", "discard 6D", "2 stop"))
    assert (failed.showdown.payments[0].kind, failed.match.stakes, failed.showdown.prize) == ("failed_stop", 1, 0)


def test_s_8_the_hand_is_frozen() -> None:
    hands = {BEN: WAITING_FOR_5, CHIE: "3H 3D 4H 4D 6H 6D 7H"}
    state = table(hands, river="9H", stock="9C 2D", riichi=[BEN])
    assert legal(state) == ["draw 9C"]
    assert refused(state, "take") == "frozen_take Ben"
    assert refused(state, "2 stop") == refused(state, "2 70") == "frozen_call Ben"
    assert refused(state, "2 pon 9S 9H 9D") == "frozen_pon Ben"
    drawn = after(state, "draw 9C")
    assert legal(drawn) == ["discard 9C"]
    assert refused(drawn, "discard 5H") == "frozen_discard Ben"
    assert refused(drawn, "meld 9S 9D 9C") == "frozen_meld Ben"
    assert refused(drawn, "2 riichi") == "riichi_already Ben"
    assert after(drawn, "discard 9C").seats[BEN].riichi


def test_s_9_no_ron_on_a_rank_that_one_has_discarded_oneself() -> None:
    state = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S 8S", riichi=[AYA], stock="9C 5D")
    state = after(state, "draw 9C", "discard 9C", "draw 5D", "discard 5D")
    assert legal(state, "ron") == []
    assert refused(state, "1 ron") == "own_discard Aya 5D"
    joker = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S joker", riichi=[AYA])
    assert legal(joker, "ron") == ["1 ron"]  # a joker is a rank of its own
    thrown = table({AYA: WAITING_FOR_5}, river="joker 4S 6S 7S joker", riichi=[AYA])
    assert legal(thrown, "ron") == []


@pytest.mark.parametrize(("option", "calls"), [("both", []), ("ron", ["1 tsumo"])])
def test_s_9_such_a_rank_is_no_wait_so_not_for_a_self_draw_but_by_option(option: str, calls: list[str]) -> None:
    for riichi, expected in ([AYA], calls), ([], ["1 tsumo"]):  # S-9 is for players in riichi
        options = {"own_discards": option}
        state = table({AYA: WAITING_FOR_5}, river="5C 4S 6S 7S 8S", riichi=riichi, stock="5D", options=options)
        assert legal(after(state, "draw 5D"), "tsumo") == expected


def test_s_9_a_game_whose_record_does_not_name_the_option_is_played_by_the_earlier_rule() -> None:
    begun = "# player: " + "\n# player: ".join(NAMES) + "\nturn AS"
    ((_, options, _),) = stop.read_records(begun)
    assert options == {"own_discards": "ron"}
    assert "own_discards: both" in stop.write_record(NAMES, {}, ())


def test_s_10_a_joker_wins_on_any_wait() -> None:
    state = table({AYA: WAITING_FOR_5, CHIE: SECOND}, riichi=[AYA], river="3S", stock="joker")
    state = after(state, "draw joker", "discard joker")
    assert legal(state, "ron") + legal(state, "hit") == ["1 ron", "3 hit"]
    assert shown(after(state, "1 ron")).showdown.payments[0].coins == 4


def test_s_13_seventy_is_seven_tens_without_a_joker() -> None:
    assert legal(table({AYA: "10S JS QS KS 10H JH QH"}), "70") == ["1 70"]
    for hand in ("10S JS QS KS 10H JH joker", "10S JS QS KS 10H JH 9H", "10S JS QS"):
        state = table({AYA: hand})
        assert legal(state, "70") == []
        assert refused(state, "1 70") == "not_seventy Aya"


def test_s_15_tsumo_with_or_without_riichi_but_only_with_a_card_just_drawn() -> None:
    state = table({BEN: WAITING_FOR_5}, river="5D", stock="5C")
    assert refused(state, "2 tsumo") == "no_tsumo_now"
    taken, drawn = after(state, "take"), after(state, "draw 5C")
    assert (legal(taken, "tsumo"), legal(drawn, "tsumo")) == ([], ["2 tsumo"])
    assert refused(taken, "2 tsumo") == "tsumo_not_drawn Ben"
    assert refused(after(table({}, stock="5C"), "draw 5C"), "1 tsumo") == "not_four_pairs Aya"
    assert told(shown(after(drawn, "2 tsumo")))[0] == "won_tsumo Ben 52"


def test_s_16_ron_is_for_riichi_and_on_anybodys_discard() -> None:
    state = table({AYA: WAITING_FOR_5, DAN: SECOND}, riichi=[DAN], river="3S", stock="5C")
    state = after(state, "draw 5C", "discard 5C")
    assert legal(state, "ron") == ["4 ron"]
    assert refused(state, "1 ron") == "ron_without_riichi Aya"
    assert refused(state, "2 ron") == "nothing_to_win_on Ben"
    assert refused(table({AYA: WAITING_FOR_5}, riichi=[AYA]), "1 ron") == "nothing_to_win_on Aya"
    assert refused(table({BEN: WAITING_FOR_5}, riichi=[BEN], river="9H"), "2 ron") == "not_four_pairs Ben"


def test_s_17_a_hit_is_for_the_next_player_with_seven_closed_cards_without_riichi() -> None:
    state = table({AYA: WAITING_FOR_5, CHIE: SECOND}, river="3S", stock="5C")
    state = after(state, "draw 5C", "discard 5C")
    assert legal(state, "hit") == ["3 hit"]
    assert refused(state, "1 hit") == "hit_not_next Aya"
    assert told(shown(after(state, "3 hit")))[0] == "won_hit Chie 5C Ben"
    riichi = table({CHIE: SECOND}, river="3S 5C", riichi=[CHIE])
    assert legal(riichi, "hit") == []
    assert refused(riichi, "3 hit") == "hit_with_riichi Chie"
    assert refused(table({BEN: WAITING_FOR_5}, river="9H"), "2 hit") == "not_four_pairs Ben"
    assert legal(table({BEN: "2S 2H 9S"}, river="9D"), "hit") == []


def test_riichi_and_seventy_that_cannot_be_are_refused_from_what_everybody_has_seen() -> None:
    state = after(table({BEN: "2S 2H 9S 6D KS KC 5H"}, river="9D"), "take")
    assert legal(stop.view(state, None), "riichi") == ["2 riichi"]
    seen = stop.view(after(state, "discard 2S"), None)
    for card in ("3S", "4S", "6S", "7S"):
        seen = after(seen, "draw ?", f"discard {card}")
    assert refused(seen, "2 70") == "not_seventy Ben"

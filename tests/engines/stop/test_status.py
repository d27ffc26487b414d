"""What Stop tells of the things outside the board: the number of the game, the first round, the riichi coins."""

from engines import stop
from tests.support.engines.seats import AYA, CHIE, DAN, EMI
from tests.support.engines.stop import LOTS, NAMES, WAITING_FOR_5, after, shown, status, table

FIRST_GAME = ["game 1 10", "first_round"]


def test_s_6_the_first_round_ends_with_the_dealers_second_turn() -> None:
    fourth = table({}, river="3S 4S 6S 7S", stock="5C 8C")
    assert status(fourth) == FIRST_GAME
    fifth = after(fourth, "draw 5C", "discard 5C")
    assert status(fifth) == FIRST_GAME  # somebody may still win on it
    assert status(after(fifth, "draw 8C")) == FIRST_GAME[:1]


def test_s_6_a_pon_ends_the_first_round_and_one_shot_with_the_discard_that_follows() -> None:
    hands = {CHIE: "8S 8H 2C 4D 6S JH QC", EMI: WAITING_FOR_5}
    called = after(table(hands, river="8D", riichi=[EMI], one_shot=[EMI], stakes=1), "3 pon 8S 8H 8D")
    assert status(called) == [*FIRST_GAME, "gold 1"]  # while ron still comes before it
    assert status(after(called, "discard QC")) == ["game 1 10", "silver 1"]


def test_s_6_a_riichi_coin_is_gold_for_one_round() -> None:
    state = after(table({AYA: WAITING_FOR_5}, stock="6D 3S 4S 7S 8S 6S"), "draw 6D", "1 riichi")
    assert status(state) == FIRST_GAME
    state = after(state, "discard 6D")
    assert status(state) == [*FIRST_GAME, "gold 1"]
    for card in ("3S", "4S", "7S", "8S"):
        state = after(state, f"draw {card}", f"discard {card}")
    assert status(after(state, "draw 6S")) == ["game 1 10", "gold 1"]
    assert status(after(state, "draw 6S", "discard 6S")) == ["game 1 10", "silver 1"]


def test_s_21_coins_of_earlier_games_and_riichis_are_silver() -> None:
    state = table({}, river="3S 4S 6S 7S 9C 9H", riichi=[AYA, DAN], one_shot=[DAN], stakes=3, games=4)
    assert status(state) == ["game 5 10", "gold 1", "silver 2"]


def test_a_called_win_ends_the_first_round() -> None:
    called = after(table({}), "1 stop")
    assert status(called) == FIRST_GAME[:1]


def test_nothing_is_told_between_two_games_where_the_prompts_do_and_no_number_in_a_campaign() -> None:
    begun = stop.start(NAMES, {})
    between = shown(after(table({}), "1 stop"))
    over = shown(after(table({}, options={"games": 1}), "1 stop"))
    assert stop.is_over(over)
    assert [status(state) for state in (begun, after(begun, *LOTS), between, over)] == [[]] * 4
    assert status(table({}, options={"course": 500})) == ["first_round"]

"""Who may take which tile to win, and hands that nobody wins, in Galaxy Jarapon (J7-10 to J7-13)."""

import pytest

from engines.jarapon import State
from engines.vocabulary import FACE_UP
from tests.support.engines.jarapon import SETS, TOUR, after, dealt, jarapon, legal, prompts, refused
from tests.support.engines.seats import AYA, BEN

TWO_WAITS = "2 2 3 3 5 5 5 wild"  # for 2 and for 3


def test_j7_10_a_discard_may_be_taken_to_win_by_anybody_but_only_the_last_one() -> None:
    state = after("1 draw; 1 discard 9", dealt("?", "?", TOUR))
    assert {"3 call jarapon", f"3 jarapon {TOUR}"} <= set(legal(state))
    won = after("3 jarapon " + TOUR, state)
    assert prompts(won)[0] == "won Chie"
    assert won.match.purses == (2920, 3000, 3080, 3000)  # with the dora, 9
    late = after("2 draw", state)
    assert refused(late, f"3 jarapon {TOUR}") == refused(late, "1 call jarapon") == "due.discard Ben"


def test_j7_10_whoever_has_discarded_a_number_may_not_take_it_to_win() -> None:
    moves = "1 draw 9; 1 discard 9; 2 draw; 2 discard"
    state = after(f"{moves} 9", dealt(TOUR, players=2))
    assert legal(state, "jarapon") == []
    assert prompts(after("1 jarapon " + TOUR, state))[:3] == ["false_win Aya", "furiten 9", "fine Aya 30"]
    drawn = after(f"{moves} 8; 1 draw 9; 1 jarapon {TOUR} 9", dealt(TOUR, players=2))  # drawing it is always allowed
    assert prompts(drawn)[0] == "won Aya"
    unknown = after("1 draw; 1 discard 9; 2 draw; 2 discard 9", dealt(players=2))  # this the table knows of any hand
    assert "1 jarapon ?" not in legal(unknown)
    assert "1 jarapon ?" in legal(after("1 draw; 1 discard 9; 2 draw; 2 discard 8", dealt(players=2)))


def test_j7_10_a_tile_that_was_called_away_still_counts_as_discarded() -> None:
    hands = (TOUR, "9 9 1 1 1 2 2 2")
    state = after("1 draw 9; 1 discard 9; 2 pon 9; 2 discard 1; 3 draw; 3 discard 9", dealt(*hands, players=3))
    assert state.seats[AYA].river == ()
    assert prompts(after("1 jarapon " + TOUR, state))[1] == "furiten 9"


def test_j7_10_other_waits_stay_open() -> None:
    state = after("1 draw 3; 1 discard 3; 2 draw; 2 discard 3", dealt(TWO_WAITS, players=2))
    assert legal(state, "jarapon") == []
    state = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 2", state)
    assert prompts(after("1 jarapon " + TWO_WAITS, state))[0] == "won Aya"


LET_PASS = "1 draw 8; 1 discard 8 riichi; 2 draw; 2 discard 3; 3 draw; 3 discard 9; 1 draw 9; 1 discard 9"


def test_j7_10_after_riichi_a_winning_discard_let_pass_leaves_only_the_self_draw() -> None:
    state = after(f"{LET_PASS}; 2 draw; 2 discard 3", dealt(SETS, players=3))
    assert not any(move.startswith("1 ") for move in legal(state, "jarapon"))
    assert prompts(after("1 jarapon " + SETS, state))[1] == "let_pass"
    drawn = after(f"{LET_PASS}; 2 draw; 2 discard 7; 3 draw; 3 discard 7; 1 draw 3", dealt(SETS, players=3))
    assert prompts(after(f"1 jarapon {SETS} 3; turn up 9", drawn))[0] == "won Aya"
    before = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 3; 3 draw; 3 discard 3", dealt(SETS, players=3))
    assert f"1 jarapon {SETS}" in legal(before)  # without riichi one may let it pass


def test_j7_10_the_table_sees_what_was_let_pass_when_the_hand_is_shown() -> None:
    """The same from a hand that nobody at the table knew."""
    unknown = LET_PASS.replace("draw 8", "draw").replace("draw 9", "draw")
    state = after(f"{unknown}; 2 draw; 2 discard 3", dealt(players=3))
    assert state.seats[AYA].passed == ("3", "9")
    assert "1 jarapon ?" in legal(state)  # for all that the table knows
    assert prompts(after("1 jarapon " + SETS, state))[1] == "let_pass"
    assert prompts(after("1 jarapon 1 1 1 2 2 2 4 4", state))[1] == "none reconstruction"
    other = after(f"{unknown}; 2 draw; 2 discard 6; 1 jarapon 6 6 7 7 7 8 8 8; turn up 7", dealt(players=3))
    assert prompts(other)[0] == "won Aya"


def test_j7_10_what_may_not_be_taken_for_furiten_is_not_let_pass() -> None:
    """He could not choose, so another tile that he waits for may still be taken."""
    riichi = "1 draw 8; 1 discard 8 riichi; 2 draw; 2 discard 3; 1 draw 9; 1 discard 9; 2 draw; 2 discard 2"
    state = after(f"1 draw 3; 1 discard 3; 2 draw; 2 discard 8; {riichi}", dealt(TWO_WAITS, players=2))
    assert state.seats[AYA].passed == ()
    assert prompts(after(f"1 jarapon {TWO_WAITS}; turn up 7", state))[0] == "won Aya"
    waited = after(riichi, dealt(TWO_WAITS, players=2))
    assert waited.seats[AYA].passed == ("3",)
    assert prompts(after("1 jarapon " + TWO_WAITS, waited))[1] == "let_pass"


def test_j7_10_a_pon_of_the_winning_tile_lets_it_pass_too() -> None:
    moves = "1 draw 9; 1 discard 9 riichi; 2 draw 8; 2 discard 8; 3 draw; 3 discard 3; 2 pon 3; 2 discard 6"
    assert after(moves, dealt(SETS, "3 3 8 8 7 7 6 6", players=3)).seats[AYA].passed == ("3", "8")


def test_j7_11_of_two_rons_at_once_the_one_nearest_to_the_dealer_comes_first() -> None:
    hands = (TOUR, "?", TOUR, TOUR)
    state = after("1 draw 1; 1 discard 1; 2 draw; 2 discard 9; 4 call jarapon", dealt(*hands, dora="8"))
    assert prompts(state) == ["show Dan 9"]
    assert refused(state, "3 draw") == "due.show Dan"
    state = after("3 call jarapon", state)
    assert refused(state, f"4 jarapon {TOUR}") == "comes_first Chie"
    state = after("1 call jarapon", state)
    assert refused(state, f"3 jarapon {TOUR}") == "comes_first Aya"
    assert legal(state) == ["1 jarapon " + TOUR]


def test_j7_11_ron_beats_pon_also_of_who_has_called_pon() -> None:
    state = after("1 draw; 1 discard 9; 2 call pon", dealt("?", "9 9 1 1 2 2 3 3", "?", TOUR, dora="8"))
    assert f"4 jarapon {TOUR}" in legal(state)
    state = after("4 call jarapon", state)
    assert refused(state, "2 pon 9") == "comes_first Dan"
    assert prompts(after(f"4 jarapon {TOUR}", state))[0] == "won Dan"
    own = after("1 draw; 1 discard 3; 2 call pon", dealt("?", SETS))
    assert {"2 pon 3", "2 call jarapon", f"2 jarapon {SETS}"} <= set(legal(own))
    assert refused(after("2 call jarapon", own), "2 pon 3") == "comes_first Ben"


def test_j7_11_when_a_hand_lies_open_no_other_call_comes_in_time() -> None:
    state = after("1 draw; 1 discard 9; 3 jarapon ?", dealt())
    assert legal(state) == ["3 jarapon ?"]
    shown = jarapon.layout(state)
    assert [shown[f"hand/3/{at}"] for at in range(1, 9)] == [FACE_UP] * 8
    assert shown["hand/3/9"] == FACE_UP | {"empty"}  # the taken tile may lie with them already
    assert shown["river/1/1"] == {"9", "empty"}
    assert refused(state, "2 call jarapon") == "comes_first Chie"
    assert after("3 jarapon ?", state) == state  # it has still to be read
    assert prompts(after(f"3 jarapon {TOUR}", state))[0] == "won Chie"


def test_j7_12_a_discarded_almighty_may_be_taken_to_win() -> None:
    state = after("1 draw; 1 discard wild; 2 jarapon " + TOUR, dealt("?", TOUR))
    assert prompts(state)[:3] == ["won Ben", "worth.hand Galaxy Tour / 銀河めぐり 50", "worth.almighty 1 30"]


@pytest.mark.parametrize(
    ("own", "taken", "told"), [("9", "wild", "won Aya"), ("wild", "9", "won Aya"), ("wild", "wild", "furiten_wild")]
)
def test_j7_12_an_almighty_is_furiten_only_for_who_has_discarded_an_almighty(own: str, taken: str, told: str) -> None:
    state = dealt(TOUR, players=2, dora="8")
    state = after(f"1 draw {own}; 1 discard {own}; 2 draw; 2 discard {taken}", state)
    assert (f"1 jarapon {TOUR}" in legal(state)) is (told == "won Aya")
    assert told in prompts(after("1 jarapon " + TOUR, state))[:2]


def test_j7_12_opt_no() -> None:
    for hand in (TOUR, "?"):
        assert legal(after("1 draw; 1 discard wild", dealt("?", hand, almighty_ron="no")), "jarapon") == []
    state = after(f"1 draw; 1 discard wild; 2 jarapon {TOUR}", dealt("?", TOUR, almighty_ron="no"))
    assert prompts(state)[1] == "wild_not_taken"
    moves = "1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard wild; 1 draw 8; 1 discard 8"
    assert after(moves, dealt(SETS, players=2, almighty_ron="no")).seats[AYA].passed == ()
    assert after(moves, dealt(SETS, players=2)).seats[AYA].passed == ("wild",)


def used_up(state: State, left: int = 0) -> State:
    """The table when the live tiles, but for some that are left, have been drawn and discarded."""
    while len(state.wall) > left:
        seat = state.turn + 1
        state = after(f"{seat} draw; {seat} discard {'2345678'[len(state.wall) // 9]}", state)
    return state


def test_j7_13_when_the_last_tile_is_drawn_and_nobody_wins_the_hand_is_void_and_the_deal_moves_right() -> None:
    state = used_up(after("1 draw; 1 discard 1 riichi", dealt()))
    assert prompts(state) == ["wall_used_up"]
    assert refused(state, f"{state.turn + 1} draw") == "due.void"
    assert legal(state)[0] == "void"
    state = after("void", state)
    assert prompts(state)[:3] == ["void", "stakes_stay 10", "dealer Ben 1"]
    state = after("build", state)
    assert state.dealer == BEN
    state = after(f"2 throw 3; 2 throw 4; deal 9: ? / ? / {TOUR} / ?; 2 draw; 2 discard 9; 3 jarapon {TOUR}", state)
    assert state.match.purses == (2990, 2920, 3090, 3000)  # 50, a dora for 30, the stake of 10
    assert "gain.stakes 10" in prompts(state)


def test_j7_13_the_last_discard_may_still_be_taken_to_win() -> None:
    state = after("4 draw; 4 discard 1", used_up(dealt(), left=1))
    assert refused(after("2 call jarapon", state), "void") == "due.show Ben"
    assert prompts(after("2 jarapon 1 1 7 7 7 8 8 8", state))[0] == "won Ben"
    assert refused(dealt(), "void") == "due.draw Aya"  # nor is it void while there are tiles

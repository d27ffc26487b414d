"""Who may take which tile to win, and hands that nobody wins, in Galaxy Jarapon (J7-10 to J7-13)."""

from engines.jarapon import State
from engines.vocabulary import FACE_UP
from tests.support.engines.jarapon import after, dealt, jarapon, legal, prompts, refused

AYA, BEN = range(2)
SETS = "1 1 1 2 2 2 3 3"  # waits for 3, and for an almighty
TOUR = "1 2 3 4 5 6 7 8"  # waits for 9, and for an almighty


def test_j7_10_a_discard_may_be_taken_to_win_by_anybody_at_any_time() -> None:
    state = after("1 draw; 1 discard 9", dealt("?", "?", TOUR))
    assert {"3 call jarapon", f"3 jarapon {TOUR}"} <= set(legal(state))
    state = after("3 jarapon " + TOUR, state)
    assert prompts(state)[0] == "Jarapon! Chie has won the hand."
    assert state.purses == (2920, 3000, 3080, 3000)  # with the dora, 9


def test_j7_10_only_the_tile_just_discarded_may_be_taken() -> None:
    state = after("1 draw; 1 discard 9; 2 draw", dealt("?", "?", TOUR))
    assert refused(state, f"3 jarapon {TOUR}") == "Now Ben discards a tile or wins."
    assert refused(state, "1 call jarapon") == "Now Ben discards a tile or wins."


def test_j7_10_whoever_has_discarded_a_number_may_not_take_it_to_win() -> None:
    state = after("1 draw 9; 1 discard 9; 2 draw; 2 discard 9", dealt(TOUR, players=2))
    assert not any("jarapon" in move for move in legal(state))
    state = after("1 jarapon " + TOUR, state)
    assert prompts(state)[:3] == [
        "Aya has not won: a false win is void.",
        "You discarded a 9 yourself in this hand, so you may not win on a discarded 9 (furiten).",
        "Aya pays 30 to everybody else.",
    ]


def test_j7_10_the_table_knows_furiten_without_knowing_the_hand() -> None:
    state = after("1 draw; 1 discard 9; 2 draw; 2 discard 9", dealt(players=2))
    assert "1 jarapon ?" not in legal(state)
    assert "1 jarapon ?" in legal(after("1 draw; 1 discard 9; 2 draw; 2 discard 8", dealt(players=2)))


def test_j7_10_a_tile_that_was_called_away_still_counts_as_discarded() -> None:
    state = after(
        "1 draw 9; 1 discard 9; 2 pon 9; 2 discard 1; 3 draw; 3 discard 9", dealt(TOUR, "9 9 1 1 1 2 2 2", players=3)
    )
    assert state.seats[AYA].river == ()
    assert "(furiten)" in prompts(after("1 jarapon " + TOUR, state))[1]


TWO_WAITS = "2 2 3 3 5 5 5 wild"  # for 2 and for 3


def test_j7_10_other_waits_stay_open() -> None:
    state = after("1 draw 3; 1 discard 3; 2 draw; 2 discard 3", dealt(TWO_WAITS, players=2))
    assert not any(" jarapon" in move for move in legal(state))
    state = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 2", state)
    assert prompts(after("1 jarapon " + TWO_WAITS, state))[0] == "Jarapon! Aya has won the hand."


def test_j7_10_a_self_draw_is_always_allowed() -> None:
    state = after("1 draw 9; 1 discard 9; 2 draw; 2 discard 8; 1 draw 9", dealt(TOUR, players=2))
    assert prompts(after(f"1 jarapon {TOUR} 9", state))[0] == "Jarapon! Aya has won the hand."


LET_PASS = "1 draw 8; 1 discard 8 riichi; 2 draw; 2 discard 3; 3 draw; 3 discard 9; 1 draw 9; 1 discard 9"


def test_j7_10_after_riichi_a_winning_discard_let_pass_leaves_only_the_self_draw() -> None:
    state = after(f"{LET_PASS}; 2 draw; 2 discard 3", dealt(SETS, players=3))
    assert not any(move.startswith("1 ") and "jarapon" in move for move in legal(state))
    state = after("1 jarapon " + SETS, state)
    assert prompts(state)[1] == (
        "After your riichi you let a winning discard pass, so you can only win on a tile that you draw yourself."
    )
    drawn = after(f"{LET_PASS}; 2 draw; 2 discard 7; 3 draw; 3 discard 7; 1 draw 3", dealt(SETS, players=3))
    assert prompts(after(f"1 jarapon {SETS} 3; turn up 9", drawn))[0] == "Jarapon! Aya has won the hand."


def test_j7_10_the_table_sees_what_was_let_pass_when_the_hand_is_shown() -> None:
    """The same from a hand that nobody at the table knew."""
    unknown = LET_PASS.replace("draw 8", "draw").replace("draw 9", "draw")
    state = after(f"{unknown}; 2 draw; 2 discard 3", dealt(players=3))
    assert state.seats[AYA].passed == ("3", "9")
    assert "1 jarapon ?" in legal(state)  # for all that the table knows
    assert "let a winning discard pass" in prompts(after("1 jarapon " + SETS, state))[1]
    assert prompts(after("1 jarapon 1 1 1 2 2 2 4 4", state))[1] == "This is not a hand on the sheet reconstruction."
    other = after(f"{unknown}; 2 draw; 2 discard 6; 1 jarapon 6 6 7 7 7 8 8 8; turn up 7", dealt(players=3))
    assert prompts(other)[0] == "Jarapon! Aya has won the hand."


def test_j7_10_before_riichi_a_winning_discard_may_be_let_pass() -> None:
    state = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 3; 3 draw; 3 discard 3", dealt(SETS, players=3))
    assert f"1 jarapon {SETS}" in legal(state)


def test_j7_10_what_may_not_be_taken_for_furiten_is_not_let_pass() -> None:
    """He could not choose, so another tile that he waits for may still be taken."""
    state = after("1 draw 3; 1 discard 3; 2 draw; 2 discard 8", dealt(TWO_WAITS, players=2))
    state = after(
        "1 draw 8; 1 discard 8 riichi; 2 draw; 2 discard 3; 1 draw 9; 1 discard 9; 2 draw; 2 discard 2", state
    )
    assert state.seats[AYA].passed == ()
    assert prompts(after(f"1 jarapon {TWO_WAITS}; turn up 7", state))[0] == "Jarapon! Aya has won the hand."
    waited = after("1 draw 8; 1 discard 8 riichi; 2 draw; 2 discard 3", dealt(TWO_WAITS, players=2))
    waited = after("1 draw 9; 1 discard 9; 2 draw; 2 discard 2", waited)
    assert waited.seats[AYA].passed == ("3",)
    assert "let a winning discard pass" in prompts(after("1 jarapon " + TWO_WAITS, waited))[1]


def test_j7_10_a_pon_of_the_winning_tile_lets_it_pass_too() -> None:
    state = dealt(SETS, "3 3 8 8 7 7 6 6", players=3)
    state = after(
        "1 draw 9; 1 discard 9 riichi; 2 draw 8; 2 discard 8; 3 draw; 3 discard 3; 2 pon 3; 2 discard 6", state
    )
    assert state.seats[AYA].passed == ("3", "8")


def test_j7_11_of_two_rons_at_once_the_one_nearest_to_the_dealer_comes_first() -> None:
    hands = (TOUR, "?", TOUR, TOUR)
    state = after("1 draw 1; 1 discard 1; 2 draw; 2 discard 9; 4 call jarapon", dealt(*hands, dora="8"))
    assert prompts(state) == ["Dan: lay all your tiles open and take 9."]
    assert refused(state, "3 draw") == "Dan has said “Jarapon!” and lays all tiles open first."
    state = after("3 call jarapon", state)
    assert refused(state, f"4 jarapon {TOUR}").startswith("Chie has called and comes first")
    state = after("1 call jarapon", state)
    assert refused(state, f"3 jarapon {TOUR}").startswith("Aya has called and comes first")
    assert legal(state) == ["1 jarapon " + TOUR]


def test_j7_11_ron_beats_pon() -> None:
    state = after("1 draw; 1 discard 9; 2 call pon", dealt("?", "9 9 1 1 2 2 3 3", "?", TOUR, dora="8"))
    assert f"4 jarapon {TOUR}" in legal(state)
    state = after("4 call jarapon", state)
    assert refused(state, "2 pon 9").startswith("Dan has called and comes first: winning before pon")
    assert prompts(after(f"4 jarapon {TOUR}", state))[0] == "Jarapon! Dan has won the hand."


def test_j7_11_who_has_called_pon_may_still_win_with_the_tile() -> None:
    state = after("1 draw; 1 discard 3; 2 call pon", dealt("?", SETS))
    assert {"2 pon 3", "2 call jarapon", f"2 jarapon {SETS}"} <= set(legal(state))
    assert refused(after("2 call jarapon", state), "2 pon 3").startswith("Ben has called and comes first")


def test_j7_11_when_a_hand_lies_open_no_other_call_comes_in_time() -> None:
    state = after("1 draw; 1 discard 9; 3 jarapon ?", dealt())
    assert legal(state) == ["3 jarapon ?"]
    assert [jarapon.layout(state)[f"hand/3/{at}"] for at in range(1, 9)] == [FACE_UP] * 8
    assert jarapon.layout(state)["hand/3/9"] == FACE_UP | {"empty"}  # the taken tile may lie with them already
    assert jarapon.layout(state)["river/1/1"] == {"9", "empty"}
    assert refused(state, "2 call jarapon").startswith("Chie has called and comes first")
    assert after("3 jarapon ?", state) == state  # it has still to be read
    assert prompts(after(f"3 jarapon {TOUR}", state))[0] == "Jarapon! Chie has won the hand."


def test_j7_12_a_discarded_almighty_may_be_taken_to_win() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", TOUR))
    assert prompts(after("2 jarapon " + TOUR, state))[:3] == [
        *("Jarapon! Ben has won the hand.", "Galaxy Tour / 銀河めぐり: 50", "· almighty × 1: 30"),
    ]


def test_j7_12_an_almighty_is_furiten_only_for_who_has_discarded_an_almighty() -> None:
    state = after("1 draw 9; 1 discard 9; 2 draw; 2 discard wild", dealt(TOUR, players=2))
    assert "1 jarapon " + TOUR in legal(state)
    own = after("1 draw wild; 1 discard wild; 2 draw; 2 discard wild", dealt(TOUR, players=2))
    assert "You discarded an almighty yourself in this hand" in prompts(after("1 jarapon " + TOUR, own))[1]
    nine = after("1 draw wild; 1 discard wild; 2 draw; 2 discard 9", dealt(TOUR, players=2, dora="8"))
    assert prompts(after("1 jarapon " + TOUR, nine))[0] == "Jarapon! Aya has won the hand."


def test_j7_12_opt_no() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", TOUR, almighty_ron="no"))
    assert not any("jarapon" in move for move in legal(state))
    assert prompts(after("2 jarapon " + TOUR, state))[1] == "At this table you may not win on a discarded almighty."
    unknown = after("1 draw; 1 discard wild", dealt(almighty_ron="no"))
    assert not any("jarapon" in move for move in legal(unknown))


def test_j7_12_opt_no_an_almighty_is_then_none_that_riichi_lets_pass() -> None:
    moves = "1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard wild; 1 draw 8; 1 discard 8"
    assert after(moves, dealt(SETS, players=2, almighty_ron="no")).seats[AYA].passed == ()
    assert after(moves, dealt(SETS, players=2)).seats[AYA].passed == ("wild",)


def used_up(state: State) -> State:
    """The table when the last live tile has been drawn and discarded."""
    draws = 0
    while state.wall:
        seat = state.turn + 1
        state = after(f"{seat} draw; {seat} discard {'2345678'[draws // 9]}", state)
        draws += 1
    return state


def test_j7_13_when_the_last_tile_is_drawn_and_nobody_wins_the_hand_is_void_and_the_deal_moves_right() -> None:
    state = dealt(players=4)
    state = used_up(after("1 draw; 1 discard 1 riichi", state))
    assert prompts(state) == [
        "The wall is used up. If nobody takes the last discard, the hand is void: clear the sheet."
    ]
    assert refused(state, f"{state.turn + 1} draw").startswith("The wall is used up: nothing can be drawn.")
    assert legal(state)[0] == "void"
    state = after("void", state)
    assert prompts(state)[:3] == [
        "Nobody has won: the hand is void.",
        "The riichi chips stay in the centre for the next winner: 10.",
        "Ben is the dealer. The light-sabre chip goes on Ben's right, side 1 up.",
    ]
    assert after("build", state).dealer == BEN


def test_j7_13_stakes_stay_for_the_next_winner() -> None:
    state = after("void", used_up(after("1 draw; 1 discard 1 riichi", dealt(players=4))))
    deal = "build; 2 throw 3; 2 throw 4; deal 9: ? / ? / 1 2 3 4 5 6 7 8 / ?; 2 draw; 2 discard 9"
    state = after(f"{deal}; 3 jarapon {TOUR}", state)
    assert state.purses == (2990, 2920, 3090, 3000)  # 50, a dora for 30, the stake of 10
    assert "· riichi chips in the centre: 10" in prompts(state)


def test_j7_13_the_last_discard_may_still_be_taken_to_win() -> None:
    state = dealt(players=4)
    while len(state.wall) > 1:
        seat = state.turn + 1
        state = after(f"{seat} draw; {seat} discard {'2345678'[len(state.wall) // 9]}", state)
    state = after("4 draw; 4 discard 1", state)
    assert refused(after("2 call jarapon", state), "void") == "Ben has said “Jarapon!” and lays all tiles open first."
    assert prompts(after("2 jarapon 1 1 7 7 7 8 8 8", state))[0] == "Jarapon! Ben has won the hand."


def test_j7_13_a_hand_is_not_void_while_there_are_tiles() -> None:
    assert refused(dealt(), "void") == "Now Aya draws a tile, unless somebody calls the last discard."

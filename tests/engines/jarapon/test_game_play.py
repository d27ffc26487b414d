"""How a hand of Galaxy Jarapon is played: draws, discards, pon and riichi (J7-6 to J7-9)."""

import pytest

from engines.vocabulary import EMPTY, across
from tests.support.engines.jarapon import SETS, after, dealt, jarapon, legal, prompts, refused, with_purses
from tests.support.engines.seats import AYA, BEN, CHIE, DAN

FIVES = "5 5 1 2 3 4 6 7"


def test_j7_6_the_dealer_begins_and_everybody_draws_and_discards_to_the_right() -> None:
    state = dealt()
    assert prompts(state) == ["draw Aya"]
    assert refused(state, "2 draw") == refused(state, "1 discard 4") == "due.draw Aya"
    state = after("1 draw", state)
    assert prompts(state) == ["discard Aya"]
    assert refused(state, "1 draw") == "due.discard Aya"
    state = after("1 discard 4; 2 draw; 2 discard 5; 3 draw; 3 discard 6; 4 draw; 4 discard 7", state)
    assert prompts(state) == ["draw Aya"]


def test_j7_6_discards_lie_from_left_to_right() -> None:
    state = after("1 draw; 1 discard 4; 2 draw; 2 discard 5; 1 draw; 1 discard wild", dealt(players=2))
    shown = jarapon.layout(state)
    assert [shown[f"river/1/{at}"] for at in (1, 2, 3)] == [{"4"}, {"wild"}, {EMPTY}]
    assert [shown[f"river/3/{at}"] for at in (1, 2)] == [{"5"}, {EMPTY}]  # two players sit opposite each other
    assert not any(place.startswith("river/2") for place in shown)


def test_a_tile_of_which_all_lie_elsewhere_cannot_come_and_a_known_hand_discards_only_what_it_holds() -> None:
    state = after("1 draw 1; 1 discard 1; 2 draw", dealt("1 1 1 1 1 1 1 1", players=2))
    assert "2 discard 1" not in legal(state)
    assert refused(state, "2 discard 1") == "not_held Ben 1"
    assert refused(after("2 discard 2", state), "1 draw 1") == "cannot_be 1"
    known = after("1 draw 9", dealt(SETS))
    assert refused(known, "1 discard 8") == "not_held Aya 8"
    assert [move for move in legal(known) if "riichi" not in move] == [f"1 discard {face}" for face in "1239"]


# Pon


def test_j7_7_a_pon_takes_the_discard_lays_three_open_and_discards() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "?", FIVES))
    assert legal(state, "3 ") == ["3 call pon", "3 pon 5"]
    state = after("3 pon 5", state)
    assert state.seats[CHIE].hand == ("1", "2", "3", "4", "6", "7")
    assert state.seats[AYA].river == ()
    assert prompts(state) == ["discard_after_pon Chie"]
    assert refused(state, "3 draw") == refused(state, "3 jarapon 1 2 3 4 6 7") == "due.discard Chie"


@pytest.mark.parametrize(("giver", "called"), [(DAN, 3), (AYA, 2), (BEN, 1)])
def test_j7_7_one_sees_whom_a_pon_came_from(giver: int, called: int) -> None:
    """Chie has Ben at her left, Aya opposite, Dan at her right."""
    discards = [f"{seat + 1} draw; {seat + 1} discard {5 if seat == giver else 8}" for seat in range(giver + 1)]
    state = after("; ".join([*discards, "3 pon 5 wild"]), dealt("?", "?", "5 wild 1 2 3 4 6 7"))
    shown = jarapon.layout(state)
    looks = [shown[f"pon/3/1/{at}"] for at in (1, 2, 3)]
    assert looks.pop(called - 1) == {"5"}
    assert looks == [{"5", "wild"}] * 2
    assert shown[f"river/{giver + 1}/1"] == {EMPTY}


def test_j7_7_the_player_at_the_right_of_the_caller_is_next_and_those_between_lose_their_turn() -> None:
    state = after("1 draw; 1 discard 5; 4 pon 5; 4 discard 7", dealt("?", "?", "?", FIVES))
    assert prompts(state) == ["draw Aya"]
    assert len(state.seats[BEN].river) == len(state.seats[CHIE].river) == 0


def test_j7_7_pon_is_only_for_the_master_rules() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", FIVES, rules="padawan"))
    assert legal(state, "pon") == []
    assert refused(state, "2 pon 5") == "pon_padawan"


def test_j7_7_pon_needs_two_of_the_number_and_the_tile_just_discarded_by_another() -> None:
    state = after("1 draw; 1 discard 4", dealt("?", FIVES, "4 4 4 4 4 4 4 1"))
    assert refused(state, "2 pon 5") == refused(state, "2 call pon") == "pon_not_held Ben 4"
    assert refused(state, "4 pon 4") == "pon_not_held Dan 4"
    assert refused(state, "1 pon 4") == "own_discard Aya"
    assert refused(after("2 draw", state), "3 pon 4") == "due.discard Ben"
    assert refused(dealt(), "3 pon 4") == "due.draw Aya"


def test_j7_7_pon_may_be_called_again_but_a_third_set_would_leave_nothing_to_discard() -> None:
    state = after("1 draw; 1 discard 5; 2 pon 5; 2 discard 9", dealt("?", "5 5 6 6 7 7 9 8"))
    state = after("3 draw; 3 discard 6; 2 pon 6; 2 discard 8", state)
    assert state.seats[BEN].hand == ("7", "7")
    assert refused(after("3 draw; 3 discard 7", state), "2 pon 7") == "pon_third Ben 2"


@pytest.mark.parametrize(
    ("players", "moves", "said"),
    [
        (4, "1 draw; 1 discard 5; 2 call pon", "lay_set_left Ben 5 Aya"),
        (4, "1 draw; 1 discard 5; 3 call pon", "lay_set_middle Chie 5 Aya"),
        (4, "1 draw; 1 discard 5; 4 call pon", "lay_set_right Dan 5 Aya"),
        (3, "1 draw; 1 discard 5; 3 call pon", "lay_set_middle Chie 5 Aya"),
        (3, "1 draw; 1 discard 8; 2 draw; 2 discard 5; 1 call pon", "lay_set_right Aya 5 Ben"),
        (2, "1 draw; 1 discard 5; 2 call pon", "lay_set_middle Ben 5 Aya"),
    ],
)
def test_j7_7_everybody_is_told_how_a_pon_shows_whose_discard_it_was(players: int, moves: str, said: str) -> None:
    """Turns go to the right, so the discarder before one sits on one's left; two players sit opposite each other."""
    assert prompts(after(moves, dealt(players=players))) == [said]


def test_j7_7_of_two_pons_at_once_the_one_nearest_to_the_dealer_comes_first() -> None:
    """Whoever is called second has called in time while no set is laid open; the dealer himself is the nearest."""
    hands = (FIVES, "?", FIVES, "5 5 9 9 9 9 9 9")
    state = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 5; 4 call pon", dealt(*hands))
    assert prompts(state) == ["lay_set_middle Dan 5 Ben"]
    assert refused(state, "3 draw") == "due.pon Dan"
    state = after("3 call pon", state)
    assert prompts(state) == ["lay_set_left Chie 5 Ben"]
    assert refused(state, "4 pon 5") == "comes_first Chie"
    state = after("1 call pon", state)
    assert refused(state, "3 pon 5") == "comes_first Aya"
    assert legal(state, "pon") == ["1 pon 5"]
    assert after("1 pon 5; 1 discard 1", state).turn == BEN
    third = after("1 draw; 1 discard 8; 2 draw; 2 discard 8; 3 draw; 3 discard 5", dealt("?", FIVES, "?", FIVES))
    third = after("4 call pon; 2 pon 5", third)  # nearest to the dealer, not to the discarder
    assert third.turn == BEN
    assert refused(third, "4 pon 5") == "due.discard Ben"


def test_j7_7_a_pon_ends_ones_right_to_riichi() -> None:
    state = after("1 draw; 1 discard 3; 2 pon 3", dealt("?", SETS))
    assert legal(state, "riichi") == []
    assert refused(state, "2 discard 1 riichi") == "riichi_with_pon Ben"


def test_j7_8_own_almighty_tiles_may_serve_inside_a_pon_a_discarded_one_cannot_be_called() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "5 wild wild 1 2 3 4 6"))
    assert legal(state, "2 pon") == ["2 pon 5 wild", "2 pon 5 wild wild"]
    (laid,) = after("2 pon 5 wild wild", state).seats[BEN].sets
    assert (laid.tiles, laid.taken) == (("5", "wild", "wild"), "5")
    wild = after("1 draw; 1 discard wild", dealt("?", FIVES))
    assert legal(wild, "pon") == []
    assert refused(wild, "2 pon 5") == "pon_almighty"


def test_j7_8_opt_never() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "5 5 wild 1 2 3 4 6", almighty_pon="never"))
    assert legal(state, "2 pon") == ["2 pon 5"]
    assert refused(state, "2 pon 5 wild") == "pon_not_held Ben 5"
    wild = after("1 draw; 1 discard wild", dealt("?", FIVES, almighty_pon="never"))
    assert refused(wild, "2 pon 5") == "pon_almighty"


def test_j7_8_opt_discarded() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", "5 5 3 wild 1 2 4 6", almighty_pon="discarded"))
    pons = ("1 wild", "2 wild", "3 wild", "4 wild", "5", "5 wild", "6 wild")
    assert legal(state, "2 pon") == [f"2 pon {tiles}" for tiles in pons]
    (laid,) = after("2 pon 5", state).seats[BEN].sets
    assert (laid.tiles, laid.taken) == (("5", "5", "wild"), "wild")
    assert after("2 pon 3 wild", state).seats[BEN].sets[0].tiles == ("3", "wild", "wild")


# Riichi


def test_j7_9_riichi_lays_the_discard_sideways_and_a_chip_in_the_centre() -> None:
    state = after("1 draw 9; 1 discard 9 riichi", dealt(SETS))
    assert state.seats[AYA].river[-1].sideways
    assert jarapon.layout(state)["river/1/1"] == {across(state.seats[AYA].river[-1].tile)}
    assert (state.match.purses[AYA], state.match.chips) == (2990, 1)
    assert str(state).splitlines()[1] == "  Aya 2990 [1 1 1 2 2 2 3 3] -9-"


def test_j7_9_riichi_needs_one_tile_missing_which_the_table_believes_of_an_unknown_hand() -> None:
    state = after("1 draw 9", dealt("1 1 1 2 2 2 3 4"))
    assert legal(state, "riichi") == []
    assert refused(state, "1 discard 9 riichi") == "riichi_not_waiting Aya"
    assert legal(after("1 draw 3", dealt("1 1 1 2 2 2 3 4")), "riichi") == ["1 discard 4 riichi"]
    unknown = after("1 draw", dealt())
    assert "1 discard 9 riichi" in legal(unknown)
    assert after("1 discard 9 riichi", unknown).seats[AYA].riichi


def test_j7_9_the_hand_is_frozen_after_riichi() -> None:
    riichi = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 8", dealt(SETS, players=2))
    state = after("1 draw 8", riichi)
    assert prompts(state) == ["frozen Aya"]
    assert legal(state) == ["1 discard 8"]
    assert refused(state, "1 discard 1") == "frozen Aya"
    assert refused(state, "1 discard 8 riichi") == "riichi_twice Aya"
    assert refused(after("1 discard 8; 2 draw; 2 discard 3", state), "1 pon 3") == "pon_after_riichi Aya"
    kept = after("1 draw 1; 1 discard 1", riichi)  # also where the drawn tile is one of its own
    assert kept.seats[AYA].hand == tuple(SETS.split())


def test_j7_9_without_a_chip_there_is_no_riichi() -> None:
    drawn = after("1 draw 9", dealt(SETS, players=2))
    assert refused(with_purses(drawn, 0, 6000), "1 discard 9 riichi") == "riichi_without_chip Aya 10"
    assert after("1 discard 9 riichi", with_purses(drawn, 10, 5990)).match.purses == (0, 5990)


def test_j7_9_when_the_sideways_tile_is_called_the_next_discard_is_laid_sideways() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 pon 9; 2 discard 1", dealt(SETS, "9 9 1 4 4 5 6 7", players=2))
    assert state.seats[AYA].river == ()
    state = after("1 draw 7", state)
    assert prompts(state)[1] == "lay_sideways Aya"
    state = after("1 discard 7", state)
    assert (state.match.purses[AYA], state.match.chips) == (2990, 1)  # one chip only
    state = after("2 draw 8; 2 discard 8; 1 draw 6; 1 discard 6", state)
    assert [tile.sideways for tile in state.seats[AYA].river] == [True, False]

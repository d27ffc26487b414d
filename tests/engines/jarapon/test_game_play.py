"""How a hand of Galaxy Jarapon is played: draws, discards, pon and riichi (J7-6 to J7-9)."""

from dataclasses import replace

import pytest

from engines.vocabulary import EMPTY, across
from tests.support.engines.jarapon import after, dealt, jarapon, legal, prompts, refused

AYA, BEN, CHIE, DAN = range(4)
FIVES = "5 5 1 2 3 4 6 7"
SETS = "1 1 1 2 2 2 3 3"  # waits for 3, and for an almighty


def test_j7_6_the_dealer_begins_and_everybody_draws_and_discards_to_the_right() -> None:
    state = dealt()
    assert prompts(state) == ["Aya: draw a tile."]
    assert refused(state, "2 draw") == "Now Aya draws a tile, unless somebody calls the last discard."
    assert refused(state, "1 discard 4") == "Now Aya draws a tile, unless somebody calls the last discard."
    state = after("1 draw", state)
    assert prompts(state) == ["Aya: discard a tile, or say “Jarapon!” if you have won."]
    assert refused(state, "1 draw") == "Now Aya discards a tile or wins."
    state = after("1 discard 4; 2 draw; 2 discard 5; 3 draw; 3 discard 6; 4 draw; 4 discard 7", state)
    assert prompts(state) == ["Aya: draw a tile."]


def test_j7_6_discards_lie_from_left_to_right() -> None:
    state = after("1 draw; 1 discard 4; 2 draw; 2 discard 5; 1 draw; 1 discard wild", dealt(players=2))
    shown = jarapon.layout(state)
    assert [shown[f"river/1/{at}"] for at in (1, 2, 3)] == [{"4"}, {"wild"}, {EMPTY}]
    assert [shown[f"river/3/{at}"] for at in (1, 2)] == [{"5"}, {EMPTY}]  # two players sit opposite each other
    assert not any(place.startswith("river/2") for place in shown)


def test_a_tile_of_which_all_lie_elsewhere_cannot_come() -> None:
    state = dealt("1 1 1 1 1 1 1 1", players=2)
    state = after("1 draw 1; 1 discard 1; 2 draw", state)
    assert "2 discard 1" not in legal(state)
    assert refused(state, "2 discard 1") == (
        "Ben cannot discard 1: it is not in the hand, or all of those are elsewhere."
    )
    assert refused(after("2 discard 2", state), "1 draw 1") == "The tile cannot be 1: all of those are elsewhere."


def test_a_known_hand_discards_only_what_it_holds() -> None:
    state = after("1 draw 9", dealt(SETS))
    assert refused(state, "1 discard 8") == (
        "Aya cannot discard 8: it is not in the hand, or all of those are elsewhere."
    )
    assert [move for move in legal(state) if "riichi" not in move] == [f"1 discard {face}" for face in "1239"]


# Pon


def test_j7_7_a_pon_takes_the_discard_lays_three_open_and_discards() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "?", FIVES))
    assert {"3 call pon", "3 pon 5"} <= set(legal(state))
    state = after("3 pon 5", state)
    assert state.seats[CHIE].hand == ("1", "2", "3", "4", "6", "7")
    assert [tile.tile for tile in state.seats[AYA].river] == []
    assert prompts(state) == ["Chie: discard a tile."]
    assert refused(state, "3 draw") == "Now Chie discards a tile or wins."
    assert refused(state, "3 jarapon 1 2 3 4 6 7") == "Now Chie discards a tile or wins."


@pytest.mark.parametrize(("giver", "called"), [(DAN, 3), (AYA, 2), (BEN, 1)])
def test_j7_7_one_sees_whom_a_pon_came_from(giver: int, called: int) -> None:
    """Chie has Ben at her left, Aya opposite, Dan at her right."""
    moves = ["1 draw; 1 discard 8", "2 draw; 2 discard 8", "3 draw; 3 discard 8", "4 draw; 4 discard 8"]
    moves[giver] = moves[giver].replace("8", "5")
    state = after(";".join(moves[: giver + 1]), dealt("?", "?", "5 wild 1 2 3 4 6 7"))
    state = after("3 pon 5 wild", state)
    shown = jarapon.layout(state)
    looks = [shown[f"pon/3/1/{at}"] for at in (1, 2, 3)]
    assert looks[called - 1] == {"5"}
    assert [look for look in looks if look == {"5", "wild"}] == [{"5", "wild"}] * 2
    assert shown[f"river/{giver + 1}/1"] == {EMPTY}


def test_j7_7_the_player_at_the_right_of_the_caller_is_next_and_those_between_lose_their_turn() -> None:
    state = after("1 draw; 1 discard 5; 4 pon 5; 4 discard 7", dealt("?", "?", "?", FIVES))
    assert prompts(state) == ["Aya: draw a tile."]
    assert len(state.seats[BEN].river) == len(state.seats[CHIE].river) == 0


def test_j7_7_pon_is_only_for_the_master_rules() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", FIVES, rules="padawan"))
    assert not any(" pon" in move for move in legal(state))
    assert refused(state, "2 pon 5") == "By the Padawan rules there is no pon: leave the tile where it lies."


def test_j7_7_pon_needs_two_of_the_number_and_the_tile_just_discarded_by_another() -> None:
    state = after("1 draw; 1 discard 4", dealt("?", FIVES, "4 4 4 4 4 4 4 1"))
    assert refused(state, "2 pon 5").startswith("Ben cannot have two tiles that make a pon with 4")
    assert refused(state, "2 call pon").startswith("Ben cannot have two tiles that make a pon with 4")
    assert refused(state, "4 pon 4").startswith("Dan cannot have two tiles that make a pon with 4")
    assert refused(state, "1 pon 4") == "Aya, you cannot take your own discard."
    assert refused(after("2 draw", state), "3 pon 4") == "Now Ben discards a tile or wins."
    assert refused(dealt(), "3 pon 4").startswith("Now Aya draws a tile")


def test_j7_7_pon_may_be_called_again_but_a_third_set_would_leave_nothing_to_discard() -> None:
    state = after("1 draw; 1 discard 5; 2 pon 5; 2 discard 9", dealt("?", "5 5 6 6 7 7 9 8"))
    state = after("3 draw; 3 discard 6; 2 pon 6; 2 discard 8", state)
    assert state.seats[BEN].hand == ("7", "7")
    assert refused(after("3 draw; 3 discard 7", state), "2 pon 7") == (
        "Ben, at most 2 sets can be open: no tile would be left to discard."
    )


def test_j7_7_of_two_pons_at_once_the_one_nearest_to_the_dealer_comes_first() -> None:
    """Whoever is called second has called in time while no set is laid open; the dealer himself is the nearest."""
    hands = (FIVES, "?", FIVES, "5 5 9 9 9 9 9 9")
    state = after("1 draw 8; 1 discard 8; 2 draw; 2 discard 5; 4 call pon", dealt(*hands))
    assert prompts(state) == ["Dan: lay 5 and two tiles of your own open on your right."]
    assert refused(state, "3 draw") == "Dan has called pon and lays the set open first."
    state = after("3 call pon", state)
    assert prompts(state) == ["Chie: lay 5 and two tiles of your own open on your right."]
    assert refused(state, "4 pon 5") == (
        "Chie has called and comes first: winning before pon, then whoever sits nearest the dealer."
    )
    state = after("1 call pon", state)
    assert refused(state, "3 pon 5").startswith("Aya has called and comes first")
    assert [move for move in legal(state) if " pon" in move] == ["1 pon 5"]
    assert after("1 pon 5; 1 discard 1", state).turn == BEN


def test_j7_7_nearest_is_counted_from_the_dealer_not_from_the_discarder() -> None:
    state = after("1 draw; 1 discard 8; 2 draw; 2 discard 8; 3 draw; 3 discard 5", dealt("?", FIVES, "?", FIVES))
    state = after("4 call pon; 2 pon 5", state)
    assert state.turn == BEN
    assert refused(state, "4 pon 5") == "Now Ben discards a tile or wins."


def test_j7_7_a_pon_ends_ones_right_to_riichi() -> None:
    state = after("1 draw; 1 discard 3; 2 pon 3", dealt("?", "1 1 1 2 2 2 3 3"))
    assert not any("riichi" in move for move in legal(state))
    assert refused(state, "2 discard 1 riichi") == "Ben, you have called pon, so you may not say riichi: take it back."


def test_j7_8_own_almighty_tiles_may_serve_inside_a_pon() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "5 wild wild 1 2 3 4 6"))
    assert [move for move in legal(state) if move.startswith("2 pon")] == ["2 pon 5 wild", "2 pon 5 wild wild"]
    (laid,) = after("2 pon 5 wild wild", state).seats[BEN].sets
    assert (laid.tiles, laid.taken) == (("5", "wild", "wild"), "5")


def test_j7_8_a_discarded_almighty_cannot_be_called_for_pon() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", FIVES))
    assert not any(" pon" in move for move in legal(state))
    assert refused(state, "2 pon 5") == (
        "A discarded almighty cannot be called for pon at this table: leave it where it lies."
    )


def test_j7_8_opt_never() -> None:
    state = after("1 draw; 1 discard 5", dealt("?", "5 5 wild 1 2 3 4 6", almighty_pon="never"))
    assert [move for move in legal(state) if move.startswith("2 pon")] == ["2 pon 5"]
    assert refused(state, "2 pon 5 wild").startswith("Ben cannot have two tiles that make a pon with 5")
    wild = after("1 draw; 1 discard wild", dealt("?", FIVES, almighty_pon="never"))
    assert refused(wild, "2 pon 5").startswith("A discarded almighty cannot be called for pon")


def test_j7_8_opt_discarded() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", "5 5 3 wild 1 2 4 6", almighty_pon="discarded"))
    assert [move for move in legal(state) if move.startswith("2 pon")] == [
        *("2 pon 1 wild", "2 pon 2 wild", "2 pon 3 wild", "2 pon 4 wild", "2 pon 5", "2 pon 5 wild", "2 pon 6 wild"),
    ]
    (laid,) = after("2 pon 5", state).seats[BEN].sets
    assert (laid.tiles, laid.taken) == (("5", "5", "wild"), "wild")
    assert after("2 pon 3 wild", state).seats[BEN].sets[0].tiles == ("3", "wild", "wild")


# Riichi


def test_j7_9_riichi_lays_the_discard_sideways_and_a_chip_in_the_centre() -> None:
    state = after("1 draw 9; 1 discard 9 riichi", dealt(SETS))
    assert state.seats[AYA].river[-1].sideways
    assert jarapon.layout(state)["river/1/1"] == {across(state.seats[AYA].river[-1].tile)}
    assert (state.purses[AYA], state.chips) == (2990, 1)
    assert str(state).splitlines()[1] == "  Aya 2990 [1 1 1 2 2 2 3 3] -9-"


def test_j7_9_riichi_needs_one_tile_missing() -> None:
    state = after("1 draw 9", dealt("1 1 1 2 2 2 3 4"))
    assert [move for move in legal(state) if "riichi" in move] == []
    assert refused(state, "1 discard 9 riichi") == (
        "Aya, your hand is more than one tile short: discard without riichi."
    )
    waiting = after("1 draw 3", dealt("1 1 1 2 2 2 3 4"))
    assert [move for move in legal(waiting) if "riichi" in move] == ["1 discard 4 riichi"]


def test_j7_9_of_an_unknown_hand_the_table_believes_riichi() -> None:
    state = after("1 draw", dealt())
    assert "1 discard 9 riichi" in legal(state)
    assert after("1 discard 9 riichi", state).seats[AYA].riichi


def test_j7_9_the_hand_is_frozen_after_riichi() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 8; 1 draw 8", dealt(SETS, players=2))
    assert prompts(state) == [
        "Aya: your hand is frozen by riichi. Discard the tile that you have drawn, or say “Jarapon!” if you have won."
    ]
    assert legal(state) == ["1 discard 8"]
    assert refused(state, "1 discard 1") == (
        "Aya, your hand is frozen by riichi: discard the tile that you have just drawn."
    )
    assert refused(state, "1 discard 8 riichi").startswith("Aya, you have already said riichi")
    after_pon = after("1 discard 8; 2 draw; 2 discard 3", state)
    assert refused(after_pon, "1 pon 3") == (
        "Aya, your hand is frozen by riichi: you may only win with this tile, not call pon."
    )


def test_j7_9_a_frozen_hand_is_kept_as_it_is_even_where_the_drawn_tile_is_one_of_its_own() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 8; 1 draw 1; 1 discard 1", dealt(SETS, players=2))
    assert state.seats[AYA].hand == tuple(SETS.split())


def test_j7_9_without_a_chip_there_is_no_riichi() -> None:
    drawn = after("1 draw 9", dealt(SETS, players=2))
    state = replace(drawn, purses=(0, 6000))
    assert refused(state, "1 discard 9 riichi") == (
        "Aya, riichi costs a chip of 10, and you have none: discard without riichi."
    )
    last_chip = replace(drawn, purses=(10, 5990))
    assert after("1 discard 9 riichi", last_chip).purses == (0, 5990)


def test_j7_9_when_the_sideways_tile_is_called_the_next_discard_is_laid_sideways() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 pon 9; 2 discard 1", dealt(SETS, "9 9 1 4 4 5 6 7", players=2))
    assert not any(tile.sideways for tile in state.seats[AYA].river)
    state = after("1 draw 7", state)
    assert prompts(state)[1] == "Aya: your sideways tile was called, so lay this discard sideways."
    state = after("1 discard 7", state)
    assert state.seats[AYA].river[-1].sideways
    assert (state.purses[AYA], state.chips) == (2990, 1)  # one chip only
    state = after("2 draw 8; 2 discard 8; 1 draw 6; 1 discard 6", state)
    assert [tile.sideways for tile in state.seats[AYA].river] == [True, False]

"""The rules of Character Search, J1-1 to J1-5, one by one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engines import search
from engines.search import BACK, TAKE, Back, Move, State, Turn
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.told import Told

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan")
IN_PAIRS = "1122334455667788" * 4 + "99999999"  # odd places match the next one
UP = ("turn 1 1", "turn 3 2")
MATCHED = ("turn 1 1", "turn 2 1")
rules = Told(search)
after, legal, said, ranked, refused = rules.after, rules.legal, rules.said, rules.ranked, rules.refused


def lying(players: int = 3, chips: str = "pieces", tiles: str = IN_PAIRS) -> State:
    """A known start in which tile 1 matches tile 2, tile 3 matches tile 4 and so on."""
    return replace(search.start(NAMES[:players], {"chips": chips}), tiles=tuple(tiles))


def a_match(state: State, first: int) -> State:
    """The player in turn takes two neighbours that match."""
    face = state.tiles[first - 1]
    return after(state, f"turn {first} {face}", f"turn {first + 1} {face}", "take")


def a_miss(state: State) -> State:
    """The player in turn turns up two of the last ten tiles, an 8 and a 9."""
    return after(state, "turn 64 8", "turn 65 9", "back")


def with_chips(*chips: int) -> State:
    """A start where some chips were thrown away before; each began with ten."""
    purses = [search.Purse((left,), thrown=10 - left) for left in chips]
    return replace(lying(len(chips)), purses=tuple(purses))


def test_the_game_begins_with_72_tiles_face_down_and_ten_chips_each() -> None:
    begun = search.start(NAMES, {})
    assert list(search.layout(begun)) == [f"tile/{tile}" for tile in range(1, 73)]
    assert set(search.layout(begun).values()) == {FACE_DOWN}
    assert ranked(begun) == [(10, 1)] * 4
    assert said(begun) == ["setup_pieces 72", "turn Aya"]


def test_a_deal_holds_eight_of_each_number_and_no_almighty() -> None:
    tiles = search.deal(NAMES, {}, seed=5).tiles
    assert sorted(tiles) == sorted("123456789" * 8)
    assert tiles != search.deal(NAMES, {}, seed=6).tiles


def test_j1_1_one_tile_after_the_other_is_turned_up_and_lies_open() -> None:
    state = after(lying(), "turn 1 1")
    assert search.layout(state)["tile/1"] == {"1"}
    assert said(state) == ["second Aya 1"]
    both = after(state, "turn 4 2")
    assert [search.layout(both)[place] for place in ("tile/1", "tile/4", "tile/2")] == [{"1"}, {"2"}, FACE_DOWN]


def test_j1_1_a_match_takes_both_tiles_off_and_a_chip_from_every_other_player() -> None:
    state = after(lying(), *MATCHED)
    assert legal(state) == ["take"]
    assert [prompt.player for prompt in search.prompt(state)] == [AYA, BEN, CHIE]
    assert said(state) == ["match Aya", "give_one Ben Aya", "give_one Chie Aya"]
    taken = after(state, "take")
    assert [search.layout(taken)[f"tile/{tile}"] for tile in (1, 2, 3)] == [NOTHING, NOTHING, FACE_DOWN]
    assert [score for score, _ in ranked(taken)] == [12, 9, 9]
    assert rules.reasons(taken, AYA) == ["began_pieces 10", "received 2"]
    assert rules.reasons(taken, BEN) == ["began_pieces 10", "paid 1"]


def test_j1_1_any_two_of_the_same_number_match() -> None:
    assert after(lying(), "turn 1 1", "turn 17 1", "take").gone == {1, 17}


def test_j1_1_other_tiles_go_back_and_a_chip_is_thrown_away_for_good() -> None:
    state = after(lying(), *UP)
    assert legal(state) == ["back"]
    assert said(state) == ["throw_one Aya"]
    thrown = after(state, "back")
    assert set(search.layout(thrown).values()) == {FACE_DOWN}
    assert [score for score, _ in ranked(thrown)] == [9, 10, 10]
    assert rules.reasons(thrown, AYA) == ["began_pieces 10", "thrown 1"]


def test_j1_1_tiles_turned_back_stay_known_to_everybody() -> None:
    state = after(search.start(NAMES, {}), "turn 1 5", "turn 3 2", "back")
    assert search.view(state, None) == search.view(state, BEN) == state
    assert state.tiles[:3] == ("5", UNKNOWN, "2")
    assert [line for line in legal(state) if line.startswith("turn 1 ")] == ["turn 1 5"]
    assert refused(state, "turn 1 6") == "another_face 1 6"


@pytest.mark.parametrize("seen", [(), ("turn 1 5",)])
def test_j1_1_whoever_writes_the_record_may_have_missed_tiles_that_went_back(seen: tuple[str, ...]) -> None:
    state = after(search.start(NAMES, {}), *seen)
    missed = Back(unseen=2 - len(seen))
    assert missed in search.moves(state)
    assert rules.described(state, missed) == [f"put_back_unseen_{2 - len(seen)} Aya"]
    put_back = after(state, missed)
    assert (put_back.tiles, put_back.up, put_back.seat) == (state.tiles, (), BEN)
    assert [score for score, _ in ranked(put_back)] == [9, 10, 10, 10]
    assert said(put_back) == ["turn Ben"]


def test_j1_1_the_table_refuses_a_ninth_tile_of_a_number() -> None:
    state = search.start(NAMES[:2], {})
    for first in range(1, 9, 2):
        state = after(state, f"turn {first} 7", f"turn {first + 1} 7", "take")
    assert "turn 20 6" in legal(state)
    assert refused(state, "turn 20 7") == "all_seen 20 7 8"


@pytest.mark.parametrize("turn", [a_miss, lambda state: a_match(state, 1)])
def test_j1_2_the_next_player_clockwise_has_his_turn_also_after_a_match(turn: Callable[[State], State]) -> None:
    state = turn(lying())
    assert state.seat == BEN
    assert said(state) == ["turn Ben"]
    assert a_miss(a_miss(state)).seat == AYA


def test_j1_3_by_option_chips_count_what_is_printed_on_them_and_the_smallest_go_first() -> None:
    begun = lying(chips="value")
    assert [sum(purse.chips) for purse in begun.purses] == [10] * 3
    assert said(begun)[0] == "setup_value 72"
    assert ranked(begun) == [(1350, 1)] * 3
    state = after(begun, *MATCHED)
    assert said(state)[1:] == ["give_10 Ben Aya", "give_10 Chie Aya"]
    taken = after(state, "take")
    assert ranked(taken) == [(1370, 1), (1340, 2), (1340, 2)]
    assert taken.purses[AYA].chips == (7, 3, 2)
    assert rules.reasons(taken, BEN) == ["began_value 1350", "paid 10", "chips_left 9"]


def test_j1_3_by_option_the_larger_chips_follow_and_only_the_last_piece_puts_one_out() -> None:
    state, told, worth = lying(players=2, chips="value"), [], []
    while not search.is_over(state):
        state = after(state, "turn 64 8", "turn 65 9")
        told.append(said(state)[0].split()[0])
        state = after(state, "back")
        worth.append(ranked(state)[AYA][0])
    assert told[::2] == ["throw_10"] * 5 + ["throw_100"] * 3 + ["throw_500", "throw_last"]
    assert worth[::2] == [1340, 1330, 1320, 1310, 1300, 1200, 1100, 1000, 500, 0]


def test_j1_3_the_equipment_has_enough_of_each_chip_for_four() -> None:
    purses = search.start(NAMES, {"chips": "value"}).purses
    assert all(sum(purse.chips[kind] for purse in purses) <= most for kind, most in enumerate((44, 20, 25)))


def test_every_chip_that_is_given_has_its_sentence() -> None:
    for kind, chip in enumerate(("10", "100", "500")):
        chips = tuple(2 * (at == kind) for at in range(3))
        state = replace(lying(2, "value"), purses=(search.Purse((5, 3, 2)), search.Purse(chips)))
        assert said(after(state, *MATCHED))[1] == f"give_{chip} Ben Aya"


def test_j1_4_a_player_who_throws_his_last_chip_away_is_out_and_skipped() -> None:
    up = after(with_chips(1, 10, 10), "turn 64 8", "turn 65 9")
    assert said(up) == ["throw_last Aya"]
    state = after(up, "back")
    assert state.out == ((AYA,),)
    assert ranked(state) == [(0, 3), (10, 1), (10, 1)]
    assert rules.reasons(state, AYA)[-1] == "out"
    assert [state.seat, a_miss(state).seat, a_miss(a_miss(state)).seat] == [BEN, CHIE, BEN]


def test_j1_4_a_player_whose_last_chip_paid_for_a_match_is_out_too_and_pays_no_more() -> None:
    up = after(with_chips(10, 1, 10), *MATCHED)
    assert said(up)[1:] == ["give_last Ben Aya", "give_one Chie Aya"]
    state = after(up, "take")
    assert state.out == ((BEN,),)
    assert state.seat == CHIE
    assert [score for score, _ in ranked(a_match(state, 3))] == [11, 0, 10]


def test_j1_5_the_last_player_in_wins_whatever_tiles_are_left() -> None:
    over = a_miss(with_chips(1, 3))
    assert search.is_over(over)
    assert legal(over) == []
    assert ranked(over) == [(0, 2), (3, 1)]
    assert said(over) == ["over_alone Ben", "won_pieces Ben 3"]
    assert {refused(over, move) for move in (Turn(1, "1"), TAKE, BACK)} == {"over"}


def test_j1_5_if_one_match_empties_all_others_the_mover_wins() -> None:
    over = a_match(with_chips(2, 1, 1, 1), 1)
    assert search.is_over(over)
    assert over.out == ((BEN, CHIE, DAN),)
    assert ranked(over) == [(5, 1), (0, 2), (0, 2), (0, 2)]
    assert said(over) == ["over_alone Aya", "won_pieces Aya 5"]


def test_j1_5_who_leaves_later_ranks_higher() -> None:
    state = a_miss(a_miss(a_miss(with_chips(1, 1, 1, 4))))
    assert state.out == ((AYA,), (BEN,), (CHIE,))
    assert [rank for _, rank in ranked(state)] == [4, 3, 2, 1]


def test_j1_5_when_the_last_tile_is_gone_most_chips_win() -> None:
    state = a_miss(a_match(lying(), 1))
    for first in range(3, 73, 2):
        state = a_match(state, first)
    assert search.is_over(state)
    assert set(search.layout(state).values()) == {NOTHING}
    assert ranked(state) == [(13, 1), (6, 3), (10, 2)]
    assert said(state) == ["over_cleared", "won_pieces Aya 13"]


@pytest.mark.parametrize(("chips", "points"), [("pieces", 10), ("value", 1350)])
def test_j1_5_equal_counts_share_the_win(chips: str, points: int) -> None:
    state = lying(3, chips)
    for first in range(1, 73, 2):
        state = a_match(state, first)
    shared = [f"shared_{chips} {name} {points}" for name in NAMES[:3]]
    assert said(state) == ["over_cleared", *shared]


@pytest.mark.parametrize(("before", "move", "why"), [
    ((), Turn(0, "1"), "no_tile 0 72"),
    ((), Turn(73, "1"), "no_tile 73 72"),
    ((), Turn(1, "wild"), "no_face wild"),
    ((), Turn(1, UNKNOWN), "no_face unknown"),
    ((), Turn(1, "2"), "another_face 1 2"),
    ((), TAKE, "turn_first Aya"),
    (("turn 1 1",), BACK, "turn_first Aya"),
    (("turn 1 1",), Turn(1, "1"), "same_tile Aya 1"),
    ((*MATCHED, "take"), Turn(2, "1"), "gone Ben 2"),
    (UP, Turn(5, "3"), "two_are_up Aya"),
    (UP, TAKE, "no_match 1 2"),
    (MATCHED, BACK, "match 1"),
    (("turn 1 1",), Back(unseen=2), "unseen 2 1"),
    ((), Back(unseen=2), "all_known"),
])  # fmt: skip
def test_what_cannot_be_is_refused(before: tuple[str, ...], move: Move, why: str) -> None:
    assert refused(after(lying(), *before), move) == why


def test_a_move_is_told_in_one_line_of_the_record() -> None:
    assert rules.described(lying(), *UP, "back")[1:] == ["turned Aya 3 2", "put_back Aya"]
    assert rules.described(lying(), *MATCHED, "take")[2:] == ["took Aya 1 2"]


def test_a_simple_player_turns_up_new_tiles_and_takes_each_match_that_he_has_seen() -> None:
    state = search.start(NAMES, {})
    assert [search.greedy(state, seat) for seat in (AYA, BEN)] == [Turn(1, UNKNOWN), None]
    state = after(state, "turn 1 5")
    assert search.greedy(state, AYA) == Turn(2, UNKNOWN)
    state = after(state, "turn 2 3", "back", "turn 3 5")
    assert search.greedy(state, BEN) == Turn(1, "5")
    state = after(state, "turn 4 3")
    assert search.greedy(state, BEN) == BACK
    state = after(state, "back")
    known = [after(state, *moves) for moves in ((), ("turn 1 5",), ("turn 1 5", "turn 3 5"))]
    assert [search.greedy(one, CHIE) for one in known] == [Turn(1, "5"), Turn(3, "5"), TAKE]

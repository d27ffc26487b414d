"""The rules of Kylo Ren Siege, J2-1 to J2-7, one by one."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engines import sevens
from engines.hands import in_order
from engines.sevens import KEEP, PASS, Draw, Lay, Move, Show, State
from engines.vocabulary import EMPTY, FACE_DOWN, NOTHING, UNKNOWN, WILD
from tests.support.engines.told import Told

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan")
FULL = ("1-9",) * 5
HANDS = ("1 2 3 4 6 7", "1 2 3 4 6 7", "1 2 4 6 8 wild")
rules = Told(sevens)
after, legal, said, ranked, refused = rules.after, rules.legal, rules.said, rules.ranked, rules.refused


def begun(*hands: str) -> State:
    """A known start with these hands; the stock holds all other tiles by number, the almighty last."""
    tiles = Counter([*"12346789" * 6, WILD])
    dealt = tuple(tuple(hand.split()) for hand in hands)
    for hand in dealt:
        tiles.subtract(hand)
    assert min(tiles.values()) >= 0
    stock = tuple(sorted(tiles.elements(), key=lambda face: (face == WILD, face)))
    return replace(sevens.start(NAMES[: len(hands)], {}), hands=dealt, stock=stock)


def unknown(*moves: str) -> State:
    """What the table knows of a game of two after some moves."""
    return after(sevens.start(NAMES[:2], {}), *moves)


def late(*rows: str, hands: tuple[str, ...], wild: tuple[int, int] | None = None, **also: Any) -> State:
    """A state with an empty stock: rows as `3-7`, hands by seat as words, `?` for an unknown tile.

    What is missing to 49 tiles is put into the last hand, as unknown tiles.
    """
    ends = tuple((int(row[0]), int(row[-1])) for row in rows)
    tiles = [hand.replace("?", UNKNOWN).split() for hand in hands]
    tiles[-1] += [UNKNOWN] * (49 - sum(high - low for low, high in ends) - sum(map(len, tiles)))
    players = NAMES[: len(hands)]
    held, stock = tuple(map(in_order, tiles)), (EMPTY,) * (49 - 6 * len(players))
    return replace(sevens.start(players, {}), hands=held, stock=stock, rows=ends, wild=wild, **also)


def lays(state: State, row: str = "") -> list[str]:
    """The legal lays, of one row or of all."""
    return [line[4:] for line in legal(state) if line.startswith(f"lay {row}")]


def test_j2_1_six_kylo_rens_stand_in_the_centre_one_a_row() -> None:
    shown = sevens.layout(unknown())
    assert len([place for place in shown if place.startswith("row/")]) == 54
    assert {place: look for place, look in shown.items() if look not in (NOTHING, FACE_DOWN)} == {
        f"row/{row}/5": {"5"} for row in range(1, 7)
    }


def test_j2_1_rows_grow_outward_without_gaps_in_any_row() -> None:
    state = after(begun("1 2 4 6 7 8", "2 3 4 6 7 8"), "lay 3/4 4")
    assert lays(state, "3") == ["3/3 3", "3/6 6"]
    state = after(state, "lay 3/6 6")
    assert lays(state) == ["1/6 6", "2/6 6", "3/7 7", "4/6 6", "5/6 6", "6/6 6"]
    state = after(state, "lay 3/7 7")
    assert lays(state, "3") == ["3/3 3", "3/8 8"]
    laid = [place for place, look in sevens.layout(state).items() if look in ({"4"}, {"6"}, {"7"})]
    assert laid == ["row/3/4", "row/3/6", "row/3/7"]


def test_j2_1_vertical_neighbours_do_not_count() -> None:
    state = after(begun(*HANDS[:2]), "lay 3/4 4", "lay 4/4 4", "lay 3/3 3")
    assert refused(state, "lay 2/3 3") == "gap 2 3 4"
    assert "4/3 3" in lays(state)


@pytest.mark.parametrize(("players", "stock"), [(4, 25), (3, 31), (2, 37)])
def test_j2_2_six_tiles_each_and_the_stock(players: int, stock: int) -> None:
    state = sevens.deal(NAMES[:players], {}, seed=3)
    assert [len(hand) for hand in state.hands] == [6] * players
    tiles = [*state.stock, *(face for hand in state.hands for face in hand)]
    assert sorted(tiles) == sorted([*"12346789" * 6, WILD])
    places = [place for place in sevens.layout(state) if place.startswith("stock/")]
    assert places == [f"stock/{at}" for at in range(1, stock + 1)]
    assert said(state)[0] == f"setup 6 {stock} 5"
    assert state != sevens.deal(NAMES[:players], {}, seed=4)


def test_j2_3_the_opening_player_must_lay_a_4_or_a_6_or_the_almighty() -> None:
    state = begun(*HANDS[:2])
    assert legal(state) == [f"lay {row}/{face} {face}" for row in range(1, 7) for face in "46"]
    assert refused(state, Draw(1)) == "must_open Aya"
    assert said(state)[1:] == ["open Aya"]
    state = begun("1 1 2 2 3 wild", HANDS[0])
    assert legal(state) == [f"lay {row}/{number} wild" for row in range(1, 7) for number in (4, 6)]


def test_j2_3_only_without_one_he_draws_and_may_lay_what_he_has_drawn() -> None:
    state = begun("1 1 2 2 3 3", HANDS[0])
    assert legal(state) == [f"draw {at} {face}" for at, face in enumerate(state.stock, 1)]
    drawn = after(state, f"draw {state.stock.index('4') + 1} 4")
    assert drawn.hands[AYA] == ("1", "1", "2", "2", "3", "3", "4")
    assert legal(drawn) == [*(f"lay {row}/4 4" for row in range(1, 7)), "keep"]
    assert said(drawn) == ["drawn Aya"]
    assert after(drawn, "keep").seat == BEN


def test_j2_3_holds_for_the_first_turn_only() -> None:
    assert "draw 2 1" in legal(after(begun("1 1 2 2 3 3", "4 4 4 4 6 6"), "draw 1 1", "keep"))


def test_j2_3_the_table_does_not_believe_that_he_was_dealt_what_he_would_have_had_to_lay() -> None:
    state = unknown("draw 1", "keep", "draw 2", "keep")
    assert "1/4 4" in lays(state)  # he may have drawn one 4, but no more
    state = after(state, "lay 1/4 4", "lay 1/6 6")
    assert lays(state) == ["1/3 3", "1/7 7"]
    assert refused(state, "lay 2/6 6") == "not_held Aya 6"
    assert refused(state, "lay 2/6 wild") == "not_held_wild Aya"
    assert "2/4 4" in lays(after(state, "draw 3"))
    assert "2/4 wild" in lays(after(state, "draw 3", "keep", "draw 4", "keep"))


TOOK_IT = "draw 1; keep; lay 1/6 6; lay 1/7 7; lay 1/8 wild; lay 1/8 8; lay 1/9 9"


@pytest.mark.parametrize(("moves", "may", "may_not"), [
    # a drawn tile laid at once is none that he may have later
    ("draw 1; lay 1/4 4; lay 1/6 6", "1/7 7", "2/4 4, 2/6 6, 2/4 wild"),
    # whatever its number
    ("draw 1; keep; lay 1/4 4; draw 2; lay 1/3 3; lay 2/4 4", "3/4 4", ""),
    ("draw 1; keep; lay 1/4 4; draw 2; lay 1/3 3; lay 2/4 4; lay 3/4 4; lay 3/3 3", "3/2 2", "4/4 4"),
    # nor is an almighty that he took from the sheet
    (TOOK_IT, "2/4 4", ""),
    (f"{TOOK_IT}; lay 2/4 wild; lay 2/3 3", "2/4 4", ""),
    (f"{TOOK_IT}; lay 2/4 wild; lay 2/3 3; lay 3/4 4; lay 3/3 3", "3/2 2", "3/4 4"),
    # if it is told what he has drawn, his other tiles are none
    ("draw 1 6; keep; lay 1/4 4", "1/3 3, 1/6 6, 6/6 6", "2/4 4, 1/3 wild"),
])  # fmt: skip
def test_j2_3_he_may_have_as_many_of_them_as_he_has_drawn(moves: str, may: str, may_not: str) -> None:
    possible = lays(unknown(*moves.split("; ")))
    assert set(may.split(", ")) <= set(possible)
    assert not set(may_not.split(", ")) & set(possible)


def test_j2_3_so_enough_other_tiles_must_be_left_for_him() -> None:
    """All but the 7, 8 and 9 of row 1 have been laid of what Aya can have been dealt, and she has three tiles."""
    known = late("1-5", *FULL, hands=("? ? ?", "?"), opener_drew=0, seat=BEN)
    assert lays(known) == ["1/6 6", "1/6 wild"]
    # with a 7 of Ben's, Aya would hold the 6 that she would have had to lay
    ben = late("1-6", *FULL, hands=("? ? ?", "?"), wild=(1, 6), opener_drew=0, seat=BEN)
    assert lays(ben) == ["1/6 6"]


def test_j2_3_so_the_table_may_know_what_he_has_drawn() -> None:
    """Left are 6 6 7 8 8 9 9; Aya was dealt five of them that are no 6, so both she has drawn and Ben has a 6."""
    state = late("1-7", "1-5", *FULL[:4], hands=("? ? ? ? ? ?", "?"), wild=(1, 6), opener_drew=1, drawn=UNKNOWN)
    assert lays(state) == ["1/6 6", "2/6 6"]


def test_j2_4_a_player_may_draw_any_tile_although_he_could_lay_and_he_alone_sees_it() -> None:
    state = after(begun(*HANDS), "lay 1/4 4")
    assert "1/3 3" in lays(state)
    assert said(state) == ["turn Ben"]
    draws = [move for move in sevens.moves(state) if isinstance(move, Draw)]
    assert [(move.at, move.face) for move in draws] == list(enumerate(state.stock, start=1))
    seen = [sevens.observed(state, draws[8], player) for player in (BEN, AYA, None)]
    assert seen == [draws[8], Draw(9), Draw(9)]
    drawn = after(state, draws[8])
    assert [sevens.layout(drawn)[place] for place in ("stock/9", "stock/8")] == [NOTHING, FACE_DOWN]
    assert drawn.drawn == sevens.view(drawn, BEN).drawn == draws[8].face
    assert sevens.view(drawn, AYA).drawn == sevens.view(drawn, None).drawn == UNKNOWN
    assert sevens.view(drawn, AYA).hands == (drawn.hands[AYA], (UNKNOWN,) * 7, (UNKNOWN,) * 6)
    assert refused(after(drawn, "keep"), Draw(9)) == "no_stock_tile 9"


def test_j2_4_only_the_tile_just_drawn_may_then_be_laid() -> None:
    state = after(begun(*HANDS[:2]), "lay 1/4 4")
    drawn = after(state, "draw 1 1")
    assert legal(drawn) == ["keep"]
    assert refused(drawn, "lay 1/3 3") == "not_drawn Ben"
    assert refused(drawn, "draw 2") == refused(drawn, "pass") == "drawn_already Ben"
    fits = after(state, f"draw {state.stock.index('3') + 1} 3")
    assert legal(fits) == ["lay 1/3 3", "keep"]
    assert after(fits, "lay 1/3 3").hands[BEN] == state.hands[BEN]


def test_j2_4_a_tile_drawn_unseen_is_not_the_one_that_was_told_before() -> None:
    state = unknown("lay 1/4 4", "draw 1 3")
    assert state.hands[BEN] == ("3", *(UNKNOWN,) * 6)
    assert legal(state) == ["lay 1/3 3", "keep"]
    state = after(state, "keep", "draw 2", "keep", "draw 3", "lay 1/3 3")
    assert state.hands[BEN] == ("3", *(UNKNOWN,) * 6)


def test_j2_4_nobody_passes_while_there_is_stock() -> None:
    state = after(begun(*HANDS[:2]), "lay 1/4 4")
    assert refused(state, "pass") == "draw_instead Ben"
    assert refused(state, "keep") == "nothing_drawn Ben"


def test_j2_4_with_an_empty_stock_a_player_may_pass_although_he_could_lay() -> None:
    state = late(*FULL, "1-6", hands=("7 8", "9 wild"))
    assert legal(state) == ["lay 6/7 7", "pass"]
    assert said(state) == ["turn_end Aya"]
    assert refused(state, "draw 1") == "stock_empty Aya"
    assert after(state, "pass").seat == BEN


def test_j2_5_the_game_stops_when_all_still_in_have_passed_once_round() -> None:
    state = after(late(*FULL, "1-5", hands=("7 8", "6 9", "wild")), "pass", "lay 6/6 6", "pass", "pass")
    assert not sevens.is_over(state)
    assert legal(after(state, "pass")) == ["show 3"]


def test_j2_5_fewest_tiles_rank_first_and_ties_share() -> None:
    state = late(*FULL[:4], "1-8", "1-8", wild=(6, 8), hands=("9", "9", "8"))
    over = after(state, "pass", "pass", "pass")
    assert legal(over) == []
    assert ranked(over) == [(1, 1)] * 3
    assert said(over) == ["over_passed", *(f"shared {name}" for name in NAMES[:3])]
    more = late(*FULL[:4], "1-7", "1-8", wild=(6, 8), hands=("8 8", "9", "9"))
    over = after(more, "pass", "pass", "pass")
    assert ranked(over) == [(2, 3), (1, 1), (1, 1)]
    assert rules.reasons(over, AYA) == ["tiles_left 2"]


def test_j2_5_who_has_finished_before_the_stop_ranks_before_all_others() -> None:
    state = after(late(*FULL[:4], "1-8", "1-7", wild=(6, 7), hands=("9", "7 8", "9")), "lay 5/9 9")
    assert said(state)[0] == "finished Aya 1"
    over = after(state, "pass", "pass")
    assert ranked(over) == [(0, 1), (2, 3), (1, 2)]
    assert said(over) == ["over_passed", "won Aya"]


def test_j2_6_the_almighty_stands_for_the_square_it_lies_on() -> None:
    state = after(begun("4 4 4 4 4 wild", "7 7 7 7 7 7"), "lay 2/6 wild")
    assert sevens.layout(state)["row/2/6"] == {WILD}
    assert lays(state) == ["2/7 7"]


def test_j2_6_whoever_lays_the_true_tile_there_takes_the_almighty_into_hand() -> None:
    state = after(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild")
    assert refused(state, "lay 1/7 6") == "wrong_column 6 7"
    assert refused(state, "lay 1/6 6") == "taken 1 6"
    state = after(state, "lay 2/6 6")
    assert "1/7 7" in lays(state)
    assert rules.described(state, "lay 1/7 7") == ["laid_takes Ben 1 7"]
    taken = after(state, "lay 1/7 7")
    assert sevens.layout(taken)["row/1/7"] == {"7"}
    assert taken.hands[BEN] == ("1", "2", "3", "4", WILD)
    assert said(taken) == ["take Ben", "turn Chie"]
    assert sevens.prompt(taken)[0].player == taken.holder == BEN
    # everybody has seen it, and nobody else can have it
    assert sevens.view(taken, None).hands[BEN] == (WILD, *(UNKNOWN,) * 4)
    assert refused(sevens.view(taken, None), "lay 1/8 wild") == "not_held_wild Chie"
    back = after(taken, "lay 1/8 8", "lay 2/7 7", "lay 1/9 wild")
    assert back.holder is None
    assert sevens.view(back, None).hands[BEN] == (UNKNOWN,) * 4


def test_j2_6_the_row_goes_on_beyond_the_almighty_and_it_can_be_taken_from_the_middle() -> None:
    state = after(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild", "draw 1 1", "keep", "draw 2 1", "keep")
    state = after(state, "lay 1/8 8", "lay 1/7 7")
    assert state.rows[0] == (4, 8)
    assert WILD in state.hands[AYA]


def test_j2_7_ranks_go_by_emptying_the_hand_and_the_last_one_is_left() -> None:
    state = late(*FULL, "1-6", hands=("7", "8", "9 9"), wild=(1, 9))
    one = after(state, "lay 6/7 7")
    assert not sevens.is_over(one)
    assert said(one)[0] == "finished Aya 1"
    over = after(one, "lay 6/8 8")
    assert sevens.is_over(over)
    assert ranked(over) == [(0, 1), (0, 2), (2, 3)]
    assert said(over) == ["finished Ben 2", "over_alone Chie", "won Aya"]
    assert [rules.reasons(over, seat) for seat in range(3)] == [
        ["place 1"],
        ["place 2"],
        ["tiles_left 2"],
    ]


def test_j2_7_a_player_without_tiles_is_skipped() -> None:
    state = late(*FULL, "1-6", hands=("7", "9 8", "wild"))
    assert after(state, "lay 6/7 7", "pass", "lay 6/8 wild").finished == (AYA, CHIE)
    state = late(*FULL, "1-6", hands=("7", "9 ?", "?"))
    assert after(state, "lay 6/7 7", "pass", "pass").passes == 2


def test_j2_7_the_almighty_may_be_the_last_tile_laid() -> None:
    over = after(late(*FULL, "1-6", hands=("wild", "7 8 9")), "lay 6/7 wild")
    assert sevens.is_over(over)
    assert [rank for _, rank in ranked(over)] == [1, 2]
    for move in (Lay(6, 8, "8"), Draw(1), KEEP, PASS, Show(BEN)):
        assert refused(over, move) == "over"


def test_j2_7_who_takes_the_almighty_with_his_last_tile_has_not_finished() -> None:
    state = after(late(*FULL, "1-7", hands=("7", "8 9"), wild=(6, 7)), "lay 6/7 7")
    assert not sevens.is_over(state)
    assert state.hands[AYA] == (WILD,)


def test_j2_7_who_holds_the_almighty_at_the_end_is_last_whatever_else() -> None:
    state = late(*FULL[:4], "1-8", "1-7", hands=("wild", "9 8", "9"), holder=AYA)
    over = after(state, "pass", "pass", "pass")
    assert ranked(over) == [(1, 3), (2, 2), (1, 1)]
    assert said(over)[1:] == ["won Chie", "holds Aya"]
    assert rules.reasons(over, AYA) == ["tiles_left 1", "last"]
    assert ranked(state) == [(1, 1), (2, 3), (1, 1)]  # before the end it still may be laid


def test_j2_7_if_nobody_has_seen_the_almighty_its_holder_shows_it_when_all_have_passed() -> None:
    passed = after(late(*FULL[:4], "1-8", "1-7", hands=("? ?", "?", "?")), "pass", "pass", "pass")
    assert not sevens.is_over(passed)
    assert said(passed) == ["show"]
    assert legal(passed) == ["show 1", "show 2", "show 3"]
    assert refused(passed, PASS) == "show_first"
    assert rules.described(passed, "show 2") == ["showed Ben"]
    assert sevens.mover(passed, Show(BEN)) == BEN
    over = after(passed, "show 2")
    assert sevens.view(over, None).hands[BEN] == (WILD,)
    assert ranked(over) == [(2, 2), (1, 3), (1, 1)]


def test_j2_7_nobody_shows_the_almighty_before_or_without_it() -> None:
    state = late(*FULL[:4], "1-8", "1-7", hands=("8 9", "wild", "9"))
    assert refused(state, Show(BEN)) == "nothing_to_show"
    passed = after(state, "pass", "pass", "pass")
    assert legal(passed) == ["show 2"]
    assert {refused(passed, Show(seat)) for seat in (AYA, CHIE, DAN, -1)} == {"not_holder"}


def test_j2_7_one_tile_is_always_left_over() -> None:
    """49 tiles meet 48 free squares: with all of them covered by numbers, the almighty is left."""
    state = after(late(*FULL, "1-8", hands=("9", "wild")), "lay 6/9 9")
    assert state.hands == ((), (WILD,))
    assert NOTHING not in [look for place, look in sevens.layout(state).items() if place.startswith("row/")]


@pytest.mark.parametrize(("move", "why"), [
    (Lay(7, 4, "4"), "no_place 7 4"),
    (Lay(1, 0, "1"), "no_place 1 0"),
    (Lay(1, 4, "back"), "no_face back 4"),
    (Lay(1, 4, UNKNOWN), "no_face unknown 4"),
    (Lay(1, 4, "6"), "wrong_column 6 4"),
    (Lay(1, 5, WILD), "taken 1 5"),
    (Lay(1, 8, "8"), "gap 1 8 6"),
    (Lay(1, 6, WILD), "not_held_wild Ben"),
    (Lay(2, 4, "4"), "not_held Ben 4"),
    (Draw(0), "no_stock_tile 0"),
    (Draw(38), "no_stock_tile 38"),
    (Draw(1, "9"), "cannot_be 1"),
    (Draw(1, "5"), "cannot_be 1"),
])  # fmt: skip
def test_what_cannot_be_is_refused(move: Move, why: str) -> None:
    assert refused(after(begun("1 2 3 4 6 wild", "1 2 3 6 7 8"), "lay 1/4 4"), move) == why


def test_the_table_counts_the_tiles_of_each_number() -> None:
    """What Ben sees that he holds, Aya cannot lay."""
    state = begun("1 1 2 2 3 4", "6 6 6 6 6 6")
    assert "1/6 6" not in lays(sevens.view(state, BEN))
    assert "1/6 6" in lays(sevens.view(state, None))
    assert refused(sevens.view(state, BEN), "lay 1/6 6") == "not_held Aya 6"


def test_a_move_is_told_in_one_line_of_the_record() -> None:
    state = after(begun("1 2 3 4 6 7", "1 2 3 6 wild 8"), "lay 1/4 4")
    assert rules.described(state, "lay 1/3 3") == ["laid Ben 1 3"]
    assert rules.described(state, "lay 1/3 wild") == ["laid_wild Ben 1 3"]
    assert rules.described(state, "draw 1 1", "keep") == ["drew Ben", "kept Ben"]
    assert rules.described(late(*FULL, "1-6", hands=("7 8", "9 wild")), "pass") == ["passed Aya"]


def test_a_simple_player_lays_what_opens_the_way_and_the_almighty_before_he_draws_or_takes_it() -> None:
    state = sevens.view(begun("1 4 6 7 8 wild", HANDS[0]), AYA)
    assert sevens.greedy(state, AYA) == Lay(1, 6, "6")
    assert sevens.greedy(state, BEN) is None
    assert sevens.greedy(begun("2 2 2 2 2 wild", "7 7 7 7 7 7"), AYA) == Lay(1, 4, WILD)
    state = after(begun("6 1 1 1 1 wild", "4 4 4 4 4 4"), "lay 1/6 6", "lay 1/4 4", "lay 1/3 wild")
    assert sevens.greedy(sevens.view(state, BEN), BEN) == Lay(2, 4, "4")
    threes = after(begun("6 1 1 1 1 wild", "3 3 3 3 3 3"), "lay 1/4 wild", "draw 1 1", "keep", "draw 2 1", "keep")
    assert sevens.greedy(sevens.view(threes, BEN), BEN) == Lay(1, 3, "3")
    fours = replace(state, hands=(state.hands[AYA], ("3", "3", "3", "9", "9")))
    assert sevens.greedy(sevens.view(fours, BEN), BEN) == Draw(1)


def test_a_simple_player_passes_shows_and_at_the_end_takes_the_almighty() -> None:
    assert sevens.greedy(late(*FULL, "1-7", hands=("7", "8 9"), wild=(6, 7)), AYA) == Lay(6, 7, "7")
    state = late(*FULL, "1-6", hands=("8", "7 9 wild"))
    assert sevens.greedy(state, AYA) == PASS
    passed = after(state, "pass", "pass")
    assert [sevens.greedy(passed, seat) for seat in (AYA, BEN)] == [None, Show(BEN)]

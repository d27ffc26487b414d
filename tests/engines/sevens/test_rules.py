"""The rules of Kylo Ren Siege, J2-1 to J2-7, one by one."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from device.texts import say
from engines import sevens
from engines.contract import BadOption, BadRecord, IllegalMove
from engines.hands import in_order
from engines.sevens import KEEP, PASS, Draw, Lay, Move, Show, State
from engines.vocabulary import EMPTY, FACE_DOWN, NOTHING, UNKNOWN, WILD
from tests.support.engines.records import read_record

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan")


def begun(*hands: str) -> State:
    """A known start with these hands; the stock holds all other tiles by number, the almighty last."""
    tiles = Counter([*"12346789" * 6, WILD])
    dealt = tuple(tuple(hand.split()) for hand in hands)
    for hand in dealt:
        tiles.subtract(hand)
    assert min(tiles.values()) >= 0
    stock = tuple(sorted(tiles.elements(), key=lambda face: (face == WILD, face)))
    return replace(sevens.start(NAMES[: len(hands)], {}), hands=dealt, stock=stock)


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


FULL = ("1-9",) * 5


def played(state: State, *moves: str) -> State:
    """The state after some moves, each a line of a record."""
    for move in moves:
        state = sevens.play(state, sevens.move_from_text(move))
    return state


def lays(state: State) -> list[str]:
    return [sevens.move_to_text(move)[4:] for move in sevens.moves(state) if isinstance(move, Lay)]


def said(state: State) -> list[str]:
    return [say(prompt.said, "en") for prompt in sevens.prompt(state)]


def ranks(state: State) -> list[int]:
    return [standing.rank for standing in sevens.standings(state)]


def refusal(state: State, move: Move) -> str:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        sevens.play(state, move)
    assert repr(state) == before
    assert say(refused.value.said, "ja") != say(refused.value.said, "en")
    return say(refused.value.said, "en")


HANDS = ("1 2 3 4 6 7", "1 2 3 4 6 7", "1 2 4 6 8 wild")


def test_j2_1_six_kylo_rens_stand_in_the_centre_one_a_row() -> None:
    shown = sevens.layout(sevens.start(NAMES[:2], {}))
    assert len([place for place in shown if place.startswith("row/")]) == 54
    assert {place: look for place, look in shown.items() if look not in (NOTHING, FACE_DOWN)} == {
        f"row/{row}/5": {"5"} for row in range(1, 7)
    }


def test_j2_1_rows_grow_outward_without_gaps_in_any_row() -> None:
    state = played(begun("1 2 4 6 7 8", "2 3 4 6 7 8"), "lay 3/4 4")
    assert [lay for lay in lays(state) if lay[0] == "3"] == ["3/3 3", "3/6 6"]
    state = played(state, "lay 3/6 6")
    assert lays(state) == ["1/6 6", "2/6 6", "3/7 7", "4/6 6", "5/6 6", "6/6 6"]
    state = played(state, "lay 3/7 7")
    assert [lay for lay in lays(state) if lay[0] == "3"] == ["3/3 3", "3/8 8"]
    assert [place for place, look in sevens.layout(state).items() if look in ({"4"}, {"6"}, {"7"})] == [
        "row/3/4",
        "row/3/6",
        "row/3/7",
    ]


def test_j2_1_vertical_neighbours_do_not_count() -> None:
    state = played(begun(*HANDS[:2]), "lay 3/4 4", "lay 4/4 4", "lay 3/3 3")
    assert refusal(state, Lay(2, 3, "3")) == "There must be no gap: in row 2, 4 comes before 3."
    assert Lay(4, 3, "3") in sevens.moves(state)


@pytest.mark.parametrize(("players", "stock"), [(4, 25), (3, 31), (2, 37)])
def test_j2_2_six_tiles_each_and_the_stock(players: int, stock: int) -> None:
    state = sevens.deal(NAMES[:players], {}, seed=3)
    assert [len(hand) for hand in state.hands] == [6] * players
    tiles = [*state.stock, *(face for hand in state.hands for face in hand)]
    assert sorted(tiles) == sorted([*"12346789" * 6, WILD])
    places = [place for place in sevens.layout(state) if place.startswith("stock/")]
    assert places == [f"stock/{at}" for at in range(1, stock + 1)]
    assert said(state)[0] == (
        "Lay the six Kylo Rens (5) in the centre, one in each row. Everybody gets 6 tiles; "
        f"the other {stock} lie face down side by side just inside the edges of the sheet, none on another."
    )
    assert state != sevens.deal(NAMES[:players], {}, seed=4)


def test_j2_3_the_opening_player_must_lay_a_4_or_a_6() -> None:
    state = begun(*HANDS[:2])
    assert lays(state) == [f"{row}/{face} {face}" for row in range(1, 7) for face in "46"]
    assert len(sevens.moves(state)) == 12
    assert refusal(state, Draw(1)) == (
        "Aya, you hold a tile that opens the game: lay a 4, a 6 or the almighty beside Kylo Ren."
    )
    assert said(state)[1] == (
        "Aya: lay a 4 or a 6 beside Kylo Ren, or the almighty. Only if you have none of them, draw a tile."
    )


def test_j2_3_or_the_almighty() -> None:
    state = begun("1 1 2 2 3 wild", HANDS[0])
    assert lays(state) == [f"{row}/{number} wild" for row in range(1, 7) for number in (4, 6)]
    assert all(isinstance(move, Lay) for move in sevens.moves(state))


def test_j2_3_only_without_one_he_draws_and_may_lay_what_he_has_drawn() -> None:
    state = begun("1 1 2 2 3 3", HANDS[0])
    assert {type(move) for move in sevens.moves(state)} == {Draw}
    assert len(sevens.moves(state)) == 37
    four = state.stock.index("4") + 1
    drawn = played(state, f"draw {four} 4")
    assert drawn.hands[AYA] == ("1", "1", "2", "2", "3", "3", "4")
    assert sevens.moves(drawn) == (*(Lay(row, 4, "4") for row in range(1, 7)), KEEP)
    assert said(drawn) == ["Aya: lay the tile that you drew, or keep it."]
    assert played(drawn, "keep").seat == BEN


def test_j2_3_holds_for_the_first_turn_only() -> None:
    state = played(begun("1 1 2 2 3 3", "4 4 4 4 6 6"), "draw 1 1", "keep")
    assert Draw(2, "1") in sevens.moves(state)


def test_j2_3_the_table_does_not_believe_that_he_was_dealt_what_he_would_have_had_to_lay() -> None:
    state = played(sevens.start(NAMES[:2], {}), "draw 1", "keep", "draw 2", "keep")
    assert "1/4 4" in lays(state)  # he may have drawn one 4, but no more
    state = played(state, "lay 1/4 4", "lay 1/6 6")
    assert lays(state) == ["1/3 3", "1/7 7"]
    assert refusal(state, Lay(2, 6, "6")) == "Aya cannot have number 6: check the tile."
    assert refusal(state, Lay(2, 6, WILD)) == "Aya cannot have the almighty: check the tile."
    assert "2/4 4" in lays(played(state, "draw 3"))
    assert "2/4 wild" in lays(played(state, "draw 3", "keep", "draw 4", "keep"))


def test_j2_3_a_drawn_tile_laid_at_once_is_none_that_he_may_have_later() -> None:
    state = played(sevens.start(NAMES[:2], {}), "draw 1", "lay 1/4 4", "lay 1/6 6")
    assert lays(state) == ["1/3 3", "1/7 7"]


def test_j2_3_a_drawn_tile_laid_at_once_is_none_of_them_whatever_its_number() -> None:
    state = played(sevens.start(NAMES[:2], {}), "draw 1", "keep", "lay 1/4 4", "draw 2", "lay 1/3 3", "lay 2/4 4")
    assert "3/4 4" in lays(state)
    assert "4/4 4" not in lays(played(state, "lay 3/4 4", "lay 3/3 3"))


def test_j2_3_an_almighty_that_he_took_from_the_sheet_is_none_of_them_either() -> None:
    state = played(sevens.start(NAMES[:2], {}), "draw 1", "keep", "lay 1/6 6", "lay 1/7 7", "lay 1/8 wild")
    state = played(state, "lay 1/8 8", "lay 1/9 9")
    assert "2/4 4" in lays(state)
    state = played(state, "lay 2/4 wild", "lay 2/3 3")
    assert "2/4 4" in lays(state)
    assert "3/4 4" not in lays(played(state, "lay 3/4 4", "lay 3/3 3"))


def test_j2_3_so_enough_other_tiles_must_be_left_for_him() -> None:
    """All but the 7, 8 and 9 of row 1 have been laid of what Aya can have been dealt, and she has three tiles."""
    rows = ("1-5", "1-9", "1-9", "1-9", "1-9", "1-9")
    known = late(*rows, hands=("? ? ?", "?"), opener_drew=0, seat=BEN)
    assert lays(known) == ["1/6 6", "1/6 wild"]
    ben = late("1-6", *rows[1:], hands=("? ? ?", "?"), wild=(1, 6), opener_drew=0, seat=BEN)
    # with a 7 of Ben's, Aya would hold the 6 that she would have had to lay
    assert lays(ben) == ["1/6 6"]


def test_j2_3_so_the_table_may_know_what_he_has_drawn() -> None:
    """Left are 6 6 7 8 8 9 9; Aya was dealt five of them that are no 6, so both she has drawn and Ben has a 6."""
    state = late("1-7", "1-5", *FULL[:4], hands=("? ? ? ? ? ?", "?"), wild=(1, 6), opener_drew=1, drawn=UNKNOWN)
    assert lays(state) == ["1/6 6", "2/6 6"]


def test_j2_3_and_if_it_is_told_what_he_has_drawn_his_other_tiles_are_none() -> None:
    state = played(sevens.start(NAMES[:2], {}), "draw 1 6", "keep", "lay 1/4 4")
    assert lays(state) == ["1/3 3", *(f"{row}/6 6" for row in range(1, 7))]


def test_j2_4_a_player_may_draw_although_he_could_lay() -> None:
    state = played(begun(*HANDS[:2]), "lay 1/4 4")
    assert "1/3 3" in lays(state)
    drawn = played(state, "draw 1 1")
    assert said(state) == ["Ben: lay a tile, or draw one."]
    assert sevens.layout(drawn)["stock/1"] == NOTHING
    assert sevens.layout(drawn)["stock/2"] == FACE_DOWN


def test_j2_4_any_tile_of_the_stock_may_be_drawn_and_only_the_drawer_sees_it() -> None:
    state = played(begun(*HANDS), "lay 1/4 4")
    draws = [move for move in sevens.moves(state) if isinstance(move, Draw)]
    assert [(move.at, move.face) for move in draws] == list(enumerate(state.stock, start=1))
    assert [sevens.observed(state, draws[8], player) for player in (BEN, AYA, None)] == [
        draws[8],
        Draw(9),
        Draw(9),
    ]
    drawn = sevens.play(state, draws[8])
    assert drawn.drawn == draws[8].face
    assert sevens.view(drawn, BEN).drawn == draws[8].face
    assert sevens.view(drawn, AYA).drawn == sevens.view(drawn, None).drawn == UNKNOWN
    assert sevens.view(drawn, AYA).hands == (drawn.hands[AYA], (UNKNOWN,) * 7, (UNKNOWN,) * 6)


def test_j2_4_only_the_tile_just_drawn_may_then_be_laid() -> None:
    state = played(begun(*HANDS[:2]), "lay 1/4 4")
    drawn = played(state, "draw 1 1")
    assert sevens.moves(drawn) == (KEEP,)
    assert refusal(drawn, Lay(1, 3, "3")) == (
        "Ben, after drawing you may only lay the tile just drawn: lay it, or keep it."
    )
    assert refusal(drawn, Draw(2)) == "Ben, you have already drawn a tile: lay it, or keep it."
    assert refusal(drawn, PASS) == "Ben, you have already drawn a tile: lay it, or keep it."
    three = state.stock.index("3") + 1
    fits = played(state, f"draw {three} 3")
    assert sevens.moves(fits) == (Lay(1, 3, "3"), KEEP)
    assert played(fits, "lay 1/3 3").hands[BEN] == state.hands[BEN]


def test_j2_4_nobody_passes_while_there_is_stock() -> None:
    state = played(begun(*HANDS[:2]), "lay 1/4 4")
    assert refusal(state, PASS) == (
        "Ben, there are tiles left to draw: lay one or draw one. You may pass only when all have been drawn."
    )
    assert refusal(state, KEEP) == "Ben, you have not drawn a tile: lay one or draw one."


def test_j2_4_with_an_empty_stock_a_player_may_pass_although_he_could_lay() -> None:
    state = late(*FULL, "1-6", hands=("7 8", "9 wild"))
    assert sevens.moves(state) == (Lay(6, 7, "7"), PASS)
    assert said(state) == ["Aya: lay a tile, or pass."]
    assert refusal(state, Draw(1)) == "Aya, there is no tile left to draw: lay one, or pass."
    assert played(state, "pass").seat == BEN


def test_j2_5_the_game_stops_when_all_still_in_have_passed_once_round() -> None:
    state = late(*FULL, "1-5", hands=("7 8", "6 9", "wild"))
    after = played(state, "pass", "lay 6/6 6", "pass", "pass")
    assert not sevens.is_over(after)
    assert sevens.moves(played(after, "pass")) == (Show(CHIE),)


def test_j2_5_fewest_tiles_rank_first_and_ties_share() -> None:
    state = late(*FULL[:4], "1-8", "1-8", wild=(6, 8), hands=("9", "9", "8"))
    over = played(state, "pass", "pass", "pass")
    assert sevens.is_over(over)
    assert sevens.moves(over) == ()
    assert ranks(over) == [1, 1, 1]
    assert said(over) == ["Everybody has passed: the game is over.", *(f"{name} shares the win." for name in NAMES[:3])]
    more = late(*FULL[:4], "1-7", "1-8", wild=(6, 8), hands=("8 8", "9", "9"))
    over = played(more, "pass", "pass", "pass")
    assert [(one.score, one.rank) for one in sevens.standings(over)] == [(2, 3), (1, 1), (1, 1)]
    assert say(sevens.standings(over)[AYA].reasons[0], "en") == "2 tiles in hand."


def test_j2_5_who_has_finished_before_the_stop_ranks_before_all_others() -> None:
    state = late(*FULL[:4], "1-8", "1-7", wild=(6, 7), hands=("9", "7 8", "9"))
    over = played(state, "lay 5/9 9", "pass", "pass")
    assert said(played(state, "lay 5/9 9"))[0] == "Aya has no tiles left: place 1!"
    assert ranks(over) == [1, 3, 2]
    assert said(over)[-1] == "Aya wins!"


def test_j2_6_the_almighty_stands_for_the_square_it_lies_on() -> None:
    state = played(begun("4 4 4 4 4 wild", "7 7 7 7 7 7"), "lay 2/6 wild")
    assert sevens.layout(state)["row/2/6"] == {WILD}
    assert lays(state) == ["2/7 7"]


def test_j2_6_whoever_lays_the_true_tile_there_takes_the_almighty_into_hand() -> None:
    state = played(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild", "lay 2/6 6")
    assert Lay(1, 7, "7") in sevens.moves(state)
    after = played(state, "lay 1/7 7")
    assert sevens.layout(after)["row/1/7"] == {"7"}
    assert after.hands[BEN] == ("1", "2", "3", "4", WILD)
    assert said(after) == ["Ben: take the almighty into your hand.", "Chie: lay a tile, or draw one."]
    assert sevens.prompt(after)[0].player == BEN
    told = sevens.describe(state, Lay(1, 7, "7"))
    assert say(told, "en") == "Ben lays 7 in row 1 and takes the almighty from there."


def test_j2_6_everybody_sees_who_takes_it_and_nobody_else_can_have_it() -> None:
    taken = played(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild", "lay 2/6 6", "lay 1/7 7")
    assert taken.holder == BEN
    assert sevens.view(taken, None).hands[BEN] == (WILD, *(UNKNOWN,) * 4)
    assert refusal(sevens.view(taken, None), Lay(1, 8, WILD)) == "Chie cannot have the almighty: check the tile."
    back = played(taken, "lay 1/8 8", "lay 2/7 7", "lay 1/9 wild")
    assert back.holder is None
    assert sevens.view(back, None).hands[BEN] == (UNKNOWN,) * 4


def test_j2_6_the_row_goes_on_beyond_the_almighty_and_it_can_be_taken_from_the_middle() -> None:
    state = played(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild", "draw 1 1", "keep", "draw 2 1", "keep")
    state = played(state, "lay 1/8 8", "lay 1/7 7")
    assert state.rows[0] == (4, 8)
    assert WILD in state.hands[AYA]


def test_j2_6_only_the_true_tile_is_laid_on_the_almighty() -> None:
    state = played(begun(*HANDS), "lay 1/4 4", "lay 1/6 6", "lay 1/7 wild")
    assert refusal(state, Lay(1, 7, "6")) == "This tile does not belong at place 7: only number 7 or the almighty."
    assert refusal(state, Lay(1, 6, "6")) == "There is already a tile at place 6 in row 1: lay at an end of a row."


def test_j2_7_ranks_go_by_emptying_the_hand_and_the_last_one_is_left() -> None:
    state = late(*FULL, "1-6", hands=("7", "8", "9 9"), wild=(1, 9))
    one = played(state, "lay 6/7 7")
    assert not sevens.is_over(one)
    assert said(one)[0] == "Aya has no tiles left: place 1!"
    over = played(one, "lay 6/8 8")
    assert sevens.is_over(over)
    assert ranks(over) == [1, 2, 3]
    assert said(over) == [
        "Ben has no tiles left: place 2!",
        "Only Chie still has tiles: the game is over.",
        "Aya wins!",
    ]
    assert [say(standing.reasons[0], "en") for standing in sevens.standings(over)] == [
        "Place 1: no tiles left.",
        "Place 2: no tiles left.",
        "2 tiles in hand.",
    ]


def test_j2_7_a_player_without_tiles_is_skipped() -> None:
    state = late(*FULL, "1-6", hands=("7", "9 8", "wild"))
    state = played(state, "lay 6/7 7", "pass", "lay 6/8 wild")
    assert state.finished == (AYA, CHIE)
    state = late(*FULL, "1-6", hands=("7", "9 ?", "?"))
    assert played(state, "lay 6/7 7", "pass", "pass").passes == 2


def test_j2_7_the_almighty_may_be_the_last_tile_laid() -> None:
    state = played(late(*FULL, "1-6", hands=("wild", "7 8 9")), "lay 6/7 wild")
    assert sevens.is_over(state)
    assert ranks(state) == [1, 2]


def test_j2_7_who_takes_the_almighty_with_his_last_tile_has_not_finished() -> None:
    state = played(late(*FULL, "1-7", hands=("7", "8 9"), wild=(6, 7)), "lay 6/7 7")
    assert not sevens.is_over(state)
    assert state.hands[AYA] == (WILD,)


def test_j2_7_who_holds_the_almighty_at_the_end_is_last_whatever_else() -> None:
    state = late(*FULL[:4], "1-8", "1-7", hands=("wild", "9 8", "9"), holder=AYA)
    over = played(state, "pass", "pass", "pass")
    assert ranks(over) == [3, 2, 1]
    assert said(over)[1:] == ["Chie wins!", "Aya has the almighty and therefore comes last."]
    assert [say(reason, "en") for reason in sevens.standings(over)[AYA].reasons] == [
        "1 tile in hand.",
        "Holds the almighty: last in any case.",
    ]
    assert ranks(state) == [1, 3, 1]  # before the end it still may be laid


def test_j2_7_if_nobody_has_seen_the_almighty_its_holder_shows_it_when_all_have_passed() -> None:
    state = late(*FULL[:4], "1-8", "1-7", hands=("? ?", "?", "?"))
    passed = played(state, "pass", "pass", "pass")
    assert not sevens.is_over(passed)
    assert said(passed) == ["Everybody has passed. Who has the almighty? Show it."]
    assert sevens.moves(passed) == (Show(AYA), Show(BEN), Show(CHIE))
    assert refusal(passed, PASS) == "Everybody has passed: now whoever has the almighty shows it."
    over = played(passed, "show 2")
    assert sevens.mover(passed, Show(BEN)) == BEN
    assert say(sevens.describe(passed, Show(BEN)), "en") == "Ben shows the almighty."
    assert sevens.view(over, None).hands[BEN] == (WILD,)
    assert ranks(over) == [2, 3, 1]


def test_j2_7_nobody_shows_the_almighty_before_or_without_it() -> None:
    state = late(*FULL[:4], "1-8", "1-7", hands=("8 9", "wild", "9"))
    assert refusal(state, Show(BEN)) == "Nobody needs to show the almighty now."
    passed = played(state, "pass", "pass", "pass")
    assert sevens.moves(passed) == (Show(BEN),)
    for seat in (AYA, CHIE, DAN, -1):
        assert refusal(passed, Show(seat)) == "This player cannot have the almighty: somebody else shows it."


def test_j2_7_one_tile_is_always_left_over() -> None:
    """49 tiles meet 48 free squares: with all of them covered by numbers, the almighty is left."""
    state = played(late(*FULL, "1-8", hands=("9", "wild")), "lay 6/9 9")
    assert state.hands == ((), (WILD,))
    assert NOTHING not in [look for place, look in sevens.layout(state).items() if place.startswith("row/")]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Lay(7, 4, "4"), "There is no place 4 in row 7: rows go from 1 to 6, places from 1 to 9."),
        (Lay(1, 0, "1"), "There is no place 0 in row 1: rows go from 1 to 6, places from 1 to 9."),
        (Lay(1, 4, "back"), "“back” cannot be laid at place 4: only its own tile or the almighty can."),
        (Lay(1, 4, UNKNOWN), "“unknown” cannot be laid at place 4: only its own tile or the almighty can."),
        (Lay(1, 4, "6"), "This tile does not belong at place 4: only number 4 or the almighty."),
        (Lay(1, 5, WILD), "There is already a tile at place 5 in row 1: lay at an end of a row."),
        (Lay(1, 8, "8"), "There must be no gap: in row 1, 6 comes before 8."),
        (Lay(1, 6, WILD), "Ben cannot have the almighty: check the tile."),
        (Lay(2, 4, "4"), "Ben cannot have number 4: check the tile."),
        (Draw(0), "There is no tile 0 at the edge: draw one that lies there."),
        (Draw(38), "There is no tile 38 at the edge: draw one that lies there."),
        (Draw(1, "9"), "Tile 1 from the edge cannot be that one: check the tile."),
        (Draw(1, "5"), "Tile 1 from the edge cannot be that one: check the tile."),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(move: Move, sentence: str) -> None:
    state = played(begun("1 2 3 4 6 wild", "1 2 3 6 7 8"), "lay 1/4 4")
    assert refusal(state, move) == sentence


def test_a_drawn_tile_cannot_be_drawn_again() -> None:
    state = played(begun(*HANDS[:2]), "lay 1/4 4", "draw 3 1", "keep")
    assert state.stock[2] == EMPTY
    assert refusal(state, Draw(3)) == "There is no tile 3 at the edge: draw one that lies there."


def test_nothing_can_be_done_after_the_end() -> None:
    over = played(late(*FULL, "1-6", hands=("wild", "7 8 9")), "lay 6/7 wild")
    for move in (Lay(6, 8, "8"), Draw(1), KEEP, PASS, Show(BEN)):
        assert refusal(over, move) == "The game is over: nothing more can be laid."


def test_the_table_counts_the_tiles_of_each_number() -> None:
    """Ben holds the almighty openly and sees his own tiles: what he holds, Aya cannot lay."""
    state = begun("1 1 2 2 3 4", "6 6 6 6 6 6")
    assert "1/6 6" not in lays(sevens.view(state, BEN))
    assert "1/6 6" in lays(sevens.view(state, None))
    assert refusal(sevens.view(state, BEN), Lay(1, 6, "6")) == "Aya cannot have number 6: check the tile."


def test_j2_4_a_tile_drawn_unseen_is_not_the_one_that_was_told_before() -> None:
    state = played(sevens.start(NAMES[:2], {}), "lay 1/4 4", "draw 1 3", "keep", "draw 2", "keep", "draw 3")
    assert played(state, "lay 1/3 3").hands[BEN] == ("3", *(UNKNOWN,) * 6)


def test_what_a_player_draws_can_be_told_to_a_table_that_does_not_know_it() -> None:
    state = played(sevens.start(NAMES[:2], {}), "lay 1/4 4", "draw 1 3")
    assert state.hands[BEN] == ("3", *(UNKNOWN,) * 6)
    assert sevens.moves(state) == (Lay(1, 3, "3"), KEEP)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Lay(1, 3, "3"), "Ben lays 3 in row 1."),
        (Lay(1, 3, WILD), "Ben lays the almighty in row 1 as 3."),
        (Draw(1, "1"), "Ben draws a tile."),
        (KEEP, "Ben keeps the tile."),
        (PASS, "Ben passes."),
    ],
)
def test_a_move_is_told_in_one_line_of_the_record(move: Move, sentence: str) -> None:
    state = played(begun("1 2 3 4 6 7", "1 2 3 6 7 8"), "lay 1/4 4")
    assert say(sevens.describe(state, move), "en") == sentence
    assert sevens.mover(state, move) == BEN


def test_a_simple_player_lays_what_opens_the_way_for_himself() -> None:
    state = sevens.view(begun("1 4 6 7 8 wild", HANDS[0]), AYA)
    assert sevens.greedy(state, AYA) == Lay(1, 6, "6")
    assert sevens.greedy(state, BEN) is None


def test_a_simple_player_lays_the_almighty_before_he_draws_and_draws_before_he_takes_it() -> None:
    state = played(begun("2 2 2 2 2 wild", "7 7 7 7 7 7"))
    assert sevens.greedy(state, AYA) == Lay(1, 4, WILD)
    state = played(begun("6 1 1 1 1 wild", "4 4 4 4 4 4"), "lay 1/6 6", "lay 1/4 4", "lay 1/3 wild")
    assert sevens.greedy(sevens.view(state, BEN), BEN) == Lay(2, 4, "4")
    threes = played(begun("6 1 1 1 1 wild", "3 3 3 3 3 3"), "lay 1/4 wild", "draw 1 1", "keep", "draw 2 1", "keep")
    assert sevens.greedy(sevens.view(threes, BEN), BEN) == Lay(1, 3, "3")
    fours = replace(state, hands=(state.hands[AYA], ("3", "3", "3", "9", "9")))
    assert sevens.greedy(sevens.view(fours, BEN), BEN) == Draw(1)


def test_a_simple_player_passes_shows_and_at_the_end_takes_the_almighty() -> None:
    assert sevens.greedy(late(*FULL, "1-7", hands=("7", "8 9"), wild=(6, 7)), AYA) == Lay(6, 7, "7")
    assert sevens.greedy(late(*FULL, "1-6", hands=("8", "7 9 wild")), AYA) == PASS
    passed = played(late(*FULL, "1-6", hands=("8", "7 9 wild")), "pass", "pass")
    assert sevens.greedy(passed, BEN) == Show(BEN)
    assert sevens.greedy(passed, AYA) is None


@pytest.mark.parametrize("players", [["Aya"], ["Aya"] * 5])
def test_two_to_four_play(players: list[str]) -> None:
    with pytest.raises(BadOption) as refused:
        sevens.start(players, {})
    assert say(refused.value.said, "en").startswith("This game is for 2–4 players")


def test_there_are_no_options() -> None:
    with pytest.raises(BadOption) as refused:
        sevens.start(NAMES, {"first": "up"})
    assert say(refused.value.said, "en") == "There is no option “first”: this game has none."


def test_a_record_is_one_move_a_line() -> None:
    moves = (Lay(1, 4, "4"), Draw(12, "3"), KEEP, Draw(2), Lay(1, 3, WILD), Draw(3), KEEP, Lay(1, 3, "3"))
    text = sevens.write_record(["Aya", "Ben"], {}, moves)
    lines = ["lay 1/4 4", "draw 12 3", "keep", "draw 2", "lay 1/3 wild", "draw 3", "keep", "lay 1/3 3"]
    assert text.splitlines() == ["# player: Aya", "# player: Ben", *lines]
    assert read_record(sevens, text) == (("Aya", "Ben"), {}, moves)


@pytest.mark.parametrize(
    ("text", "sentence", "because"),
    [
        ("lay 1/4 4\nlay 1/4 4", "Line 2, “lay 1/4 4”, cannot be played:", "already"),
        ("lay 1/4 4\nkeep", "Line 2, “keep”, cannot be played:", "not drawn"),
        ("lay 1-4 4", "Line 1, “lay 1-4 4”, cannot be played:", "is not a move in Kylo Ren Siege"),
        ("show 5", "Line 1, “show 5”, cannot be played:", "is not a move in Kylo Ren Siege"),
    ],
)
def test_a_wrong_record_is_refused_by_line(text: str, sentence: str, because: str) -> None:
    with pytest.raises(BadRecord) as refused:
        sevens.read_records(text)
    assert say(refused.value.said, "en") == sentence
    assert refused.value.because is not None
    assert because in say(refused.value.because, "en")

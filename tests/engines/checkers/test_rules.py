"""The rules of Galaxy Checkers, J5-1 to J5-4, one by one."""

from dataclasses import replace

import pytest

from engines import checkers
from engines.checkers import DRAW, Agreed, AnyMove, Move, State
from engines.contract import BadRecord
from engines.vocabulary import FACE_UP, NOTHING, STANDING
from tests.support.engines.in_short import short
from tests.support.engines.told import Told

AYA, BEN = 0, 1
NAMES = ["Aya", "Ben"]
rules = Told(checkers)
after, said, ranked, refused = rules.after, rules.said, rules.ranked, rules.refused


def table(rows: str, seat: int = AYA, **options: str) -> State:
    """A position drawn as rows of x (Aya, who goes down), o (Ben, who goes up), capitals standing, and dots.

    The rows are divided by blanks; a number is so many empty rows.
    """
    letters = "".join("." * 8 * int(row) if row.isdigit() else row for row in rows.split())
    assert len(letters) == 64
    first, second, standing = (
        sum(1 << at for at, letter in enumerate(letters) if letter in wanted) for wanted in ("xX", "oO", "XO")
    )
    return replace(checkers.start(NAMES, options), position=(first, second, standing, seat))


def legal(state: State) -> set[str]:
    return set(rules.legal(state))


def tiles(state: State) -> list[str]:
    """The squares on which there are tiles."""
    return [square for square, look in checkers.layout(state).items() if look != NOTHING]


@pytest.fixture
def begun() -> State:
    return checkers.start(NAMES, {})


KINGS = ".X...... 6 ......O."
ROUND = ("b1-c2", "g8-f7", "c2-b1", "f7-g8")


# J5-1: setting up


def test_j5_1_twelve_tiles_each_lie_on_the_dark_squares_of_three_rows(begun: State) -> None:
    assert str(begun).replace(" ", "").splitlines()[1:] == [
        "1.x.x.x.x", "2x.x.x.x.", "3.x.x.x.x", "4........", "5........", "6o.o.o.o.", "7.o.o.o.o", "8o.o.o.o."
    ]  # fmt: skip
    shown = checkers.layout(begun)
    assert len(shown) == 64
    # a dark square is at each player's near left; the player at the top looks down the board
    assert [shown[square] for square in ("a8", "h1", "h8", "a1")] == [FACE_UP, FACE_UP, NOTHING, NOTHING]


def test_j5_1_which_side_starts_is_an_option(begun: State) -> None:
    assert said(begun) == ["setup 12", "turn_light Aya"]
    assert [prompt.player for prompt in checkers.prompt(begun)] == [None, AYA]
    assert said(after(begun, "b3-a4")) == ["turn_dark Ben"]
    turned = checkers.start(NAMES, {"first": "dark"})
    assert said(turned)[1:] == ["turn_dark Aya"]
    assert checkers.layout(turned) == checkers.layout(begun)


# J5-2: how tiles go


def test_j5_2_lying_tiles_step_forward_only_to_a_neighbouring_dark_square(begun: State) -> None:
    assert legal(begun) == {"b3-a4", "b3-c4", "d3-c4", "d3-e4", "f3-e4", "f3-g4", "h3-g4"}
    assert legal(after(begun, "b3-a4")) == {"a6-b5", "c6-b5", "c6-d5", "e6-d5", "e6-f5", "g6-f5", "g6-h5"}
    assert refused(after(begun, "b3-a4", "a6-b5"), "a4-b3") == "backward a4"


def test_j5_2_lying_tiles_do_not_jump_backward() -> None:
    state = table("1 ....o... ...x.... 5")
    assert legal(state) == {"d3-c4", "d3-e4"}
    assert refused(state, "d3-f1") == "backward d3"


def test_j5_2_no_step_and_no_jump_goes_round_the_edge() -> None:
    assert legal(table("1 x....... 4 .......o 1")) == {"a2-b3"}
    assert legal(table("1 x....... .......o 5", seat=BEN)) == {"h3-g2"}


def test_j5_2_a_tile_that_reaches_the_far_row_is_stood_upright() -> None:
    state = table("5 o....... .......x 1")
    assert said(state) == ["turn_light Aya", "far_row Aya"]
    assert rules.described(state, "h7-g8") == ["moved_stands_up Aya h7 g8 0"]
    crowned = after(state, "h7-g8")
    assert checkers.layout(crowned)["g8"] == STANDING
    assert str(crowned).splitlines()[-1] == "8 . . . . . . X ."
    # it goes back from the next turn on
    assert legal(after(crowned, "a6-b5")) == {"g8-f7", "g8-h7"}
    assert checkers.layout(after(table("1 o....... 5 ......X.", seat=BEN), "a2-b1"))["b1"] == STANDING


def test_j5_2_a_standing_tile_goes_one_step_any_way() -> None:
    state = table("3 ..X..... 3 o.......")
    assert legal(state) == {"c4-b3", "c4-d3", "c4-b5", "c4-d5"}
    assert refused(state, "c4-e6") == "nothing_to_jump c4 e6"


def test_j5_2_a_standing_tile_jumps_backward_too_and_may_be_taken_like_any_other() -> None:
    assert legal(table("1 ..o..... ...X.... 5")) == {"d3xb1"}
    assert tiles(after(table("2 ...X.... ....o... 4", seat=BEN), "e4xc2")) == ["c2"]


# J5-3: taking


def test_j5_3_taking_is_compulsory() -> None:
    state = table("2 .x.....x ..o..... 4")
    assert legal(state) == {"b3xd5"}
    assert said(state) == ["must_take Aya b3"]
    assert refused(state, "h3-g4") == "must_take Aya b3"


def test_j5_3_which_tile_is_taken_is_free_also_the_shorter_chain() -> None:
    state = table("2 .x.....x ..o...o. 1 ..o..... 2")
    assert legal(state) == {"b3xd5xb7", "h3xf5"}
    assert said(state) == ["must_take Aya b3 h3"]


def test_j5_3_a_chain_must_be_finished() -> None:
    state = table("2 .x...... ..o..... 1 ..o.o... 2")
    assert legal(state) == {"b3xd5xf7", "b3xd5xb7"}
    assert refused(state, "b3xd5") == "goes_on Aya d5 b7 f7"
    assert rules.described(state, "b3xd5xf7") == ["took Aya b3 d5 f7 2"]
    assert tiles(after(state, "b3xd5xf7")) == ["c6", "f7"]


def test_j5_3_crowning_ends_the_move() -> None:
    state = table("5 ..x..... ...o.o.. 1")
    assert legal(state) == {"c6xe8"}
    assert refused(state, "c6xe8xg6") == "stands_up e8"
    assert rules.described(state, "c6xe8") == ["took_stands_up Aya c6 e8 1"]
    crowned = after(state, "c6xe8")
    assert (checkers.layout(crowned)["e8"], crowned.seat) == (STANDING, BEN)
    # one that stands already goes on
    assert legal(table("5 ..X..... ...o.o.. 1")) == {"c6xe8xg6"}


def test_j5_3_no_tile_is_jumped_twice_but_a_chain_may_come_back_to_its_start() -> None:
    state = table("...X.... ..o.o... 1 ..o.o... 4")
    assert legal(state) == {"d1xb3xd5xf3xd1", "d1xf3xd5xb3xd1"}
    assert refused(state, "d1xf3xd5xb3xd1xf3") == "twice e2"
    assert tiles(after(state, "d1xf3xd5xb3xd1")) == ["d1"]


def test_j5_3_two_tiles_in_a_row_and_own_tiles_are_not_jumped() -> None:
    in_a_row = table("2 .x...... ..o..... ...o.... 3")
    assert legal(in_a_row) == {"b3-a4"}
    assert refused(in_a_row, "b3xd5") == "occupied d5"
    own = table("2 .x...... ..x..... 3 o.......")
    assert refused(own, "b3xd5") == "nothing_to_jump b3 d5"


# J5-4: the end


def test_j5_4_a_player_without_a_tile_loses() -> None:
    over = after(table("2 .x...... ..o..... 4"), "b3xd5")
    assert checkers.is_over(over)
    assert legal(over) == set()
    assert checkers.winner(over) == AYA
    assert said(over) == ["over_no_tile Ben", "won Aya"]
    assert ranked(over) == [(1, 1), (0, 2)]


def test_j5_4_a_player_who_cannot_move_loses_whoever_has_more_tiles() -> None:
    rows = ".x.x.... o.o..... .o...... 5"
    assert not checkers.is_over(table(rows))
    stuck = table(rows, seat=BEN)
    assert said(stuck) == ["over_stuck Ben", "won Aya"]
    assert ranked(stuck) == [(2, 1), (3, 2)]


def test_j5_4_a_draw_can_be_agreed_at_any_time(begun: State) -> None:
    over = after(begun, DRAW)
    assert checkers.is_over(over)
    assert checkers.winner(over) is checkers.mover(begun, DRAW) is None
    assert said(over) == ["over_draw", "drawn"]
    assert ranked(over) == [(12, 1)] * 2
    assert rules.described(begun, DRAW) == ["agreed Aya Ben"]
    assert checkers.layout(over) == checkers.layout(begun)
    assert {refused(over, late) for late in ("b3-a4", DRAW, Agreed(AYA))} == {"over"}


@pytest.mark.parametrize("loser", [AYA, BEN])
def test_j5_4_a_player_may_give_up_also_when_it_is_not_his_turn(begun: State, loser: int) -> None:
    over = after(begun, Agreed(loser))
    assert checkers.winner(over) == 1 - loser
    assert said(over) == [f"over_given_up {NAMES[loser]}", f"won {NAMES[1 - loser]}"]
    assert ranked(over) == [(12, 1 + (seat == loser)) for seat in (AYA, BEN)]
    assert checkers.mover(begun, Agreed(loser)) == loser
    assert rules.described(begun, Agreed(loser)) == [f"gave_up {NAMES[loser]}"]


def test_j5_4_the_draw_is_listed_only_after_forty_moves_each_without_progress(begun: State) -> None:
    assert DRAW not in checkers.moves(begun)
    state = after(table(KINGS), *ROUND * 19, *ROUND[:3])
    assert DRAW not in checkers.moves(state)
    state = after(state, ROUND[3])
    assert checkers.moves(state)[-1] == DRAW
    assert said(state)[0] == "standstill 40"
    assert not checkers.is_over(after(state, *ROUND))


def test_j5_4_forty_moves_each_without_progress_are_a_draw_where_the_option_says_so() -> None:
    state = after(table(KINGS, forty_moves="on"), *ROUND * 19, *ROUND[:3])
    assert not checkers.is_over(state)
    over = after(state, ROUND[3])
    assert said(over) == ["over_forty_moves", "drawn"]
    assert legal(over) == set()
    assert refused(over, ROUND[0]) == "over"


def test_j5_4_a_lying_tiles_move_and_a_taken_tile_are_progress() -> None:
    assert after(table(".X...... 2 ......x. 3 ......O."), *ROUND, "g4-h5").earlier == ()
    assert after(table(".X...... ..o..... 5 ......O."), "b1xd3").earlier == ()


def test_j5_4_the_third_time_of_a_position_is_a_draw_where_the_option_says_so() -> None:
    state = after(table(KINGS, repetition="on"), *ROUND, *ROUND[:3])
    assert not checkers.is_over(state)
    assert said(after(state, ROUND[3])) == ["over_repetition", "drawn"]
    assert not checkers.is_over(after(table(KINGS), *ROUND * 3))


def test_j5_4_the_same_tiles_with_the_other_player_in_turn_are_another_position() -> None:
    # Aya needs two moves to c2 and three to get back, so that the tiles stand as before and Ben is in turn.
    state = table(KINGS, repetition="on")
    there_and_back = ("b1-a2", "g8-f7", "a2-b3", "f7-g8", "b3-c2", "g8-h7", "c2-b1", "h7-g8")
    assert not checkers.is_over(after(state, *there_and_back))
    assert checkers.is_over(after(state, *there_and_back * 2))


@pytest.mark.parametrize(("wrong", "why"), [
    (Move(("a9", "b8")), "no_square a9"),
    (Move(("b3", "b4")), "light_square b4"),
    (Move(("b3",)), "too_short"),
    (Move(()), "too_short"),
    (Move(("a4", "b5")), "nothing_there a4"),
    (Move(("a6", "b5")), "not_yours Aya a6"),
    (Move(("b1", "a2")), "occupied a2"),
    (Move(("b3", "a2")), "occupied a2"),
    (Move(("b3", "d5")), "nothing_to_jump b3 d5"),
    (Move(("b3", "h5")), "too_far b3 h5"),
    (Move(("b3", "b3")), "too_far b3 b3"),
    (Move(("b3", "a4", "b5")), "too_far b3 a4"),
    (Agreed(2), "no_player 2"),
])  # fmt: skip
def test_an_illegal_move_is_refused(begun: State, wrong: AnyMove, why: str) -> None:
    assert refused(begun, wrong) == why


def test_standings_say_which_tiles_were_counted() -> None:
    state = table(".X...... x....... 5 o.......")
    assert rules.reasons(state, AYA) == ["lying_light 1", "standing 1"]
    assert rules.reasons(state, BEN) == ["lying_dark 1"]
    assert ranked(state) == [(2, 1), (1, 2)]
    assert rules.reasons(after(state, Agreed(BEN)), AYA)[-1] == "winner"
    assert rules.described(state, "b1-c2") == ["moved Aya b1 c2 0"]


@pytest.mark.parametrize("data", ["", "b3", "b3-z9", "b3 a4", 7, None, ["b3", "a4"], "resign 2"])
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(BadRecord) as error:
        checkers.move_from_json(data)
    assert short(error.value.said) == f"bad_move {data}"

"""The rules of Infiltration, J4-1 to J4-6, one by one."""

from dataclasses import replace

import pytest

from engines import infiltration
from engines.contract import BadRecord
from engines.infiltration import INFILTRATOR, SUPPORTER, Leave, Move, State, Step
from engines.messages import Fact
from engines.vocabulary import FACE_UP, NOTHING, STANDING, UNKNOWN
from tests.support.engines.records import read_record
from tests.support.engines.told import Told

AYA, BEN = 0, 1
NOBODY = "......"
FILES = "bcdefg"
rules = Told(infiltration)
after, legal, said, ranked, refused = rules.after, rules.legal, rules.said, rules.ranked, rules.refused


def table(*rows: str, seat: int = AYA, lost: tuple[str, str] = ("", ""), **options: str) -> State:
    """A position drawn as the six rows 2 to 7; tiles that are not drawn are lost, infiltrators before supporters.

    `lost` names instead what each player has lost, in order, as `i` and `s`.
    """
    board = "".join(rows)
    roles = {"i": INFILTRATOR, "s": SUPPORTER}
    missing = ["i" * (4 - board.count(one[0])) + "s" * (4 - sum(map(board.count, one[1:]))) for one in ("ISK", "isk")]
    aya, ben = (tuple(roles[letter] for letter in given or left) for given, left in zip(lost, missing, strict=True))
    return replace(begun(**options), board=board, seat=seat, lost=(aya, ben), moved=True)


def begun(**options: Fact) -> State:
    return infiltration.start(["Aya", "Ben"], options)


def lines(state: State, part: str) -> list[str]:
    """The legal moves in whose line something stands."""
    return [line for line in legal(state) if part in line]


AT_THE_CORNERS = ("I..iiS", ".ssis.", NOBODY, NOBODY, ".I.SS.", "sIISi.")
BEFORE_THE_CORNER = (".I....", "S.....", NOBODY, NOBODY, NOBODY, "....is")
LAST_OF_BOTH = (NOBODY, "..i...", "..I...", "S.s...", NOBODY, NOBODY)
KNOWN_NEIGHBOURS = (NOBODY, "..i...", "..I...", "..s...", NOBODY, "S.....")


# J4-1: setting up


def test_j4_1_eight_tiles_each_stand_on_the_middle_four_squares_of_the_home_rows() -> None:
    shown = infiltration.layout(begun())
    assert list(shown) == [f"{file}{row}" for row in range(2, 8) for file in FILES]
    standing = [square for square, look in shown.items() if look == STANDING]
    assert standing == [f"{file}{row}" for row in (2, 3, 6, 7) for file in "cdef"]
    assert {look for square, look in shown.items() if square not in standing} == {NOTHING}


def test_j4_1_four_infiltrators_and_four_supporters_stand_as_each_player_likes_who_alone_sees_them() -> None:
    dealt = infiltration.deal(["Aya", "Ben"], {}, seed=3)
    assert [dealt.board.count(letter) for letter in "ISis"] == [4, 4, 4, 4]
    assert infiltration.view(dealt, None) == begun()
    assert len({infiltration.deal(["Aya", "Ben"], {}, seed).board for seed in range(20)}) > 15
    own = infiltration.view(dealt, AYA).board
    assert own[24:] == dealt.board[24:]
    assert set(own[:12]) == {".", "x"}
    assert set(infiltration.view(dealt, BEN).board[24:]) == {".", "X"}


def test_j4_1_the_option_first_says_whose_tiles_the_first_player_has() -> None:
    assert said(begun()) == [
        "place_resistance Aya",
        "place_first_order Ben",
        "lay_open_enter_square",
        "turn Aya",
    ]
    other = begun(first="first_order", exit="step_out")
    assert [prompt.player for prompt in infiltration.prompt(other)] == [AYA, BEN, None, AYA]
    assert said(other)[:3] == ["place_first_order Aya", "place_resistance Ben", "lay_open_step_out"]


# J4-2: moving and capturing


def test_j4_2_a_move_is_one_square_up_down_left_or_right_and_not_onto_an_own_tile() -> None:
    state = table(NOBODY, ".I....", ".S....", NOBODY, NOBODY, "....is")
    assert legal(state) == ["c3-c2", "c3-b3", "c3-d3", "c4-b4", "c4-d4", "c4-c5"]
    assert legal(after(state, "c3-c2")) == ["f7-f6", "f7-e7", "g7-g6"]
    # the players take turns
    state = after(begun(exit="step_out"), "c6-c5")
    assert infiltration.mover(state, Step("c3", "c4")) == state.seat == BEN
    assert said(state) == ["turn Ben"]
    assert {line[1:3] for line in legal(state)} == {"2-", "3-"}


def test_j4_2_moving_onto_an_enemy_captures_it_and_both_see_it() -> None:
    state = table(*KNOWN_NEIGHBOURS)
    assert lines(state, "x") == ["d4xd3 infiltrator", "d4xd5 supporter"]
    assert refused(state, "d4xd3 supporter") == "no_supporter Ben d3"
    assert refused(state, "d4xd5 infiltrator") == "no_infiltrator Ben d5"
    move = Step("d4", "d5", SUPPORTER)
    assert infiltration.observed(state, move, BEN) == infiltration.observed(state, move, None) == move
    state = after(state, move)
    assert state.board[3 * 6 + 2] == "I"
    assert state.lost[BEN][-1] == SUPPORTER


def test_j4_2_captured_tiles_lie_face_up_in_the_order_of_their_capture() -> None:
    state = after(begun(), "c6-c5", "c3-c4", "c5xc4 supporter", "d3-c3", "c4xc3 infiltrator", "c2xc3 infiltrator")
    captured = {place: look for place, look in infiltration.layout(state).items() if place.startswith("captured")}
    assert captured == {"captured/1/1": {"trooper"}, "captured/1/2": {"phasma"}, "captured/2/1": {"rey"}}
    turned = after(begun(first="first_order"), "c6-c5", "c3-c4", "c5xc4 supporter")
    assert infiltration.layout(turned)["captured/1/1"] == {"finn"}


def test_j4_2_capturing_is_not_compulsory_and_an_unknown_tile_may_turn_out_to_be_either() -> None:
    state = after(begun(), "c6-c5", "c3-c4")
    assert "c5-b5" in legal(state)
    assert lines(state, "x") == ["c5xc4 infiltrator", "c5xc4 supporter"]
    assert refused(state, "c5-c4") == refused(state, Step("c5", "c4", UNKNOWN)) == "say_which c4"


def test_j4_2_but_not_to_be_a_fifth_of_its_kind() -> None:
    state = table("xxx...", "..x...", "..I...", "SSS...", "SII...", "I.....", lost=("", "iiis"))
    assert {"d4xd3 infiltrator", "d4xd3 supporter"} <= set(legal(state))
    known = table(".kkkk.", "..x...", "..I...", "SSS...", "SII...", ".I....", lost=("", "iii"), exit="enter_square")
    assert lines(known, "x") == ["d4xd3 infiltrator"]
    assert refused(known, "d4xd3 supporter") == "no_supporter Ben d3"


# J4-3 and J4-4: getting into the base


def test_j4_3_a_record_of_the_time_when_stepping_out_was_usual_goes_as_it_went() -> None:
    """Then nobody had to name the option; what is written now names it."""
    written = "c6-c5\nc2-b2\nc5-b5\nb2-b3\n"
    _, options, moves = read_record(infiltration, written)
    assert options == {"exit": "step_out"}
    assert begun(**options).exit == "step_out"
    assert infiltration.write_record((), options, moves) == written
    assert "# exit: enter_square\n" in infiltration.write_record((), {}, moves)
    assert read_record(infiltration, infiltration.write_record((), {}, [])) == ((), {"exit": "enter_square"}, ())
    with pytest.raises(BadRecord):
        read_record(infiltration, "# exit: enter_square\n" + written)


def test_j4_3_by_default_the_enemys_corner_wins_and_the_own_corners_are_closed() -> None:
    state = table(".I....", "S.....", NOBODY, NOBODY, "S.....", ".S..is")
    assert lines(state, "b2") == ["c2-b2 in", "b3-b2"]
    assert lines(state, "b7") == []
    assert refused(state, "c7-b7") == "own_entrance Aya b7"
    assert refused(state, "c2-b2") == "has_won Aya b2"
    assert rules.described(state, "c2-b2 in") == ["moved_in Aya c2 b2"]
    over = after(state, "c2-b2 in")
    assert said(over) == ["won_inside Aya Ben"]
    assert infiltration.layout(over)["b2"] == FACE_UP | STANDING  # it may lie open: all know what it is
    assert over.known_roles == {"b2": (AYA, "infiltrator")}
    # nobody steps out
    state = after(table(".S....", "I.....", NOBODY, NOBODY, NOBODY, "....is"), "c2-b2", "f7-f6")
    assert lines(state, "out") == []
    assert refused(state, "b2 out") == "nobody_leaves Aya b2"


def test_j4_3_option_step_out_an_infiltrator_on_an_enemy_corner_spends_its_move_to_leave_and_wins() -> None:
    state = table(*AT_THE_CORNERS, exit="step_out")
    assert said(state) == ["beware Aya b7", "may_leave Aya b2 g2"]
    assert lines(state, "out") == ["b2 out"]
    assert refused(state, "g2 out") == "supporter Aya g2"  # J4-4
    assert rules.described(state, "b2 out") == ["left Aya b2"]
    state = after(state, "b2 out")
    assert infiltration.is_over(state)
    assert legal(state) == []
    assert infiltration.layout(state)["b2"] == NOTHING
    assert said(state) == ["won_inside Aya Ben"]
    assert ranked(state) == [(1, 1), (0, 2)]


def test_j4_3_option_step_out_reaching_the_corner_alone_does_not_win() -> None:
    state = after(table(".I....", "S.....", NOBODY, NOBODY, NOBODY, "...is.", exit="step_out"), "c2-b2")
    assert not infiltration.is_over(state)
    assert said(state) == ["beware Ben b2", "turn Ben"]
    assert "b2 out" in legal(after(state, "e7-e6"))
    # the own corners are open and lead nowhere
    state = table(NOBODY, NOBODY, NOBODY, NOBODY, "I....s", "S....i", exit="step_out")
    assert "g7 out" in legal(after(state, "b6-c6"))
    assert refused(state, "b7 out") == "no_entrance Aya b7"
    assert "c7-b7" in legal(after(state, "b7-c7", "g6-g5"))


def test_j4_4_a_supporter_on_the_corner_does_not_win_and_everybody_has_seen_what_it_is() -> None:
    state = table(".S....", "I.....", NOBODY, NOBODY, NOBODY, "....is")
    assert refused(state, "c2-b2 in") == "supporter Aya b2"
    state = after(state, "c2-b2", "f7-f6")
    assert not infiltration.is_over(state)
    assert infiltration.view(state, BEN).board[0] == infiltration.view(state, None).board[0] == "K"
    assert infiltration.view(state, BEN).board[6] == "X"
    state = after(infiltration.view(state, None), "b2-c2", "f6-f7")
    assert lines(state, "b2") == ["c2-b2", "b3-b2 in"]  # all four supporters have been seen
    # an unknown tile may leave or enter where it may be an infiltrator
    assert lines(infiltration.view(table(*AT_THE_CORNERS, exit="step_out"), None), "out") == ["b2 out", "g2 out"]
    state = infiltration.view(table(*BEFORE_THE_CORNER), None)
    assert lines(state, "b2") == ["c2-b2 in", "c2-b2", "b3-b2 in", "b3-b2"]
    assert [after(state, line).board[0] for line in ("c2-b2 in", "c2-b2")] == ["X", "K"]


# J4-5: winning by captures


def test_j4_5_capturing_the_four_enemy_infiltrators_or_losing_all_own_supporters_wins() -> None:
    state = table(*LAST_OF_BOTH)
    seen = infiltration.view(state, None)
    assert set(seen.board) == {".", "X", "x"}
    assert infiltration.is_over(after(seen, "d4xd3 infiltrator"))  # without knowing the tiles
    over = after(state, "d4xd3 infiltrator")
    assert said(over) == ["won_caught Aya Ben"]
    assert ranked(over) == [(1, 1), (0, 2)]
    assert rules.reasons(over, AYA) == ["captured 4 3", "won_caught Aya Ben"]
    assert rules.reasons(over, BEN) == ["captured 3 3"]
    # so does losing all four own supporters
    over = after(state, "d4xd5 supporter")
    assert said(over) == ["won_given Ben Aya"]
    assert ranked(over) == [(0, 2), (1, 1)]


# J4-6: repetition

THERE_AND_BACK = ("c6-c5", "c3-c4", "c5-c6", "c4-c3")


def test_j4_6_the_third_time_is_a_draw_with_option_draw() -> None:
    state = after(begun(repetition="draw"), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert not infiltration.is_over(state)
    state = after(state, THERE_AND_BACK[3])
    assert infiltration.is_over(state)
    assert said(state) == ["repeated"]
    assert ranked(state) == [(0, 1), (0, 1)]
    assert refused(state, "c6-c5") == "over"
    goes_on = after(begun(), *THERE_AND_BACK * 4)
    assert not infiltration.is_over(goes_on)
    assert goes_on.earlier == ()


def test_j4_6_it_counts_how_the_table_looks_whichever_tile_stands_where() -> None:
    dealt = infiltration.deal(["Aya", "Ben"], {"repetition": "draw"}, seed=4)
    swapped = after(dealt, "c6-c5", "c3-c4", "d6-c6", "c4-c3", "c5-d5", "c3-c4", "d5-d6", "c4-c3")
    assert swapped.board != dealt.board
    assert swapped.earlier.count(swapped.earlier[0]) == 2
    # a capture begins the count anew
    assert len(after(begun(repetition="draw"), "c6-c5", "c3-c4", "c5xc4 supporter").earlier) == 1


@pytest.mark.parametrize(("move", "why"), [
    (Step("a1", "a2"), "no_square a1"),
    (Step("c6", "c8"), "no_square c8"),
    (Step("b4", "b5"), "no_tile Aya b4"),
    (Step("c3", "c4"), "not_yours Aya c3"),
    (Step("c6", "d5"), "too_far Aya c6 d5"),
    (Step("c6", "c4"), "too_far Aya c6 c4"),
    (Step("c6", "c6"), "too_far Aya c6 c6"),
    (Step("c6", "c7"), "own_tile Aya c7"),
    (Step("c6", "c5", SUPPORTER), "nothing_there c5"),
    (Step("c6", "c5", wins=True), "not_in_there c5"),
    (Leave("c6"), "nobody_leaves Aya c6"),
    (Leave("c3"), "not_yours Aya c3"),
    (Leave("b2"), "no_tile Aya b2"),
])  # fmt: skip
def test_a_wrong_move_is_refused(move: Move, why: str) -> None:
    assert refused(begun(), move) == why


@pytest.mark.parametrize(("first", "infiltrator", "supporter"), [
    ("resistance", "phasma", "trooper"),
    ("first_order", "rey", "finn"),
])  # fmt: skip
def test_each_move_is_told_in_one_line_of_the_record(first: str, infiltrator: str, supporter: str) -> None:
    state = after(begun(first=first), "c6-c5", "c3-c4")
    assert rules.described(state, "c5-b5") == ["moved Aya c5 b5"]
    assert rules.described(state, "c5xc4 infiltrator") == [f"took_{infiltrator} Aya c5 c4"]
    assert rules.described(state, "c5xc4 supporter") == [f"took_{supporter} Aya c5 c4"]

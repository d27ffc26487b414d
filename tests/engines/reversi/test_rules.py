"""The rules of Galaxy Reversi, J6-1 to J6-4, one by one."""

import pytest

from engines import reversi
from engines.contract import BadRecord
from engines.reversi import PASS, Move, State
from engines.squares import SQUARES
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING
from tests.support.engines.in_short import short
from tests.support.engines.told import Told

AYA, BEN = 0, 1
rules = Told(reversi)
after, legal, said, ranked, refused = rules.after, rules.legal, rules.said, rules.ranked, rules.refused


def table(rows: str, seat: int = AYA, hands: tuple[int, int] | None = None) -> State:
    """A position drawn as rows of x (Aya, who moved first), o (Ben) and . for an empty square; below all is empty."""
    board = "".join(rows.split()).ljust(64, ".")
    empty = board.count(".")
    aya, ben = (sum(1 << at for at, letter in enumerate(board) if letter == own) for own in "xo")
    return State(("Aya", "Ben"), "up", (aya, ben), hands or (empty - empty // 2, empty // 2), seat)


BEGUN = reversi.start(["Aya", "Ben"], {})
AYA_MUST_PASS = table("ox......")
OVER = table("xx......")


def test_j6_1_the_start_four_lie_crossed_and_each_hand_holds_thirty() -> None:
    shown = reversi.layout(BEGUN)
    assert list(shown) == list(SQUARES)
    assert {square for square, look in shown.items() if look == FACE_UP} == {"e4", "d5"}
    assert {square for square, look in shown.items() if look == FACE_DOWN} == {"d4", "e5"}
    assert BEGUN.hands == (30, 30)


def test_j6_1_each_player_is_told_his_side() -> None:
    assert said(BEGUN) == ["setup 30", "turn_up Aya"]
    assert said(after(BEGUN, "f5")) == ["turn_down Ben"]
    assert said(reversi.start(["Aya", "Ben"], {"first": "down"}))[1] == "turn_down Aya"


def test_j6_2_only_squares_that_outflank_are_open() -> None:
    assert legal(BEGUN) == ["d3", "c4", "f5", "e6"]


def test_j6_2_everything_outflanked_turns_over_in_all_eight_directions() -> None:
    star = table("""
        x..x..x.
        .o.o.o..
        ..ooo...
        xoo.ooox
        ..ooo...
        .o.o.o..
        x..x..x.
    """)
    turned = reversi.outflanked(star, "d4")
    assert " ".join(turned) == "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6"
    shown = reversi.layout(after(star, "d4"))
    assert {shown[square] for square in (*turned, "d4")} == {FACE_UP}
    assert FACE_DOWN not in shown.values()


def test_j6_2_a_row_that_ends_at_an_edge_or_a_gap_is_not_outflanked() -> None:
    state = table(".oooooo. ........ ...ooo.. ..x.....")
    assert [reversi.outflanked(state, square) for square in ("a1", "h1", "c3")] == [()] * 3
    assert reversi.outflanked(table("........ oxxxxxxx", seat=BEN), "a1") == ()


def test_j6_2_rows_do_not_go_round_the_edge_of_the_sheet() -> None:
    state = table(".......x o....... x......o o.......")
    assert all(reversi.outflanked(state, square) == () for square in ("b1", "g2", "b2", "g4", "b4"))


def test_j6_2_a_pass_is_the_only_move_when_nothing_can_be_flipped() -> None:
    assert legal(AYA_MUST_PASS) == ["pass"]
    assert said(AYA_MUST_PASS) == ["must_pass Aya"]
    assert rules.described(AYA_MUST_PASS, PASS) == ["move_passed Aya"]
    passed = after(AYA_MUST_PASS, PASS)
    assert passed.seat == BEN
    assert reversi.layout(passed) == reversi.layout(AYA_MUST_PASS)
    assert said(passed)[0] == "passed Aya"


@pytest.mark.parametrize(("state", "move", "why"), [
    (BEGUN, Move("e4"), "occupied e4"),
    (BEGUN, Move("a1"), "flips_nothing Aya a1"),
    (BEGUN, Move("i9"), "no_square i9"),
    (BEGUN, PASS, "must_play Aya d3 c4 f5 e6"),
    (AYA_MUST_PASS, Move("h8"), "must_pass Aya h8"),
    (OVER, Move("c1"), "over"),
    (OVER, PASS, "over"),
])  # fmt: skip
def test_an_illegal_move_is_refused(state: State, move: Move, why: str) -> None:
    assert refused(state, move) == why


def test_j6_3_a_player_without_tiles_gets_one_from_the_opponent_for_each_move() -> None:
    state = table("xo...... xo......", hands=(0, 60))
    assert said(state) == ["hand_over Ben Aya", "turn_up Aya"]
    assert [prompt.player for prompt in reversi.prompt(state)] == [BEN, AYA]
    given = after(state, "c1")
    assert given.hands == (0, 59)
    assert reversi.layout(given)["c1"] == FACE_UP


def test_j6_3_nobody_hands_over_while_the_player_has_tiles_or_must_pass() -> None:
    assert said(table("xo...... xo......", hands=(1, 59))) == ["turn_up Aya"]
    assert said(table("ox......", hands=(0, 62))) == ["must_pass Aya"]


def test_j6_4_the_game_ends_when_neither_can_move_and_empty_squares_count_for_nobody() -> None:
    over = after(table("xo......"), "c1")
    assert reversi.is_over(over)
    assert legal(over) == []
    assert ranked(over) == [(3, 1), (0, 2)]
    assert said(over) == ["over_stuck", "won Aya 3 0"]


def test_j6_4_the_game_ends_when_the_board_is_full_and_equal_is_a_draw() -> None:
    over = table("xxxxoooo" * 8)
    assert reversi.is_over(over)
    assert ranked(over) == [(32, 1), (32, 1)]
    assert said(over) == ["over_full", "drawn 32"]


def test_standings_say_which_tiles_were_counted_and_a_move_how_many_it_turned() -> None:
    assert rules.described(BEGUN, "f5") == ["moved Aya f5 1"]
    state = after(BEGUN, "f5")
    assert [rules.reasons(state, seat) for seat in (AYA, BEN)] == [["tiles_up 4"], ["tiles_down 1"]]


@pytest.mark.parametrize("data", ["z1", "", 7, None])
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(BadRecord) as error:
        reversi.move_from_json(data)
    assert short(error.value.said) == f"bad_move {data}"


def test_nothing_lies_on_a_square_that_is_empty() -> None:
    assert set(reversi.layout(table("")).values()) == {NOTHING}

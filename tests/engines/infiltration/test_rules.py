"""The rules of Infiltration, J4-1 to J4-6, one by one."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from device.texts import LANGUAGES, catalogue, say
from engines import infiltration
from engines.contract import BadOption, BadRecord, IllegalMove, Prompt
from engines.infiltration import INFILTRATOR, SUPPORTER, Leave, Move, State, Step
from engines.messages import Fact
from engines.vocabulary import FACE_UP, NOTHING, STANDING, UNKNOWN
from tests.support.engines.records import read_record

AYA, BEN = 0, 1
NOBODY = "......"
FILES = "bcdefg"


def table(*rows: str, seat: int = AYA, lost: tuple[str, str] = ("", ""), **options: str) -> State:
    """A position drawn as the six rows 2 to 7; tiles that are not drawn are lost, infiltrators before supporters.

    `lost` names instead what each player has lost, in order, as `i` and `s`.
    """
    board = "".join(rows)
    roles = {"i": INFILTRATOR, "s": SUPPORTER}
    missing = ["i" * (4 - board.count(one[0])) + "s" * (4 - sum(map(board.count, one[1:]))) for one in ("ISK", "isk")]
    aya, ben = (tuple(roles[letter] for letter in given or left) for given, left in zip(lost, missing, strict=True))
    begun = infiltration.start(["Aya", "Ben"], {**options, "repetition": "off"})
    return replace(begun, board=board, seat=seat, lost=(aya, ben), moved=True)


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = infiltration.play(state, infiltration.move_from_json(line))
    return state


def legal(state: State) -> list[str]:
    return [infiltration.move_to_json(move) for move in infiltration.moves(state)]


def said(prompts: Iterable[Prompt]) -> list[str]:
    return [say(prompt.said, "en") for prompt in prompts]


def refusal(state: State, move: Move) -> str:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        infiltration.play(state, move)
    assert repr(state) == before
    assert say(refused.value.said, "ja")
    return say(refused.value.said, "en")


def begun(**options: Fact) -> State:
    return infiltration.start(["Aya", "Ben"], options)


AT_THE_CORNERS = ("I..iiS", ".ssis.", "......", "......", ".I.SS.", "sIISi.")


# J4-1: setting up


def test_j4_1_eight_tiles_each_stand_on_the_middle_four_squares_of_the_home_rows() -> None:
    shown = infiltration.layout(begun())
    assert list(shown) == [f"{file}{row}" for row in range(2, 8) for file in FILES]
    standing = [square for square, look in shown.items() if look == STANDING]
    assert standing == [f"{file}{row}" for row in (2, 3, 6, 7) for file in "cdef"]
    assert {look for square, look in shown.items() if square not in standing} == {NOTHING}


def test_j4_1_four_infiltrators_and_four_supporters_stand_as_each_player_likes() -> None:
    dealt = infiltration.deal(["Aya", "Ben"], {}, seed=3)
    assert [dealt.board.count(letter) for letter in "ISis"] == [4, 4, 4, 4]
    assert infiltration.view(dealt, None) == begun()
    assert len({infiltration.deal(["Aya", "Ben"], {}, seed).board for seed in range(20)}) > 15


def test_j4_1_the_option_first_says_whose_tiles_the_first_player_has() -> None:
    assert said(infiltration.prompt(begun())) == [
        "Aya, you are the Resistance: stand four Rey and four Finn on the middle four squares of your two home rows, "
        "as you like, pictures towards you.",
        "Ben, you are the First Order: stand four Captain Phasma and four Troopers on the middle four squares of your "
        "two home rows, as you like, pictures towards you.",
        "Lay what you capture picture up beside the squares, and what reaches an enemy corner picture up in that "
        "corner: so the box sees which tile it is.",
        "Aya: move a tile one square up, down, left or right.",
    ]
    other = infiltration.prompt(begun(first="first_order"))
    assert [prompt.player for prompt in other] == [AYA, BEN, None, AYA]
    assert said(other)[0].startswith("Aya, you are the First Order")


def test_j4_1_a_player_sees_the_pictures_of_his_own_tiles_only() -> None:
    dealt = infiltration.deal(["Aya", "Ben"], {}, seed=3)
    own = infiltration.view(dealt, AYA).board
    assert own[24:] == dealt.board[24:]
    assert set(own[:12]) == {".", "x"}
    assert set(infiltration.view(dealt, BEN).board[24:]) == {".", "X"}


# J4-2: moving and capturing


def test_j4_2_a_move_is_one_square_up_down_left_or_right_and_not_onto_an_own_tile() -> None:
    state = table(NOBODY, ".I....", ".S....", NOBODY, NOBODY, "....is")
    assert legal(state) == ["c3-c2", "c3-b3", "c3-d3", "c4-b4", "c4-d4", "c4-c5"]
    assert legal(after(state, "c3-c2")) == ["f7-f6", "f7-e7", "g7-g6"]


def test_j4_2_the_players_take_turns_and_nobody_passes() -> None:
    state = after(begun(exit="step_out"), "c6-c5")
    assert state.seat == BEN
    assert said(infiltration.prompt(state)) == ["Ben: move a tile one square up, down, left or right."]
    assert all(isinstance(move, Step) for move in infiltration.moves(state))
    assert {move.start[1] for move in infiltration.moves(state)} == {"2", "3"}


def test_j4_2_moving_onto_an_enemy_captures_it_and_both_see_it() -> None:
    state = table(NOBODY, "..i...", "..I...", "..s...", NOBODY, "S.....")
    assert "d4xd3 infiltrator" in legal(state)
    assert "d4xd5 supporter" in legal(state)
    state = after(state, "d4xd5 supporter")
    assert state.board[3 * 6 + 2] == "I"
    assert state.lost[BEN][-1] == SUPPORTER
    move = Step("d4", "d5", SUPPORTER)
    assert infiltration.observed(state, move, BEN) == infiltration.observed(state, move, None) == move


def test_j4_2_captured_tiles_lie_face_up_in_the_order_of_their_capture() -> None:
    state = after(begun(), "c6-c5", "c3-c4", "c5xc4 supporter", "d3-c3", "c4xc3 infiltrator", "c2xc3 infiltrator")
    shown = infiltration.layout(state)
    assert {place: look for place, look in shown.items() if place.startswith("captured")} == {
        "captured/1/1": frozenset({"trooper"}),
        "captured/1/2": frozenset({"phasma"}),
        "captured/2/1": frozenset({"rey"}),
    }
    turned = after(begun(first="first_order"), "c6-c5", "c3-c4", "c5xc4 supporter")
    assert infiltration.layout(turned)["captured/1/1"] == frozenset({"finn"})


def test_j4_2_capturing_is_not_compulsory() -> None:
    state = after(begun(), "c6-c5", "c3-c4")
    assert "c5-b5" in legal(state)


def test_j4_2_an_unknown_tile_may_turn_out_to_be_either() -> None:
    state = after(begun(), "c6-c5", "c3-c4")
    assert [line for line in legal(state) if "x" in line] == ["c5xc4 infiltrator", "c5xc4 supporter"]
    assert refusal(state, Step("c5", "c4")) == ("Say what the tile captured on c4 is: an infiltrator or a supporter.")
    assert refusal(state, Step("c5", "c4", UNKNOWN)) == (
        "Say what the tile captured on c4 is: an infiltrator or a supporter."
    )


def test_j4_2_but_not_to_be_a_fifth_of_its_kind() -> None:
    state = table("xxx...", "..x...", "..I...", "SSS...", "SII...", "I.....", lost=("", "iiis"))
    assert "d4xd3 infiltrator" in legal(state)
    assert "d4xd3 supporter" in legal(state)
    known = table(".kkkk.", "..x...", "..I...", "SSS...", "SII...", ".I....", lost=("", "iii"), exit="enter_square")
    assert [line for line in legal(known) if "x" in line] == ["d4xd3 infiltrator"]
    assert refusal(known, Step("d4", "d3", SUPPORTER)) == (
        "The tile on d3 cannot be one of Ben's supporters: look at it again."
    )


# J4-3 and J4-4: getting into the base


def test_j4_3_by_default_the_enemys_corner_wins_and_the_own_corners_are_closed() -> None:
    state = table(".I....", "S.....", NOBODY, NOBODY, "S.....", ".S..is")
    assert "c2-b2 in" in legal(state)
    assert "b6-b7" not in legal(state)
    assert "c7-b7" not in legal(state)
    assert infiltration.OPTIONS[1].allowed[0] == "enter_square"


def test_j4_3_a_record_of_the_time_when_stepping_out_was_usual_goes_as_it_went() -> None:
    """Then nobody had to name the option; what is written now names it."""
    lines = "c6-c5\nc2-b2\nc5-b5\nb2-b3\n"
    _, options, moves = read_record(infiltration, lines)
    assert options == {"exit": "step_out"}
    assert infiltration.start(["Aya", "Ben"], options).exit == "step_out"
    assert "# exit: enter_square\n" in infiltration.write_record((), {}, moves)
    assert infiltration.write_record((), options, moves) == lines
    assert read_record(infiltration, infiltration.write_record((), {}, [])) == ((), {"exit": "enter_square"}, ())
    with pytest.raises(BadRecord):
        read_record(infiltration, "# exit: enter_square\n" + lines)


def test_j4_3_an_infiltrator_on_an_enemy_corner_spends_its_move_to_leave_and_wins() -> None:
    state = table(*AT_THE_CORNERS, exit="step_out")
    assert "b2 out" in legal(state)
    assert said(infiltration.prompt(state)) == [
        "Aya, an enemy tile stands at your entrance on b7: if it is an infiltrator, it can leave through it and win.",
        "Aya: move a tile, or leave through the entrance on b2 and g2 if the tile there is an infiltrator.",
    ]
    state = after(state, "b2 out")
    assert infiltration.is_over(state)
    assert infiltration.moves(state) == ()
    assert infiltration.layout(state)["b2"] == NOTHING
    assert said(infiltration.prompt(state)) == ["An infiltrator of Aya has got into the base of Ben: Aya wins!"]
    assert [(one.score, one.rank) for one in infiltration.standings(state)] == [(1, 1), (0, 2)]


def test_j4_3_reaching_the_corner_alone_does_not_win_with_step_out() -> None:
    state = after(table(".I....", "S.....", NOBODY, NOBODY, NOBODY, "...is.", exit="step_out"), "c2-b2")
    assert not infiltration.is_over(state)
    assert said(infiltration.prompt(state)) == [
        "Ben, an enemy tile stands at your entrance on b2: if it is an infiltrator, it can leave through it and win.",
        "Ben: move a tile one square up, down, left or right.",
    ]
    assert "b2 out" in legal(after(state, "e7-e6"))


def test_j4_3_own_corners_are_open_with_step_out_and_lead_nowhere() -> None:
    state = table(NOBODY, NOBODY, NOBODY, "......", "I....s", "S....i", exit="step_out")
    assert "g7 out" in legal(after(state, "b6-c6"))
    assert refusal(state, Leave("b7")) == (
        "Aya, there is no entrance on b7: the entrances are the two corners of the enemy's home row."
    )
    assert "c7-b7" in legal(after(state, "b7-c7", "g6-g5"))


def test_j4_3_option_enter_square_wins_by_reaching_the_corner() -> None:
    state = table(".I....", "S.....", NOBODY, NOBODY, NOBODY, "....is", exit="enter_square")
    assert "c2-b2 in" in legal(state)
    assert "c2-b2" not in legal(state)
    assert refusal(state, Step("c2", "b2")) == (
        "Aya, the tile that goes to b2 is an infiltrator: it is in the base and wins."
    )
    state = after(state, "c2-b2 in")
    assert said(infiltration.prompt(state)) == ["An infiltrator of Aya has got into the base of Ben: Aya wins!"]
    assert infiltration.layout(state)["b2"] == FACE_UP | STANDING  # it may lie open: all know what it is
    assert infiltration.open_roles(state) == {"b2": (AYA, "infiltrator")}
    assert say(infiltration.describe(begun(), Step("c2", "b2", wins=True)), "en") == (
        "Aya moves from c2 to b2: an infiltrator is in the base!"
    )


def test_j4_3_option_enter_square_closes_the_own_corners() -> None:
    state = table(NOBODY, NOBODY, NOBODY, NOBODY, "IS....", ".S..is", exit="enter_square")
    assert [line for line in legal(state) if "b7" in line] == []
    assert refusal(state, Step("c7", "b7")) == "Aya, b7 is your own entrance: your tiles may not go there."


def test_j4_3_option_enter_square_lets_nobody_step_out() -> None:
    state = after(table(".S....", "I.....", NOBODY, NOBODY, NOBODY, "....is", exit="enter_square"), "c2-b2", "f7-f6")
    assert [line for line in legal(state) if "out" in line] == []
    assert refusal(state, Leave("b2")) == (
        "Aya, at this table nobody leaves through the entrance: it is enough to reach the corner."
    )


def test_j4_4_a_supporter_cannot_leave_and_the_attempt_is_refused() -> None:
    state = table(*AT_THE_CORNERS, exit="step_out")
    assert "g2 out" not in legal(state)
    sentence = "Aya, the tile on g2 is a supporter: only an infiltrator gets into the base."
    assert refusal(state, Leave("g2")) == sentence


def test_j4_4_a_supporter_on_the_corner_does_not_win_and_everybody_has_seen_what_it_is() -> None:
    state = table(".S....", "I.....", NOBODY, NOBODY, NOBODY, "....is", exit="enter_square")
    assert refusal(state, Step("c2", "b2", wins=True)) == (
        "Aya, the tile on b2 is a supporter: only an infiltrator gets into the base."
    )
    state = after(state, "c2-b2", "f7-f6")
    assert not infiltration.is_over(state)
    assert infiltration.view(state, BEN).board[0] == infiltration.view(state, None).board[0] == "K"
    assert infiltration.view(state, BEN).board[6] == "X"
    state = after(infiltration.view(state, None), "b2-c2", "f6-f7")
    assert [line for line in legal(state) if "b2" in line] == [
        "c2-b2",
        "b3-b2 in",
    ]  # all four supporters have been seen


def test_j4_4_an_unknown_tile_may_leave_or_enter_where_it_may_be_an_infiltrator() -> None:
    state = after(infiltration.view(table(*AT_THE_CORNERS, exit="step_out"), None))
    assert {"b2 out", "g2 out"} <= set(legal(state))
    state = infiltration.view(table(".I....", "S.....", NOBODY, NOBODY, NOBODY, "....is", exit="enter_square"), None)
    assert [line for line in legal(state) if "b2" in line] == ["c2-b2 in", "c2-b2", "b3-b2 in", "b3-b2"]
    assert after(state, "c2-b2 in").board[0] == "X"
    assert after(state, "c2-b2").board[0] == "K"


# J4-5: winning by captures


def test_j4_5_capturing_the_four_enemy_infiltrators_wins() -> None:
    state = after(table(NOBODY, "..i...", "..I...", "S.s...", NOBODY, NOBODY), "d4xd3 infiltrator")
    assert said(infiltration.prompt(state)) == ["Aya has captured all four infiltrators of Ben and wins!"]
    assert [(one.score, one.rank) for one in infiltration.standings(state)] == [(1, 1), (0, 2)]
    assert [say(reason, "en") for reason in infiltration.standings(state)[AYA].reasons] == [
        "Captured: infiltrators 4, supporters 3.",
        "Aya has captured all four infiltrators of Ben and wins!",
    ]


def test_j4_5_losing_all_four_own_supporters_wins() -> None:
    state = after(table(NOBODY, "..i...", "..I...", "S.s...", NOBODY, NOBODY), "d4xd5 supporter")
    assert said(infiltration.prompt(state)) == ["Aya has captured all four supporters of Ben: Ben wins!"]
    assert [(one.score, one.rank) for one in infiltration.standings(state)] == [(0, 2), (1, 1)]


def test_j4_5_the_table_knows_the_end_without_knowing_the_tiles() -> None:
    state = infiltration.view(table(NOBODY, "..i...", "..I...", "S.s...", NOBODY, NOBODY), None)
    assert set(state.board) == {".", "X", "x"}
    assert infiltration.is_over(after(state, "d4xd3 infiltrator"))


# J4-6: repetition

THERE_AND_BACK = ("c6-c5", "c3-c4", "c5-c6", "c4-c3")


def test_j4_6_the_third_time_is_a_draw_with_option_draw() -> None:
    state = after(begun(repetition="draw"), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert not infiltration.is_over(state)
    state = after(state, THERE_AND_BACK[3])
    assert infiltration.is_over(state)
    assert said(infiltration.prompt(state)) == ["The same position has come up for the third time: a draw."]
    assert [(one.score, one.rank) for one in infiltration.standings(state)] == [(0, 1), (0, 1)]
    assert refusal(state, Step("c6", "c5")) == "The game is over: no more moves can be made."


def test_j4_6_by_default_the_game_goes_on() -> None:
    state = after(begun(), *THERE_AND_BACK * 4)
    assert not infiltration.is_over(state)
    assert state.earlier == ()


def test_j4_6_it_counts_how_the_table_looks_whichever_tile_stands_where() -> None:
    dealt = infiltration.deal(["Aya", "Ben"], {"repetition": "draw"}, seed=4)
    swapped = after(dealt, "c6-c5", "c3-c4", "d6-c6", "c4-c3", "c5-d5", "c3-c4", "d5-d6", "c4-c3")
    assert swapped.board != dealt.board
    assert swapped.earlier.count(swapped.earlier[0]) == 2


def test_j4_6_a_capture_begins_the_count_anew() -> None:
    state = after(begun(repetition="draw"), "c6-c5", "c3-c4", "c5xc4 supporter")
    assert len(state.earlier) == 1


# Wrong moves


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Step("a1", "a2"), "There is no square a1 in this game: squares go from b2 to g7."),
        (Step("c6", "c8"), "There is no square c8 in this game: squares go from b2 to g7."),
        (Step("b4", "b5"), "Aya, there is no tile on b4."),
        (Step("c3", "c4"), "Aya, the tile on c3 is not yours."),
        (
            Step("c6", "d5"),
            "Aya, a tile cannot go from c6 to d5: move one square up, down, left or right.",
        ),
        (Step("c6", "c4"), "Aya, a tile cannot go from c6 to c4: move one square up, down, left or right."),
        (Step("c6", "c6"), "Aya, a tile cannot go from c6 to c6: move one square up, down, left or right."),
        (Step("c6", "c7"), "Aya, one of your own tiles is on c7: choose another square."),
        (Step("c6", "c5", SUPPORTER), "There is no tile on c5 to capture."),
        (Step("c6", "c5", wins=True), "c5 does not lead into a base."),
        (
            Leave("c6"),
            "Aya, at this table nobody leaves through the entrance: it is enough to reach the corner.",
        ),
        (Leave("c3"), "Aya, the tile on c3 is not yours."),
        (Leave("b2"), "Aya, there is no tile on b2."),
    ],
)
def test_a_wrong_move_is_refused_with_what_to_do(move: Move, sentence: str) -> None:
    assert refusal(begun(), move) == sentence


def test_a_known_tile_cannot_turn_out_to_be_the_other_kind() -> None:
    state = table(NOBODY, "..i...", "..I...", "..s...", NOBODY, "S.....")
    assert refusal(state, Step("d4", "d3", SUPPORTER)) == (
        "The tile on d3 cannot be one of Ben's supporters: look at it again."
    )
    assert refusal(state, Step("d4", "d5", INFILTRATOR)) == (
        "The tile on d5 cannot be one of Ben's infiltrators: look at it again."
    )


# What is told


def test_each_move_is_told_in_one_line_of_the_record() -> None:
    state = after(begun(), "c6-c5", "c3-c4")
    told = [say(infiltration.describe(state, infiltration.move_from_json(line)), "en") for line in legal(state)]
    assert "Aya moves from c5 to b5." in told
    assert "Aya moves from c5 to c4 and captures Captain Phasma, an infiltrator." in told
    assert "Aya moves from c5 to c4 and captures a Trooper, a supporter." in told
    taking = after(state, "c5-b5")
    assert infiltration.mover(taking, Step("c4", "c5")) == BEN
    leaving = table(*AT_THE_CORNERS, exit="step_out")
    assert say(infiltration.describe(leaving, Leave("b2")), "en") == (
        "Aya leaves through the entrance on b2: it is an infiltrator!"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", [INFILTRATOR, SUPPORTER])
@pytest.mark.parametrize("first", ["resistance", "first_order"])
def test_every_capture_has_its_sentence(language: str, role: str, first: str) -> None:
    told = infiltration.describe(begun(first=first), Step("c6", "c5", role))
    names = {
        ("resistance", INFILTRATOR): ("Phasma", "ファズマ"),
        ("resistance", SUPPORTER): ("Trooper", "トルーパー"),
        ("first_order", INFILTRATOR): ("Rey", "レイ"),
        ("first_order", SUPPORTER): ("Finn", "フィン"),
    }
    assert names[first, role][language == "ja"] in say(told, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_put_in_words(language: str) -> None:
    for option in infiltration.OPTIONS:
        for key in (option.name, *(f"{option.name}_{value}" for value in option.allowed)):
            assert catalogue(language)[f"infiltration.option.{key}"]


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya"], {}, "This game is for 2 players, but 1 name was given."),
        (
            ["Aya", "Ben"],
            {"exit": "jump"},
            "The option exit cannot be “jump”: choose one of enter_square and step_out.",
        ),
        (
            ["Aya", "Ben"],
            {"repetition": "win"},
            "The option repetition cannot be “win”: choose one of off and draw.",
        ),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        infiltration.start(players, options)
    assert say(refused.value.said, "en") == sentence
    with pytest.raises(BadOption):
        infiltration.deal(players, options, seed=1)


# Records


def test_a_record_has_a_move_a_line() -> None:
    lines = ("c6-c5", "c3-c4", "c5xc4 supporter", "d3-c3", "c4xc3 infiltrator")
    moves = tuple(map(infiltration.move_from_json, lines))
    text = infiltration.write_record(["Aya", "Ben"], {"exit": "enter_square"}, moves)
    assert text == "# player: Aya\n# player: Ben\n# exit: enter_square\n" + "\n".join(lines) + "\n"
    assert read_record(infiltration, text) == (("Aya", "Ben"), {"exit": "enter_square"}, moves)
    for line in ("c2-b2 in", "b2 out"):
        assert infiltration.move_to_json(infiltration.move_from_json(line)) == line


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("c6-c5\nc6-c5", 2, "Ben, there is no tile on c6."),
        ("# remark\nc6-c9", 2, "“c6-c9” is not a move in Infiltration"),
        ("c6xc5 supporter in", 1, "“c6xc5 supporter in” is not a move in Infiltration"),
        ("c6xc5", 1, "“c6xc5” is not a move in Infiltration"),
        ("pass", 1, "“pass” is not a move in Infiltration"),
    ],
)
def test_a_wrong_record_is_refused_by_line(text: str, line: int, because: str) -> None:
    with pytest.raises(BadRecord) as refused:
        infiltration.read_records("# player: Aya\n# player: Ben\n" + text)
    assert dict(refused.value.said.facts)["line"] == line + 2
    assert refused.value.because is not None
    assert say(refused.value.because, "en").startswith(because)

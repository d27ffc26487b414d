"""The rules of Galaxy Reversi, J6-1 to J6-4, one by one."""

import pytest

from device.texts import say
from engines import reversi
from engines.contract import BadOption, BadRecord, IllegalMove
from engines.reversi import PASS, Move, State
from engines.squares import SQUARES
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING

AYA, BEN = 0, 1


def table(*rows: str, seat: int = AYA, hands: tuple[int, int] | None = None, first: str = "up") -> State:
    """A position drawn as eight rows of x (Aya, who moved first), o (Ben) and . for an empty square."""
    board = "".join(rows)
    empty = board.count(".")
    aya, ben = (sum(1 << at for at, letter in enumerate(board) if letter == own) for own in "xo")
    return State(("Aya", "Ben"), first, (aya, ben), hands or (empty - empty // 2, empty // 2), seat)


EMPTY = "........"
AYA_TAKES_THE_LAST = ("xo......", *[EMPTY] * 7)
AYA_MUST_PASS = ("ox......", *[EMPTY] * 7)


def said(prompts: tuple[reversi.Prompt, ...]) -> list[str]:
    return [say(prompt.said, "en") for prompt in prompts]


@pytest.fixture
def begun() -> State:
    return reversi.start(["Aya", "Ben"], {})


def test_j6_1_the_start_four_lie_crossed_and_each_hand_holds_thirty(begun: State) -> None:
    shown = reversi.layout(begun)
    assert {square: look for square, look in shown.items() if look != NOTHING} == {
        "e4": FACE_UP,
        "d5": FACE_UP,
        "d4": FACE_DOWN,
        "e5": FACE_DOWN,
    }
    assert list(shown) == list(SQUARES)
    assert begun.hands == (30, 30)


def test_j6_1_the_option_first_turns_all_tiles_over(begun: State) -> None:
    shown = reversi.layout(reversi.start(["Aya", "Ben"], {"first": "down"}))
    swapped = {FACE_UP: FACE_DOWN, FACE_DOWN: FACE_UP, NOTHING: NOTHING}
    assert shown == {square: swapped[look] for square, look in reversi.layout(begun).items()}


def test_j6_1_each_player_is_told_his_side(begun: State) -> None:
    assert said(reversi.prompt(begun)) == [
        "Lay the first four tiles crosswise in the middle; each of you keeps 30 tiles.",
        "Aya: lay a tile, picture up.",
    ]
    assert said(reversi.prompt(reversi.play(begun, Move("f5")))) == ["Ben: lay a tile, back up."]


def test_j6_2_only_squares_that_outflank_are_open(begun: State) -> None:
    assert [move.square for move in reversi.moves(begun)] == ["d3", "c4", "f5", "e6"]


def test_j6_2_everything_outflanked_turns_over_in_all_eight_directions() -> None:
    star = table(
        "x..x..x.",
        ".o.o.o..",
        "..ooo...",
        "xoo.ooox",
        "..ooo...",
        ".o.o.o..",
        "x..x..x.",
        "........",
    )
    turned = reversi.outflanked(star, "d4")
    assert " ".join(turned) == "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6"
    after = reversi.layout(reversi.play(star, Move("d4")))
    assert {after[square] for square in (*turned, "d4")} == {FACE_UP}
    assert FACE_DOWN not in after.values()


def test_j6_2_a_row_that_ends_at_an_edge_or_a_gap_is_not_outflanked() -> None:
    state = table(".oooooo.", EMPTY, "...ooo..", "..x.....", *[EMPTY] * 4)
    assert reversi.outflanked(state, "a1") == ()
    assert reversi.outflanked(state, "h1") == ()
    assert reversi.outflanked(state, "c3") == ()
    assert reversi.outflanked(table("........", "oxxxxxxx", *["........"] * 6, seat=BEN), "a1") == ()


def test_j6_2_rows_do_not_go_round_the_edge_of_the_sheet() -> None:
    state = table(".......x", "o.......", "x......o", "o.......", *[EMPTY] * 4)
    assert all(reversi.outflanked(state, square) == () for square in ("b1", "g2", "b2", "g4", "b4"))


def test_j6_2_a_pass_is_the_only_move_when_nothing_can_be_flipped() -> None:
    state = table(*AYA_MUST_PASS)
    assert reversi.moves(state) == (PASS,)
    assert said(reversi.prompt(state)) == ["Aya: you cannot turn anything over, so say “pass”."]
    after = reversi.play(state, PASS)
    assert after.seat == BEN
    assert reversi.layout(after) == reversi.layout(state)
    assert said(reversi.prompt(after))[0] == "Aya cannot turn anything over and passes."


@pytest.mark.parametrize(
    ("state", "move", "sentence"),
    [
        (reversi.start(["Aya", "Ben"], {}), Move("e4"), "e4 is already taken: lay on an empty square."),
        (
            reversi.start(["Aya", "Ben"], {}),
            Move("a1"),
            "Aya, a tile on a1 turns nothing over: lay it where it outflanks a tile.",
        ),
        (reversi.start(["Aya", "Ben"], {}), Move("i9"), "There is no square i9: squares go from a1 to h8."),
        (reversi.start(["Aya", "Ben"], {}), PASS, "Aya, you may not pass: you can lay on d3, c4, f5 and e6."),
        (
            table(*AYA_MUST_PASS),
            Move("h8"),
            "Aya, you cannot turn anything over anywhere, so take the tile on h8 back and pass.",
        ),
        (table("xx......", *[EMPTY] * 7), Move("c1"), "The game is over: nothing more can be laid."),
        (table("xx......", *[EMPTY] * 7), PASS, "The game is over: nothing more can be laid."),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(state: State, move: Move, sentence: str) -> None:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        reversi.play(state, move)
    assert say(refused.value.said, "en") == sentence
    assert say(refused.value.said, "ja") != sentence
    assert repr(state) == before


def test_j6_3_a_player_without_tiles_gets_one_from_the_opponent_for_each_move() -> None:
    state = table("xo......", "xo......", *[EMPTY] * 6, hands=(0, 60))
    assert said(reversi.prompt(state)) == [
        "Ben: give Aya one of your tiles; there are none left on that side.",
        "Aya: lay a tile, picture up.",
    ]
    assert [prompt.player for prompt in reversi.prompt(state)] == [BEN, AYA]
    after = reversi.play(state, Move("c1"))
    assert after.hands == (0, 59)
    assert reversi.layout(after)["c1"] == FACE_UP


def test_j6_3_nobody_hands_over_while_the_player_has_tiles_or_must_pass() -> None:
    assert len(reversi.prompt(table("xo......", "xo......", *[EMPTY] * 6, hands=(1, 59)))) == 1
    stuck = table(*AYA_MUST_PASS, hands=(0, 62))
    assert [prompt.said.key for prompt in reversi.prompt(stuck)] == ["reversi.must_pass"]


def test_j6_4_the_game_ends_when_neither_can_move_and_empty_squares_count_for_nobody() -> None:
    state = reversi.play(table(*AYA_TAKES_THE_LAST), Move("c1"))
    assert reversi.is_over(state)
    assert reversi.moves(state) == ()
    assert [(standing.score, standing.rank) for standing in reversi.standings(state)] == [(3, 1), (0, 2)]
    assert said(reversi.prompt(state)) == [
        "Neither of you can turn anything over: the game is over.",
        "Aya wins, 3 to 0!",
    ]


def test_j6_4_the_game_ends_when_the_board_is_full_and_equal_is_a_draw() -> None:
    state = table(*["xxxxoooo"] * 8)
    assert reversi.is_over(state)
    assert [standing.rank for standing in reversi.standings(state)] == [1, 1]
    assert said(reversi.prompt(state)) == ["The sheet is full: the game is over.", "A draw, 32 each."]


def test_standings_say_which_tiles_were_counted(begun: State) -> None:
    state = reversi.play(begun, Move("f5"))
    reasons = [say(standing.reasons[0], "en") for standing in reversi.standings(state)]
    assert reasons == ["4 tiles with the picture up.", "1 tile with the back up."]


def test_a_move_is_told_in_one_line_of_the_record(begun: State) -> None:
    assert say(reversi.describe(begun, Move("f5")), "en") == "Aya lays a tile on f5 and turns over 1 tile."
    assert reversi.mover(begun, Move("f5")) == AYA
    assert say(reversi.describe(table(*AYA_MUST_PASS), PASS), "en") == "Aya passes."


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya"], {}, "This game is for 2 players, but 1 name was given."),
        (["Aya", "  "], {}, "Player 2 has no name: write one."),
        (["Aya", "Ben"], {"first": "left"}, "The option first cannot be “left”: choose one of up and down."),
        (["Aya", "Ben"], {"jokers": 2}, "There is no option “jokers”: this game knows first."),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        reversi.start(players, options)
    assert say(refused.value.said, "en") == sentence


@pytest.mark.parametrize("data", ["z1", "", 7, None])
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(BadRecord) as refused:
        reversi.move_from_json(data)
    assert "from a1 to h8" in say(refused.value.said, "en")

"""The rules of Galaxy Checkers, J5-1 to J5-4, one by one."""

from dataclasses import replace

import pytest

from device.texts import say
from engines import checkers
from engines.checkers import DRAW, Agreed, Move, State
from engines.contract import BadOption, BadRecord, IllegalMove, Prompt
from engines.vocabulary import FACE_UP, NOTHING, STANDING

AYA, BEN = 0, 1
NAMES = ["Aya", "Ben"]
EMPTY = "........"


def table(*rows: str, seat: int = AYA, **options: str) -> State:
    """A position drawn as eight rows of x (Aya, who goes down), o (Ben, who goes up), capitals standing, and dots."""
    first, second, standing = (
        sum(1 << at for at, letter in enumerate("".join(rows)) if letter in letters) for letters in ("xX", "oO", "XO")
    )
    return replace(checkers.start(NAMES, options), position=(first, second, standing, seat))


def move(squares: str) -> Move:
    return Move(tuple(squares.split()))


def played(state: State, *moves: str) -> State:
    for squares in moves:
        state = checkers.play(state, move(squares))
    return state


def legal(state: State) -> set[str]:
    return {str(checkers.move_to_json(one)) for one in checkers.moves(state)}


def said(state: State) -> list[str]:
    return [say(prompt.said, "en") for prompt in checkers.prompt(state)]


def refused(state: State, wrong: checkers.AnyMove) -> str:
    """The English sentence of a refusal; there is a Japanese one too, and nothing has changed."""
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        checkers.play(state, wrong)
    assert repr(state) == before
    assert say(caught.value.said, "ja") != say(caught.value.said, "en")
    return say(caught.value.said, "en")


@pytest.fixture
def begun() -> State:
    return checkers.start(NAMES, {})


KINGS = (".X......", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "......O.")
ROUND = ("b1 c2", "g8 f7", "c2 b1", "f7 g8")


# J5-1: setting up


def test_j5_1_twelve_tiles_each_lie_on_the_dark_squares_of_three_rows(begun: State) -> None:
    assert str(begun).splitlines()[1:] == [
        "1 . x . x . x . x",
        "2 x . x . x . x .",
        "3 . x . x . x . x",
        "4 . . . . . . . .",
        "5 . . . . . . . .",
        "6 o . o . o . o .",
        "7 . o . o . o . o",
        "8 o . o . o . o .",
    ]


def test_j5_1_a_dark_square_is_at_each_players_near_left(begun: State) -> None:
    shown = checkers.layout(begun)
    assert len(shown) == 64
    assert shown["a8"] == shown["h1"] == FACE_UP  # the player at the top looks down the board
    assert shown["h8"] == shown["a1"] == NOTHING


def test_j5_1_which_side_starts_is_an_option(begun: State) -> None:
    assert said(begun)[1:] == ["Aya: move a tile of the Resistance."]
    assert said(played(begun, "b3 a4")) == ["Ben: move a tile of the First Order."]
    turned = checkers.start(NAMES, {"first": "dark"})
    assert said(turned)[1:] == ["Aya: move a tile of the First Order."]
    assert checkers.layout(turned) == checkers.layout(begun)


def test_j5_1_the_first_prompt_says_how_to_set_up(begun: State) -> None:
    assert checkers.prompt(begun)[0].player is None
    assert said(begun)[0].startswith("Sit so that each of you has a black square at the near left. Lay 12 tiles each")
    assert "12枚" in say(checkers.prompt(begun)[0].said, "ja")


# J5-2: how tiles go


def test_j5_2_lying_tiles_step_forward_only_to_a_neighbouring_dark_square(begun: State) -> None:
    assert legal(begun) == {"b3-a4", "b3-c4", "d3-c4", "d3-e4", "f3-e4", "f3-g4", "h3-g4"}
    assert legal(played(begun, "b3 a4")) == {"a6-b5", "c6-b5", "c6-d5", "e6-d5", "e6-f5", "g6-f5", "g6-h5"}


def test_j5_2_lying_tiles_do_not_jump_backward() -> None:
    state = table(EMPTY, "....o...", "...x....", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY)
    assert legal(state) == {"d3-c4", "d3-e4"}
    assert refused(state, move("d3 f1")) == (
        "The tile on d3 lies flat, so it only goes forward: only a standing one may go back."
    )


def test_j5_2_no_step_and_no_jump_goes_round_the_edge() -> None:
    state = table(EMPTY, "x.......", EMPTY, EMPTY, EMPTY, EMPTY, ".......o", EMPTY)
    assert legal(state) == {"a2-b3"}
    state = table(EMPTY, "x.......", ".......o", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, seat=BEN)
    assert legal(state) == {"h3-g2"}


def test_j5_2_a_tile_that_reaches_the_far_row_is_stood_upright() -> None:
    state = table(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "o.......", ".......x", EMPTY)
    assert said(state) == [
        "Aya: move a tile of the Resistance.",
        "Aya: stand a tile upright when it reaches the far row.",
    ]
    assert say(checkers.describe(state, move("h7 g8")), "en") == (
        "Aya moves from h7 to g8 and stands the tile upright: a power-up tile."
    )
    after = played(state, "h7 g8")
    assert checkers.layout(after)["g8"] == STANDING
    assert str(after).splitlines()[-1] == "8 . . . . . . X ."


def test_j5_2_the_second_players_far_row_is_the_first() -> None:
    state = table(EMPTY, "o.......", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "......X.", seat=BEN)
    assert checkers.layout(played(state, "a2 b1"))["b1"] == STANDING


def test_j5_2_a_standing_tile_goes_one_step_any_way_from_the_next_turn_on() -> None:
    state = table(EMPTY, EMPTY, EMPTY, "..X.....", EMPTY, EMPTY, EMPTY, "o.......")
    assert legal(state) == {"c4-b3", "c4-d3", "c4-b5", "c4-d5"}
    assert refused(state, move("c4 e6")) == "Between c4 and e6 there is no tile of the other side to jump over."
    crowned = played(table(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "o.......", ".......x", EMPTY), "h7 g8", "a6 b5")
    assert legal(crowned) == {"g8-f7", "g8-h7"}


def test_j5_2_a_standing_tile_jumps_backward_too_and_may_be_taken_like_any_other() -> None:
    state = table(EMPTY, "..o.....", "...X....", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY)
    assert legal(state) == {"d3xb1"}
    state = table(EMPTY, EMPTY, "...X....", "....o...", EMPTY, EMPTY, EMPTY, EMPTY, seat=BEN)
    after = played(state, "e4 c2")
    assert [str(after).count(letter) for letter in "xX"] == [0, 0]


# J5-3: taking


def test_j5_3_taking_is_compulsory() -> None:
    state = table(EMPTY, EMPTY, ".x.....x", "..o.....", EMPTY, EMPTY, EMPTY, EMPTY)
    assert legal(state) == {"b3xd5"}
    assert said(state) == ["Aya: you must jump over a tile and take it. You can jump from b3."]
    assert refused(state, move("h3 g4")) == "Aya, you must take a tile when you can: jump from b3."


def test_j5_3_which_tile_is_taken_is_free_also_the_shorter_chain() -> None:
    state = table(EMPTY, EMPTY, ".x.....x", "..o...o.", EMPTY, "..o.....", EMPTY, EMPTY)
    assert legal(state) == {"b3xd5xb7", "h3xf5"}
    assert said(state) == ["Aya: you must jump over a tile and take it. You can jump from b3 and h3."]


def test_j5_3_a_chain_must_be_finished() -> None:
    state = table(EMPTY, EMPTY, ".x......", "..o.....", EMPTY, "..o.o...", EMPTY, EMPTY)
    assert legal(state) == {"b3xd5xf7", "b3xd5xb7"}
    assert refused(state, move("b3 d5")) == "Aya, the jump is not finished: from d5 go on to b7 and f7."
    after = played(state, "b3 d5 f7")
    assert [square for square, look in checkers.layout(after).items() if look != NOTHING] == ["c6", "f7"]
    assert say(checkers.describe(state, move("b3 d5 f7")), "en") == "Aya jumps from b3 to d5 and f7; tiles taken: 2."


def test_j5_3_crowning_ends_the_move() -> None:
    state = table(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "..x.....", "...o.o..", EMPTY)
    assert legal(state) == {"c6xe8"}
    assert refused(state, move("c6 e8 g6")) == "On e8 the tile reaches the far row and stands up: that ends the move."
    assert say(checkers.describe(state, move("c6 e8")), "en") == (
        "Aya jumps from c6 to e8 and stands the tile upright: a power-up tile; tiles taken: 1."
    )
    after = played(state, "c6 e8")
    assert (checkers.layout(after)["e8"], after.seat) == (STANDING, BEN)


def test_j5_3_a_standing_tile_that_passes_the_far_row_goes_on() -> None:
    state = table(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "..X.....", "...o.o..", EMPTY)
    assert legal(state) == {"c6xe8xg6"}


def test_j5_3_no_tile_is_jumped_twice_but_a_chain_may_come_back_to_its_start() -> None:
    state = table("...X....", "..o.o...", EMPTY, "..o.o...", EMPTY, EMPTY, EMPTY, EMPTY)
    assert legal(state) == {"d1xb3xd5xf3xd1", "d1xf3xd5xb3xd1"}
    assert refused(state, move("d1 f3 d5 b3 d1 f3")) == (
        "The tile on e2 has already been jumped over: no tile can be jumped twice."
    )
    after = played(state, "d1 f3 d5 b3 d1")
    assert [square for square, look in checkers.layout(after).items() if look != NOTHING] == ["d1"]


def test_j5_3_two_tiles_in_a_row_and_own_tiles_are_not_jumped() -> None:
    in_a_row = table(EMPTY, EMPTY, ".x......", "..o.....", "...o....", EMPTY, EMPTY, EMPTY)
    assert legal(in_a_row) == {"b3-a4"}
    assert refused(in_a_row, move("b3 d5")) == "d5 is already taken: a tile needs an empty square."
    own = table(EMPTY, EMPTY, ".x......", "..x.....", EMPTY, EMPTY, EMPTY, "o.......")
    assert refused(own, move("b3 d5")) == "Between b3 and d5 there is no tile of the other side to jump over."


# J5-4: the end


def test_j5_4_a_player_without_a_tile_loses() -> None:
    state = table(EMPTY, EMPTY, ".x......", "..o.....", EMPTY, EMPTY, EMPTY, EMPTY)
    after = played(state, "b3 d5")
    assert checkers.is_over(after)
    assert checkers.moves(after) == ()
    assert checkers.winner(after) == AYA
    assert said(after) == ["Ben has no tiles left: the game is over.", "Aya wins!"]
    assert [(one.score, one.rank) for one in checkers.standings(after)] == [(1, 1), (0, 2)]


def test_j5_4_a_player_who_cannot_move_loses_whoever_has_more_tiles() -> None:
    rows = (".x.x....", "o.o.....", ".o......", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY)
    assert not checkers.is_over(table(*rows, seat=AYA))
    stuck = table(*rows, seat=BEN)
    assert said(stuck) == ["Ben cannot move any more: the game is over.", "Aya wins!"]
    assert [(one.score, one.rank) for one in checkers.standings(stuck)] == [(2, 1), (3, 2)]


def test_j5_4_a_draw_can_be_agreed_at_any_time(begun: State) -> None:
    after = checkers.play(begun, DRAW)
    assert checkers.is_over(after)
    assert checkers.winner(after) is None
    assert said(after) == ["You have agreed on a draw: the game is over.", "A draw."]
    assert [one.rank for one in checkers.standings(after)] == [1, 1]
    assert checkers.mover(begun, DRAW) is None
    assert say(checkers.describe(begun, DRAW), "en") == "Aya and Ben agree on a draw."
    assert checkers.layout(after) == checkers.layout(begun)


@pytest.mark.parametrize("loser", [AYA, BEN])
def test_j5_4_a_player_may_give_up_also_when_it_is_not_his_turn(begun: State, loser: int) -> None:
    after = checkers.play(begun, Agreed(loser))
    assert checkers.winner(after) == 1 - loser
    assert said(after) == [f"{NAMES[loser]} gives up: the game is over.", f"{NAMES[1 - loser]} wins!"]
    assert [one.rank for one in checkers.standings(after)] == [1 + (seat == loser) for seat in (AYA, BEN)]
    assert checkers.mover(begun, Agreed(loser)) == loser
    assert say(checkers.describe(begun, Agreed(loser)), "en") == f"{NAMES[loser]} gives up."


def test_j5_4_only_players_of_the_game_give_up(begun: State) -> None:
    assert refused(begun, Agreed(2)) == "There is no player 2 here: the players are 0 and 1."


def test_j5_4_the_draw_is_listed_only_after_forty_moves_each_without_progress(begun: State) -> None:
    assert DRAW not in checkers.moves(begun)
    state = played(table(*KINGS), *ROUND * 19, *ROUND[:3])
    assert DRAW not in checkers.moves(state)
    state = played(state, ROUND[3])
    assert checkers.moves(state)[-1] == DRAW
    assert said(state)[0] == (
        "For 40 moves each, nothing has been taken and no flat tile has moved: you may agree on a draw."
    )
    assert not checkers.is_over(played(state, *ROUND))


def test_j5_4_forty_moves_each_without_progress_are_a_draw_where_the_option_says_so() -> None:
    state = played(table(*KINGS, forty_moves="on"), *ROUND * 19, *ROUND[:3])
    assert not checkers.is_over(state)
    state = played(state, ROUND[3])
    assert said(state) == [
        "For forty moves each, nothing was taken and no flat tile was moved: the game is over.",
        "A draw.",
    ]
    assert checkers.moves(state) == ()
    assert refused(state, move(ROUND[0])) == "The game is over: no more moves can be made."


def test_j5_4_a_lying_tiles_move_and_a_taken_tile_are_progress() -> None:
    with_a_man = (".X......", EMPTY, EMPTY, "......x.", EMPTY, EMPTY, EMPTY, "......O.")
    state = played(table(*with_a_man), *ROUND, "g4 h5")
    assert state.earlier == ()
    taking = played(table(".X......", "..o.....", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "......O."), "b1 d3")
    assert taking.earlier == ()


def test_j5_4_the_third_time_of_a_position_is_a_draw_where_the_option_says_so() -> None:
    state = played(table(*KINGS, repetition="on"), *ROUND, *ROUND[:3])
    assert not checkers.is_over(state)
    state = played(state, ROUND[3])
    assert said(state) == ["The same position has come up for the third time: the game is over.", "A draw."]
    assert not checkers.is_over(played(table(*KINGS), *ROUND * 3))


def test_j5_4_the_same_tiles_with_the_other_player_in_turn_are_another_position() -> None:
    # Aya needs two moves to c2 and three to get back, so that the tiles stand as before and Ben is in turn.
    state = table(".X......", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "......O.", repetition="on")
    there_and_back = ("b1 a2", "g8 f7", "a2 b3", "f7 g8", "b3 c2", "g8 h7", "c2 b1", "h7 g8")
    assert not checkers.is_over(played(state, *there_and_back))
    assert checkers.is_over(played(state, *there_and_back * 2))


# what is refused


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Move(("a9", "b8")), "There is no square a9: squares go from a1 to h8."),
        (Move(("b3", "b4")), "b4 is a red square: tiles stay on the black ones."),
        (Move(("b3",)), "A move needs at least two squares: where the tile is and where it goes."),
        (Move(()), "A move needs at least two squares: where the tile is and where it goes."),
        (Move(("a4", "b5")), "There is no tile on a4."),
        (Move(("a6", "b5")), "Aya, the tile on a6 is not yours: move one of your own."),
        (Move(("b1", "a2")), "a2 is already taken: a tile needs an empty square."),
        (Move(("b3", "a2")), "a2 is already taken: a tile needs an empty square."),
        (Move(("b3", "d5")), "Between b3 and d5 there is no tile of the other side to jump over."),
        (Move(("b3", "h5")), "b3 to h5 is not a jump: a jump goes diagonally over one tile."),
        (Move(("b3", "b3")), "b3 to b3 is not a jump: a jump goes diagonally over one tile."),
        (Move(("b3", "a4", "b5")), "b3 to a4 is not a jump: a jump goes diagonally over one tile."),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(begun: State, wrong: Move, sentence: str) -> None:
    assert refused(begun, wrong) == sentence


def test_a_lying_tile_does_not_step_backward(begun: State) -> None:
    assert refused(played(begun, "b3 a4", "a6 b5"), move("a4 b3")) == (
        "The tile on a4 lies flat, so it only goes forward: only a standing one may go back."
    )


@pytest.mark.parametrize("late", [Move(("b3", "a4")), DRAW, Agreed(AYA)])
def test_nothing_is_played_or_agreed_after_the_end(begun: State, late: checkers.AnyMove) -> None:
    assert refused(checkers.play(begun, DRAW), late) == "The game is over: no more moves can be made."


# what is told


def test_a_prompt_goes_to_the_player_in_turn(begun: State) -> None:
    assert [prompt.player for prompt in checkers.prompt(played(begun, "b3 a4"))] == [BEN]
    assert isinstance(checkers.prompt(begun)[0], Prompt)


def test_standings_say_which_tiles_were_counted() -> None:
    state = table(".X......", "x.......", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "o.......")
    reasons = [[say(reason, "en") for reason in one.reasons] for one in checkers.standings(state)]
    assert reasons == [
        ["1 flat tile of the Resistance.", "1 power-up tile stands."],
        ["1 flat tile of the First Order."],
    ]
    assert [one.rank for one in checkers.standings(state)] == [1, 2]
    won = checkers.standings(checkers.play(state, Agreed(BEN)))[AYA]
    assert say(won.reasons[-1], "en") == "Won the game."


def test_a_move_is_told_in_one_line_of_the_record(begun: State) -> None:
    assert say(checkers.describe(begun, move("b3 a4")), "en") == "Aya moves from b3 to a4."
    assert checkers.mover(begun, move("b3 a4")) == AYA


# starts, states and moves that cannot be


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya"], {}, "This game is for 2 players, but 1 name was given."),
        (["Aya", " "], {}, "Player 2 has no name: write one."),
        (NAMES, {"first": "rey"}, "The option first cannot be “rey”: choose one of light and dark."),
        (NAMES, {"forty_moves": "yes"}, "The option forty_moves cannot be “yes”: choose one of off and on."),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        checkers.start(players, options)
    assert say(caught.value.said, "en") == sentence


@pytest.mark.parametrize("data", ["", "b3", "b3-z9", "b3 a4", 7, None, ["b3", "a4"], "resign 2"])
def test_what_is_no_move_is_refused(data: object) -> None:
    with pytest.raises(BadRecord) as caught:
        checkers.move_from_json(data)
    assert "is not a checkers move" in say(caught.value.said, "en")

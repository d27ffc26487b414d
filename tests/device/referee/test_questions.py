"""What the camera cannot see is asked for, never guessed: by one tap, and nothing is recorded before."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from device.demo.script import plies as demo_plies
from device.demo.witness import laid
from device.games.listing import profile_of
from device.record.replay import CorrectionRefused
from device.referee.choices import told
from engines import doubt, sevens
from engines.bots import NAMES, Ply
from engines.infiltration import Step
from engines.jarapon.moves import Discard, Draw, LaySet, Show, Throw
from engines.jarapon.notation import move_to_text as jarapon_line
from engines.jarapon.state import in_hand
from engines.jarapon.wall import SIDES
from engines.vocabulary import UNKNOWN
from tests.support.device.known_game import PLAYERS, KnownGame, Places, places_of, plies_of

INFILTRATORS, SUPPORTERS = {"resistance": "1", "first_order": "6"}, {"resistance": "2", "first_order": "7"}


def asked(table: KnownGame) -> list[str]:
    return [choice.key for choice in table.box.question]


def answer(table: KnownGame, number: int = 0) -> None:
    table.box.choose(table.box.question[number].key, "phone")


def begun(folder: Path, name: str, seed: int, until: Callable[[list[Ply[Any, Any]], int], object]) -> Any:
    """A random game, known up to the first ply of which `until` is true; the state before it, and its moves from there.

    `until` is asked with all plies and the number of one.
    """
    plies = plies_of(name, seed, 200)
    at = next(at for at in range(len(plies)) if until(plies, at))
    return KnownGame(folder, name, plies[:at]), plies[at][0], [move for _, move in plies[at : at + 3]]


# Infiltration: what was captured, and what comes to the corner. Tiles that lie open beside the board answer that.


def beside(*faces: str) -> Places:
    """Tiles that lie face up beside the board."""
    return {f"beside/{at}": {face: 0.99, "empty": 0.01} for at, face in enumerate(faces, start=1)}


def captured(folder: Path) -> tuple[KnownGame, str, Any]:
    """A game of Infiltration in which a tile is captured, what it was, and the state after it."""
    table = KnownGame(folder, "infiltration")
    state = table.game.deal(table.players, {}, 1)
    for move in (Step("d6", "d5"), Step("d3", "d4")):
        table.make(state, move)
        state = table.game.play(state, move)
    (taken,) = (move for move in table.game.moves(state) if (move.start, move.end) == ("d5", "d4"))
    after = table.game.play(state, taken)
    table.see(after)
    return table, taken.taken, after


def test_what_a_captured_tile_was_is_asked(tmp_path: Path) -> None:
    table, role, _ = captured(tmp_path)
    assert asked(table) == ["d5xd4 infiltrator", "d5xd4 supporter"]
    assert (len(table.recorded()), table.box.problem) == (2, None)
    table.box.choose(f"d5xd4 {role}", "phone")
    assert (table.recorded()[2:], asked(table)) == ([Step("d5", "d4", role)], [])
    with pytest.raises(CorrectionRefused) as refusal:  # an answer that comes too late
        table.box.choose("d5xd4 supporter", "phone")
    assert (refusal.value.said.key, len(table.recorded())) == ("table.choice_gone", 3)


def test_a_captured_tile_that_is_put_back_is_no_question_any_more(tmp_path: Path) -> None:
    table, _, _ = captured(tmp_path)
    table.see(table.box.played.now)
    assert (asked(table), len(table.recorded())) == ([], 2)


@pytest.mark.parametrize("role", ["infiltrator", "supporter"])
def test_a_captured_tile_laid_beside_the_board_is_read_and_nobody_is_asked(tmp_path: Path, role: str) -> None:
    table, _, after = captured(tmp_path)
    side = table.box.played.now.side(1)
    lies = beside((INFILTRATORS if role == "infiltrator" else SUPPORTERS)[side])
    for _ in range(3):  # where it stays it is no news
        table.see(after, lies)
        assert (table.recorded()[2:], asked(table)) == ([Step("d5", "d4", role)], [])
        assert table.box.problem is None


@pytest.mark.parametrize("lies", [beside(*other) for other in (("4",), ("7", "7"), ("2",), ("back",))])
def test_other_tiles_beside_the_board_settle_nothing_and_disturb_nobody(tmp_path: Path, lies: Places) -> None:
    table, _, after = captured(tmp_path)
    assert table.box.played.now.side(1) == "first_order"
    table.see(after, lies)
    assert (len(asked(table)), len(table.recorded())) == (2, 2)
    table.see(table.box.played.now, lies)
    assert (table.box.problem, asked(table)) == (None, [])


def test_a_captured_tile_that_is_not_read_well_is_asked_for(tmp_path: Path) -> None:
    table, _, after = captured(tmp_path)
    table.see(after, {"beside/1": {"7": 0.8, "6": 0.2}})
    assert len(asked(table)) == 2


def before_the_corner(folder: Path) -> tuple[KnownGame, Places]:
    """A table on which an unknown tile steps into the enemy's corner, with a captured one beside the board."""
    table, _, _ = captured(folder)
    game, state = table.game, table.game.play(table.box.played.now, Step("d5", "d4", "supporter"))
    taken = beside(SUPPORTERS[state.side(1)])
    table.see(state, taken)
    path = (("f3", "g3"), ("d4", "c4"), ("g3", "g4"), ("c4", "b4"), ("g4", "g3"), ("b4", "b3"), ("g3", "g4"))
    for squares in path:
        state = game.play(state, Step(*squares))
        table.see(state, taken)
    return table, places_of(game, game.play(state, Step("b3", "b2"))) | taken


@pytest.mark.parametrize("lies", ["upright", "9"])
def test_who_comes_to_the_corner_is_asked_unless_it_lies_there_picture_up(tmp_path: Path, lies: str) -> None:
    table, arrived = before_the_corner(tmp_path)
    before = len(table.recorded())
    table.box.see(arrived | {"b2": {lies: 1.0}}, None)
    assert len(table.recorded()) == before
    assert [choice.moved.moves for choice in table.box.question] == [
        (Step("b3", "b2", wins=True),),
        (Step("b3", "b2"),),
    ]


@pytest.mark.parametrize("numbers", [INFILTRATORS, SUPPORTERS])
def test_what_lies_picture_up_in_the_corner_is_read_and_nobody_is_asked(
    tmp_path: Path, numbers: dict[str, str]
) -> None:
    table, arrived = before_the_corner(tmp_path)
    before, number = len(table.recorded()), numbers[table.box.played.now.side(0)]
    table.box.see(arrived | {"b2": {"upright": 1.0}}, None)
    assert len(asked(table)) == 2  # while it stands, either may be meant
    for _ in range(2):
        table.box.see(arrived | {"b2": {number: 0.99, "empty": 0.01}}, None)
        assert table.recorded()[before:] == [Step("b3", "b2", wins=numbers == INFILTRATORS)]
        assert (asked(table), table.box.problem) == ([], None)


# Galaxy Jarapon: dice that nobody saw, hands that are shown, and whether a set has an almighty in it.


@pytest.mark.parametrize("sees_walls", [True, False])
def test_of_a_table_that_is_dealt_already_it_is_asked_which_dice_broke_the_wall_there(
    tmp_path: Path, sees_walls: bool
) -> None:
    table = KnownGame(tmp_path, "jarapon")
    game = list(islice(demo_plies(table.game, table.players, 1, table.options), 5))
    state, _ = game[4]
    walls = {place: look for place, look in laid(profile_of("jarapon"), state).items() if place.startswith("wall/")}
    table.see(state, {place: {min(look): 1.0} for place, look in walls.items()} if sees_walls else {})

    def dice() -> list[list[int]]:
        return [[one.pips for one in choice.moved.moves if isinstance(one, Throw)] for choice in table.box.question]

    if sees_walls:
        assert dice() == [[1, 2], [2, 1]]
    else:  # one die after the other
        assert dice() == [[pips] for pips in range(1, 7)]
        answer(table)
        assert dice() == [[pips] for pips in range(1, 7)]
    answer(table, 0 if sees_walls else 1)
    assert table.recorded() == [table.game.observed(*ply, None) for ply in game]  # the first draw is nobody's choice
    assert table.box.problem is None


def test_a_hand_that_would_cost_a_penalty_is_asked_for_first(tmp_path: Path) -> None:
    table, state, _ = begun(
        tmp_path,
        "jarapon",
        3,
        lambda plies, at: (
            isinstance(plies[at][1], Discard)
            and plies[at][0].drawn not in (None, UNKNOWN)
            and not plies[at][0].seats[plies[at][0].turn].sets
        ),
    )
    shown = Show(state.turn, in_hand(state, state.turn))
    before = len(table.recorded())
    table.see(table.game.play(state, shown))
    assert asked(table) == [jarapon_line(shown)]
    answer(table)
    assert table.recorded()[before:] == [shown]
    assert table.box.played.now.account[-1].kind == "false_win"


@pytest.mark.parametrize("seed", [3, 5])
def test_a_hand_shown_right_after_a_draw_that_nobody_announced_is_read(tmp_path: Path, seed: int) -> None:
    table, state, moves = begun(tmp_path, "jarapon", seed, lambda plies, at: at > 20 and isinstance(plies[at][1], Draw))
    drawn = table.game.play(state, moves[0])
    shown = Show(drawn.turn, in_hand(drawn, drawn.turn))
    before = len(table.recorded())
    table.see(table.game.play(drawn, shown))
    if table.box.question:  # a hand that costs a penalty is asked for
        answer(table)
    assert [type(one) for one in table.recorded()[before:]] == [Draw, Show]
    assert table.recorded()[-1] == shown


@pytest.mark.parametrize(("likely", "recorded"), [(0.993, True), (0.9, False)])
def test_an_open_set_that_shows_three_numbers_well_has_no_almighty_in_it(
    tmp_path: Path, likely: float, recorded: bool
) -> None:
    table, state, (move, *_) = begun(
        tmp_path, "jarapon", 3, lambda plies, at: isinstance(plies[at][1], LaySet) and not plies[at][1].wilds
    )
    shows = places_of(table.game, table.game.play(state, move))
    one = {move.number: likely, "wild": 0.995 - likely, "empty": 0.005}
    hazy = {place: one for place in shows if place.startswith("pon") and move.number in shows[place]}
    assert len(hazy) >= 3
    before = len(table.recorded())
    table.box.see(shows | hazy, None)
    assert (table.recorded()[before:] == [move]) == (table.box.problem is None) == recorded


def completes_the_last_discard(plies: list[Ply[Any, Any]], at: int) -> bool:
    """Whether a player draws, unannounced, a tile of the number of the last discard to eight concealed ones."""
    state, move = plies[at]
    if not isinstance(move, Draw) or state.last is None or state.seats[move.seat].sets or at + 1 == len(plies):
        return False
    return state.seats[state.last].river[-1].tile in in_hand(plies[at + 1][0], move.seat)


@pytest.mark.parametrize("is_hidden", [False, True])
def test_nine_tiles_with_the_number_of_the_last_discard_were_won_by_it_only_if_it_is_gone(
    tmp_path: Path, is_hidden: bool
) -> None:
    table, state, moves = begun(tmp_path, "jarapon", 0, completes_the_last_discard)
    drawn = table.game.play(state, moves[0])
    shown = Show(drawn.turn, in_hand(drawn, drawn.turn))
    places, last = places_of(table.game, table.game.play(drawn, shown)), table.box.played.now.last
    if is_hidden:
        del places[f"river/{SIDES[3][last] + 1}/{len(drawn.seats[last].river)}"]
    before = table.recorded()
    table.box.see(places, None)
    kinds = [[type(move) for move in choice.moved.moves] for choice in table.box.question]
    if is_hidden:
        assert table.recorded() == before
        assert sorted(map(len, kinds)) == [1, 2]
        assert all(kind[-1] is Show for kind in kinds)
        return
    assert all(kind == [Draw, Show] for kind in kinds)
    if kinds:
        answer(table)
    assert table.recorded()[-1] == shown


# Expose the Lie: how many tiles were laid, who called, and which tile was turned up.


def lie_called(folder: Path, known: int) -> tuple[KnownGame, list[Ply[Any, Any]]]:
    """A game in which two have laid and the second is doubted, known so far; and its plies."""
    table = KnownGame(folder, "doubt")
    made = list(islice(demo_plies(table.game, table.players, 2, table.options), 5))
    assert [type(move).__name__ for _, move in made] == ["Lay", "Lay", "Challenge", "Turn", "Take"]
    for ply in made[:known]:
        table.make(*ply)
    return table, made


@pytest.mark.parametrize("looked_at_the_lay", [True, False])
def test_who_called_lie_is_asked_when_a_tile_lies_turned_up(tmp_path: Path, looked_at_the_lay: bool) -> None:
    table, made = lie_called(tmp_path, 2 if looked_at_the_lay else 1)
    table.see(table.game.play(*made[3]))
    assert [told(choice, "en") for choice in table.box.question] == [
        "Aya calls “Lie!” on Ben. Ben turns up a 2.",
        "Chie calls “Lie!” on Ben. Ben turns up a 2.",
    ]
    answer(table)
    assert [type(move).__name__ for move in table.recorded()] == ["Lay", "Lay", "Challenge", "Turn"]
    assert table.box.problem is None


def test_which_tile_was_turned_up_is_asked_when_all_are_taken_before_anybody_saw_it(tmp_path: Path) -> None:
    table, made = lie_called(tmp_path, 2)
    table.box.choose("doubt 1", "phone")
    table.see(table.game.play(*made[4]))
    done = [table.game.observed(*ply, None) for ply in made[3:]]
    assert done in [list(choice.moved.moves) for choice in table.box.question]


def test_how_many_tiles_were_laid_in_expose_the_lie_is_asked(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    table.see(table.game.play(*plies_of("doubt", 0, 1)[0]))
    assert [len(choice.moved.moves) for choice in table.box.question] == [1, 2, 3, 4]
    assert table.recorded() == []
    answer(table, 2)
    assert len(table.box.played.now.last.tiles) == 3
    assert [choice.said.key for choice in table.box.untold][-2:] == ["doubt.challenged", "doubt.challenged"]


def test_what_is_laid_face_down_is_not_asked_even_where_all_know_what_its_player_holds(tmp_path: Path) -> None:
    *made, last = islice(demo_plies(doubt, NAMES[:3], 1), 46)
    assert last[0].hands[0] == ("5", "6", "9")  # Aya's last three tiles were turned up as a lie: she has them back
    table = KnownGame(tmp_path, "doubt", made)
    table.make(*last)
    assert table.recorded()[-2:] == [doubt.Take(UNKNOWN), doubt.Lay(UNKNOWN)]
    assert (table.box.problem, asked(table)) == (None, [])


# Sevens and search


def test_who_laid_a_tile_after_a_draw_is_asked(tmp_path: Path) -> None:
    table, state, moves = begun(
        tmp_path,
        "sevens",
        4,
        lambda plies, at: isinstance(plies[at - 1][1], sevens.Draw) and isinstance(plies[at][1], sevens.Lay),
    )
    table.see(table.game.play(state, moves[0]))
    line = sevens.move_to_text(moves[0])
    assert asked(table) == [line, f"keep · {line}"]
    players = [choice.player for choice in table.box.question]
    assert players == [state.seat, (state.seat + 1) % PLAYERS["sevens"]]


def test_nobody_is_asked_which_of_two_tiles_was_drawn_first(tmp_path: Path) -> None:
    kinds = [sevens.Draw, sevens.Keep, sevens.Draw]
    table, state, moves = begun(
        tmp_path, "sevens", 4, lambda plies, at: [type(move) for _, move in plies[at : at + 3]] == kinds
    )
    for move in moves:
        state = table.game.play(state, move)
    table.see(state)
    assert asked(table) == []
    drawn = {made.at for made in table.recorded()[-3:] if isinstance(made, sevens.Draw)}
    assert drawn == {moves[0].at, moves[2].at}


def test_one_of_two_tiles_turned_back_is_no_move_yet(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "search", plies_of("search", 0, 2))
    now = table.box.played.now
    table.see(now, {f"tile/{now.up[0]}": {"back": 1.0}})
    assert (len(table.recorded()), table.box.problem is None) == (2, False)
    assert (table.box.problem.message.key, table.box.problem.places) == ("referee.turn_too", (f"tile/{now.up[1]}",))

"""What the camera cannot see is asked for, never guessed: by one tap, and nothing is recorded before."""

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from device.demo.script import plies as demo_plies
from device.demo.witness import laid
from device.games.listing import profile_of
from device.record.replay import CorrectionRefused
from device.referee.choices import told
from engines import doubt, sevens
from engines.infiltration import Step
from engines.jarapon.moves import Discard, Draw, LaySet, Show
from engines.jarapon.notation import move_to_text as jarapon_line
from engines.jarapon.state import in_hand
from engines.vocabulary import UNKNOWN
from tests.support.device.known_game import KnownGame, places_of
from tests.support.engines.bot_games import random_game


def keys(choices) -> list[str]:
    return [choice.key for choice in choices]


def captured(folder: Path) -> tuple[KnownGame, str]:
    """A game of Infiltration in which a tile has just been captured, and what it was."""
    table = KnownGame(folder, "infiltration")
    state = table.game.deal(table.players, {}, 1)
    for move in (Step("d6", "d5"), Step("d3", "d4")):
        table.make(state, move)
        state = table.game.play(state, move)
    legal = {move.taken: move for move in table.game.moves(state) if (move.start, move.end) == ("d5", "d4")}
    (role,) = legal
    table.box.see(places_of(table.game, table.game.play(state, legal[role])), None)
    return table, role


def test_what_a_captured_tile_was_is_asked(tmp_path: Path) -> None:
    table, role = captured(tmp_path)
    assert keys(table.box.question) == ["d5xd4 infiltrator", "d5xd4 supporter"]
    assert len(table.recorded()) == 2
    assert table.box.problem is None
    table.box.choose(f"d5xd4 {role}", "phone")
    assert table.recorded()[2:] == [Step("d5", "d4", role)]
    assert table.box.question == ()


def test_an_answer_that_comes_too_late_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    table, role = captured(tmp_path)
    table.box.choose(f"d5xd4 {role}", "phone")
    with pytest.raises(CorrectionRefused) as refusal:
        table.box.choose("d5xd4 supporter", "phone")
    assert refusal.value.said.key == "table.choice_gone"
    assert len(table.recorded()) == 3


def test_a_captured_tile_that_is_put_back_is_no_question_any_more(tmp_path: Path) -> None:
    table, _ = captured(tmp_path)
    table.box.see(places_of(table.game, table.box.played.now), None)
    assert table.box.question == ()
    assert len(table.recorded()) == 2


def dealt(folder: Path, walls: bool) -> tuple[KnownGame, list]:
    """Galaxy Jarapon whose table nobody has looked at before it was dealt, and what was done; or all but its walls."""
    table = KnownGame(folder, "jarapon")
    game = list(islice(demo_plies(table.game, table.players, 1, table.options), 5))
    state, _ = game[4]
    seen = places_of(table.game, state)
    if walls:
        seen |= {
            place: {min(look): 1.0}
            for place, look in laid(profile_of(table.game.NAME), state).items()
            if place[:5] == "wall/"
        }
    table.box.see(seen, None)
    return table, [table.game.observed(state, move, None) for state, move in game]  # the first draw is nobody's choice


def test_of_a_table_that_is_dealt_already_it_is_asked_which_dice_broke_the_wall_there(tmp_path: Path) -> None:
    table, done = dealt(tmp_path, walls=True)
    assert [told(choice, "en") for choice in table.box.question] == [
        "Aya throws 1. Aya throws 2. Aya deals; the dora is 3.",
        "Aya throws 2. Aya throws 1. Aya deals; the dora is 3.",
    ]
    table.box.choose(table.box.question[0].key, "phone")
    assert (table.recorded(), table.box.problem) == (done, None)


def test_where_the_walls_are_not_seen_one_die_is_asked_for_after_the_other(tmp_path: Path) -> None:
    table, done = dealt(tmp_path, walls=False)
    assert [told(choice, "en") for choice in table.box.question] == [f"Aya throws {pips}." for pips in range(1, 7)]
    table.box.choose(table.box.question[0].key, "phone")
    assert [told(choice, "en") for choice in table.box.question] == [
        f"Aya throws {pips}. Aya deals; the dora is 3." for pips in range(1, 7)
    ]
    table.box.choose(table.box.question[1].key, "phone")
    assert (table.recorded(), table.box.problem) == (done, None)


@pytest.mark.parametrize("looked_at_the_lay", [True, False])
def test_who_called_lie_is_asked_when_a_tile_lies_turned_up(tmp_path: Path, looked_at_the_lay: bool) -> None:
    table = KnownGame(tmp_path, "doubt")
    made = list(islice(demo_plies(table.game, table.players, 2, table.options), 4))
    assert [type(move).__name__ for _, move in made] == ["Lay", "Lay", "Challenge", "Turn"]
    for state, move in made[: 2 if looked_at_the_lay else 1]:
        table.make(state, move)
    table.box.see(places_of(table.game, table.game.play(*made[3])), None)
    assert [told(choice, "en") for choice in table.box.question] == [
        "Aya calls “Lie!” on Ben. Ben turns up a 2.",
        "Chie calls “Lie!” on Ben. Ben turns up a 2.",
    ]
    table.box.choose(table.box.question[0].key, "phone")
    assert [type(move).__name__ for move in table.recorded()] == ["Lay", "Lay", "Challenge", "Turn"]
    assert table.box.problem is None


def test_which_tile_was_turned_up_is_asked_when_all_are_taken_before_anybody_saw_it(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    made = list(islice(demo_plies(table.game, table.players, 2, table.options), 5))
    assert [type(move).__name__ for _, move in made] == ["Lay", "Lay", "Challenge", "Turn", "Take"]
    for state, move in made[:2]:
        table.make(state, move)
    table.box.choose("doubt 1", "phone")
    table.box.see(places_of(table.game, table.game.play(*made[4])), None)
    done = [table.game.observed(state, move, None) for state, move in made[3:]]
    assert done in [list(choice.moved.moves) for choice in table.box.question]


def test_who_laid_a_tile_after_a_draw_is_asked(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "sevens")
    game = list(islice(random_game(table.game, table.players, {}, 4), 200))
    drawn = next(
        ply
        for ply, ((_, one), (_, other)) in enumerate(pairwise(game))
        if isinstance(one, sevens.Draw) and isinstance(other, sevens.Lay)
    )
    for state, move in game[: drawn + 1]:
        table.make(state, move)
    state, laid = game[drawn + 1]
    table.box.see(places_of(table.game, table.game.play(state, laid)), None)
    line = sevens.move_to_text(laid)
    assert keys(table.box.question) == [line, f"keep · {line}"]
    players = [choice.player for choice in table.box.question]
    assert players == [state.seat, (state.seat + 1) % len(table.players)]


def test_nobody_is_asked_which_of_two_tiles_was_drawn_first(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "sevens")
    game = list(islice(random_game(table.game, table.players, {}, 4), 200))
    kinds = [type(move) for _, move in game]
    first = next(ply for ply in range(len(game)) if kinds[ply : ply + 3] == [sevens.Draw, sevens.Keep, sevens.Draw])
    for state, move in game[:first]:
        table.make(state, move)
    state, move = game[first + 2]
    table.box.see(places_of(table.game, table.game.play(state, move)), None)
    assert table.box.question == ()
    both = {game[first][1].at, move.at}
    assert {made.at for made in table.recorded()[-3:] if isinstance(made, sevens.Draw)} == both


def test_how_many_tiles_were_laid_in_expose_the_lie_is_asked(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    state, move = next(random_game(table.game, table.players, {}, 0))
    table.box.see(places_of(table.game, table.game.play(state, move)), None)
    assert [len(choice.moved.moves) for choice in table.box.question] == [1, 2, 3, 4]
    assert table.recorded() == []
    table.box.choose(table.box.question[2].key, "phone")
    assert len(table.box.played.now.last.tiles) == 3
    assert [choice.said.key for choice in table.box.untold][-2:] == ["doubt.challenged", "doubt.challenged"]


def test_one_of_two_tiles_turned_back_is_no_move_yet(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "search")
    game = list(islice(random_game(table.game, table.players, {}, 0), 3))
    for state, move in game[:2]:
        table.make(state, move)
    up = table.box.played.now.up
    halfway = places_of(table.game, table.box.played.now) | {f"tile/{up[0]}": {"back": 1.0}}
    table.box.see(halfway, None)
    assert len(table.recorded()) == 2
    assert table.box.problem is not None
    assert (table.box.problem.message.key, table.box.problem.places) == ("referee.turn_too", (f"tile/{up[1]}",))


def test_a_hand_that_would_cost_a_penalty_is_asked_for_first(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "jarapon")
    game = islice(random_game(table.game, table.players, table.options, 3), 60)
    for state, move in game:
        if isinstance(move, Discard) and state.drawn not in (None, UNKNOWN) and not state.seats[state.turn].sets:
            break
        table.make(state, move)
    shown = Show(state.turn, in_hand(state, state.turn))
    table.box.see(places_of(table.game, table.game.play(state, shown)), None)
    assert keys(table.box.question) == [jarapon_line(shown)]
    before = len(table.recorded())
    table.box.choose(table.box.question[0].key, "phone")
    assert table.recorded()[before:] == [shown]
    assert table.box.played.now.account[-1].kind == "false_win"


def beside(*faces: str) -> dict:
    """Tiles that lie face up beside the board."""
    return {f"beside/{at}": {face: 0.99, "empty": 0.01} for at, face in enumerate(faces, start=1)}


def test_a_captured_tile_laid_beside_the_board_is_read_and_nobody_is_asked(tmp_path: Path) -> None:
    table, _ = captured(tmp_path)
    after = table.box.question[1].moved.moves[0]
    lies_there = places_of(table.game, table.game.play(table.box.played.now, after))
    trooper_or_finn = {"first_order": "7", "resistance": "2"}[table.box.played.now.side(1)]
    table.box.see(lies_there | beside(trooper_or_finn), None)
    assert table.box.question == ()
    assert table.recorded()[2:] == [Step("d5", "d4", "supporter")]
    for _ in range(2):  # where it stays it is no news
        table.box.see(lies_there | beside(trooper_or_finn), None)
        assert (len(table.recorded()), table.box.problem) == (3, None)


def before_the_corner(folder: Path) -> tuple[KnownGame, Any, dict]:
    """A table on which an unknown tile stands before the enemy's corner, with a captured one beside the board."""
    table, _ = captured(folder)
    game, state = table.game, table.game.play(table.box.played.now, Step("d5", "d4", "supporter"))
    taken = beside({"first_order": "7", "resistance": "2"}[state.side(1)])
    table.box.see(places_of(game, state) | taken, None)
    path = (("f3", "g3"), ("d4", "c4"), ("g3", "g4"), ("c4", "b4"), ("g4", "g3"), ("b4", "b3"), ("g3", "g4"))
    for squares in path:
        state = game.play(state, Step(*squares))
        table.box.see(places_of(game, state) | taken, None)
    return table, state, taken


INFILTRATORS, SUPPORTERS = {"resistance": "1", "first_order": "6"}, {"resistance": "2", "first_order": "7"}


@pytest.mark.parametrize("lies", ["upright", "9"])
def test_who_comes_to_the_corner_is_asked_unless_it_lies_there_picture_up(tmp_path: Path, lies: str) -> None:
    table, state, taken = before_the_corner(tmp_path)
    before = len(table.recorded())
    arrived = places_of(table.game, table.game.play(state, Step("b3", "b2"))) | {"b2": {lies: 1.0}}
    table.box.see(arrived | taken, None)
    asked = [choice.moved.moves for choice in table.box.question]
    assert len(table.recorded()) == before
    assert asked == [(Step("b3", "b2", wins=True),), (Step("b3", "b2"),)]


@pytest.mark.parametrize("numbers", [INFILTRATORS, SUPPORTERS])
def test_what_lies_picture_up_in_the_corner_is_read_and_nobody_is_asked(tmp_path: Path, numbers: dict) -> None:
    table, state, taken = before_the_corner(tmp_path)
    before = len(table.recorded())
    standing = places_of(table.game, table.game.play(state, Step("b3", "b2"))) | taken
    lying = standing | {"b2": {numbers[state.side(0)]: 0.99, "empty": 0.01}}
    table.box.see(standing | {"b2": {"upright": 1.0}}, None)
    assert len(table.box.question) == 2  # while it stands, either may be meant
    table.box.see(lying, None)
    assert table.box.question == ()
    assert table.recorded()[before:] == [Step("b3", "b2", wins=numbers == INFILTRATORS)]
    table.box.see(lying, None)
    assert (len(table.recorded()), table.box.problem) == (before + 1, None)


@pytest.mark.parametrize("role", ["infiltrator", "supporter"])
def test_whatever_was_captured_it_is_read_beside_the_board(tmp_path: Path, role: str) -> None:
    table, _ = captured(tmp_path)
    now = table.box.played.now
    number = (INFILTRATORS if role == "infiltrator" else SUPPORTERS)[now.side(1)]
    lies_there = places_of(table.game, table.game.play(now, Step("d5", "d4", role)))
    table.box.see(lies_there | beside(number), None)
    assert table.box.question == ()
    assert table.recorded()[2:] == [Step("d5", "d4", role)]


@pytest.mark.parametrize("other", [("4",), ("7", "7"), ("2",), ("back",)])
def test_other_tiles_beside_the_board_settle_nothing_and_disturb_nobody(tmp_path: Path, other: tuple) -> None:
    table, role = captured(tmp_path)
    now = places_of(table.game, table.box.played.now)
    taken = places_of(table.game, table.game.play(table.box.played.now, Step("d5", "d4", role)))
    assert table.box.played.now.side(1) == "first_order"
    table.box.see(taken | beside(*other), None)
    assert (len(table.box.question), len(table.recorded())) == (2, 2)
    table.box.see(now | beside(*other), None)
    assert (table.box.problem, table.box.question) == (None, ())


def test_a_captured_tile_that_is_not_read_well_is_asked_for(tmp_path: Path) -> None:
    table, role = captured(tmp_path)
    taken = places_of(table.game, table.game.play(table.box.played.now, Step("d5", "d4", role)))
    table.box.see(taken | {"beside/1": {"7": 0.8, "6": 0.2}}, None)
    assert len(table.box.question) == 2


@pytest.mark.parametrize("seed", [3, 5])
def test_a_hand_shown_right_after_a_draw_that_nobody_announced_is_read(tmp_path: Path, seed: int) -> None:
    table = KnownGame(tmp_path, "jarapon")
    for state, move in islice(random_game(table.game, table.players, table.options, seed), 60):
        if isinstance(move, Draw) and len(table.told) > 20:
            break
        table.make(state, move)
    drawn = table.game.play(state, move)
    shown = Show(drawn.turn, in_hand(drawn, drawn.turn))
    before = len(table.recorded())
    table.box.see(places_of(table.game, table.game.play(drawn, shown)), None)
    if table.box.question:  # a hand that costs a penalty is asked for
        table.box.choose(table.box.question[0].key, "phone")
    assert [type(one) for one in table.recorded()[before:]] == [Draw, Show]
    assert table.recorded()[-1] == shown


@pytest.mark.parametrize(("likely", "recorded"), [(0.993, True), (0.9, False)])
def test_an_open_set_that_shows_three_numbers_well_has_no_almighty_in_it(
    tmp_path: Path, likely: float, recorded: bool
) -> None:
    table = KnownGame(tmp_path, "jarapon")
    for state, move in islice(random_game(table.game, table.players, table.options, 3), 90):
        if isinstance(move, LaySet) and not move.wilds:
            break
        table.make(state, move)
    shows = places_of(table.game, table.game.play(state, move))
    hazy = {
        place: {move.number: likely, "wild": 0.995 - likely, "empty": 0.005} for place in shows if place[:3] == "pon"
    }
    before = len(table.recorded())
    laid = {place: one for place, one in hazy.items() if move.number in shows[place]}
    assert len(laid) >= 3
    table.box.see(shows | laid, None)
    assert (table.recorded()[before:] == [move]) == recorded
    assert (table.box.problem is None) == recorded


def nine_shown(folder: Path):
    """A player has drawn, unannounced, a tile of the number of the last discard, and shows nine tiles with it."""
    for seed in range(30):
        table = KnownGame(folder / str(seed), "jarapon")
        plies = list(islice(random_game(table.game, table.players, table.options, seed), 60))
        for at, (state, move) in enumerate(plies):
            drawn = table.game.play(state, move)
            if not isinstance(move, Draw) or state.last is None or state.seats[move.seat].sets:
                continue
            if state.seats[state.last].river[-1].tile in in_hand(drawn, move.seat):
                for before in plies[:at]:
                    table.make(*before)
                return table, drawn
    raise AssertionError("no such game")


@pytest.mark.parametrize("seen", ["lies there", "is hidden"])
def test_nine_tiles_with_the_number_of_the_last_discard_were_won_by_it_only_if_it_is_gone(
    tmp_path: Path, seen: str
) -> None:
    (tmp_path / "0").mkdir()
    for seed in range(1, 30):
        (tmp_path / str(seed)).mkdir()
    table, drawn = nine_shown(tmp_path)
    shown = Show(drawn.turn, in_hand(drawn, drawn.turn))
    places = places_of(table.game, table.game.play(drawn, shown))
    if seen == "is hidden":
        last = table.box.played.now.last
        side = {0: 1, 1: 2, 2: 3}[last]
        places.pop(f"river/{side}/{len(drawn.seats[last].river)}")
    before = table.recorded()
    table.box.see(places, None)
    kinds = [[type(move) for move in choice.moved.moves] for choice in table.box.question]
    if seen == "is hidden":
        assert table.recorded() == before
        assert sorted(map(len, kinds)) == [1, 2]
        assert all(kind[-1] is Show for kind in kinds)
    else:
        assert all(kind == [Draw, Show] for kind in kinds)
        if kinds:
            table.box.choose(table.box.question[0].key, "phone")
        assert table.recorded()[-1] == shown


def test_what_is_laid_face_down_is_not_asked_even_where_all_know_what_its_player_holds(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    game = list(islice(demo_plies(table.game, table.players, 1), 46))
    state, _ = game[-1]
    assert state.hands[0] == ("5", "6", "9")  # Aya's last three tiles were turned up as a lie: she has them back
    for before, move in game:
        table.make(before, move)
    assert table.recorded()[-2:] == [doubt.Take(UNKNOWN), doubt.Lay(UNKNOWN)]
    assert (table.box.problem, table.box.question) == (None, ())

"""Galaxy Jarapon: dice, hands that are shown, sets with an almighty, and what of them is asked for."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from device.demo.staging import laid
from device.games.listing import profile_of
from device.record.corrections import Correction
from device.table.events import NewGame
from device.table.game import BoardGame
from engines.bots import Ply
from engines.jarapon import move_to_text
from engines.jarapon.moves import Discard, Draw, LaySet, Show, Throw
from engines.jarapon.wall import SIDES
from engines.vocabulary import UNKNOWN
from simulator.people.script import plies as demo_plies
from tests.support.device.known_game import KnownGame, begun, live_game, places_of
from tests.support.device.observing import observe
from tests.support.engines.jarapon import BROKEN, after, jarapon, lines_of
from vision import facts

READ, NOT_READ = 0.99, 1 / 6


def see_die(box: BoardGame, count: int = 0, number: int = 0, likelihood: float = READ) -> None:
    """A table on which nothing lies but the die of the so manyth throw that the camera has seen; 0: none."""
    other = (1 - likelihood) / 5
    throw = facts.Throw(count, {str(face): likelihood if face == number else other for face in range(1, 7)})
    places = {"dora": {"empty": 1.0}, "river/1/1": {"empty": 1.0}}
    observe(box, places, facts=facts.TileFacts(throw=throw if count else None))


def dice_table(folder: Path, dealer: str = "die") -> BoardGame:
    box = live_game(folder, "jarapon", ("Aya", "Ben", "Chie"), {"dealer": dealer})
    see_die(box)
    return box


def throws(box: BoardGame) -> list[tuple[int, int]]:
    return [(ply.move.seat, ply.move.pips) for ply in box.played.plies if isinstance(ply.move, Throw)]


Look = tuple[int, int] | tuple[int, int, float] | str | object  # what lies there, or what people enter, or do
UNDO, BEGIN = "undo", NewGame("jarapon", ("Aya", "Ben"), {"dealer": "die"})
NOTHING: list[tuple[int, int]] = []


@pytest.mark.parametrize(
    ("dealer", "looks", "thrown"),
    [
        ("die", [(1, 3), (1, 3), (1, 3)], [(0, 3)]),
        ("die", [(1, 3, 0.8)], NOTHING),
        ("die", [(1, 3, 0.8), (1, 3)], [(0, 3)]),
        ("die", [(1, 5, NOT_READ), (2, 4)], NOTHING),
        ("die", [(1, 5, NOT_READ), (2, 4), "1 throw 5", "2 throw 4", (2, 4), (3, 6)], [(0, 5), (1, 4), (2, 6)]),
        ("die", [(1, 5, NOT_READ), "1 throw 5", (2, 4)], [(0, 5), (1, 4)]),
        ("die", ["1 throw 5", (1, 5), (1, 5)], [(0, 5)]),
        ("die", ["1 throw 5", (1, 5), (1, 5), (2, 2)], [(0, 5), (1, 2)]),
        ("die", [BEGIN, (1, 3)], NOTHING),
        ("die", [BEGIN, (1, 3), (2, 3)], [(0, 3)]),
        ("die", [(1, 3), UNDO, (1, 3)], NOTHING),
        ("die", [(1, 3), UNDO, (1, 3), (2, 4)], [(0, 4)]),
        ("die", [(1, 3), Correction("change", 3, "1 throw 5", "phone"), (1, 3), (2, 2)], [(0, 5), (1, 2)]),
        ("die", [(1, 3), (2, 6), (3, 6), (4, 2), (5, 4)], [(0, 3), (1, 6), (2, 6), (1, 2), (2, 4)]),
        ("first", [(1, 3)], NOTHING),
        ("first", [(1, 3), "build", (1, 3), (1, 3), (2, 5), (3, 5)], [(0, 5), (0, 5)]),
        ("first", ["build", (1, 5), (2, 4), (3, 6), (4, 6)], [(0, 5), (0, 4)]),
    ],
    ids=[
        *("where it lay it is thrown once", "not read well", "read well at last", "nobody is given the next"),
        *(
            "until people have entered both",
            "or the one",
            "what people entered is not read once more",
            "but the next throw is",
        ),
        *("one that lay there when the game began was not thrown", "the next one was"),
        *("one that is taken back is not read again", "until it is thrown", "one is changed and the game goes on"),
        "J7-2: Ben and Chie throw again for the first dealer",
        *("put aside before walls are built", "and while they are", "one that is moved later is of no account"),
    ],
)
def test_a_throw_counts_once(tmp_path: Path, dealer: str, looks: list[Look], thrown: list[tuple[int, int]]) -> None:
    box = dice_table(tmp_path, dealer)
    for look in looks:
        if isinstance(look, tuple):
            see_die(box, *look)
        elif isinstance(look, NewGame):
            box.begin(look)
        elif isinstance(look, Correction):
            box.correct(look)
        elif look == UNDO:
            box.undo("phone")
        else:
            box.choose(look, "phone")
    assert throws(box) == thrown
    assert box.problem is None or UNDO in looks
    assert len(thrown) < 5 or box.played.now.match.first == 2


@pytest.mark.parametrize("sees_walls", [True, False])
def test_which_dice_broke_the_wall_is_asked_where_a_table_is_dealt_already(tmp_path: Path, sees_walls: bool) -> None:
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
        table.answer()
        assert dice() == [[pips] for pips in range(1, 7)]
    table.answer(0 if sees_walls else 1)
    assert table.recorded() == [table.game.observed(*ply, None) for ply in game]  # the first draw is nobody's choice
    assert table.box.problem is None


def is_concealed_discard(plies: list[Ply[Any, Any]], at: int) -> bool:
    """Whether a player who has drawn discards, without an open set."""
    state, move = plies[at]
    return isinstance(move, Discard) and state.drawn not in (None, UNKNOWN) and not state.seats[state.turn].sets


def test_a_hand_that_would_cost_a_penalty_is_asked_for_first(tmp_path: Path) -> None:
    table, state, _ = begun(tmp_path, "jarapon", 3, is_concealed_discard)
    shown, before = Show(state.turn, state.in_hand(state.turn)), len(table.recorded())
    table.see(table.game.play(state, shown))
    assert table.asked == [move_to_text(shown)]
    table.answer()
    assert table.recorded()[before:] == [shown]
    assert table.box.played.now.match.account[-1].kind == "false_win"


@pytest.mark.parametrize("seed", [3, 5])
def test_a_hand_shown_right_after_a_draw_that_nobody_announced_is_read(tmp_path: Path, seed: int) -> None:
    table, state, moves = begun(tmp_path, "jarapon", seed, lambda plies, at: at > 20 and isinstance(plies[at][1], Draw))
    drawn = table.game.play(state, moves[0])
    shown, before = Show(drawn.turn, drawn.in_hand(drawn.turn)), len(table.recorded())
    table.see(table.game.play(drawn, shown))
    if table.asked:  # a hand that costs a penalty is asked for
        table.answer()
    assert [type(one) for one in table.recorded()[before:]] == [Draw, Show]
    assert table.recorded()[-1] == shown


@pytest.mark.parametrize(("likely", "recorded"), [(0.993, True), (0.9, False)])
def test_three_numbers_seen_well_are_a_set_without_an_almighty(tmp_path: Path, likely: float, recorded: bool) -> None:
    table, state, (move, *_) = begun(
        tmp_path, "jarapon", 3, lambda plies, at: isinstance(plies[at][1], LaySet) and not plies[at][1].wilds
    )
    shows = places_of(table.game, table.game.play(state, move))
    one = {move.number: likely, "wild": 0.995 - likely, "empty": 0.005}
    hazy = {place: one for place in shows if place.startswith("pon") and move.number in shows[place]}
    assert len(hazy) >= 3
    before = len(table.recorded())
    observe(table.box, shows | hazy)
    assert (table.recorded()[before:] == [move]) == (table.box.problem is None) == recorded


def completes_the_last_discard(plies: list[Ply[Any, Any]], at: int) -> bool:
    """Whether a player draws, unannounced, a tile of the number of the last discard to eight concealed ones."""
    state, move = plies[at]
    if not isinstance(move, Draw) or state.last is None or state.seats[move.seat].sets or at + 1 == len(plies):
        return False
    return state.seats[state.last].river[-1].tile in plies[at + 1][0].in_hand(move.seat)


@pytest.mark.parametrize("is_hidden", [False, True])
def test_nine_tiles_were_won_by_the_last_discard_only_if_it_is_gone(tmp_path: Path, is_hidden: bool) -> None:
    table, state, moves = begun(tmp_path, "jarapon", 0, completes_the_last_discard)
    drawn = table.game.play(state, moves[0])
    shown = Show(drawn.turn, drawn.in_hand(drawn.turn))
    places, last = places_of(table.game, table.game.play(drawn, shown)), table.box.played.now.last
    if is_hidden:
        del places[f"river/{SIDES[3][last] + 1}/{len(drawn.seats[last].river)}"]
    before = table.recorded()
    observe(table.box, places)
    kinds = [[type(move) for move in choice.moved.moves] for choice in table.box.question]
    if is_hidden:
        assert table.recorded() == before
        assert sorted(map(len, kinds)) == [1, 2]
        assert all(kind[-1] is Show for kind in kinds)
        return
    assert all(kind == [Draw, Show] for kind in kinds)
    if kinds:
        table.answer()
    assert table.recorded()[-1] == shown


# Every second draw takes away a stack, so that the walls look different after it.
@pytest.mark.parametrize(
    ("played", "winner", "options"),
    [
        ("1 discard wild", 2, {"almighty_ron": "no"}),
        ("1 discard 9; 2 draw; 2 discard wild", 1, {"almighty_ron": "no"}),
        ("1 discard 3; 2 draw; 2 discard 3", 1, {"rules": "padawan"}),  # what its player has discarded, without pon
    ],
)
def test_j7_10_25_a_forbidden_ron_is_asked(tmp_path: Path, played: str, winner: int, options: dict[str, str]) -> None:
    made = lines_of(f"{BROKEN}; deal 9; {played}")
    box = live_game(tmp_path, "jarapon", ("Aya", "Ben"), {"dealer": "first", **options}, made)
    shown = after(f"{winner} jarapon 1 1 1 2 2 2 3 3", box.played.now)  # waits for 3, and for an almighty
    observe(box, places_of(jarapon, shown))
    assert [choice.said.key for choice in box.question] == ["jarapon.told.show"]
    box.choose(box.question[0].key, "phone")
    assert box.played.now.match.account[-1].kind == "false_win"
    assert box.played.now == shown


def test_a_game_recorded_when_draws_after_such_discards_were_forced_goes_as_it_went(tmp_path: Path) -> None:
    made = lines_of(f"{BROKEN}; deal 9; 1 discard 9; 2 draw; 2 discard wild; 1 discard 5")
    box = live_game(tmp_path, "jarapon", ("Aya", "Ben"), {"dealer": "first", "almighty_ron": "no"}, made)
    assert [(ply.entry != 0, ply.move) for ply in box.played.plies][-2:] == [(False, Draw(0)), (True, Discard(0, "5"))]

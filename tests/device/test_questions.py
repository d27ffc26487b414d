"""What the camera cannot see is asked for, never guessed: by one tap, and nothing is recorded before."""

from itertools import islice, pairwise
from pathlib import Path

import pytest

from device.played import CorrectionRefused
from engines import sevens
from engines.infiltration import Step
from engines.jarapon.kinds import Discard, Show
from engines.jarapon.notation import move_to_text as jarapon_line
from engines.jarapon.state import in_hand
from engines.straw import random_game
from engines.vocabulary import UNKNOWN
from tests.device.known_game import KnownGame, places_of


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
    assert (table.box.problem.key, table.box.problem_places) == ("referee.turn_too", (f"tile/{up[1]}",))


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

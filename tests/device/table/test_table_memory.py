"""Tiles that a camera hardly sees: where they are known to lie, a faint find is no sign that they are gone."""

from pathlib import Path

from device.demo.script import plies
from engines.infiltration import Step
from engines.reversi import Move
from engines.search import Take, Turn
from engines.vocabulary import BACK, EMPTY, UPRIGHT
from tests.support.device.known_game import KnownGame, places_of

FAINT = {UPRIGHT: 0.08, EMPTY: 0.92}


def table_of(folder: Path, *faint: str):
    """A game of Infiltration at its start, at which some tiles are hard to see."""
    table = KnownGame(folder, "infiltration")
    state = table.game.deal(table.players, {}, 1)
    table.box.see(places_of(table.game, state) | dict.fromkeys(faint, FAINT), None)
    return table, state


def test_a_start_at_which_two_tiles_are_hard_to_see_is_the_start(tmp_path: Path) -> None:
    table, _ = table_of(tmp_path, "e7", "f7")
    assert table.box.problem is None


def test_a_start_at_which_a_tile_lies_elsewhere_is_none(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "e7")
    table.box.see(places_of(table.game, state) | {"b5": {UPRIGHT: 1.0}, "c7": {EMPTY: 1.0}, "e7": FAINT}, None)
    assert table.box.problem is not None
    assert table.recorded() == []


def test_a_tile_that_was_seen_well_and_is_hardly_seen_now_may_be_gone(tmp_path: Path) -> None:
    table, state = table_of(tmp_path)
    table.box.see(places_of(table.game, state) | {"e7": FAINT}, None)
    assert table.box.problem is not None
    assert table.box.problem.places == ("e7",)


def test_a_move_is_seen_though_another_tile_is_hardly_seen(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "e7")
    after = table.game.play(state, Step("d6", "d5"))
    table.box.see(places_of(table.game, after) | {"e7": FAINT}, None)
    assert (table.recorded(), table.box.problem) == ([Step("d6", "d5")], None)


def test_a_tile_that_is_hardly_seen_in_every_picture_stops_nobody(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "e7")
    lies = {"back": 0.06, "2": 0.03, EMPTY: 0.91}  # of a standing tile in the dark no more is seen than that
    for move in (Step("d6", "d5"), Step("d3", "d4"), Step("c6", "c5")):
        state = table.game.play(state, next(one for one in table.game.moves(state) if one == move))
        table.box.see(places_of(table.game, state) | {"e7": lies}, None)
        assert (table.recorded()[-1], table.box.problem) == (move, None)


def test_a_tile_whose_face_no_picture_shows_alike_stops_nobody_until_it_is_seen_well(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "search")
    state = table.game.deal(table.players, {}, 1)
    first, second, third = ({"back": 0.4, "1": 0.4, "8": 0.2}, {"9": 0.6, "2": 0.4}, {"1": 0.6, "6": 0.4})
    table.box.see(places_of(table.game, state) | {"tile/70": first}, None)
    assert table.box.problem is None
    for hazy, tile in ((second, 3), (third, 9)):
        face = state.tiles[tile - 1]
        state = table.game.play(state, Turn(tile, face))
        table.box.see(places_of(table.game, state) | {"tile/70": hazy}, None)
        assert (table.recorded()[-1], table.box.problem) == (Turn(tile, face), None)
    table.box.see(places_of(table.game, state) | {"tile/70": {"5": 1.0}}, None)
    assert table.box.problem is not None


def test_a_tile_that_was_hazy_once_is_hard_to_see_until_a_picture_shows_it_surely(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "search")
    state = table.game.deal(table.players, {}, 1)
    glare = {"1": 0.6, "6": 0.4}
    for look in ({BACK: 0.65, "1": 0.3, "8": 0.05}, {BACK: 0.91, "1": 0.09}, glare):
        table.box.see(places_of(table.game, state) | {"tile/70": look}, None)
        assert table.box.problem is None
    for look in ({BACK: 0.99, "1": 0.01}, glare):
        table.box.see(places_of(table.game, state) | {"tile/70": look}, None)
    assert (table.box.question, table.box.problem) != ((), None)


def test_a_tile_that_looks_alike_on_both_sides_is_turned_by_the_rules(tmp_path: Path) -> None:
    """Under a lamp nothing of a face is left to be seen, and the tile has been taken for one with its back up."""
    table, overexposed = KnownGame(tmp_path, "reversi"), {BACK: 0.88, "1": 0.12}
    state = table.game.start(table.players, {})
    for move in (Move("f5"), Move("d6")):  # the second turns d5
        state = table.game.play(state, move)
        table.box.see(places_of(table.game, state) | {"d5": overexposed}, None)
        assert (table.recorded()[-1], table.box.problem) == (move, None)


def emptied(folder: Path) -> tuple[KnownGame, object, str]:
    """A game of search of which the box has seen the first tiles taken, and one of the places where these lay."""
    table = KnownGame(folder, "search")
    for before, move in plies(table.game, table.players, 0, {}):
        table.make(before, move)
        if isinstance(move, Take):
            break
    return table, table.game.play(before, move), f"tile/{before.up[0]}"


def test_what_one_picture_finds_and_the_next_one_does_not_is_no_news_later(tmp_path: Path) -> None:
    table, state, sheet = emptied(tmp_path)
    dark = {BACK: 0.84, EMPTY: 0.16}  # a piece of the sheet
    table.box.see(places_of(table.game, state) | {sheet: dark}, None)
    assert table.box.problem.places == (sheet,)
    table.box.see(places_of(table.game, state), None)
    assert table.box.problem is None
    turn = Turn(3, state.tiles[2])
    table.box.see(places_of(table.game, table.game.play(state, turn)) | {sheet: {BACK: 0.93, EMPTY: 0.07}}, None)
    assert (table.recorded()[-1], table.box.problem) == (turn, None)


def test_a_tile_that_is_seen_well_is_news_where_something_was_found_and_lost(tmp_path: Path) -> None:
    table, state, sheet = emptied(tmp_path)
    for found in (0.84, 0.0, 0.99):
        table.box.see(places_of(table.game, state) | {sheet: {BACK: found, EMPTY: 1 - found}}, None)
    assert table.box.problem.places == (sheet,)


def test_a_tile_that_is_gone_is_missed(tmp_path: Path) -> None:
    table, state = table_of(tmp_path)
    table.box.see(places_of(table.game, state) | {"e7": {EMPTY: 1.0}}, None)
    assert table.box.problem is not None
    assert table.box.problem.places == ("e7",)
    assert table.recorded() == []


def test_two_faint_tiles_of_which_one_has_moved_are_told_apart_by_where_one_stands_now(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "c6")
    after = places_of(table.game, table.game.play(state, Step("d6", "d5")))
    table.box.see(after | {"c6": FAINT, "d6": {EMPTY: 1.0}}, None)
    assert table.recorded() == [Step("d6", "d5")]
    # Either may have gone to c5 …
    open_move = after | {"c5": {UPRIGHT: 1.0}, "c6": FAINT, "d5": FAINT}
    before = len(table.recorded())
    table.box.see(open_move, None)
    assert len(table.recorded()) == before
    assert table.box.problem is not None

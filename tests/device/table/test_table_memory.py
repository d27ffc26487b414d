"""Tiles that a camera hardly sees: where they are known to lie, a faint find is no sign that they are gone."""

from pathlib import Path

import pytest

from engines.infiltration import Step
from engines.reversi import Move
from engines.search import Take, Turn
from engines.vocabulary import BACK, EMPTY, UPRIGHT
from simulator.people.script import plies
from tests.support.device.known_game import KnownGame, Places

FAINT, GONE, STANDS = {UPRIGHT: 0.08, EMPTY: 0.92}, {EMPTY: 1.0}, {UPRIGHT: 1.0}
GLARE = {"1": 0.6, "6": 0.4}


def dealt(folder: Path, name: str):
    table = KnownGame(folder, name)
    return table, table.game.deal(table.players, {}, 1)


def table_of(folder: Path, *faint: str):
    """A game of Infiltration at its start, at which some tiles are hard to see."""
    table, state = dealt(folder, "infiltration")
    table.see(state, dict.fromkeys(faint, FAINT))
    return table, state


@pytest.mark.parametrize(
    ("faint", "seen", "amiss"),
    [
        (["e7", "f7"], {"e7": FAINT, "f7": FAINT}, None),
        (["e7"], {"b5": STANDS, "c7": GONE, "e7": FAINT}, ("b5", "c7")),
        ([], {"e7": FAINT}, ("e7",)),
        ([], {"e7": GONE}, ("e7",)),
    ],
    ids=["two are hard to see", "one lies elsewhere", "seen well before, hardly now", "gone"],
)
def test_a_start_seen_hazily(tmp_path: Path, faint: list[str], seen: Places, amiss: tuple[str, ...] | None) -> None:
    table, state = table_of(tmp_path, *faint)
    table.see(state, seen)
    assert (table.box.problem and table.box.problem.places) == amiss
    assert table.recorded() == []


def test_a_tile_that_is_hardly_seen_in_every_picture_stops_nobody(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "e7")
    darker = {"back": 0.06, "2": 0.03, EMPTY: 0.91}  # of a standing tile in the dark no more is seen than that
    for move, lies in ((Step("d6", "d5"), FAINT), (Step("d3", "d4"), darker), (Step("c6", "c5"), darker)):
        state = table.game.play(state, move)
        table.see(state, {"e7": lies})
        assert (table.recorded()[-1], table.box.problem) == (move, None)


def test_a_tile_whose_face_no_picture_shows_alike_stops_nobody_until_it_is_seen_well(tmp_path: Path) -> None:
    table, state = dealt(tmp_path, "search")
    table.see(state, {"tile/70": {"back": 0.4, "1": 0.4, "8": 0.2}})
    assert table.box.problem is None
    for hazy, tile in (({"9": 0.6, "2": 0.4}, 3), (GLARE, 9)):
        move = Turn(tile, state.tiles[tile - 1])
        state = table.game.play(state, move)
        table.see(state, {"tile/70": hazy})
        assert (table.recorded()[-1], table.box.problem) == (move, None)
    table.see(state, {"tile/70": {"5": 1.0}})
    assert table.box.problem is not None


def test_a_tile_that_was_hazy_once_is_hard_to_see_until_a_picture_shows_it_surely(tmp_path: Path) -> None:
    table, state = dealt(tmp_path, "search")
    for look in ({BACK: 0.65, "1": 0.3, "8": 0.05}, {BACK: 0.91, "1": 0.09}, GLARE):
        table.see(state, {"tile/70": look})
        assert table.box.problem is None
    for look in ({BACK: 0.99, "1": 0.01}, GLARE):
        table.see(state, {"tile/70": look})
    assert (table.box.question, table.box.problem) != ((), None)


def test_a_tile_that_looks_alike_on_both_sides_is_turned_by_the_rules(tmp_path: Path) -> None:
    """Under a lamp nothing of a face is left to be seen, and the tile has been taken for one with its back up."""
    table, overexposed = KnownGame(tmp_path, "reversi"), {BACK: 0.88, "1": 0.12}
    state = table.game.start(table.players, {})
    for move in (Move("f5"), Move("d6")):  # the second turns d5
        state = table.game.play(state, move)
        table.see(state, {"d5": overexposed})
        assert (table.recorded()[-1], table.box.problem) == (move, None)


@pytest.mark.parametrize(("found", "is_news"), [(0.93, False), (0.99, True)])
def test_what_is_found_and_lost_is_news_only_where_seen_well(tmp_path: Path, found: float, is_news: bool) -> None:
    table = KnownGame(tmp_path, "search")
    for before, move in plies(table.game, table.players, 0, {}):
        table.make(before, move)
        if isinstance(move, Take):  # the first tiles are gone
            break
    state, sheet = table.game.play(before, move), f"tile/{before.up[0]}"

    def see(found: float) -> tuple[str, ...] | None:
        """What is wrong while a piece of the sheet looks like a tile with its back up."""
        table.see(state, {sheet: {BACK: found, EMPTY: 1 - found}})
        return table.box.problem and table.box.problem.places

    assert [see(found) for found in (0.84, 0.0)] == [(sheet,), None]
    turn = Turn(3, state.tiles[2])
    state = table.game.play(state, turn)
    assert see(found) == ((sheet,) if is_news else None)
    assert (table.recorded()[-1] == turn) == (not is_news)


def test_two_faint_tiles_of_which_one_has_moved_are_told_apart_by_where_one_stands_now(tmp_path: Path) -> None:
    table, state = table_of(tmp_path, "c6")
    after = table.game.play(state, Step("d6", "d5"))
    table.see(after, {"c6": FAINT, "d6": GONE})
    assert table.recorded() == [Step("d6", "d5")]
    table.see(after, {"c5": STANDS, "c6": FAINT, "d5": FAINT})  # either may have gone to c5
    assert table.recorded() == [Step("d6", "d5")]
    assert table.box.problem is not None

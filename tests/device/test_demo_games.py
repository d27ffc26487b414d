"""The demo table's players and places at other games than its own: whatever has squares or rows of tiles."""

from itertools import islice

import numpy as np
import pytest

from device.demo_places import DOWN, Places
from device.demo_play import plies, script
from device.demo_table import DemoTable
from device.sheets import offer_sheets
from engines.games import GAMES
from engines.straw import NAMES
from engines.vocabulary import BACK, FACE_DOWN, NOTHING, STANDING, UPRIGHT, Layout
from vision.simulator import layouts
from vision.simulator.pieces import Tile

OTHERS = ("infiltration", "checkers", "sevens", "search", "doubt", "jarapon")


@pytest.fixture(autouse=True)
def sheets() -> None:
    offer_sheets()


def shows(tile: Tile) -> str:
    return UPRIGHT if tile.pose == "upright" else tile.face


def fits(tiles: tuple[Tile, ...], layout: Layout, places: Places) -> bool:
    """Whether at every place of the layout that is in the picture, and nowhere else, lies what it says."""
    wanted = {places.spot(place): look for place, look in places.shown(layout).items()}
    near = {spot: min(tiles, key=lambda tile: np.hypot(tile.x - spot.x, tile.y - spot.y)) for spot in wanted if spot}
    return len(tiles) == len(wanted) == len(near) and all(shows(near[spot]) in wanted[spot] for spot in near)


@pytest.mark.parametrize("name", OTHERS)
def test_the_table_comes_to_look_as_the_rules_say_after_every_move(name: str) -> None:
    game, places = GAMES[name], Places()
    table = DemoTable(np.random.default_rng(1), game.PLAYERS.start)
    for state, _ in islice(plies(game, NAMES[: game.PLAYERS.start], seed=7), 30):
        layout = game.layout(state)
        list(table.bring(0, layout))
        (rest,) = table.rest(1.0)
        assert fits(rest.tiles, layout, places)
        assert len(layouts.free(rest.tiles)) == len(rest.tiles), "tiles lie on the sheet and not in each other"


@pytest.mark.parametrize("name", OTHERS)
def test_any_game_of_squares_or_rows_can_be_filmed(name: str) -> None:
    shots = list(islice(script(np.random.default_rng(2), 6.0, GAMES[name]), 300))
    assert len({shot.tiles for shot in shots if shot.hand is None}) >= 5
    assert all(-180 <= shot.hand.towards <= 540 for shot in shots if shot.hand is not None)


def test_rows_get_their_lines_as_they_come_up_and_keep_them() -> None:
    places = Places()
    first = places.spot("row/2/1")
    assert places.spot("row/1/1") != first
    assert places.spot("row/2/1") == first
    for number in range(DOWN):
        places.spot(f"more/{number}/1")
    assert places.spot("one/too/many") is None
    assert places.shown({"one/too/many": FACE_DOWN, "row/2/1": FACE_DOWN, "row/2/2": NOTHING}) == {"row/2/1": FACE_DOWN}


def test_places_without_a_number_are_rows_of_their_own() -> None:
    places = Places()
    assert len({places.spot(place) for place in ("bonus", "dora", "wall/1/1", "wall/top")}) == 4


def test_beside_a_board_nothing_is_shown() -> None:
    assert set(Places().shown({"a1": FACE_DOWN, "captured/1/1": FACE_DOWN})) == {"a1"}


def test_a_tile_that_moves_keeps_its_picture_and_one_that_stands_shows_none() -> None:
    table, any_face = DemoTable(np.random.default_rng(3), 2), frozenset("123456789")
    list(table.bring(0, {"a1": any_face, "c3": STANDING}))
    (before,) = table.rest(1.0)
    list(table.bring(1, {"b2": any_face, "c3": STANDING}))
    (after,) = table.rest(1.0)
    assert sorted(tile.face for tile in after.tiles) == sorted(tile.face for tile in before.tiles)
    assert {tile.pose for tile in after.tiles} == {"flat", "upright"}
    list(table.bring(0, {"b2": FACE_DOWN}))
    (last,) = table.rest(1.0)
    assert [tile.face for tile in last.tiles] == [BACK]

"""The demo table's players and places at other games than its own: whatever has squares or rows of tiles."""

from itertools import islice

import numpy as np
import pytest

from device.demo.watching_box import WatchingBox
from device.games.listing import GAMES, profile_of
from engines.bots import NAMES
from engines.vocabulary import BACK, FACE_DOWN, NOTHING, STANDING, UPRIGHT, Layout
from simulator.people.mishaps import Mishaps
from simulator.people.script import plies, script
from simulator.people.tile_table import TileTable
from simulator.render.pieces import Tile
from simulator.scenes import layouts
from vision.places.laying import NUMBER_OF, Laying

OTHERS = ("infiltration", "checkers", "sevens", "search", "doubt", "jarapon")


def shows(tile: Tile) -> str:
    return UPRIGHT if tile.pose == "upright" else tile.face


def is_in_wall(tile: Tile) -> bool:
    """Whether a tile stands beside the tray, as the walls of Galaxy Jarapon do."""
    return max(abs(tile.x), abs(tile.y)) > 200


def fits(tiles: tuple[Tile, ...], layout: Layout, laying: Laying) -> bool:
    """Whether at every place of the layout that is in the picture, and nowhere else, lies what it says."""
    wanted = {lie: look for place, look in layout.items() if look != NOTHING and (lie := laying(place, layout))}
    near = {lie: min(tiles, key=lambda tile: (np.hypot(tile.x - lie.x, tile.y - lie.y), -tile.z)) for lie in wanted}
    numbers = {
        lie: {NUMBER_OF.get(face, face).removesuffix(" across") for face in look} for lie, look in wanted.items()
    }
    below = sum(lie.on_another for lie in wanted)
    return len(tiles) - below == len(wanted) == len(near) and all(shows(near[lie]) in numbers[lie] for lie in near)


@pytest.mark.parametrize("name", OTHERS)
def test_the_table_comes_to_look_as_the_rules_say_after_every_move(name: str) -> None:
    game, laying = GAMES[name], profile_of(name).filming.lay
    table = TileTable(np.random.default_rng(1), game.PLAYERS.start, laying)
    for state, _ in islice(plies(game, NAMES[: game.PLAYERS.start], seed=7), 30):
        layout = game.layout(state)
        list(table.bring(0, layout))
        (rest,) = table.rest(1.0)
        assert fits(rest.tiles, layout, laying)
        on_sheet = [tile for tile in rest.tiles if not is_in_wall(tile)]
        assert len(layouts.free(on_sheet)) == len(on_sheet), "tiles lie on the sheet and not in each other"


@pytest.mark.parametrize("name", OTHERS)
def test_any_game_of_squares_or_rows_can_be_filmed(name: str) -> None:
    rng = np.random.default_rng(2)
    shots = list(islice(script(rng, WatchingBox(GAMES[name]), Mishaps(rng)), 150))
    assert len({shot.tiles for shot in shots if shot.hand is None}) >= 5
    assert all(-180 <= shot.hand.towards <= 540 for shot in shots if shot.hand is not None)


def test_a_tile_that_moves_keeps_its_picture_and_one_that_stands_shows_none() -> None:
    table, any_face = TileTable(np.random.default_rng(3), 2, profile_of("reversi").filming.lay), frozenset("123456789")
    list(table.bring(0, {"a1": any_face, "c3": STANDING}))
    (before,) = table.rest(1.0)
    list(table.bring(1, {"b2": any_face, "c3": STANDING}))
    (after,) = table.rest(1.0)
    assert sorted(tile.face for tile in after.tiles) == sorted(tile.face for tile in before.tiles)
    assert {tile.pose for tile in after.tiles} == {"flat", "upright"}
    list(table.bring(0, {"b2": FACE_DOWN}))
    (last,) = table.rest(1.0)
    assert [tile.face for tile in last.tiles] == [BACK]

"""Character Search: 72 strewn tiles keep their numbers through whole games."""

from dataclasses import replace

import numpy as np
import pytest

from device.games.listing import arrangement_of
from engines import search
from simulator.render.pieces import Tile
from simulator.scenes.layouts import whole_view
from tests.support.engines.bot_games import greedy_game
from tests.support.vision.table_pieces import Count, has_room, lying, names_of, placed, restarted, taught_art, turned
from tests.support.vision.tables import scene
from vision.places.strewn import TILES, StrewnPlaces
from vision.places.tracker import reading_order
from vision.table_reader import TableReader


def strewn(rng) -> list[Tile]:
    """72 tiles face down, any way round, some of them touching; now and then no room is left for the last ones."""
    tiles: list[Tile] = []
    for row in range(9):
        for column in range(8):
            for wild in np.linspace(1, 0, 20):
                x, y = np.array([(column - 3.5) * 36, (4 - row) * 32.5]) + rng.normal(0, 3.5, 2) * wild
                tile = Tile(float(x), float(y), "back", 90 + rng.normal(0, 18) * wild)
                if has_room(tile, tiles):
                    tiles.append(tile)
                    break
    return tiles if len(tiles) == TILES else strewn(rng)


def put_down(tile: Tile, face: str, others: list[Tile], rng) -> Tile:
    """A tile that was taken up and laid down again up to 12 mm off, where there is room."""
    for _ in range(60):
        far, way = rng.uniform(0, 12), rng.uniform(0, 2 * np.pi)
        moved = Tile(tile.x + far * np.cos(way), tile.y + far * np.sin(way), face, tile.turn + rng.normal(0, 15))
        if has_room(moved, others):
            return moved
    return Tile(tile.x, tile.y, face, tile.turn)


def seen(tiles, rng, noise=1.0):
    """The pieces of one picture, in no order."""
    tiles = list(tiles)
    return [lying(tiles[i], rng, noise) for i in rng.permutation(len(tiles))]


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_each_tile_keeps_its_number_through_a_game(seed):
    rng = np.random.default_rng(seed)
    reader, noise = StrewnPlaces(), rng.uniform(0.3, 1.5)
    tiles = strewn(rng)
    names = reader.place([lying(tile, rng, noise) for tile in tiles]).names
    at = {int(name.split("/")[1]): tile for name, tile in zip(names, tiles, strict=True)}
    count = Count()
    for state, move in list(greedy_game(search, ["Aya", "Ben"], {}, seed))[:60]:
        before, layout = search.layout(state), search.layout(search.play(state, move))
        for number in [number for number in at if layout[f"tile/{number}"] != before[f"tile/{number}"]]:
            face = min(layout[f"tile/{number}"])
            others = [tile for other, tile in at.items() if other != number]
            at = {other: tile for other, tile in at.items() if other != number} | (
                {} if face == "empty" else {number: put_down(at[number], face, others, rng)}
            )
        if rng.random() < 0.1:  # the sheet slides, or its corners are seen anew
            degrees, shift = rng.uniform(-4, 4), rng.uniform(-8, 8, 2)
            at = {number: turned(tile, degrees, shift) for number, tile in at.items()}
        if rng.random() < 0.1:  # a hand is in the picture
            reader.place(seen([tile for tile in at.values() if tile.x > rng.uniform(-60, 60)], rng, noise))
        count.hold(reader.place(seen(at.values(), rng, noise)).places, layout)
    assert count.wrong == []
    assert count.share_left_out < 0.01


def test_a_tile_pushed_beside_an_emptied_place_is_not_taken_for_the_one_that_is_gone():
    reader = StrewnPlaces()
    first, second = Tile(0.0, 0.0, "back"), Tile(24.0, 0.0, "back")
    assert placed(reader, [first, second], noise=0).names == ("tile/1", "tile/2")
    placed(reader, [first, replace(second, face="6")], noise=0)
    # Halfway between the two places lies one tile: either may be it.
    halfway = placed(reader, [Tile(12.5, 0.0, "back")], noise=0)
    assert (halfway.names, dict(halfway.places)) == ((None,), {})
    assert placed(reader, [first], noise=0).places["tile/2"] == {"empty": 1.0}


def test_a_stray_tile_near_a_place_that_lost_its_own_leaves_that_place_open():
    reader = StrewnPlaces()
    *others, last = (Tile(x, 0.0, "back") for x in (-100.0, 0.0, 100.0))
    for third in (last, replace(last, face="3"), replace(last, y=45.0)):
        read = placed(reader, [*others, third], noise=0)
    assert read.names == ("tile/1", "tile/2", None)
    assert "tile/3" not in read.places


def test_tiles_strewn_anew_before_the_first_turn_are_numbered_anew_in_reading_order():
    rng, reader = np.random.default_rng(3), StrewnPlaces()
    reader.place(seen(strewn(rng)[:40], rng))
    tiles = strewn(rng)
    assert sorted(placed(reader, tiles, noise=0.3).places) == sorted(f"tile/{number}" for number in range(1, 73))
    middles = [np.array([tile.x, tile.y]) for tile in tiles]
    rows = [middles[i][1] for i in reading_order(middles)]
    assert rows[0] > rows[20] > rows[40] > rows[-1]


def test_a_tile_found_late_gets_the_next_number():
    reader, (late, first, *others) = StrewnPlaces(), strewn(np.random.default_rng(4))[30::-1]
    up = [replace(first, face="5"), *others]
    for tiles, found in (([first, *others], 30), (up, 30), ([*up, late], 30), ([*up, late], 31)):
        read = placed(reader, tiles, noise=0.5)
        assert len(read.places) == found
    assert read.names[-1] == "tile/31"


@pytest.mark.full
@pytest.mark.parametrize("quarters", range(4))
def test_after_a_restart_in_another_quarter_turn_the_numbers_are_the_same(quarters):
    rng = np.random.default_rng(quarters)
    reader, tiles = StrewnPlaces(), strewn(rng)
    names = reader.place([lying(tile, rng) for tile in tiles]).names
    reader.place([lying(tile, rng) for tile in (Tile(tiles[0].x, tiles[0].y, "5", tiles[0].turn), *tiles[1:])])
    order = rng.permutation(len(tiles))
    placed = restarted(reader).place([lying(turned(tiles[i], 90 * quarters + 2, (4.0, -3.0)), rng) for i in order])
    assert list(placed.names) == [names[i] for i in order]


@pytest.mark.full
def test_strewn_tiles_of_rendered_pictures_are_followed():
    rng = np.random.default_rng(5)
    taught, art = taught_art(50)
    reader, view = TableReader(arrangement_of("search"), taught), whole_view(rng)
    tiles = strewn(rng)
    picture, truth, _ = scene(57, tiles, view=view, art=art)
    names = names_of(reader.read(picture), truth)
    assert len(set(names) - {None}) > 68
    pushed = replace(turned(tiles[20], 0, (3.0, 2.0)), face="4")
    picture, truth, _ = scene(58, [*tiles[:20], pushed, *tiles[22:]], view=view, art=art)
    last = reader.read(picture)
    pairs = list(zip(names_of(last, truth), [*names[:21], *names[22:]], strict=True))
    assert sum(now == before is not None for now, before in pairs) > 66
    assert all(now == before for now, before in pairs if None not in (now, before))
    assert last.places[names[21]]["empty"] > 0.9
    assert last.places[names[20]]["4"] > 0.5

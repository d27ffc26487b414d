"""Expose the Lie: headings keep their spots, lays go to their stacks, and what is turned up keeps its order."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from device.demo.staging import laid
from device.games.listing import arrangement_of, profile_of
from engines import doubt
from engines.vocabulary import BACK, NOTHING
from simulator.render.pieces import Tile
from simulator.scenes.layouts import doubt as doubt_table
from simulator.scenes.layouts import doubt_roles, free, whole_view
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.vision.table_pieces import Count, careless, lying, names_of, placed, restarted, taught_art, turned
from tests.support.vision.tables import scene
from vision.places.base import Placed
from vision.places.stacks import StackPlaces
from vision.table_reader import TableReader

NUMBERS = range(1, 10)
# Where a table has its headings, and the way from each to its stack (mm), in front of whom the faces stand upright.
TABLES = {
    "a row, stacks below": {n: ((n - 5) * 28, 20, 0, -34) for n in NUMBERS},
    "a row, stacks above": {n: ((n - 5) * 28, 20, 0, 34) for n in NUMBERS},
    "three by three": {n: (((n - 1) % 3 - 1) * 60, 90 - (n - 1) // 3 * 88, 0, -34) for n in NUMBERS},
    "two rows, stacks outside": {
        n: ((n - 3) * 45, 50, 0, 34) if n < 6 else ((n - 7.5) * 45, -50, 0, -34) for n in NUMBERS
    },
    "stacks beside": {n: (((n - 1) % 3 - 1) * 85 - 15, 80 - (n - 1) // 3 * 60, 30, 0) for n in NUMBERS},
}


def played(states, table, rng):
    """The uppermost tiles of each state of a game, each laid once and then left where it is."""
    at = {}

    def tile(key, face, x, y) -> Tile:
        x, y = at.setdefault(key, np.add((x, y), careless(rng, 0.8)))
        return Tile(float(x), float(y), face)

    for state in states:
        at = {key: spot for key, spot in at.items() if key[0] != "turned" or state.turned}
        high = Counter(lay.number for lay in state.laid for _ in lay.tiles)
        tiles = [tile(("heading", n), str(n), *table[n][:2]) for n in NUMBERS]
        for n, count in high.items():
            x, y, aside, under = table[n]
            tiles.append(tile(("stack", n, count), BACK, x + aside, y + under))
        tiles += [
            tile(("turned", n, face), face, rng.uniform(-120, 120), -135.0) for n, face in enumerate(state.turned, 1)
        ]
        yield state, tiles


@pytest.mark.full
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_read_from_every_side(name, seed):
    rng = np.random.default_rng([seed, len(name)])
    way, count, reader = 90 * seed + rng.uniform(-8, 8), Count(), StackPlaces()
    game = (greedy_game if seed % 2 else random_game)(doubt, ["Aya", "Ben", "Chie"], {}, seed)
    for state, laid_now in played((state for state, _ in islice(game, 61)), TABLES[name], rng):
        tiles = [turned(tile, way) for tile in laid_now]
        pieces = [lying(tiles[i], rng, 1.2, read=rng.random() > 0.01) for i in rng.permutation(len(tiles))]
        layout = dict(doubt.layout(doubt.view(state, None)))
        placed = reader.place(pieces)
        assert counted(placed) == {}  # nobody can count what is stacked
        count.hold(placed.places, {f"turned/{n}": NOTHING for n in range(1, 6)} | layout)
    assert count.wrong == []
    assert count.share_left_out < 0.02


def counted(placed: Placed) -> dict[str, int]:
    """How many tiles are counted under each heading."""
    return {str(number): len(tiles) for number, tiles in placed.facts.columns.items() if tiles}


@pytest.mark.parametrize("seed", range(4))
def test_tiles_that_lie_side_by_side_are_counted_from_every_side(seed):
    rng, profile = np.random.default_rng([seed, 1]), profile_of("doubt")
    way, count, reader, is_spread = 90 * seed + rng.uniform(-8, 8), Count(), StackPlaces(), False
    for state, _ in islice(greedy_game(doubt, ["Aya", "Ben", "Chie"], {}, seed), 61):
        lies = [(profile.filming.lay(place, {}), min(look)) for place, look in laid(profile, state).items()]
        tiles = [
            turned(Tile(lie.x, lie.y, face, lie.turn), way)
            for lie, face in lies
            if face in (*"123456789", "wild", BACK)
        ]
        pieces = [lying(tiles[i], rng, 0.8) for i in rng.permutation(len(tiles))]
        placed = reader.place(pieces)
        count.hold(placed.places, dict(doubt.layout(state)))
        there = Counter(str(lay.number) for lay in state.laid for _ in lay.tiles)
        is_spread = is_spread or max(there.values(), default=0) > 1
        assert counted(placed) == (there if is_spread else {})
    assert (count.wrong, count.left_out, is_spread) == ([], 0, True)


HEADINGS = [Tile(float(x), float(y), str(n)) for n, (x, y, _, _) in TABLES["a row, stacks below"].items()]


def across(*downs: float) -> list[Tile]:
    """Tiles face down under the first heading, side by side."""
    return [Tile(-112.0, down, BACK, 90.0) for down in downs]


def look(reader, *tiles: Tile, degrees: float = 0.0):
    return placed(reader, tiles, degrees, 0.5)


def test_one_tile_may_be_a_stack_until_two_have_been_seen_side_by_side():
    reader, two = StackPlaces(), across(-8, -31)
    assert counted(look(reader, *HEADINGS, two[0])) == {}
    both = look(reader, *HEADINGS, *two)
    assert both.names[9:] == ("stack/1", "beside/1/2")
    assert counted(both) == {"1": 2}
    assert counted(look(restarted(reader), *HEADINGS, two[0])) == {"1": 1}


@pytest.mark.parametrize(
    "other",
    [
        Tile(-84.0, -14.0, "back"),  # lengthwise: it may be a stack
        *across(-80),  # there is room for a tile that was not seen
        Tile(-100.0, -110.0, "back", 90.0),  # between two columns
    ],
)
def test_where_any_tile_lies_otherwise_nothing_is_counted(other):
    reader = StackPlaces()
    assert counted(look(reader, *HEADINGS, *across(-8, -31))) == {"1": 2}
    assert counted(look(reader, *HEADINGS, *across(-8, -31), other)) == {}


@pytest.mark.parametrize(("y", "counts"), [(-130.0, {"1": 2}), (-54.0, {"1": 3})])
def test_a_faint_detection_counts_only_where_the_next_tile_would_lie(y, counts):
    rng = np.random.default_rng(8)
    pieces = [lying(tile, rng, 0.5) for tile in (*HEADINGS, *across(-8, -31, y))]
    found = StackPlaces().place([*pieces[:-1], replace(pieces[-1], confidence=0.15)])
    assert counted(found) == counts
    assert y == -130.0 or found.facts.columns[1][2]["empty"] > 0.8


def test_a_tile_turned_up_where_it_lies_leaves_the_others_counted():
    reader, column = StackPlaces(), across(-8, -31, -54, -77)
    assert counted(look(reader, *HEADINGS, *column)) == {"1": 4}
    column[2] = replace(column[2], face="7")
    seen = look(reader, *HEADINGS, *column)
    assert counted(seen) == {"1": 3}
    assert seen.names[11] == "turned/1"


def test_a_heading_under_a_hand_is_left_out_and_its_stack_is_told_and_so_is_a_wrong_tile_in_its_place():
    reader, lay = StackPlaces(), Tile(-56.0, -14.0, "back")
    look(reader, *HEADINGS)
    places = look(reader, *HEADINGS[:2], *HEADINGS[3:], lay).places
    assert "heading/3" not in places
    assert places["stack/3"]["back"] > 0.9
    assert places["heading/4"]["4"] > 0.9
    swapped = [*HEADINGS[:6], replace(HEADINGS[6], face="2"), *HEADINGS[7:]]
    assert look(reader, *swapped, lay).places["heading/7"]["2"] > 0.9


def test_a_tile_laid_between_two_headings_leaves_both_stacks_open():
    read = look(StackPlaces(), *HEADINGS, Tile(-42.0, -14.0, "back"))
    assert read.names[-1] is None
    assert {"stack/3", "stack/4"}.isdisjoint(read.places)
    assert read.places["stack/5"] == {"empty": 1.0}


def test_tiles_turned_up_keep_the_order_in_which_they_appeared():
    reader = StackPlaces()
    look(reader, *HEADINGS)
    first, second, third = Tile(60.0, -60.0, "7"), Tile(-60.0, -60.0, "3"), Tile(0.0, -60.0, "7")
    assert look(reader, *HEADINGS, first).names[-1] == "turned/1"
    assert look(reader, second, *HEADINGS, first).names[0] == "turned/2"
    assert look(reader, third, second, first, *HEADINGS).names[:3] == ("turned/3", "turned/2", "turned/1")
    # The first one is hidden: it is left out, and the others keep their places.
    hidden = look(reader, third, second, *HEADINGS)
    assert hidden.names[:2] == ("turned/3", "turned/2")
    assert "turned/1" not in hidden.places
    assert hidden.places["turned/4"] == {"empty": 1.0}
    assert look(reader, *HEADINGS).places["turned/1"] == {"empty": 1.0}


@pytest.mark.parametrize("quarters", range(4))
def test_after_a_restart_in_another_quarter_turn_all_is_where_it_was(quarters):
    reader = StackPlaces()
    tiles = [*HEADINGS, Tile(-56.0, -14.0, "back"), Tile(60.0, -60.0, "3"), Tile(90.0, -60.0, "4")]
    for count in (9, 11, 12):
        names = look(reader, *tiles[:count]).names
    assert names[-3:] == ("stack/3", "turned/1", "turned/2")
    assert look(restarted(reader), *tiles, degrees=90 * quarters + 3).names == names


@pytest.mark.full
@pytest.mark.parametrize("number", [70, 71])
def test_a_rendered_table(number):
    taught, art = taught_art(number)
    rng = np.random.default_rng(number)
    tiles = free(doubt_table(rng))
    view, reader = whole_view(rng), TableReader(arrangement_of("doubt"), taught)
    reader.read(scene(number, tiles[:9], view=view, art=art)[0])
    picture, truth, _ = scene(number, tiles, view=view, art=art)
    names = names_of(reader.read(picture), truth)
    seen = [
        (role, name, tile)
        for role, name, tile, share in zip(doubt_roles(tiles), names, tiles, truth.visible, strict=True)
        if share > 0.6
    ]
    assert [name for role, name, _ in seen if role == "heading"] == [f"heading/{n}" for n in NUMBERS]
    assert all(name is None or name.startswith(role) for role, name, _ in seen)
    headings = {f"stack/{n}": tile for n, tile in enumerate(tiles[:9], 1)}
    stacks = [(name, tile) for role, name, tile in seen if role == "stack" and name is not None]
    nearest = [min(headings, key=lambda n: np.hypot(headings[n].x - t.x, headings[n].y - t.y)) for _, t in stacks]
    assert [name for name, _ in stacks] == nearest
    assert len(stacks) >= 0.8 * sum(role == "stack" for role, _, _ in seen)

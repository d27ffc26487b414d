"""Squares: the whole sheet, and its centre where tiles stand and captured ones lie round them."""

import json

import numpy as np
import pytest

from device.games.listing import arrangement_of
from engines import infiltration
from engines.squares import SQUARES
from engines.squares import turned as square_turned
from engines.vocabulary import EMPTY, NOTHING, UPRIGHT
from simulator.render.pieces import Tile
from tests.support.engines.bot_games import random_game
from tests.support.paths import SHARED_PHOTOS, needs_shared
from tests.support.vision.table_pieces import Count, careless, lying, turned
from vision.dimensions import CELL
from vision.facts import TileFacts, facts_of
from vision.pictures import open_picture
from vision.places.squares import CentrePlaces
from vision.table_reader import TableReader


def on(square, rng, pose="upright", face="5") -> Tile:
    row, column = divmod(SQUARES.index(square), 8)
    x, y = np.array([(column - 3.5) * CELL, (3.5 - row) * CELL]) + careless(rng, 2)
    return Tile(float(x), float(y), face, pose=pose)


@pytest.mark.parametrize("quarters", range(4))
def test_standing_tiles_of_a_game_are_on_their_squares_and_captured_ones_beside_them(quarters):
    rng, count = np.random.default_rng(quarters), Count()
    for state, _ in list(random_game(infiltration, ["Aya", "Ben"], {}, quarters))[:60]:
        layout = {place: look for place, look in infiltration.layout(state).items() if place in SQUARES}
        side_tile = [on(square, rng) for square, look in layout.items() if look != NOTHING]
        captured = [Tile(x, y, "7") for x in (-40.0, 0.0, 40.0) for y in (-120.0, 120.0)]
        tiles = [turned(tile, -90 * quarters) for tile in (*side_tile, *captured)]
        placed = CentrePlaces().place([lying(tile, rng, 1.0) for tile in tiles])
        beside = [f"beside/{at}" for at in range(1, len(captured) + 1)]
        assert sorted(placed.names[len(side_tile) :]) == beside
        assert len(placed.facts.beside) == len(captured)
        assert all(shows["7"] > 0.9 for shows in placed.facts.beside)
        count.hold(placed.places, {square_turned(square, quarters): look for square, look in layout.items()})
    assert (count.left_out, count.wrong) == (0, [])


def test_a_tile_that_fell_over_is_told_where_it_lies():
    rng = np.random.default_rng(1)
    placed = CentrePlaces().place([lying(on("d4", rng, pose="flat", face="back"), rng)])
    assert placed.places["d4"]["back"] > 0.9


@needs_shared
@pytest.mark.parametrize("name", ["set-a/geister_100", "set-a/geister_101", "set-b/geister_200", "set-b/geister_201"])
def test_standing_tiles_of_a_photograph(taught, name):
    truth = json.loads((SHARED_PHOTOS / f"{name}.json").read_text(encoding="utf-8"))
    side_tile = [
        SQUARES[8 * row + column] for row, column in (t["cell"] for t in truth["tiles"] if t["role"] == "ghost")
    ]
    reading = TableReader(arrangement_of("infiltration"), taught).read(open_picture(SHARED_PHOTOS / f"{name}.jpg"))
    places, beside = reading.places, facts_of(TileFacts, reading.facts).beside
    assert len(beside) == sum(tile["role"] == "captured" for tile in truth["tiles"])
    seen = {square for square, shares in places.items() if shares.get(UPRIGHT, 0) > 0.3}
    assert any(seen == {square_turned(square, turn) for square in side_tile} for turn in range(4))
    assert all(shares[EMPTY] > 0.5 for square, shares in places.items() if square not in seen)

"""Whole matches of Galaxy Jarapon, laid as people are asked to: deals, swept tables, the deal passing, the account."""

from collections.abc import Iterator

import numpy as np
import pytest

from device.demo.staging import laid
from device.games.jarapon import PROFILE
from engines.jarapon.moves import Throw
from engines.vocabulary import BACK, TILE_FACES
from simulator.people.tile_table import TileTable
from simulator.render.pieces import Tile
from tests.support.device.observing import observe
from tools.films.following import Match, moves_of, people_at_box
from vision import facts
from vision.places.base import TablePiece
from vision.places.jarapon.places import JaraponPlaces

pytestmark = pytest.mark.full

NOISE = 1.0  # mm by which a position is wrong at most
SEEN = 176.0  # mm from the middle; what lies further out is not looked at


def seen(tiles: tuple[Tile, ...], rng: np.random.Generator) -> Iterator[TablePiece]:
    """What a camera finds that reads every face well; of two tiles on each other the upper one."""
    for tile in tiles:
        covered = any(other.z > tile.z and (other.x, other.y) == (tile.x, tile.y) for other in tiles)
        if not covered and max(abs(tile.x), abs(tile.y)) < SEEN:
            rest = dict.fromkeys((*TILE_FACES, BACK), 0.0005 / len(TILE_FACES))
            ring = tile.corners()[:4, :2] + rng.uniform(-NOISE, NOISE, 2)
            yield TablePiece(ring, rest | {tile.face: 0.9995}, 0.999)


@pytest.mark.parametrize(("seats", "rules", "seed"), [(2, "master", 102), (3, "padawan", 112)])
def test_j7_26_a_match_is_followed_and_nobody_has_to_help(seats: int, rules: str, seed: int) -> None:
    game, rng, thrown = PROFILE.game, np.random.default_rng(seed), 0
    match = Match.of(PROFILE, seats, {"rules": rules})
    table, reader = TileTable(rng, seats, PROFILE.filming.lay), JaraponPlaces()
    with people_at_box(match) as people:
        told: list[object] = []
        throw: facts.Throw | None = None
        for state, move in moves_of(match, seed):
            after = game.play(state, move)
            list(table.bring(0, laid(PROFILE, after)))
            told.append(game.observed(state, move, None))
            people.made = list(told)
            if isinstance(move, Throw):
                thrown += 1
                throw = facts.Throw(thrown, {str(move.pips): 1.0})
            placed = reader.place(list(seen(next(table.rest(1.0)).tiles, rng))).places
            observe(people.box, placed, facts=facts.TileFacts(throw=throw))
            people.answer()
        assert game.is_over(after)
        assert after.match.hand >= 6, "a match of several hands"
        assert people.right() == len(told) == len(people.recorded)
        assert people.asked == people.entered == people.typed == 0
        assert game.standings(people.box.played.now) == game.standings(after)

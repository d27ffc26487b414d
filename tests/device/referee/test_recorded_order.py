"""A tile of Expose the Lie that no picture shows when it is turned up is told, and keeps its place in the record."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines.bots import Ply
from engines.doubt.moves import Turn
from tests.support.device.known_game import KnownGame, places_of, plies_of


@pytest.fixture
def two_turned(tmp_path: Path) -> tuple[KnownGame, list[Ply[Any, Any]]]:
    """A game in which two tiles of different faces are turned up one after the other, before that, and these moves."""
    for seed in range(20):
        plies = plies_of("doubt", seed, 120)
        for at, ((state, first), (_, second)) in enumerate(pairwise(plies)):
            if isinstance(first, Turn) and isinstance(second, Turn) and first != second and not state.turned:
                return KnownGame(tmp_path, "doubt", plies[:at]), plies[at : at + 2]
    raise AssertionError("no such game among twenty")


def test_the_second_tile_turned_up_does_not_take_the_place_of_one_that_was_told(
    two_turned: tuple[KnownGame, list[Ply[Any, Any]]],
) -> None:
    table, turns = two_turned
    for state, move in turns:
        table.told.append(table.game.observed(state, move, None))
        places = places_of(table.game, table.game.play(state, move))
        first = places.pop("turned/1")
        if "turned/2" in places:  # to the camera the tile that it sees first is the first
            places["turned/1"], places["turned/2"] = places["turned/2"], first
        for _ in range(2):
            table.box.see(dict(places), None)
            table.people.answer()
    assert table.recorded() == table.told
    assert table.box.problem is None


def test_what_people_told_of_a_tile_no_later_picture_changes(two_turned: tuple[KnownGame, list[Ply[Any, Any]]]) -> None:
    table, ((state, move), (_, other)) = two_turned
    table.told.append(table.game.observed(state, move, None))
    places = places_of(table.game, table.game.play(state, move))
    table.box.see({place: likely for place, likely in places.items() if place != "turned/1"}, None)
    table.people.answer()
    assert table.recorded() == table.told
    for _ in range(3):
        table.box.see(places | {"turned/1": {other.tile: 1.0}}, None)
    assert table.recorded() == table.told
    assert table.box.problem is not None

"""Honesty, in every game: nothing illegal is recorded, nothing that the table does not show, nothing left open."""

import random
from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES
from engines.vocabulary import BACK, EMPTY, TILE_FACES, Layout
from tests.support.device.known_game import KnownGame, Places, places_of, plies_of
from tests.support.tiers import first

GAMES_ON_A_TABLE = first(["infiltration", "checkers", "reversi", "jarapon", "doubt", "sevens", "search"], 5)


def a_table_in_mid_game(folder: Path, name: str, count: int) -> tuple[KnownGame, Any]:
    plies = plies_of(name, 2, count)
    return KnownGame(folder, name, plies), GAMES[name].play(*plies[-1])


def spoilt(places: Places, chance: random.Random) -> Places:
    """The places of a reading with something else at one to three of them."""
    changed = chance.sample(sorted(places), min(len(places), chance.randrange(1, 4)))
    return places | {place: {chance.choice([EMPTY, BACK, *TILE_FACES]): 1.0} for place in changed}


def shows(places: Places, layout: Layout) -> bool:
    """Whether a table looks just as it must."""
    return all(set(likely) <= layout.get(place, {EMPTY}) for place, likely in places.items())


@pytest.mark.parametrize("name", GAMES_ON_A_TABLE)
def test_what_is_recorded_is_just_what_lies_there(tmp_path: Path, name: str) -> None:
    chance = random.Random(5)
    table, state = a_table_in_mid_game(tmp_path, name, 25)
    accepted = 0
    for _ in range(30):
        before = table.recorded()
        places = spoilt(places_of(table.game, state), chance)
        table.box.see(places, None)
        if table.recorded() != before:
            accepted += 1
            assert shows(places, table.game.layout(table.box.played.now))
            for _ in range(len(table.recorded()) - len(before)):
                if len(table.recorded()) > len(before):  # what the rules forced goes with what was chosen
                    table.box.undo("test")
            assert table.recorded() == before
    assert accepted < 30


@pytest.mark.parametrize("name", GAMES_ON_A_TABLE)
def test_places_that_show_two_things_alike_are_asked_about_and_decide_nothing(tmp_path: Path, name: str) -> None:
    table, state = a_table_in_mid_game(tmp_path, name, 24)
    before = table.recorded()
    now = places_of(table.game, table.box.played.now)
    tried = 0
    for move in table.game.moves(state):
        after = places_of(table.game, table.game.play(state, move))
        changed = [place for place in after if after[place] != now.get(place)]
        if not changed:
            continue
        tried += 1
        hazy = {place: dict.fromkeys({*after[place], *now.get(place, {EMPTY: 1.0})}, 0.5) for place in changed}
        table.box.see(after | hazy, None)
        assert table.recorded() == before
        assert table.box.problem is not None or table.box.question
    assert tried

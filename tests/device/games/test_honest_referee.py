"""Honesty, in every game: nothing illegal is recorded, nothing that the table does not show, nothing left open."""

import random
from itertools import islice
from pathlib import Path

import pytest

from engines.vocabulary import BACK, EMPTY, TILE_FACES
from tests.support.device.known_game import KnownGame, places_of
from tests.support.engines.bot_games import random_game
from tests.support.tiers import first

GAMES_ON_A_TABLE = first(["infiltration", "checkers", "reversi", "jarapon", "doubt", "sevens", "search"], 5)


def a_table_in_mid_game(folder: Path, name: str, seed: int, plies: int):
    table = KnownGame(folder, name)
    state = table.game.deal(table.players, table.options, seed)
    for before, move in islice(random_game(table.game, table.players, table.options, seed), plies):
        table.make(before, move)
        state = table.game.play(before, move)
    return table, state


def spoilt(places, chance: random.Random):
    """The places of a reading with something else at one to three of them."""
    changed = chance.sample(sorted(places), min(len(places), chance.randrange(1, 4)))
    return places | {place: {chance.choice([EMPTY, BACK, *TILE_FACES]): 1.0} for place in changed}


def shows(places, layout) -> bool:
    """Whether a table looks just as it must."""
    return all(set(likely) <= layout.get(place, {EMPTY}) for place, likely in places.items())


@pytest.mark.parametrize("name", GAMES_ON_A_TABLE)
def test_what_is_recorded_is_just_what_lies_there(tmp_path: Path, name: str) -> None:
    chance = random.Random(5)
    table, state = a_table_in_mid_game(tmp_path, name, seed=2, plies=25)
    looked = accepted = 0
    for _ in range(30):
        before = table.recorded()
        places = spoilt(places_of(table.game, state), chance)
        table.box.see(places, None)
        looked += 1
        if table.recorded() != before:
            accepted += 1
            assert shows(places, table.game.layout(table.box.played.now))
            for _ in range(len(table.recorded()) - len(before)):
                if len(table.recorded()) > len(before):  # what the rules forced goes with what was chosen
                    table.box.undo("test")
            assert table.recorded() == before
    assert accepted < looked


@pytest.mark.parametrize("name", GAMES_ON_A_TABLE)
def test_places_that_show_two_things_alike_are_asked_about_and_decide_nothing(tmp_path: Path, name: str) -> None:
    table, state = a_table_in_mid_game(tmp_path, name, seed=2, plies=24)
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

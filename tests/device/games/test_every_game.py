"""Every game on a table: each move is found or asked for, and nothing is recorded that is illegal, unshown or open."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES, profile_of
from engines.vocabulary import BACK, EMPTY, TILE_FACES
from tests.support.device.known_game import KnownGame, places_of, plies_of
from tests.support.device.observing import observe
from tests.support.engines.bot_games import random_game
from tests.support.tiers import first

MOST = {"jarapon": 150, "search": 60, "sevens": 80, "infiltration": 120}
SEEDS = {"checkers": 0, "reversi": 0, "sevens": 1, "jarapon": 0, "doubt": 1, "infiltration": 0, "search": 0}
ON_A_TABLE = first(["infiltration", "checkers", "reversi", "jarapon", "doubt", "sevens", "search"], 5)


@pytest.mark.parametrize(
    ("name", "seed"), first([*SEEDS.items(), *((name, 1 - seed) for name, seed in SEEDS.items())], 4)
)
def test_a_whole_game_is_followed_move_by_move(tmp_path: Path, name: str, seed: int) -> None:
    table, unannounced = KnownGame(tmp_path, name), profile_of(name).habits.assumed
    table.see(table.game.deal(table.players, table.options, seed))
    for state, move in islice(random_game(table.game, table.players, table.options, seed), MOST.get(name, 400)):
        table.make(state, move)
        recorded, told = table.recorded(), len(table.told)
        # What the rules force is recorded before it is done, what nobody announces with what shows it.
        assert all(ply.entry == 0 for ply in table.box.played.plies[told:])
        assert recorded[:told] == table.told[: len(recorded)]
        assert all(isinstance(one, unannounced) for one in table.told[len(recorded) :])
        assert table.box.problem is None
    # Where everything is seen for certain, nothing is ever read anew.
    assert not any(entry.kind == "change" for entry in table.box.journal.current())


def in_mid_game(folder: Path, name: str, count: int) -> tuple[KnownGame, Any]:
    plies = plies_of(name, 2, count)
    return KnownGame(folder, name, plies), GAMES[name].play(*plies[-1])


@pytest.mark.parametrize("name", ON_A_TABLE)
def test_what_is_recorded_is_just_what_lies_there(tmp_path: Path, name: str) -> None:
    chance, accepted = random.Random(5), 0
    table, state = in_mid_game(tmp_path, name, 25)
    for _ in range(30):
        before, places = table.recorded(), places_of(table.game, state)
        for place in chance.sample(sorted(places), min(len(places), chance.randrange(1, 4))):
            places[place] = {chance.choice([EMPTY, BACK, *TILE_FACES]): 1.0}
        observe(table.box, places)
        if table.recorded() != before:
            accepted += 1
            layout = table.game.layout(table.box.played.now)
            assert all(set(likely) <= layout.get(place, {EMPTY}) for place, likely in places.items())
            for _ in range(len(table.recorded()) - len(before)):
                if len(table.recorded()) > len(before):  # what the rules forced goes with what was chosen
                    table.box.undo("test")
            assert table.recorded() == before
    assert accepted < 30


@pytest.mark.parametrize("name", ON_A_TABLE)
def test_places_that_show_two_things_alike_are_asked_about_and_decide_nothing(tmp_path: Path, name: str) -> None:
    table, state = in_mid_game(tmp_path, name, 24)
    before, tried = table.recorded(), 0
    now = places_of(table.game, table.box.played.now)
    for move in table.game.moves(state):
        after = places_of(table.game, table.game.play(state, move))
        changed = [place for place in after if after[place] != now.get(place)]
        if not changed:
            continue
        tried += 1
        hazy = {place: dict.fromkeys({*after[place], *now.get(place, {EMPTY: 1.0})}, 0.5) for place in changed}
        observe(table.box, after | hazy)
        assert table.recorded() == before
        assert table.box.problem is not None or table.box.question
    assert tried

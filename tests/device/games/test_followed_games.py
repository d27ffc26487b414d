"""Whole games of every kind on a table: the referee finds each move, or asks, and the record is right at the end."""

from itertools import islice
from pathlib import Path

import pytest

from device.games.listing import profile_of
from tests.support.device.known_game import KnownGame, places_of
from tests.support.engines.bot_games import random_game
from tests.support.tiers import first

MOST = {"jarapon": 150, "search": 60, "sevens": 80, "infiltration": 120}


GAMES_OF = {"checkers": 0, "reversi": 0, "sevens": 1, "doubt": 1, "jarapon": 0, "infiltration": 0, "search": 0}


@pytest.mark.parametrize(
    ("name", "seed"), first([*GAMES_OF.items(), *((name, 1 - seed) for name, seed in GAMES_OF.items())], 5)
)
def test_a_whole_game_is_followed_move_by_move(tmp_path: Path, name: str, seed: int) -> None:
    table, unannounced = KnownGame(tmp_path, name), profile_of(name).habits.assumed
    state = table.game.deal(table.players, table.options, seed)
    table.box.see(places_of(table.game, state), None)
    for state, move in islice(random_game(table.game, table.players, table.options, seed), MOST.get(name, 400)):
        table.make(state, move)
        recorded = table.recorded()
        told = len(table.told)
        # What the rules force is recorded before it is done, what nobody announces with what shows it.
        assert all(ply.entry == 0 for ply in table.box.played.plies[told:])
        assert recorded[:told] == table.told[: len(recorded)]
        assert all(isinstance(one, unannounced) for one in table.told[len(recorded) :])
        assert table.box.problem is None
    # Where everything is seen for certain, nothing is ever read anew.
    assert not any(entry.kind == "change" for entry in table.box.journal.current())

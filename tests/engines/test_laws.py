"""Every game keeps the laws: hidden pieces stay hidden, nobody is stuck, everything can be written and read back."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.listing import GAMES
from device.texts import LANGUAGES, catalogue
from engines.contract import AnyGame
from tests.support.engines import laws, positions
from tests.support.tiers import first

LAWS = (
    laws.a_second_engine_that_sees_only_the_table_knows_the_same,
    laws.each_player_learns_his_part_of_each_move,
    laws.nothing_on_the_table_depends_on_what_is_hidden,
    laws.there_is_a_move_until_the_game_is_over,
    laws.just_the_listed_moves_are_played,
    laws.whoever_wants_to_move_may,
    laws.everything_told_has_its_words,
    laws.states_are_hashed_and_moves_go_to_json_and_back,
    laws.a_game_is_read_back_as_it_was_written,
    laws.a_game_without_names_is_read_back_with_as_many_players,
    laws.a_wrong_line_of_a_record_is_named,
)
POSITION_LAWS = (positions.every_listed_move_can_be_made_and_told, positions.whoever_sees_less_follows_every_move)
NOT_A_MOVE_A_LINE = ("checkers", "reversi")  # they are written as their players are used to
MOST = 120  # moves of a game that are looked at
LAWS_OF_GAMES = [
    pytest.param(law, game, id=f"{law.__name__}-{name}")
    for law in LAWS
    for name, game in GAMES.items()
    if law is not laws.a_wrong_line_of_a_record_is_named or name not in NOT_A_MOVE_A_LINE
]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.mark.parametrize("examples", [2, pytest.param(12, marks=pytest.mark.full)], ids=["few", "many"])
@pytest.mark.parametrize(("law", "game"), LAWS_OF_GAMES)
def test_law(law: Callable[[AnyGame, int, int], None], game: AnyGame, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        law(game, seed, MOST)

    holds()


@every_game
@pytest.mark.parametrize("seed", first(range(3)))
def test_simple_players_finish_a_game(game: AnyGame, seed: int) -> None:
    laws.simple_players_finish_a_game(game, seed)


@every_game
@pytest.mark.parametrize("law", POSITION_LAWS, ids=lambda law: str(law.__name__))
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_law_of_positions(law: Callable[[AnyGame, int, int], None], game: AnyGame, seed: int) -> None:
    law(game, seed, 3)


@every_game
def test_a_start_that_cannot_be_is_refused(game: AnyGame) -> None:
    laws.a_start_that_cannot_be_is_refused(game)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_every_option_and_value_is_explained(game: AnyGame, language: str) -> None:
    asked = [option for option in game.OPTIONS if option.is_offered]
    keys = [f"{game.NAME}.option.{option.name}" for option in asked]
    keys += [f"{game.NAME}.option.{option.name}_{value}" for option in asked for value in option.allowed]
    assert all(catalogue(language)[key] for key in keys)


TABLES = {
    "search": "2-4 chips: pieces value",
    "sevens": "2-4",
    "doubt": "3-4 takes: all stack",
    "infiltration": "2-2 first: resistance first_order, exit: enter_square step_out, repetition: off draw",
    "checkers": "2-2 first: light dark, forty_moves: off on, repetition: off on",
    "reversi": "2-2 first: up down",
    "drop_it": "2-8 teams: no yes 1 2 3 4, colours: given first_drop, edges: shape colour none, jokers: no yes, "
    "levels: 8 4 5 6 7 9 10 11 12",
}


@pytest.mark.parametrize(("name", "table"), TABLES.items(), ids=TABLES)
def test_so_many_play_by_these_options_the_usual_value_first(name: str, table: str) -> None:
    game = GAMES[name]
    options = ", ".join(
        f"{option.name}: {' '.join(map(str, option.allowed))}" for option in game.OPTIONS if option.is_offered
    )
    assert f"{game.PLAYERS[0]}-{game.PLAYERS[-1]} {options}".strip() == table

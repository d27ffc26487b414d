"""Every game keeps the laws: hidden pieces stay hidden, nobody is stuck, everything can be written and read back."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.listing import GAMES
from device.texts import LANGUAGES, catalogue
from engines.contract import AnyGame, BadOption
from engines.messages import Fact
from engines.options import unnamed
from tests.support.engines import laws, positions
from tests.support.refusals import refused

LAWS = (
    laws.a_second_engine_that_sees_only_the_table_knows_the_same,
    laws.each_player_learns_his_part_of_each_move,
    laws.nothing_on_the_table_depends_on_what_is_hidden,
    laws.there_is_a_move_until_the_game_is_over,
    laws.states_are_hashed_and_moves_go_to_json_and_back,
    laws.a_game_is_read_back_as_it_was_written,
    laws.a_game_without_names_is_read_back_with_as_many_players,
)
POSITION_LAWS = (positions.every_listed_move_can_be_made_and_told, positions.whoever_sees_less_follows_every_move)
MOST = 120  # moves of a game that are looked at


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law.__name__))
def test_law(law: Callable[[AnyGame, int, int], None], game: AnyGame) -> None:
    @settings(max_examples=12)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        law(game, seed, MOST)

    holds()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_simple_players_finish_a_game(game: AnyGame, seed: int) -> None:
    laws.simple_players_finish_a_game(game, seed)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("law", POSITION_LAWS, ids=lambda law: str(law.__name__))
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_law_of_positions(law: Callable[[AnyGame, int, int], None], game: AnyGame, seed: int) -> None:
    law(game, seed, 3)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_wrong_start_is_refused(game: AnyGame) -> None:
    fewest, most = game.PLAYERS[0], game.PLAYERS[-1]
    starts: list[tuple[int, dict[str, Fact], str]] = [(fewest - 1, {}, "options.players")]
    starts += [(most + 1, {}, "options.players")]
    starts += [(most, {option.name: "neither"}, "options.value") for option in game.OPTIONS if option.asked]
    starts += [(most, {"weather": "fine"}, "options.unknown" if game.OPTIONS else "options.none")]
    for count, options, key in starts:
        with refused(key, BadOption):
            game.start(unnamed(count), options)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_value_is_explained(game: AnyGame, language: str) -> None:
    asked = [option for option in game.OPTIONS if option.asked]
    keys = [f"{game.NAME}.option.{option.name}" for option in asked]
    keys += [f"{game.NAME}.option.{option.name}_{value}" for option in asked for value in option.allowed]
    assert all(catalogue(language)[key] for key in keys)

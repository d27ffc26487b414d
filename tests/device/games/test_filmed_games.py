"""Games drawn by the simulator and followed by the box, from pictures to the record."""

import pytest

from cli.main import main
from device.games.listing import profile_of
from tests.support.benchmarks import tables_of
from tools.films.tiles import follow

pytestmark = pytest.mark.full


@pytest.mark.parametrize("name", ["infiltration", "sevens", "jarapon"])
def test_a_filmed_game_is_followed_and_nothing_is_made_up(name: str) -> None:
    found = follow(profile_of(name), seed=1, most=8)
    assert (found.moves, found.missed, found.invented) == (8, 0, 0)
    assert found.seen + found.by_hand == 8
    assert found.seen > 0
    assert found.told == 0 or name != "sevens"  # every draw is seen


def test_bench_games_has_a_row_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = tables_of(capsys, "games", "--only", "checkers", "--moves", "3")["games"]
    counts = {"asked": 0, "told": 0, "typed": 0, "missed": 0, "invented": 0, "by hand %": 0.0}
    assert found == {"seed": 1, "game": "checkers", "moves": 3, "seen": 3, **counts, "result": None}


def test_bench_games_films_as_many_players_and_the_rules_that_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["games", "--only", "jarapon", "--moves", "8", "--players", "4", "--option", "rules=padawan"]
    (found,) = tables_of(capsys, *asked)["games"]
    assert (found["moves"], found["missed"], found["invented"]) == (8, 0, 0)
    assert main(["bench", *asked, "--option", "rules"]) == 2


def test_bench_games_knows_the_games_that_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "bench", "games", "--only", "chess"]) == 2
    assert "drop_it" in capsys.readouterr().err

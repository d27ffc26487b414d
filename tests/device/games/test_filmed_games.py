"""Games drawn by the simulator and followed by the box, from pictures to the record."""

import pytest

from cli.main import main
from tests.support.benchmarks import tables_of

pytestmark = pytest.mark.full


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("checkers", []),
        ("infiltration", []),
        ("sevens", []),
        ("jarapon", ["--players", "4", "--option", "rules=padawan"]),
    ],
)
def test_bench_games_follows_a_film_and_nothing_is_made_up(
    capsys: pytest.CaptureFixture[str], name: str, rules: list[str]
) -> None:
    (found,) = tables_of(capsys, "games", "--only", name, "--moves", "8", *rules)["games"]
    assert (found["seed"], found["game"], found["moves"]) == (1, name, 8)
    assert (found["missed"], found["invented"], found["result"]) == (0, 0, None)
    by_hand = sum(found[how] for how in ("asked", "told", "typed"))
    assert found["seen"] + by_hand == 8
    assert found["by hand %"] == pytest.approx(100 * by_hand / 8, abs=0.1)
    assert found["seen"] > 0
    assert found["told"] == 0 or name != "sevens"  # every draw is seen


def test_bench_games_knows_the_games_that_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "games", "--only", "jarapon", "--option", "rules"]) == 2
    assert main(["--lang", "en", "bench", "games", "--only", "chess"]) == 2
    assert "drop_it" in capsys.readouterr().err

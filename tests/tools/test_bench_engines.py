"""`jarapon bench engines`: counts beside published ones, other packages, and a status that tells of broken rules."""

import pytest

from engines import reversi, sevens
from tests.support.benchmarks import Tables, figures, tables_of
from tools.bench import engines, packages
from tools.bench.packages import OURS, Package

NOT_HERE = "no-such-package-of-draughts"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    others = (
        Package("checkers", OURS, 3, lambda plies: 100 * plies),
        Package("checkers", "pytest", 2, lambda plies: 100 * plies, compiled=True),
        Package("checkers", NOT_HERE, 1, lambda plies: plies),
    )
    monkeypatch.setattr(engines, "PACKAGES", others)
    monkeypatch.setattr(engines, "every_hand", lambda: [("9",) * 9] * 3)
    monkeypatch.setattr(engines, "GAMES", {"reversi": reversi, "sevens": sevens})


def measured(capsys: pytest.CaptureFixture[str], depth: int = 1, status: int = 0) -> Tables:
    return tables_of(capsys, "engines", "--depth", str(depth), "--games", "2", status=status)


def test_counts_stand_beside_the_published_ones_and_every_random_game_ends(capsys: pytest.CaptureFixture[str]) -> None:
    told = measured(capsys, depth=3)
    assert [(row["positions"], row["published"]) for row in told["counts"]] == [
        (count, count) for count in (4, 12, 56, 7, 49, 302)
    ]
    assert figures(told["hands"]) | {"scored": 3, "of the sheet": 3} == figures(told["hands"])
    assert [(row["game"], row["ended"], row["moves"] > 50) for row in told["moves"]] == [
        ("reversi", 2, True),
        ("sevens", 2, True),
    ]


def test_each_package_has_a_row_beside_ours_and_the_missing_ones_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = []

    class Told(engines.Report):
        def leave_out(self, sentence: str) -> None:
            told.append(sentence)

    report = Told()
    packages.compare(report, engines.PACKAGES)
    ours, other = report.tables["packages"]
    assert (ours["package"], ours["positions"], ours["only Python"], ours["times ours"]) == (OURS, 300, True, 1.0)
    assert (other["package"], other["version"], other["only Python"]) == ("pytest", pytest.__version__, False)
    assert told == [f"{NOT_HERE} is not installed here, so not compared."]


@pytest.mark.parametrize("game", ["reversi", "checkers"])
def test_a_wrong_count_and_a_game_that_does_not_end_are_said_and_the_status_is_one(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as wrong:
        wrong.setattr(engines, "PUBLISHED", {**engines.PUBLISHED, game: (engines.PUBLISHED[game][0], 13)})
        measured(capsys, depth=2, status=1)
    monkeypatch.setattr(engines, "MAX_MOVES", 5)
    assert [row["ended"] for row in measured(capsys, status=1)["moves"]] == [0, 0]

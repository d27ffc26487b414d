"""`jarapon bench engines`: tables, JSON, and a status that tells when the rules are broken."""

import json

import pytest

from engines import reversi, sevens
from tools.bench import engines as bench_engines
from tools.bench import move_speed
from tools.bench.competitors import OURS, Competitor

NOT_HERE = "no-such-package-of-draughts"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    competitors = (
        Competitor("checkers", OURS, 3, lambda plies: 100 * plies),
        Competitor("checkers", "pytest", 2, lambda plies: 100 * plies, compiled=True),
        Competitor("checkers", NOT_HERE, 1, lambda plies: plies),
    )
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(bench_engines, "COMPETITORS", competitors)
    monkeypatch.setattr(bench_engines, "every_hand", lambda: [("9",) * 9] * 3)
    monkeypatch.setattr(bench_engines, "GAMES", {"reversi": reversi, "sevens": sevens})


def test_counts_are_printed_beside_the_published_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_engines.run_engines(as_json=False, depth=3) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[5]) == tuple(
        f"Galaxy {game}: ways to play so many plies" for game in ("Reversi", "Checkers")
    )
    assert [line.split()[:3] for line in lines[2:5]] == [["1", "4", "4"], ["2", "12", "12"], ["3", "56", "56"]]
    assert [line.split()[:3] for line in lines[7:10]] == [["1", "7", "7"], ["2", "49", "49"], ["3", "302", "302"]]
    assert lines[10] == "All counts are the published ones."
    hands = next(line for line in lines if line.startswith("Jarapon hands scored: 3 in "))
    assert hands.endswith("hands of the sheet among them: 3.")


def test_random_games_of_every_kind_come_to_an_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench_engines.run_engines(as_json=False, depth=1, games=2) == 0
    rows = [line.split(maxsplit=4) for line in capsys.readouterr().out.splitlines()[-2:]]
    assert [(row[0], row[4]) for row in rows] == [("2/2", "Galaxy Reversi"), ("2/2", "Kylo Ren Siege")]
    assert all(int(row[1]) > 50 and float(row[2]) <= float(row[3]) for row in rows)
    monkeypatch.setattr(move_speed, "MOST_MOVES", 5)
    assert bench_engines.run_engines(as_json=False, depth=1, games=1) == 1
    assert "0/1" in capsys.readouterr().out


def test_each_package_has_a_row_beside_ours_and_the_missing_ones_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_engines.run_engines(as_json=False, depth=1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[7] == "Positions counted a second, without keeping any, in processor time:"
    ours, other = (line.split(maxsplit=4) for line in lines[9:11])
    assert (ours[0], ours[3]) == ("300", "1.00")
    assert ours[4].startswith(f"Galaxy Checkers: {OURS}")
    assert (other[0], other[4]) == ("200", f"Galaxy Checkers: pytest {pytest.__version__} (not only Python)")
    assert lines[11] == f"Not installed here, so not compared: {NOT_HERE}."


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_engines.run_engines(as_json=True, depth=2) == 0
    told = json.loads(capsys.readouterr().out)
    for game, published in (("reversi", [4, 12]), ("checkers", [7, 49])):
        assert [(one["leaves"], one["published"]) for one in told[game]] == [(count, count) for count in published]
    assert [(one["package"], one["positions"], one["compiled"]) for one in told["speeds"]] == [
        (OURS, 300, False),
        ("pytest", 200, True),
    ]
    assert told["missing"] == [NOT_HERE]
    assert (told["hands"]["hands"], told["hands"]["won"]) == (3, 3)


@pytest.mark.parametrize("game", ["reversi", "checkers"])
def test_a_wrong_count_is_said_and_the_status_is_one(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    published = {**bench_engines.PUBLISHED, game: (bench_engines.PUBLISHED[game][0], 13)}
    monkeypatch.setattr(bench_engines, "PUBLISHED", published)
    assert bench_engines.run_engines(as_json=False, depth=2) == 1
    assert "A count differs from the published one: the rules are broken." in capsys.readouterr().out

"""`jarapon bench computers`: rows, and a status that tells who is ahead."""

import pytest

from engines.bots import EASY, STRONG
from tools.bench import computers
from tools.bench.benchmark import Report
from tools.bench.computers import played


def test_each_pairing_has_a_row_with_coins_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "PAIRINGS", ((STRONG, EASY),))
    report = Report()
    computers.measure(report, games=10, seeds=2)
    rows = report.tables["computers"]
    assert [(row["one"], row["among"], row["seed"], row["games"]) for row in rows] == [
        ("strong", "easy", 1, 10),
        ("strong", "easy", 2, 10),
    ]
    assert all(row["a move ms"] <= row["slowest ms"] for row in rows)
    assert report.has_failed == any(row["coins a game"] <= 0 for row in rows)


def test_a_pairing_is_played_the_same_again() -> None:
    (first, _), (again, _) = (played(STRONG, EASY, 5, seed=7) for _ in range(2))
    assert first == again

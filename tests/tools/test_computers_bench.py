"""`jarapon bench computers`: rows, JSON, and a status that tells who is ahead."""

import json

import pytest

from engines.bots import EASY, STRONG
from tools.bench import computers


def test_each_pairing_has_a_row_with_coins_and_times(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "PAIRINGS", ((STRONG, EASY),))
    status = computers.run_computers(as_json=True, games=10, seeds=2)
    rows = json.loads(capsys.readouterr().out)
    assert [(row["one"], row["others"], row["seed"], row["games"]) for row in rows] == [
        ("strong", "easy", 1, 10),
        ("strong", "easy", 2, 10),
    ]
    assert all(0 < row["mean_ms"] <= row["slowest_ms"] for row in rows)
    assert status == (0 if all(row["coins"] > 0 for row in rows) else 1)
    computers.run_computers(as_json=False, games=5, seeds=1)
    assert capsys.readouterr().out.splitlines()[1].split()[:4] == ["strong", "easy", "1", "5"]


def test_a_pairing_is_played_the_same_again() -> None:
    first, again = (computers.played(STRONG, EASY, 5, seed=7) for _ in range(2))
    assert (first.coins, first.error) == (again.coins, again.error)

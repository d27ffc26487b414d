"""`jarapon bench engines`: a table, JSON, and a status that tells when the rules are broken."""

import json

import pytest

from device.commands import bench_engines


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(bench_engines, "every_hand", lambda: [("9",) * 9] * 3)


def test_counts_are_printed_beside_the_published_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_engines.run_engines(as_json=False, depth=3) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[2:5]] == [["1", "4", "4"], ["2", "12", "12"], ["3", "56", "56"]]
    assert lines[5] == "All counts are the published ones."
    assert lines[6].startswith("Jarapon hands scored: 3 in ")
    assert lines[6].endswith("hands of the sheet among them: 3.")


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_engines.run_engines(as_json=True, depth=2) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["plies"], one["leaves"], one["published"]) for one in told["reversi"]] == [(1, 4, 4), (2, 12, 12)]
    assert (told["hands"]["hands"], told["hands"]["won"]) == (3, 3)


def test_a_wrong_count_is_said_and_the_status_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_engines, "PUBLISHED", (4, 13))
    assert bench_engines.run_engines(as_json=False, depth=2) == 1
    assert "A count differs from the published one: the rules are broken." in capsys.readouterr().out

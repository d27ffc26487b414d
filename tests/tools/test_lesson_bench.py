"""`jarapon bench lessons`: untouched lessons are learned, and a false find does not make up for a missed tile."""

import json

import pytest

from tools.bench.tile_lessons import FALSE_FINDS, LAYINGS, run_lessons


def test_lessons_are_counted_for_each_kind_of_disturbance(capsys: pytest.CaptureFixture[str]) -> None:
    status = run_lessons(as_json=True, sets=1, seed=5)
    rows = {row["kind"]: row for row in json.loads(capsys.readouterr().out)}
    assert len(rows) == 1 + 2 * (1 + len(FALSE_FINDS)) + len(LAYINGS)
    assert rows["untouched"] == {"kind": "untouched", "lessons": 2, "right": 2, "refused": 0, "wrong": 0}
    assert rows["1 missed, false: in line"]["refused"] == 2
    assert all(row["right"] + row["refused"] + row["wrong"] == row["lessons"] for row in rows.values())
    assert status == int(any(row["wrong"] for row in rows.values()))

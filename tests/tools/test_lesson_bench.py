"""`jarapon bench lessons`: untouched lessons are learned, and a false find does not make up for a missed tile."""

from simulator.photographs.disturbed_lessons import FALSE_DETECTIONS, LAYINGS
from tools.bench.benchmark import Report
from tools.bench.lessons import measure


def test_lessons_are_counted_for_each_kind_of_disturbance() -> None:
    report = Report()
    measure(report, sets=1, seed=5)
    rows = {row["kind"]: row for row in report.tables["lessons"]}
    assert len(rows) == 1 + 2 * (1 + len(FALSE_DETECTIONS)) + len(LAYINGS)
    assert rows["untouched"] == {"kind": "untouched", "lessons": 2, "right": 2, "refused": 0, "wrong": 0}
    assert rows["1 missed, false: in line"]["refused"] == 2
    assert all(row["right"] + row["refused"] + row["wrong"] == row["lessons"] for row in rows.values())
    assert report.has_failed == any(row["wrong"] for row in rows.values())

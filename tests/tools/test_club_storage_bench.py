"""`jarapon bench club_storage`: a result takes more in a database than as a message, but not many times as much."""

from tools.bench.benchmark import Report
from tools.bench.club_storage import measure


def test_the_size_of_a_result_is_measured_as_a_message_and_in_sqlite() -> None:
    report = Report()
    measure(report, results=100, players=30, seed=1, postgresql="")
    sizes = {row["store"]: row["bytes a result"] for row in report.tables["sizes"]}
    assert sizes.keys() == {"message", "sqlite"}
    assert 500 < sizes["message"] < sizes["sqlite"] < 10_000

"""The measurement of a start itself: its moments come in their order, and it sees what is imported."""

import pytest

from tests.support.benchmarks import figures, tables_of

pytestmark = [pytest.mark.full, pytest.mark.long]


def test_a_start_is_measured_from_its_first_text_to_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    told = tables_of(capsys, "start", "--runs", "1")
    text_s, ready_s, page_s, files_mb = figures(told["start"]).values()
    assert 0 < text_s < ready_s < page_s
    assert files_mb > 30
    # Which packages take longest depends on the machine; the last row is all of them.
    *longest, _, every = told["imports"]
    assert any(row["run ms"] > 0 == row["hand ms"] for row in longest)
    assert 0 < every["hand ms"] < every["run ms"]
    modules = figures(told["modules"])
    assert set(modules) == {"run", "doctor", "hand"}
    assert 0 < modules["hand"] < modules["run"]

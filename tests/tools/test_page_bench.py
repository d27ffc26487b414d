"""The measurement of the first view itself: one runs through, and finds less than 60 kB."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.benchmarks import figures
from tests.support.web.phones import needs_chromium
from tools.bench import page
from tools.bench.benchmark import Report


@pytest.mark.full
@needs_chromium
def test_the_first_view_is_small_and_shows_the_board() -> None:
    report = Report()
    # Playwright runs once a thread, and other tests of this process keep their browser open.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(page.measure, report, runs=1).result()
    told = figures(list(report.tables["page"]))
    assert told["requests"] > 8
    assert 20 < told["kB"] < 60
    assert told["something to see after ms"] > 0
    assert 0 < told["the board after ms"] == told["the board at the latest after ms"]
    # A phone that comes again asks for the page, the stream and the taught faces only.
    assert told["again requests"] == 3
    assert 2 < told["again kB"] < told["kB"] / 2
    assert told["again the board after ms"] > 0


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page.shutil, "which", lambda name: None)
    with pytest.raises(page.Refusal) as refused:
        page.views(1)
    assert refused.value.said.key == "page_bench.no_chromium"

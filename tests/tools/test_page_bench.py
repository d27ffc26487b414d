"""The measurement of the first view itself: one runs through, and finds less than 100 kB."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.web.phones import needs_chromium
from tools.bench import page as page_bench


@pytest.mark.browser
@needs_chromium
def test_the_first_view_is_small_and_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    # Playwright runs once a thread, and other tests of this process keep their browser open.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(page_bench.run_page, as_json=True, runs=1).result() == 0
    told = json.loads(capsys.readouterr().out)
    assert told["requests"] > 8
    assert 40 < told["kilobytes"] < 100
    assert told["painted_ms"] > 0
    assert 0 < told["board_ms"] == told["board_max_ms"]
    # A phone that comes again asks for the page and the stream only.
    assert told["again_requests"] == 2
    assert 10 < told["again_kilobytes"] < told["kilobytes"] / 2
    assert told["again_ms"] > 0


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_bench.shutil, "which", lambda name: None)
    with pytest.raises(page_bench.Refusal) as refused:
        page_bench.measure(1)
    assert refused.value.said.key == "page_bench.no_chromium"

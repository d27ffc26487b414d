"""The measurement of the first view itself: one runs through, and finds less than 100 kB."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web
from tests.web.phones import needs_chromium
from web import page_bench

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no page was tried")


@needs_chromium
def test_the_first_view_is_small_and_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert page_bench.run_page(as_json=True, runs=1) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["requests"] > 8
    assert 40 < told["kilobytes"] < 100
    assert told["painted_ms"] > 0
    assert 0 < told["board_ms"] == told["board_max_ms"]
    # A phone that comes again asks for the page and the stream only.
    assert told["again_requests"] == 2
    assert 10 < told["again_kilobytes"] < told["kilobytes"] / 2
    assert told["again_ms"] > 0


def test_the_page_asks_at_once_for_every_module_that_its_script_needs(client: FlaskClient) -> None:
    static, needed, left = Path(web.__file__).parent / "static", set(), ["live"]
    while left:
        found = re.findall(r'^import .*? from "\./(\w+)\.js";', (static / f"{left.pop()}.js").read_text("utf-8"), re.M)
        left += set(found) - needed
        needed |= set(found)
    asked = re.findall(r'<link rel="modulepreload" href="/static/\w+/(\w+)\.js">', client.get("/").text)
    assert len(needed) > 5
    assert sorted(asked) == sorted(needed)


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_bench.shutil, "which", lambda name: None)
    with pytest.raises(page_bench.Refusal) as refused:
        page_bench.measure(1)
    assert refused.value.said.key == "page_bench.no_chromium"

"""The measurement itself: a small one runs through and misses nothing."""

import json

import pytest

from tools.bench import looks as vision_bench
from tools.bench import web as bench

pytestmark = pytest.mark.slow


def test_every_phone_hears_every_state_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "PAUSE_S", 0.0)
    monkeypatch.setattr(vision_bench, "FILM_S", 5.0)
    assert bench.run_web(as_json=True, streams=3, moves=8, pairs=1) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["streams"], told["states"], told["missing"]) == (3, 8, 0)
    assert 0 < told["p50_ms"] <= told["p99_ms"] <= told["max_ms"]
    # In the film a move is found, before phones as without them; each picture takes its time.
    assert (told["films"], told["moves"]) == (1, 1)
    assert told["look_ms"] > 0
    assert told["watched_ms"] > 0


def test_a_state_that_is_missing_or_out_of_order_is_counted() -> None:
    posted = [(2, 0.0), (3, 0.1), (4, 0.2)]
    whole, gap, swapped = [(2, 1.0), (3, 1.0), (4, 1.0)], [(2, 1.0), (4, 1.0)], [(3, 1.0), (2, 1.0), (4, 1.0)]
    assert bench.compare(posted, [whole]).missing == 0
    assert bench.compare(posted, [whole, gap]).missing == 1
    assert bench.compare(posted, [whole, swapped]).missing == 1

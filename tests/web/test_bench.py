"""The measurement itself: a small one runs through and misses nothing."""

import json

import pytest

from web import bench


def test_every_phone_hears_every_state_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "PAUSE_S", 0.0)
    assert bench.run_web(as_json=True, streams=3, moves=8) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["streams"], told["states"], told["missing"]) == (3, 8, 0)
    assert 0 < told["p50_ms"] <= told["p99_ms"] <= told["max_ms"]


def test_a_state_that_is_missing_or_out_of_order_is_counted() -> None:
    posted = [(2, 0.0), (3, 0.1), (4, 0.2)]
    whole, gap, swapped = [(2, 1.0), (3, 1.0), (4, 1.0)], [(2, 1.0), (4, 1.0)], [(3, 1.0), (2, 1.0), (4, 1.0)]
    assert bench.compare(posted, [whole]).missing == 0
    assert bench.compare(posted, [whole, gap]).missing == 1
    assert bench.compare(posted, [whole, swapped]).missing == 1

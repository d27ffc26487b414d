"""The measurement of the whole box itself: a short one finds its moves, and one that has no patience counts them."""

import json

import pytest

from tools.bench import box as box_bench

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def lively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_bench, "REST_S", (0.6, 0.6))


def test_a_move_that_the_camera_sees_is_soon_on_a_phone(capsys: pytest.CaptureFixture[str]) -> None:
    assert box_bench.run_box(as_json=True, moves=2, quiet_s=2.0) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["moves"], told["missing"]) == (2, 0)
    # The table must be still for a quarter of a second before it is looked at.
    assert 250 < told["still_to_phone_ms"] <= told["still_to_phone_max_ms"]
    assert 0 < told["quiet_mb"] <= told["most_mb"]
    assert 0 < told["quiet_percent"] < 100


def test_a_move_that_is_not_waited_for_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box_bench, "WAIT_S", 0.0)
    assert box_bench.run_box(as_json=True, moves=1, quiet_s=1.0) == 1
    assert json.loads(capsys.readouterr().out)["missing"] == 1

"""The measurement of the whole box itself: a short one finds its moves, and one that has no patience counts them."""

import pytest

from tests.support.benchmarks import figures, tables_of
from tools.bench import box


@pytest.fixture(autouse=True)
def lively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box, "REST_S", (0.6, 0.6))


@pytest.mark.full
def test_a_move_that_the_camera_sees_is_soon_on_a_phone(capsys: pytest.CaptureFixture[str]) -> None:
    told = figures(tables_of(capsys, "box", "--moves", "2", "--quiet-s", "2")["box"])
    assert (told["moves before the camera"], told["moves that did not come"]) == (2, 0)
    # The table must be still for a quarter of a second before it is looked at.
    assert 250 < told["from a still table to its move on a phone, median ms"] <= told["slowest ms"]
    assert 0 < told["memory meanwhile MB"] <= told["memory at most MB"]
    assert 0 < told["of a core while nobody touches the table %"] < 100


@pytest.mark.full
def test_a_move_that_is_not_waited_for_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box, "WAIT_S", 0.0)
    told = tables_of(capsys, "box", "--moves", "1", "--quiet-s", "1", status=1)
    assert figures(told["box"])["moves that did not come"] == 1

"""The measurement itself: a small one runs through and misses nothing."""

import pytest

from tests.support.benchmarks import figures, tables_of
from tools.bench import web


@pytest.mark.full
def test_every_phone_hears_every_state_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web, "PAUSE_S", 0.0)
    told = figures(tables_of(capsys, "web", "--streams", "3", "--moves", "8")["web"])
    counts = (told["phones"], told["states of the table"], told["states missed or in the wrong order"])
    assert counts == (3, 8, 0)
    assert 0 < told["from a move to a phone, median ms"] <= told["99 % ms"] <= told["slowest ms"]
    assert told["of a core for a state to all phones ms"] > 0


def test_a_state_that_is_missing_or_out_of_order_is_counted() -> None:
    posted = [(2, 0.0), (3, 0.1), (4, 0.2)]
    whole, gap, swapped = [(2, 1.0), (3, 1.0), (4, 1.0)], [(2, 1.0), (4, 1.0)], [(3, 1.0), (2, 1.0), (4, 1.0)]
    assert [web.compare(posted, [whole, *more])[1] for more in ([], [gap], [swapped])] == [0, 1, 1]

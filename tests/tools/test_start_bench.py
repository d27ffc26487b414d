"""The measurement of a start itself: its moments come in their order, and it sees what is imported."""

import json

import pytest

from tools.bench import start as start_bench
from tools.bench.start import run_start

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_a_start_is_measured_from_its_first_text_to_its_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Counting instructions takes minutes, where that is possible at all.
    monkeypatch.setattr(start_bench, "_counter", lambda: None)
    assert run_start(as_json=True, runs=1) == 0
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["text_s"] < told["ready_s"] < told["page_s"]
    assert told["files_mb"] > 30
    assert set(told["imports"]) == {"run", "doctor", "hand"}
    run, hand = told["imports"]["run"], told["imports"]["hand"]
    assert run["packages"]["cv2"] > 0
    assert "cv2" not in hand["packages"]
    assert 0 < hand["modules"] < run["modules"]


@pytest.mark.parametrize(
    ("told", "count"),
    [
        ("==7== \n==7== I   refs:      814,700,123\n", 814700123),
        ("1171452,,instructions:u,481250,100.00,,\n", 1171452),
        ("<not supported>,,instructions:u,0,100.00,,\n", None),
    ],
)
def test_counters_are_read_whichever_it_is(told: str, count: int | None) -> None:
    assert start_bench.counted(told) == count

"""A day and a night of table time leave a box as large as it was: memory, threads and open files."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

import pytest

from tests.support.paths import ROOT
from tests.support.trust.figure import Figure
from tests.support.trust.long_day import KINDS, Hour

pytestmark = pytest.mark.trust

HOURS = 24
QUARTER = HOURS // 4
GROWN_MB = 12.0
MOST_MB = 300.0  # the unit's MemoryMax leaves more
PATIENCE_S = 900


def test_nothing_grows_in_a_day_of_games_a_night_and_a_game_of_search_over_another_table(
    tmp_path: Path, figure: Figure
) -> None:
    boxes = {
        kind: subprocess.Popen(
            [sys.executable, "-m", "tests.support.trust.long_day", kind, str(HOURS), str(tmp_path / kind)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )
        for kind in KINDS
    }  # fmt: skip
    try:
        days = {kind: _day(box) for kind, box in boxes.items()}
    finally:
        for box in boxes.values():
            box.kill()
    for kind, day in days.items():
        _tell(kind, day, figure)
    for kind, day in days.items():
        assert [one.hour for one in day] == list(range(1, HOURS + 1))
        before, last = day[QUARTER : 2 * QUARTER], day[-QUARTER:]
        grown = mean(one.resident_mb for one in last) - mean(one.resident_mb for one in before)
        assert grown < GROWN_MB, kind
        assert max(one.resident_mb for one in day) < MOST_MB, kind
        assert max(one.threads for one in last) <= max(one.threads for one in before), kind
        # Now and then a phone is just connecting when they are counted.
        assert median(one.files for one in last) <= median(one.files for one in before) + 1, kind
    assert days["games"][-1].entries > 80


def _day(box: subprocess.Popen[str]) -> list[Hour]:
    said, _ = box.communicate(timeout=PATIENCE_S)
    assert box.returncode == 0
    return [Hour(**json.loads(line)) for line in said.splitlines()]


def _tell(kind: str, day: Sequence[Hour], figure: Figure) -> None:
    for one in day[::3]:
        taken = f"{one.resident_mb:.0f} MB, {one.threads} threads, {one.files} open files"
        figure(f"{kind}, hour {one.hour}", f"{taken}, {one.entries} entries")
    first, last = day[0], day[-1]
    hours = last.hour - first.hour
    figure(f"{kind}, written to disk an hour", f"{(last.written_kb - first.written_kb) / hours:.0f} KB")
    figure(f"{kind}, entries an hour", f"{(last.entries - first.entries) / hours:.1f}")

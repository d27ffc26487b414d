"""Photographs of other tables serve many times: seen otherwise, and as tables on which things, sheets and hands lie."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from simulator.scenes.flat_things import THINGS, Thing
from simulator.scenes.layouts import whole_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.photographed_tops import TOP, rephotograph, with_thing
from simulator.scenes.tables_without_sheet import ON_PHOTOGRAPHS
from tools.bench.benchmark import Report
from tools.bench.strangers import OTHERS, PHOTOGRAPHS, SHEETS, measure


def test_a_thing_lies_where_its_corners_are() -> None:
    rng = np.random.default_rng(1)
    red = Thing(np.full((300, 400, 3), (20, 20, 230), np.uint8), 12.0)
    top = np.full((TOP, TOP, 3), 150, np.uint8)
    picture, corners = with_thing(top, red, whole_view(rng), random_light(rng), random_sensor(rng), rng)
    middle, beside = corners.mean(axis=0), corners[0] + (corners[0] - corners[2]) * 0.3
    (_, green, reddish), table = (picture[tuple(np.round(at[::-1]).astype(int))].astype(int) for at in (middle, beside))
    assert reddish > 2 * green
    assert np.ptp(table) < 60


@pytest.mark.parametrize("draw", THINGS)
def test_things_are_square_or_nearly_so_and_no_two_are_the_same(draw: Callable[[np.random.Generator], Thing]) -> None:
    one, other = (draw(np.random.default_rng(seed)).picture for seed in (1, 2))
    assert all(max(drawn.shape[:2]) == 600 and min(drawn.shape[:2]) >= 360 for drawn in (one, other))
    assert one.shape != other.shape or (one != other).any()


def test_a_photograph_is_seen_otherwise_each_time_and_nothing_of_it_is_made_up() -> None:
    photograph = np.zeros((300, 400, 3), np.uint8)
    photograph[..., 2] = np.linspace(60, 200, 400)
    seen = [rephotograph(photograph, np.random.default_rng(seed)) for seed in range(6)]
    assert len({one.shape for one in seen}) == 6
    for one in seen:
        assert one[..., 2].min() > 15, "what lies outside the photograph would be black"
        assert one[..., :2].max() == 0


@pytest.mark.full
def test_what_is_found_is_counted_for_each_kind(tmp_path: Path) -> None:
    grain = np.random.default_rng(2).normal(0, 12, (30, 400, 1))
    planks = np.clip((70, 110, 150) + cv2.resize(grain, (400, 300))[..., None], 0, 255)
    cv2.imwrite(str(tmp_path / "planks.png"), planks.astype(np.uint8))
    report = Report()
    measure(report, [tmp_path], tables=1, augmented=1, seed=4)
    rows = {row["kind"]: row for row in report.tables["strangers"]}
    assert list(rows) == [PHOTOGRAPHS, *ON_PHOTOGRAPHS, OTHERS, SHEETS]
    assert all(row["pictures"] == 1 for row in rows.values())
    assert rows[PHOTOGRAPHS]["boards"] == 0
    assert rows["sheets on them"]["boards"] == rows["a hand"]["hands"] == 1
    assert rows["no hand"]["hands"] == 0

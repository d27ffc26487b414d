"""From which side an arm reaches over the table, as drawn pictures show it."""

from functools import cache

import numpy as np
import pytest

from simulator.render.pieces import Hand, Tile
from simulator.scenes.layouts import whole_view
from tests.support.vision.tables import scene
from vision.geometry.camera_pose import sheet_corners
from vision.quality.reach import Reach

ROWS = [Tile(25.0 * column, 36.0 * row, "5") for column in range(-4, 5) for row in (-2, 0, 2)]
EDGE = [Tile(24.0 * at, 134.0, "back") for at in range(-5, 6)]
FIRST_SEED = 70


@cache
def view():
    """A camera above the table, hardly turned."""
    return whole_view(np.random.default_rng(3), 5.0)


def drawn(tiles, *hands):
    """A picture of the table, the same but for its tiles and hands."""
    return scene(FIRST_SEED, tiles, hands, view())[0]


@pytest.fixture
def reach():
    watch = Reach()
    field = view().project(np.column_stack([sheet_corners(), np.zeros(4)]))
    watch.rest(drawn([*ROWS, *EDGE]), field)
    return watch


@pytest.mark.full
@pytest.mark.parametrize("towards", [-90.0, 0.0, 90.0, 180.0, -60.0, 135.0])
@pytest.mark.parametrize("spot", [(0.0, 0.0), (-70.0, 40.0), (60.0, -80.0)])
def test_an_arm_comes_from_its_side(reach, towards, spot):
    reach.see(drawn([*ROWS, *EDGE], Hand(*spot, towards)))
    assert abs((reach.direction - towards + 180) % 360 - 180) < 30


def test_a_sleeve_as_light_as_the_table_is_an_arm_too():
    grey, red = (100, 100, 100), (0, 79, 180)  # as light as each other
    table = np.full((240, 320, 3), grey, np.uint8)
    with_arm = table.copy()
    with_arm[:120, 150:170] = red
    watch = Reach()
    watch.rest(table, np.array([[100.0, 60.0], [220.0, 60.0], [220.0, 180.0], [100.0, 180.0]]))
    watch.see(with_arm)
    assert watch.direction == pytest.approx(90, abs=2)


def test_a_tile_that_is_gone_from_the_edge_is_no_arm(reach):
    reach.see(drawn([*ROWS, *EDGE[1:]]))
    reach.see(drawn([*ROWS[3:], *EDGE]))
    assert reach.direction is None


@pytest.mark.parametrize(
    "pictures",
    [[(Hand(0.0, 0.0, -90.0),), (Hand(0.0, 0.0, 90.0),)], [(Hand(-40.0, 0.0, -90.0), Hand(40.0, 0.0, 90.0))]],
    ids=["one after the other", "in one picture"],
)
def test_arms_of_two_people_are_nobodys(reach, pictures):
    for hands in pictures:
        reach.see(drawn([*ROWS, *EDGE], *hands))
    assert np.isnan(reach.direction)


def test_before_the_first_reading_nothing_is_known():
    watch = Reach()
    watch.see(drawn([*ROWS], Hand(0.0, 0.0, -90.0)))
    assert watch.direction is None

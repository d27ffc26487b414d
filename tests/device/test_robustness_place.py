"""A camera that is bumped and a board that is pushed or turned: found again, and said where that cannot be."""

from pathlib import Path

import numpy as np
import pytest

from device.events import SetField
from device.given_field import GivenField
from tests.device.filmed_table import FILMED, FilmedTable, seen_otherwise
from tests.device.spoilt_pictures import bumped

QUARTER = 90.0


@pytest.mark.parametrize("name", FILMED)
def test_a_bumped_camera_finds_the_board_again_by_itself(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        for right, down, turn in ((25, -10, 0.0), (60, 25, 6.0)):
            table.still(bumped(table.film.picture(-2), right, down, turn))
            assert (table.now.seeing, table.tells(), table.recorded()) == ("still", [], True)
        assert table.go_on(bumped(table.film.picture(-1), 60, 25, 6.0))
        assert table.tells() == []


@pytest.mark.parametrize("name", FILMED)
def test_a_camera_that_sees_only_part_of_the_board_says_so(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        table.wait(seen_otherwise(aside=330.0).picture(table.film.shown[-2].tiles, None), 4.0)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("no_board", ["seen.no_board"], True)
        assert table.go_on()
        assert (table.now.seeing, table.tells()) == ("still", [])


TOLD_OF_A_TURN = {"reversi": ["table.turned"], "checkers": ["table.turned"], "jarapon": ["table.turned"], "search": []}


@pytest.mark.parametrize("name", FILMED)
def test_a_board_that_is_turned_by_a_quarter_goes_on(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        view = seen_otherwise(turn=7.0 + QUARTER)
        table.still(view.picture(table.film.shown[-2].tiles, None))
        assert (table.tells(), table.recorded()) == (TOLD_OF_A_TURN[name], True)
        assert table.go_on(view.picture(table.film.shown[-1].tiles, None))
        assert table.now.problem is None


def test_tapped_corners_hold_until_the_board_is_elsewhere_and_nothing_is_read_beside_it(tmp_path: Path) -> None:
    """The camera is bumped by about the width of a square, so that every tile seems to lie on its neighbour's."""
    with FilmedTable(tmp_path, "reversi", -2, GivenField()) as table:
        here = table.film.picture(-2)
        seen = table.eye.last[1].field
        table.do(SetField(tuple(map(tuple, seen + np.array([3.0, -2.0])))))
        table.still(here)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("still", [], True)
        away = bumped(here, 60, 12)
        table.still(away)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("moving", [], True)
        table.wait(away, 4.0)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("still", ["table.field_forgotten"], True)
        assert table.go_on(bumped(table.film.picture(-1), 60, 12))
        assert table.tells() == []

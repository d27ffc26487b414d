"""Light that goes, comes back and swings in mid-game: what is told meanwhile, and that the record is right after it."""

from pathlib import Path

import pytest

from device.demo.art import OTHER_LAMP
from tests.support.device.filmed_table import FIXED_AND_TRACKED, ONE_A_READER, FilmedTable, seen_otherwise
from tests.support.device.spoilt_pictures import black, exposed

pytestmark = pytest.mark.film


@pytest.mark.parametrize("name", FIXED_AND_TRACKED)
def test_the_light_goes_out_and_on_again_while_a_move_is_made(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        lit = table.film.picture(-2)
        table.still(exposed(lit, 0.04))
        assert (table.now.seeing, table.tells()) == ("no_board", ["seen.too_dark"])
        table.still(exposed(table.film.picture(-1), 0.04))
        assert (table.tells(), table.recorded()) == (["seen.too_dark"], True)
        assert table.go_on()
        assert (table.now.seeing, table.tells()) == ("still", [])


@pytest.mark.parametrize("name", FIXED_AND_TRACKED)
def test_black_pictures_are_darkness_and_no_empty_table(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        lit = table.film.picture(-2)
        for _ in range(3):
            table.glance(black(lit))
            assert (table.tells(), table.recorded()) == ([], True)
            table.still(lit, 0.2)
        table.wait(black(lit), 6.0)
        assert (table.tells(), table.recorded()) == (["seen.too_dark"], True)
        table.still(lit)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("still", [], True)
        assert table.go_on()


@pytest.mark.parametrize("name", FIXED_AND_TRACKED)
def test_a_lamp_that_dazzles_the_camera_is_said(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        table.still(exposed(table.film.picture(-2), 8.0))
        assert (table.now.seeing, table.tells(), table.recorded()) == ("no_board", ["seen.too_bright"], True)
        assert table.go_on()
        assert table.tells() == []


@pytest.mark.parametrize("name", ONE_A_READER)
def test_exposure_swings_and_a_move_is_made_meanwhile(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        for times in (1.0, 0.8, 0.62, 0.5, 0.62, 0.8, 1.0, 1.25, 1.5):
            table.glance(exposed(table.film.picture(-2), times))
            assert (table.tells(), table.recorded()) == ([], True)
        assert table.go_on(exposed(table.film.picture(-1), 0.6))
        assert table.tells() == []


@pytest.mark.parametrize("name", ONE_A_READER)
def test_another_lamp_is_switched_on(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        view = seen_otherwise(lamp=OTHER_LAMP)
        table.still(view.picture(table.film.shown[-2].tiles, None))
        assert (table.tells(), table.recorded()) == ([], True)
        assert table.go_on(view.picture(table.film.shown[-1].tiles, None))
        assert table.tells() == []

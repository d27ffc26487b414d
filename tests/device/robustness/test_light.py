"""Light that goes, comes back and swings in mid-game, and pictures that show no table: what people are told."""

from collections.abc import Callable
from itertools import product

import pytest

from simulator.film.furniture import OTHER_LAMP
from simulator.photographs.spoilings import Spoiling
from tests.support.device.filmed_table import FINE, FIXED_AND_TRACKED, ONE_A_READER, Film, seen_otherwise
from tests.support.device.spoilt_pictures import black, exposed
from tests.support.tiers import first
from vision.reading import Picture

# What the camera shows of the table after a move or before it, and what people are told.
SPOILT: dict[str, Callable[[Film], Picture]] = {
    "too_bright": lambda film: exposed(film.picture(-2), 16.0),
    "blurred": lambda film: Spoiling("defocus", 9).of(film.picture(-1), 1),
    "no_board": lambda film: seen_otherwise(aside=330.0).picture(film.shown[-2].tiles, None),  # half of it
}


@pytest.mark.parametrize(("name", "told"), first(product(FIXED_AND_TRACKED, SPOILT), 2))
def test_a_table_that_cannot_be_made_out_is_said_and_none_that_is_empty(table, told):
    spoilt = SPOILT[told](table.film)
    table.still(spoilt)
    table.wait(spoilt, 4.0)
    assert table.says() == ("no_board", [f"seen.{told}"])
    assert table.go_on() == FINE


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_darkness_and_black_pictures_are_no_empty_table_and_a_move_may_be_made_meanwhile(table):
    lit = table.film.picture(-2)
    for _ in range(3):
        table.glance(black(lit))
        assert (table.tells(), table.recorded()) == ([], True)
        table.still(lit, 0.2)
    table.wait(black(lit), 6.0)
    assert (table.tells(), table.recorded()) == (["seen.too_dark"], True)
    table.still(lit)
    assert table.says() == FINE
    for number in (-2, -1):
        table.still(exposed(table.film.picture(number), 0.04))
        assert table.says() == ("no_board", ["seen.too_dark"])
    assert table.go_on() == FINE


@pytest.mark.parametrize("name", first(ONE_A_READER))
def test_exposure_swings_and_a_move_is_made_meanwhile(table):
    for times in (1.0, 0.8, 0.62, 0.5, 0.62, 0.8, 1.0, 1.25, 1.5):
        table.glance(exposed(table.film.picture(-2), times))
        assert (table.tells(), table.recorded()) == ([], True)
    assert table.go_on(exposed(table.film.picture(-1), 0.6)) == FINE


@pytest.mark.parametrize("name", first(ONE_A_READER))
def test_another_lamp_is_switched_on(table):
    view = seen_otherwise(lamp=OTHER_LAMP)
    table.still(view.picture(table.film.shown[-2].tiles, None))
    assert (table.tells(), table.recorded()) == ([], True)
    assert table.go_on(view.picture(table.film.shown[-1].tiles, None)) == FINE

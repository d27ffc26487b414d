"""A camera that is bumped and a board that is pushed or turned: found again, and said where that cannot be."""

from dataclasses import replace

import numpy as np
import pytest

from device.capture.tapped_field import TappedField
from device.table.events import SetField
from tests.support.device.filmed_table import FILMED, FINE, FIXED_AND_TRACKED, ONE_A_READER, FilmedTable, seen_otherwise
from tests.support.device.spoilt_pictures import bumped
from tests.support.tiers import first

USUAL_TURN, QUARTER = 7.0, 90.0


@pytest.mark.parametrize("name", first(ONE_A_READER))
def test_a_bumped_camera_finds_the_board_again_by_itself(table):
    for right, down, turn in ((25, -10, 0.0), (60, 25, 6.0)):
        table.still(bumped(table.film.picture(-2), right, down, turn))
        assert table.says() == FINE
    assert table.go_on(bumped(table.film.picture(-1), 60, 25, 6.0)) == FINE


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_a_camera_that_is_bumped_while_a_hand_is_in_the_picture(table):
    table.glance(table.film.hand)
    table.still(bumped(table.film.hand, 60, 25, 6.0), 1.0)
    assert table.says() == ("moving", [])
    assert table.go_on(bumped(table.film.picture(-1), 60, 25, 6.0)) == FINE


@pytest.mark.parametrize("name", first(ONE_A_READER))
def test_a_board_that_is_pushed_far_and_turned_a_little_goes_on(tmp_path, name):
    """By 3 cm, by 15 cm, and by 30 degrees; each time a move is made, with or without a look at the board before it."""
    with FilmedTable(tmp_path, name, -3) as table:
        first, second, third = (table.film.shown[number].tiles for number in (-3, -2, -1))
        pushed, far, turned = seen_otherwise(aside=30.0), seen_otherwise(aside=150.0), seen_otherwise(USUAL_TURN + 30.0)
        table.hands(pushed.picture(first, None))
        assert table.says() == FINE
        assert table.go_on(pushed.picture(second, None)) == FINE
        for view in (far, turned):
            table.hands(view.picture(second, None))
            assert table.says() == FINE
        assert table.go_on(turned.picture(third, None)) == FINE


# The places of the others have no sides: they are found in whichever way the board lies.
HAVE_SIDES = ("reversi", "checkers", "infiltration", "jarapon")


# Both turns of reversi, whose squares are named anew; of the others one each, a quarter and a half by turns.
TURNED = [*((name, QUARTER * (1 + place % 2)) for place, name in enumerate(FILMED)), ("reversi", 2 * QUARTER)]


@pytest.mark.parametrize(("name", "turn"), first(TURNED))
def test_a_board_that_is_turned_by_a_quarter_or_a_half_goes_on(table, name, turn):
    view = seen_otherwise(USUAL_TURN + turn)
    table.still(view.picture(table.film.shown[-2].tiles, None))
    assert (table.tells(), table.recorded()) == (["table.turned"] if name in HAVE_SIDES else [], True)
    assert table.go_on(view.picture(table.film.shown[-1].tiles, None)) == FINE
    assert table.now.problem is None


@pytest.mark.parametrize("name", first(FILMED))
def test_a_board_that_is_turned_before_anybody_looks_at_the_next_move_goes_on(table, name):
    after = seen_otherwise(USUAL_TURN - QUARTER).picture(table.film.shown[-1].tiles, None)
    table.hands(after)
    if name in HAVE_SIDES:
        assert table.tells() == ["table.turned"]  # by a second, closer look, before anybody is told otherwise
    table.next += 1
    table.answer()
    assert (table.now.problem, table.recorded()) == (None, True)


@pytest.mark.full
@pytest.mark.parametrize("turn", [2 * QUARTER, -QUARTER])
def test_tiles_laid_in_lines_are_followed_when_the_board_is_turned_in_every_pause(tmp_path, turn):
    """All face down, one face up, and two: each move is made before anybody looks at the board that was turned."""
    with FilmedTable(tmp_path, "search", -4) as table:
        turned, and_pushed = seen_otherwise(USUAL_TURN + turn), seen_otherwise(USUAL_TURN + turn, aside=30.0)
        assert table.go_on(turned.picture(table.film.shown[-3].tiles, None)) == FINE
        assert table.go_on() == FINE
        assert table.go_on(and_pushed.picture(table.film.shown[-1].tiles, None)) == FINE


@pytest.mark.full
def test_tiles_laid_as_even_as_those_of_a_floor_are_asked_to_be_turned_back(tmp_path):
    """Like a tray full: with one face up nothing tells for certain whether the board was turned by half."""
    with FilmedTable(tmp_path, "search", -2) as table:
        straight = [replace(tile, turn=0.0) for tile in table.film.shown[-2].tiles]
        table.hands(table.film.drawn(straight))
        assert (table.tells(), table.recorded()) == ([], True)
        table.hands(seen_otherwise(USUAL_TURN + 2 * QUARTER, aside=30.0).picture(straight, None))
        assert table.says() == ("still", ["seen.turned_or_not"])
        table.hands(table.film.drawn(straight))
        assert (table.tells(), table.recorded()) == ([], True)
        assert table.go_on() == FINE


@pytest.mark.full
def test_a_board_of_men_that_look_alike_is_to_be_turned_back_when_a_move_was_made_too(tmp_path):
    """Checkers after few moves looks nearly the same from both sides: two places differ, as after a slip."""
    with FilmedTable(tmp_path, "checkers", -2) as table:
        table.hands(turned := seen_otherwise(USUAL_TURN + 2 * QUARTER).picture(table.film.shown[-1].tiles, None))
        table.wait(turned, 4.0)
        assert (table.tells(), table.recorded()) == (["referee.not_here", "referee.lay_up"], True)
        assert table.go_on() == FINE


def test_tapped_corners_hold_until_the_board_is_elsewhere_and_nothing_is_read_beside_it(tmp_path):
    """The camera is bumped by about the width of a square, so that every tile seems to lie on its neighbour's."""
    with FilmedTable(tmp_path, "reversi", -2, TappedField()) as table:
        here = table.film.picture(-2)
        seen = table.table.view.reading.field
        table.do(SetField(tuple(map(tuple, seen + np.array([3.0, -2.0])))))
        table.still(here)
        assert table.says() == FINE
        away = bumped(here, 60, 12)
        table.still(away)
        assert table.says() == ("moving", [])
        table.wait(away, 4.0)
        assert table.says() == ("still", ["table.field_forgotten"])
        assert table.go_on(bumped(table.film.picture(-1), 60, 12)) == FINE

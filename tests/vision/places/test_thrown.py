"""A die counts as thrown when it has come to rest where it did not lie before; a misreading throws none."""

import numpy as np
import pytest

from vision.dice import NUMBERS, DiceSeen, Die
from vision.places.thrown import Throws

FIELD = np.array([[0.2, 0.1], [0.8, 0.1], [0.8, 0.7], [0.2, 0.7]])


def die(x: float, y: float, number: int, likelihood: float = 1.0) -> Die:
    other = (1 - likelihood) / 5
    return Die((x, y), {name: likelihood if int(name) == number else other for name in NUMBERS})


def seen(*dice: Die, prints: tuple[Die, ...] = ()) -> DiceSeen:
    """What a picture shows of a grey table with these dice and with prints that look like dice."""
    table = np.full((640, 640), 90, np.uint8)
    for one in (*dice, *prints):
        x, y = round(320 + one.middle[0] * 1.6), round(320 - one.middle[1] * 1.6)
        table[y - 13 : y + 13, x - 13 : x + 13] = 200
    return DiceSeen(dice, table)


@pytest.fixture
def throws() -> Throws:
    """A table whose first picture showed no die."""
    throws = Throws()
    assert throws.see(seen(), FIELD) == {}
    return throws


def test_a_die_that_comes_to_rest_is_a_throw(throws: Throws) -> None:
    assert throws.see(seen(die(40, 10, 5)), FIELD) == {"die/1": die(40, 10, 5).probabilities}


def test_a_die_that_lies_still_is_the_same_throw_in_every_picture(throws: Throws) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    assert [*throws.see(seen(die(41, 11, 5)), FIELD)] == ["die/1"]


@pytest.mark.parametrize("second", [die(-40, 60, 5), die(60, 10, 2), die(48, 10, 2)])
def test_a_die_elsewhere_or_near_with_another_number_is_another_throw(throws: Throws, second: Die) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    assert throws.see(seen(second), FIELD) == {"die/2": second.probabilities}


def test_a_die_that_a_sleeve_has_pushed_is_no_throw(throws: Throws) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    for x in (55, 70, 85):
        assert [*throws.see(seen(die(x, 10, 5)), FIELD)] == ["die/1"]


def test_another_number_at_just_the_same_spot_is_a_misreading(throws: Throws) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    assert [*throws.see(seen(die(41, 10, 4)), FIELD)] == ["die/1"]


def test_a_die_that_one_picture_misses_was_not_thrown_again(throws: Throws) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    unread = throws.see(seen(), FIELD)["die/1"]
    assert max(unread.values()) < 0.2
    assert throws.see(seen(die(40, 10, 5)), FIELD) == {"die/1": die(40, 10, 5).probabilities}


def test_of_two_dice_the_one_that_came_last_was_thrown(throws: Throws) -> None:
    throws.see(seen(die(140, 140, 1)), FIELD)  # a print that looks like a die, or a second one that nobody needs
    assert throws.see(seen(die(140, 140, 1), die(0, 0, 6)), FIELD) == {"die/2": die(0, 0, 6).probabilities}


def test_two_dice_that_come_at_once_show_no_throw(throws: Throws) -> None:
    shown = throws.see(seen(die(40, 10, 5), die(0, 0, 6)), FIELD)
    assert [*shown] == ["die/2"]
    assert max(shown["die/2"].values()) < 0.2


def test_what_the_first_picture_shows_was_not_thrown() -> None:
    throws = Throws()
    assert throws.see(seen(die(40, 10, 5)), FIELD) == {}
    assert throws.see(seen(die(40, 10, 5)), FIELD) == {}


def test_a_board_that_is_moved_throws_no_die(throws: Throws) -> None:
    throws.see(seen(die(40, 10, 5)), FIELD)
    assert [*throws.see(seen(die(-60, 30, 2)), FIELD + 0.05)] == ["die/1"]


def test_a_print_that_is_taken_for_a_die_all_at_once_was_not_thrown(throws: Throws) -> None:
    mark = die(40, 10, 1)
    throws.see(seen(prints=(mark,)), FIELD)
    assert throws.see(seen(mark), FIELD) == {}
    assert throws.see(seen(mark, die(-40, 0, 3)), FIELD) == {"die/1": die(-40, 0, 3).probabilities}


def test_light_that_changes_makes_no_throw(throws: Throws) -> None:
    mark = die(40, 10, 1)
    throws.see(seen(prints=(mark,)), FIELD)
    brighter = seen(mark)
    assert throws.see(brighter._replace(table=brighter.table + np.uint8(30)), FIELD) == {}

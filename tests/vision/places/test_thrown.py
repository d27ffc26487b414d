"""A die counts as thrown when it has come to rest where it did not lie before; a misreading throws none."""

import numpy as np
import pytest

from vision.dice import NUMBERS, DetectedDice, Die
from vision.facts import Throw
from vision.places.thrown import Throws

FIELD = np.array([[0.2, 0.1], [0.8, 0.1], [0.8, 0.7], [0.2, 0.7]])


def die(x: float, y: float, number: int, likelihood: float = 1.0) -> Die:
    other = (1 - likelihood) / 5
    return Die((x, y), {name: likelihood if int(name) == number else other for name in NUMBERS})


def seen(*dice: Die, prints: tuple[Die, ...] = ()) -> DetectedDice:
    """What a picture shows of a grey table with these dice and with prints that look like dice."""
    table = np.full((640, 640), 90, np.uint8)
    for one in (*dice, *prints):
        x, y = round(320 + one.middle[0] * 1.6), round(320 - one.middle[1] * 1.6)
        table[y - 13 : y + 13, x - 13 : x + 13] = 200
    return DetectedDice(dice, table)


FIVE, SIX, PRINT = die(40, 10, 5), die(0, 0, 6), die(140, 140, 1)
OTHERS = (die(-40, 60, 5), die(60, 10, 2), die(48, 10, 2))


@pytest.mark.parametrize(
    ("pictures", "throw", "shown"),
    [
        ([[FIVE]], 1, FIVE),
        ([[FIVE], [die(41, 11, 5)]], 1, die(41, 11, 5)),
        *(([[FIVE], [other]], 2, other) for other in OTHERS),
        ([[FIVE], [die(55, 10, 5)]], 1, die(55, 10, 5)),  # pushed by a sleeve
        ([[FIVE], *([die(x, 10, 5)] for x in (55, 70, 85))], 1, None),
        ([[FIVE], [die(41, 10, 4)]], 1, die(41, 10, 4)),  # misread, now or before
        ([[FIVE], []], 1, None),  # missed by one picture
        ([[FIVE], [], [FIVE]], 1, FIVE),
        ([[PRINT], [PRINT, SIX]], 2, SIX),  # something printed, or a second die that nobody needs
        ([[FIVE, SIX]], 2, None),
    ],
)
def test_a_throw_is_a_die_that_came_to_rest_where_none_lay(pictures, throw, shown):
    throws = Throws()
    for dice in ([], *pictures):
        told = throws.update(seen(*dice), FIELD)
    assert told == Throw(throw, dict.fromkeys(NUMBERS, 1 / 6) if shown is None else shown.probabilities)


def test_what_the_first_picture_shows_was_not_thrown() -> None:
    throws = Throws()
    assert [throws.update(seen(FIVE), FIELD) for _ in range(2)] == [None, None]


def test_a_board_that_is_moved_throws_no_die() -> None:
    throws = Throws()
    for dice in ([], [FIVE]):
        throws.update(seen(*dice), FIELD)
    thrown = throws.update(seen(die(-60, 30, 2)), FIELD + 0.05)
    assert thrown is not None and thrown.number == 1


@pytest.mark.parametrize("brighter", [0, 30])
def test_a_print_that_is_taken_for_a_die_all_at_once_was_not_thrown_nor_by_another_light(brighter: int) -> None:
    throws, mark = Throws(), die(40, 10, 1)
    for dice in (seen(), seen(prints=(mark,))):
        throws.update(dice, FIELD)
    lit = seen(mark)
    assert throws.update(lit._replace(table=lit.table + np.uint8(brighter)), FIELD) is None
    assert throws.update(seen(mark, die(-40, 0, 3)), FIELD) == Throw(1, die(-40, 0, 3).probabilities)

"""What rows of a sheet can be, against scoring each of the 43,615 hands."""

from collections import Counter

import pytest

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.hand import fitting_rows, score_hand
from engines.jarapon.reach import reaches
from engines.jarapon.sheet import ScoreSheet, parse_sheet
from engines.jarapon.tiles import PLAIN_TILES
from tests.engines.jarapon.test_every_hand import random_rows
from tests.support.engines.jarapon_brute_force import every_hand, toml_of

HEADING = '[sheet]\nname = "ours"\n'
NINE = '[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 600\n'
ODD = '[[hand]]\nen = "Odd"\ntiles = ["3 x 3 odd"]\npoints = 100\n'
SETS = '[[hand]]\nen = "Sets"\ntiles = ["3 x 3 any"]\npoints = 200\n'


def sheet_of(*rows: str) -> ScoreSheet:
    return parse_sheet(HEADING + "\n".join(rows), "ours.toml", PLAIN_TILES)


@pytest.mark.parametrize("seed", [None, 1])
def test_rows_reach_just_the_hands_that_are_scored_as_them(seed: int | None) -> None:
    shipped = load_sheet(None, load_tile_set(None))
    sheet = shipped if seed is None else parse_sheet(toml_of(random_rows(seed)), "random.toml", PLAIN_TILES)
    fits: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    for hand in every_hand():
        score = score_hand(hand, sheet)
        if score is not None:
            counts[id(score.row)] += 1
            fits.update(id(row) for row in fitting_rows(hand, sheet))
    reached = reaches(sheet)
    assert [one.fits for one in reached] == [fits[id(row)] for row in sheet.rows]
    assert [one.counts for one in reached] == [counts[id(row)] for row in sheet.rows]
    assert sum(counts.values()) > 300


def test_the_example_of_a_row_is_scored_as_that_row() -> None:
    sheet = load_sheet(None, load_tile_set(None))
    for row, reach in zip(sheet.rows, reaches(sheet), strict=True):
        assert reach.standing == "counts"
        score = score_hand(reach.example or (), sheet)
        assert score is not None
        assert (score.row, score.reading) == (row, reach.example)


def test_a_row_that_a_dearer_one_always_beats_says_which() -> None:
    odd, sets, nine = reaches(sheet_of(ODD, SETS, NINE))
    assert (odd.standing, odd.counts, odd.by and odd.by.en) == ("hidden", 0, "Sets")
    assert odd.fits > 100
    assert odd.example is not None
    assert (sets.standing, nine.standing) == ("counts", "counts")


def test_a_row_may_count_with_pon_alone() -> None:
    odd, _ = reaches(sheet_of(ODD, SETS + 'pon = "none"\n'))
    assert (odd.standing, odd.by and odd.by.en) == ("only_pon", "Sets")


def test_what_nothing_can_be_has_no_example() -> None:
    impossible, _ = reaches(sheet_of(ODD + 'rule = "in a row"\n', NINE))
    assert (impossible.standing, impossible.fits, impossible.example, impossible.by) == ("impossible", 0, None, None)


def test_two_rows_with_one_name_and_the_same_tiles_are_told_apart() -> None:
    upper, lower = reaches(sheet_of(NINE, NINE))
    assert (upper.standing, lower.standing) == ("counts", "hidden")

"""What rows of a sheet can be, against scoring each of the 43,615 hands."""

from collections import Counter

import pytest

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.hand import fitting_rows, score_hand
from engines.jarapon.sheet import ScoreSheet, parse_sheet, reaches
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


@pytest.mark.parametrize(
    ("rows", "standing", "by"),
    [
        ([SETS, NINE, ODD], "hidden", "Sets"),
        ([SETS + 'pon = "none"\n', ODD], "only_pon", "Sets"),
        ([NINE, ODD + 'rule = "in a row"\n'], "impossible", None),
        ([NINE, NINE], "hidden", "Nine"),  # two rows with one name and the same tiles are told apart
    ],
)
def test_a_row_that_a_dearer_one_always_beats_says_which(rows: list[str], standing: str, by: str | None) -> None:
    *others, last = reaches(sheet_of(*rows))
    assert {other.standing for other in others} == {"counts"}
    assert (last.standing, last.counts, last.by and last.by.en) == (standing, 0, by)
    assert (last.fits > 0) is (last.example is not None) is (standing != "impossible")

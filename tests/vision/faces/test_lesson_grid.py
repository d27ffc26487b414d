"""The grid of a lesson tells which find is which tile, what is missing, and what is too much."""

import numpy as np
import pytest

from vision.faces.lesson_grid import fit_grid
from vision.tiles.detector import TileDetection

COUNT = 11


def find(x, y, *, turn=0.0, size=1.0, confidence=0.99):
    return TileDetection((float(x), float(y)), turn, size, False, confidence)


def laid(columns=6, count=COUNT, gap=34.0, seed=1):
    """Tiles in rows, laid as exactly as people do, in reading order."""
    rng = np.random.default_rng(seed)
    at = [(90 + gap * (n % columns), 120 + 45 * (n // columns)) for n in range(count)]
    return [find(*(np.array(xy) + rng.normal(0, 1.5, 2)), turn=rng.normal(0, 0.05)) for xy in at]


def shuffled(tiles):
    return [tiles[int(n)] for n in np.random.default_rng(2).permutation(len(tiles))]


@pytest.mark.parametrize(
    ("count", "columns"), [(COUNT, 4), (COUNT, 6), (COUNT, 11), (1, 1), (2, 2), (9, 3), (9, 6), (24, 6)]
)
@pytest.mark.parametrize("turn", [0.0, np.radians(12)])
def test_tiles_in_even_rows_are_put_in_reading_order_however_the_rows_lie_in_the_picture(count, columns, turn):
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    rows = laid(columns, count, gap=23.0 if columns > 6 else 34.0)
    tiles = [find(*((np.array(tile.centre) - 176) @ axes + 176), turn=tile.turn + turn) for tile in rows]
    grid = fit_grid(shuffled(tiles), count)
    assert grid.is_whole
    assert list(grid.tiles) == tiles


@pytest.mark.parametrize("missed", range(COUNT))
def test_a_false_find_at_the_end_of_a_row_does_not_make_up_for_a_missed_tile(missed):
    tiles = laid()
    for x, y in [(56, 120), (294, 120), (56, 165), (260, 165)]:
        assert not fit_grid([*tiles[:missed], *tiles[missed + 1 :], find(x, y)], COUNT).is_whole


def test_where_each_row_lacks_one_inside_and_has_one_more_at_its_end_nothing_is_taught():
    tiles = laid(columns=6, seed=3)
    found = [*tiles[:3], *tiles[4:6], find(294, 120), *tiles[6:9], tiles[10], find(260, 165)]
    assert not fit_grid(found, COUNT).is_whole


def test_the_place_of_a_missed_tile_is_known_wherever_a_false_find_lies():
    tiles = laid()
    for missed in range(COUNT):
        grid = fit_grid([*tiles[:missed], *tiles[missed + 1 :], find(100, 300)], COUNT)
        assert grid.missing == (missed,)
        assert np.linalg.norm(np.subtract(grid.tile_at(missed).centre, tiles[missed].centre)) < 8
    assert grid.row_and_place(10) == (2, 5)


def test_a_tile_of_another_size_or_lying_across_is_none_of_the_lesson():
    tiles = laid()
    for other in (find(*tiles[3].centre, size=1.2), find(*tiles[3].centre, turn=np.pi / 2)):
        assert fit_grid([*tiles[:3], other, *tiles[4:]], COUNT).missing == (3,)


def test_a_twelfth_tile_is_too_much_but_a_faint_print_on_the_sheet_is_not():
    tiles = laid()
    twelfth = find(260, 165)
    grid = fit_grid([*tiles, twelfth], COUNT)
    assert (grid.missing, grid.extra) == ((), (twelfth,))
    assert grid.row_and_place(grid.nearest(twelfth)) == (2, 5)
    assert fit_grid([*tiles, find(260, 165, confidence=0.8)], COUNT).is_whole
    assert fit_grid([*tiles, find(60, 300)], COUNT).is_whole


def test_without_tiles_there_is_no_grid():
    assert fit_grid([], COUNT) is None
    assert fit_grid([find(100, 100)], COUNT) is None
    assert fit_grid([find(100, 100, size=0.7), find(140, 100, size=1.3)], COUNT) is None

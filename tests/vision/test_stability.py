"""Photographs that change by what nobody sees are read alike, and so they are by other code paths of the libraries."""

from pathlib import Path

import pytest

from tools.bench.stability import CHANGES, CODE_PATHS, Piece, Stability, measure_stability

OWN = Path(__file__).parents[1] / "photos"
SHARED = Path(__file__).parents[3] / "shared" / "photos"


@pytest.mark.parametrize(
    ("after", "counts"),
    [
        ([Piece("3", 0.201, 0.3, 0.9)], (0, 0, 0)),
        ([Piece("4", 0.201, 0.3, 0.9)], (1, 0, 0)),
        ([Piece("?", 0.201, 0.3, 0.2)], (0, 1, 0)),
        ([Piece("3", 0.5, 0.3, 0.9)], (0, 0, 2)),
        ([], (0, 0, 1)),
    ],
)
def test_a_change_of_a_reading_is_counted_for_what_it_is(after: list[Piece], counts: tuple[int, int, int]) -> None:
    row = Stability("tiles", "noise")
    row.compare("photograph", [Piece("3", 0.2, 0.3, 0.9)], after)
    assert (row.renamed, row.doubted, row.came_or_went) == counts


def test_own_photographs_are_read_alike_whatever_the_noise_and_the_processor() -> None:
    rows = measure_stability([OWN], list(CHANGES), ["OpenCV without AVX2"])
    assert rows and all(row.names for row in rows)
    assert [complaint for row in rows for complaint in row.complaints if row.renamed or row.doubted] == []


@pytest.mark.full
@pytest.mark.long
def test_no_name_becomes_another_and_hardly_any_is_doubted() -> None:
    folders = [
        SHARED / name for name in ("set-a", "set-b", "cards", "skipbo/design-0", "skipbo/design-1", "skipbo/design-2")
    ]
    if not SHARED.is_dir():
        pytest.skip(f"no shared photographs at {SHARED}")
    rows = measure_stability(folders, list(CHANGES), list(CODE_PATHS))
    assert [row.complaints for row in rows if row.renamed] == []
    assert sum(row.doubted for row in rows) <= 0.001 * sum(row.names for row in rows)

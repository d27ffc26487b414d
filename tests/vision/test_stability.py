"""Photographs that change by what nobody sees are read alike, and so they are by other code paths of the libraries."""

import pytest

from tests.support.paths import PHOTOS, SHARED_PHOTOS, needs_shared
from tools.bench.changes import CHANGES
from tools.bench.photos import SCENES, folders_in
from tools.bench.stability import Piece, Stability, measure_stability
from tools.bench.stability_frames import measure_frame_stability


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
    rows = measure_stability([PHOTOS], SCENES, list(CHANGES), ["OpenCV without AVX2"])
    assert rows and all(row.names for row in rows)
    assert [complaint for row in rows for complaint in row.complaints if row.renamed or row.doubted] == []


def test_of_drops_no_answer_becomes_another() -> None:
    rows = measure_frame_stability([], [701], 0, ["JPEG 95 again"], ["OpenBLAS Prescott"], drops=3)
    assert all(row.verdicts for row in rows)
    assert [complaint for row in rows for complaint in row.complaints if row.changed] == []


@needs_shared
@pytest.mark.full
def test_of_photographed_drops_no_answer_becomes_another() -> None:
    folders = [SHARED_PHOTOS / "dropit" / "seq-c"]  # in which two pieces of a colour may have changed places
    rows = measure_frame_stability(folders, [], 0, ["noise of 0.5, 2", "moved by 0.1 px"], ["OpenBLAS Haswell"])
    assert [complaint for row in rows for complaint in row.complaints if row.changed] == []


@needs_shared
@pytest.mark.full
def test_no_name_becomes_another_and_hardly_any_is_doubted() -> None:
    paths = ["OpenCV without AVX2", "OpenBLAS Haswell", "ONNX Runtime level 1"]
    rows = measure_stability(folders_in(SHARED_PHOTOS, SCENES), SCENES, list(CHANGES), paths, most=2)
    assert {row.kind for row in rows} == {"tiles", "cards", "number cards"}
    assert [row.complaints for row in rows if row.renamed] == []
    assert sum(row.doubted for row in rows) <= 0.001 * sum(row.names for row in rows)

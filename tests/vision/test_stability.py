"""Photographs that change by what nobody sees are read alike, and so they are by other code paths of the libraries."""

import json
from pathlib import Path

import cv2
import pytest

from tests.support.paths import PHOTOS, SHARED_PHOTOS, needs_shared
from tests.support.vision.frames import Piece as Dropped
from tests.support.vision.frames import as_file, empty, outline, photograph
from tools.bench.changes import CHANGES, CODE_PATHS, CodePath
from tools.bench.photos import SCENES, folders_in
from tools.bench.stability import Piece, Stability, measure_stability
from tools.bench.stability_frames import measure_frame_stability

OFTEN = ("noise of 0.5, 2", "noise of 0.5, 3")  # tried by the benchmark, which has the time: other seeds of one change
ONCE = [name for name in CHANGES if name not in OFTEN]


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
    rows = measure_stability([PHOTOS], SCENES, ONCE, ["OpenCV without AVX2"])
    assert rows and all(row.names for row in rows)
    assert [complaint for row in rows for complaint in row.complaints if row.renamed or row.doubted] == []


def sequence(folder: Path) -> Path:
    """Photographs of three drops into a painted frame, with what the benchmark asks to be true of them."""
    pieces: tuple[Dropped, ...] = (("square/blue", -85.3, 19.6, 0), ("circle/green", -45.3, 20.4, 0))
    pieces += (("triangle/green", -62.0, 54.3, 0),)
    told = []
    cv2.imwrite(str(folder / "empty.jpg"), empty())
    for number, piece in enumerate(pieces, start=1):
        cv2.imwrite(str(folder / f"{number}.jpg"), photograph(*pieces[:number], seed=number))
        drop = {"piece": piece[0], "contacts": [], "circles": [], "level": 1, "level_margin_mm": 1.0, "above": False}
        told.append({"photo": f"{number}.jpg", "dropped": drop | {"outline_mm": outline(piece).tolist()}})
    eye = {"K": [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]], "dist_k1k2p1p2k3": [0.0] * 5}
    eye |= {"R_frame_to_cam": eye["K"], "t_frame_to_cam_mm": [0.0, 0.0, 1.0]}
    (folder / "truth.json").write_text(json.dumps({"camera": eye, "pictures": told}), encoding="utf-8")
    (folder / "frame.toml").write_text(as_file(), encoding="utf-8")
    return folder


def test_of_drops_no_answer_becomes_another(tmp_path: Path) -> None:
    rows = measure_frame_stability([sequence(tmp_path)], [], 0, ["JPEG 95 again"], ["OpenBLAS Prescott"])
    assert all(len(row.moved) == 3 and max(row.moved) < 0.3 for row in rows)  # mm
    assert [complaint for row in rows for complaint in row.complaints if row.changed] == []


@needs_shared
@pytest.mark.full
def test_of_photographed_drops_no_answer_becomes_another() -> None:
    folders = [SHARED_PHOTOS / "dropit" / "seq-c"]  # in which two pieces of a colour may have changed places
    rows = measure_frame_stability(folders, [], 0, ["noise of 0.5, 2", "moved by 0.1 px"], ["OpenBLAS Haswell"])
    assert [complaint for row in rows for complaint in row.complaints if row.changed] == []


@needs_shared
@pytest.mark.full
def test_no_name_becomes_another_and_hardly_any_is_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    older = [CODE_PATHS[name] for name in ("OpenCV without AVX2", "OpenBLAS Haswell")]
    at_once = CodePath(older[0].environment | older[1].environment, optimisation=1)  # of ONNX Runtime
    monkeypatch.setitem(CODE_PATHS, "all at once", at_once)
    rows = measure_stability(folders_in(SHARED_PHOTOS, SCENES), SCENES, ONCE, ["all at once"], most=2)
    assert {row.kind for row in rows} == {"tiles", "cards", "number cards"}
    assert [row.complaints for row in rows if row.renamed] == []
    for change in (*ONCE, "all at once"):  # each alone: every one of them doubts a piece that is at the bound
        of_change = [row for row in rows if row.change == change]
        assert sum(row.doubted for row in of_change) <= 0.002 * sum(row.names for row in of_change), change

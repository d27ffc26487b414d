"""`jarapon markers`: a page that is true to size, and whose squares the box knows again."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from cli.main import main
from device.marker_page import SCALE, draw_page, marker_page
from vision.board.markers import find_markers


def test_the_png_is_an_a4_page_true_to_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "markers.PNG"
    assert main(["--lang", "en", "markers", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    with Image.open(file) as page:
        per_mm = [dots / 25.4 for dots in page.info["dpi"]]
        assert [round(side / dots, 1) for side, dots in zip(page.size, per_mm, strict=True)] == [210.0, 297.0]


def test_the_pdf_is_an_a4_page(tmp_path: Path) -> None:
    file = tmp_path / "markers.pdf"
    assert main(["--lang", "ja", "markers", str(file)]) == 0
    written = file.read_bytes()
    assert written.startswith(b"%PDF")
    box = written.partition(b"/MediaBox [")[2].partition(b"]")[0].split()
    assert [round(float(side) / 72 * 25.4, 1) for side in box] == [0.0, 0.0, 210.0, 297.0]
    assert written.count(b"/Type /Page\n") == 1


def test_the_printed_line_is_100_mm_long_and_no_sentence_runs_out_of_the_page() -> None:
    page = draw_page()
    edges = np.flatnonzero(np.diff(np.pad(page[72 * SCALE, : 150 * SCALE] < 128, 1).astype(int)))
    assert max(np.diff(edges)[::2]) / SCALE == pytest.approx(100, abs=0.5)
    rim = 8 * SCALE  # printers leave the rim of a page white
    for side in (page[:, -rim:], page[:, :rim], page[-rim:]):
        assert (side == 255).all()


def test_the_box_knows_the_printed_squares() -> None:
    with Image.open(io.BytesIO(marker_page("PNG"))) as image:
        page = np.asarray(image.convert("L"))
    seen = cv2.resize(page, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    desk = cv2.copyMakeBorder(seen, 60, 306, 300, 560, cv2.BORDER_CONSTANT, value=(90,))
    tops = [marker[1, 2] for marker in find_markers(cv2.merge([desk] * 3))]
    assert sum(abs(top - (60 + 2 * 125)) < 2 for top in tops) == 4


@pytest.mark.parametrize("name", ["markers.jpg", "markers", "no/such/folder/markers.pdf"])
def test_what_cannot_be_written_is_said_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "markers", str(tmp_path / name)]) == 2
    told = capsys.readouterr().err
    assert name in told
    assert len(told.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []

"""`jarapon bench spoilt`: photographs are spoilt in known ways, and what is read in them is counted."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from simulator.photographs.spoilings import HELD_BACK, KINDS, Spoiling, spoilings
from tests.support.benchmarks import figures, one_tile, tables_of
from tools.bench.spoilt import TIMES, Spoilt, calibration_error, claims_of, reliability
from vision.reading import DetectedPiece, PictureWarning, Reading


@pytest.mark.parametrize("spoiling", spoilings({**KINDS, **HELD_BACK}), ids=str)
def test_a_picture_is_spoilt_in_the_same_way_by_the_same_seed(spoiling: Spoiling) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (96, 128, 3), np.uint8)
    untouched = picture.copy()
    once, again = spoiling.of(picture, 7), spoiling.of(picture, 7)
    assert (once.shape, once.dtype) == (picture.shape, picture.dtype)
    assert np.array_equal(once, again)
    assert not np.array_equal(once, picture)
    assert np.array_equal(picture, untouched)


@pytest.mark.full
def test_every_photograph_is_read_or_refused_and_confidences_are_held_against_the_truth(
    photographs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ("--scenes", "reversi,geister", "--kinds", "grey,gamma,light")
    told = tables_of(capsys, "spoilt", str(photographs), *chosen)
    lights = [f"light {times:g}" for times in TIMES]
    assert [row["spoilt"] for row in told["spoilt"]] == ["untouched", "grey 0", "gamma 0.5", "gamma 2.2", *lights]
    assert all(row["refused"] + row["photos"] == 2 for row in told["spoilt"])
    assert sum(row["claims"] for row in told["confidence"]) > 0
    assert 0 <= figures(told["calibration"])["expected error %"] < 100


def test_a_kind_that_nobody_knows_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "spoilt", str(tmp_path), "--kinds", "grey,sabotage"]) != 0
    assert "sabotage" in capsys.readouterr().err


def test_a_tile_claims_its_most_probable_face_even_where_it_is_not_named(tmp_path: Path) -> None:
    unsure = DetectedPiece("?", "flat", (101.0, 107.0), None, 0.6, {"5": 0.6, "6": 0.4})
    made_up = DetectedPiece("6", "flat", (400.0, 400.0), None, 0.9, {"5": 0.1, "6": 0.9})
    standing = DetectedPiece("?", "upright", (300.0, 300.0), None, 0.9, {"5": 0.5, "6": 0.5})
    assert claims_of([unsure, made_up, standing], one_tile(tmp_path)) == [(0.6, True), (0.9, False)]


def test_folders_are_counted_together_by_kind() -> None:
    total = Spoilt(Spoiling("grey", 0))
    for wrong in (2, 1):
        row = Spoilt(Spoiling("grey", 0))
        row.score.wrong, row.score.right, row.refused = wrong, 10, 1
        row.claims.append((0.5, wrong == 1))
        row.said["blurred"] += 1
        total.add(row)
    assert (total.score.pieces, total.score.wrong, total.refused, total.said["blurred"]) == (23, 3, 2, 2)
    assert calibration_error(reliability(total.claims)) == 0.0


def one_card(folder: Path) -> Path:
    """A photograph's truth with the six of hearts, its middle at 100,107; gives where the photograph would be."""
    shown = {"rank": "6", "suit": "H", "face_up": True, "index_tl_visible": True, "index_br_visible": False}
    corners = [[80, 80], [120, 80], [120, 135], [80, 135]]
    path = folder / "cards_1.jpg"
    path.with_suffix(".json").write_text(json.dumps({"cards": [{**shown, "visible_frac": 1.0, "corners_px": corners}]}))
    return path


def card(face: str) -> DetectedPiece:
    return DetectedPiece(face, "flat", (101.0, 107.0), None, 0.9, {})


def test_photographs_of_cards_are_counted_in_a_table_of_their_own(tmp_path: Path) -> None:
    row, path = Spoilt(Spoiling("blur", 3)), one_card(tmp_path)
    row.count_cards(Reading(None, (card("?"),), warnings=(PictureWarning("blurred"),)), path)
    assert (row.refused, row.score.pieces) == (1, 0)
    row.count_cards(Reading(None, (card("?"),)), path)
    row.count_cards(Reading(None, (card("9H"),), warnings=(PictureWarning("blurred"),)), path)
    assert (row.row()["refused"], row.score.unsure, row.score.wrong) == (1, 1, 1)
    assert row.row()["said"] == "blurred 2"


def test_a_lesson_of_number_cards_that_teaches_nothing_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "design-1").mkdir()
    for path in (tmp_path / "design-1" / "teach_0.jpg", tmp_path / "skipbo_1.jpg"):
        cv2.imwrite(str(path), np.full((480, 640, 3), 90, np.uint8))
    (tmp_path / "skipbo_1.json").write_text(json.dumps({"deck": {"variant": 1}, "cards": []}))
    assert main(["bench", "spoilt", str(tmp_path), "--scenes", "skipbo", "--kinds", "grey"]) == 1
    assert "design-1 teaches nothing" in capsys.readouterr().err

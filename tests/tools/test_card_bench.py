"""What is counted on photographs of cards with known truth."""

import json
from pathlib import Path

import cv2
import pytest

from simulator.render.cards import Card
from tests.support.benchmarks import tables_of
from tests.support.vision.card_tables import lesson, photograph
from tools.bench.cards import measure_french
from tools.bench.judging import Score, compare_cards_with_truth
from vision.reading import DetectedPiece


def truth(folder: Path, *cards: dict[str, object]) -> Path:
    """A photograph's truth with cards 60 px wide and 90 px high, each with its left edge at `x`."""
    lying = {"face_up": True, "rank": "A", "suit": "S", "visible_frac": 1.0, "index_tl_visible": True}
    rows = []
    for card in cards:
        x = float(str(card.get("x", 0)))
        corners = [[x, 0], [x + 60, 0], [x + 60, 90], [x, 90]]
        rows.append({**lying, "index_br_visible": True, "corners_px": corners, **card})
    path = folder / "cards_1.jpg"
    path.with_suffix(".json").write_text(json.dumps({"cards": rows}))
    return path


def piece(face: str, x: float) -> DetectedPiece:
    return DetectedPiece(face, "flat", (x, 45.0), None, 0.99, {})


def counted(path: Path, *pieces: DetectedPiece) -> tuple[int, int, int]:
    score = Score("cards")
    compare_cards_with_truth(pieces, path, score)
    return score.right, score.unsure, score.wrong


@pytest.mark.parametrize(
    ("face", "expected"), [("AS", (1, 0, 0)), ("?", (0, 1, 0)), ("AC", (0, 0, 1)), ("back", (0, 0, 1))]
)
def test_a_card_is_right_unsure_or_wrong(tmp_path: Path, face: str, expected: tuple[int, int, int]) -> None:
    assert counted(truth(tmp_path, {}), piece(face, 30)) == expected


def test_a_right_face_within_reach_goes_before_a_nearer_one_and_one_that_is_missing_or_too_many_is_wrong(
    tmp_path: Path,
) -> None:
    path = truth(tmp_path, {}, {"x": 20, "rank": "2"})
    assert counted(path, piece("2S", 31), piece("AS", 49)) == (2, 0, 0)
    assert counted(truth(tmp_path, {})) == (0, 0, 1)
    assert counted(truth(tmp_path, {}), piece("AS", 30), piece("AS", 400)) == (1, 0, 1)


def test_a_hidden_card_excuses_its_own_face_and_doubt_only(tmp_path: Path) -> None:
    hidden = {"x": 200, "rank": "9", "visible_frac": 0.2, "index_tl_visible": False, "index_br_visible": False}
    path = truth(tmp_path, {}, hidden)
    assert counted(path, piece("AS", 30)) == (1, 0, 0)
    assert counted(path, piece("AS", 30), piece("9S", 230)) == (1, 0, 0)
    assert counted(path, piece("AS", 30), piece("?", 230)) == (1, 0, 0)


def test_a_joker_counts_by_its_half_only(tmp_path: Path) -> None:
    path = truth(tmp_path, {"rank": "joker", "suit": None, "visible_frac": 0.4})
    assert counted(path) == (0, 0, 0)
    assert counted(truth(tmp_path, {"rank": "joker", "suit": None}), piece("joker", 30)) == (1, 0, 0)


@pytest.mark.full
def test_cards_with_and_without_a_lesson_are_measured_in_one_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, laid = photograph(Card(0, 0, "5"))
    for folder in ("cards", "numbers/design-1"):
        (tmp_path / folder).mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "cards" / "cards_1.jpg"), photograph()[0])
    (tmp_path / "cards" / "cards_1.json").write_text(json.dumps({"cards": []}))
    cv2.imwrite(str(tmp_path / "numbers" / "design-1" / "teach_0.jpg"), lesson())
    cv2.imwrite(str(tmp_path / "numbers" / "skipbo_1.jpg"), picture)
    shown = {"face_up": True, "wild": False, "number": 5, "visible_frac": 1.0, "corners_px": laid.corners[0].tolist()}
    shown |= {"index_tl_visible": True, "index_br_visible": True}
    (tmp_path / "numbers" / "skipbo_1.json").write_text(json.dumps({"deck": {"variant": 1}, "cards": [shown]}))
    rows = tables_of(capsys, "photos", str(tmp_path), "--scenes", "cards,skipbo")["scenes"]
    assert [(row["set"], row["scene"], row["photos"], row["whole %"]) for row in rows] == [
        ("cards", "cards", 1, 100.0),
        ("design-1", "skipbo", 1, 100.0),
    ]


@pytest.mark.full
def test_a_poker_evening_is_read() -> None:
    score = measure_french(tables=1, seed=4, poker=True)
    assert score.photos == 1
    assert score.shown_right >= 3  # the community cards at least
    assert score.misnamed == 0

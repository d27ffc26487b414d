"""What is counted on photographs with known truth, alone and beside other ways, and how long a look takes."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cli.main import main
from tools.baselines.base import TaughtTile, piece
from tools.bench import beside
from tools.bench.beside import ALONE, GIVEN, OURS, Row, measure_beside, totals
from tools.bench.light import TIMES
from tools.bench.photos import Score, hold_against
from tools.bench.speed import SIZES, measure_speed
from vision.reading import DetectedPiece, Picture, Points

pytestmark = pytest.mark.film


def truth(folder: Path, **tile: object) -> Path:
    """A photograph's truth with one tile, 40 px wide, its middle at 100,100."""
    corners = [[80, 80], [120, 80], [120, 135], [80, 135]]
    lying = {"number": 5, "wild": False, "blank": False, "pose": "up", "visible_top_frac": 1.0, "pos_mm": [0, 0, 0]}
    path = folder / "table_1.jpg"
    path.with_suffix(".json").write_text(json.dumps({"tiles": [{**lying, "top_corners_px": corners, **tile}]}))
    return path


def counted(path: Path, pieces: Sequence[DetectedPiece], poses: bool = True) -> tuple[int, int, int, int, int]:
    score = Score("table")
    hold_against(pieces, path, score, poses)
    return score.right, score.unsure, score.wrong, score.shown, score.shown_right


def five(at: tuple[float, float], face: str = "5") -> DetectedPiece:
    return piece(face, np.array(at), 0.9)


def test_a_piece_counts_once_and_what_is_made_up_is_wrong(tmp_path: Path) -> None:
    path = truth(tmp_path)
    assert counted(path, [five((104, 110))]) == (1, 0, 0, 1, 1)
    assert counted(path, [five((104, 110), "?")]) == (0, 1, 0, 1, 0)
    assert counted(path, [five((104, 110), "6")]) == (0, 0, 1, 1, 0)
    assert counted(path, []) == (0, 0, 1, 1, 0)
    assert counted(path, [five((104, 110)), five((400, 400))]) == (1, 0, 1, 1, 1)


def test_backs_are_not_among_the_faces_shown(tmp_path: Path) -> None:
    assert counted(truth(tmp_path, pose="down"), [five((100, 107), "back")]) == (1, 0, 0, 0, 0)


def test_a_way_that_tells_no_pose_is_not_blamed_for_it(tmp_path: Path) -> None:
    path = truth(tmp_path, sideways=True, role="discard")
    assert counted(path, [five((100, 107))]) == (0, 0, 1, 1, 0)
    assert counted(path, [five((100, 107))], poses=False) == (1, 0, 0, 1, 1)


class Parrot:
    """A way that sees one five in every picture and calls every tile that it is given a five."""

    def __init__(self, taught: Sequence[TaughtTile]) -> None:
        self.taught = taught

    def read(self, picture: Picture) -> list[DetectedPiece]:
        return [five((1.0, 1.0))]

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        return ["5"] * len(rings)


def test_ways_are_counted_beside_ours_on_the_same_photographs(
    photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(beside.BASELINES, "parrot", Parrot)
    rows = {(row.way, row.given): row for row in measure_beside(photographs / "one", ("reversi",), ["parrot"])}
    ours, parrot, named = rows[OURS, ALONE].score, rows["parrot", ALONE].score, rows["parrot", GIVEN].score
    assert set(rows) == {(baseline, given) for baseline in (OURS, "parrot") for given in (ALONE, GIVEN)}
    assert parrot.right == 0
    assert parrot.wrong == ours.right + ours.unsure + ours.wrong + 1  # every tile is missed and one is made up
    assert 0 < ours.shown_right <= ours.shown
    assert named.shown_right < ours.shown_right
    assert rows[OURS, GIVEN].score.right == ours.right
    assert all(row.to_json()["ms"] >= 0 for row in rows.values())


def test_totals_add_up_each_way_over_all_scenes() -> None:
    rows = [Row(OURS, ALONE, Score(scene, 2, 1, 9, 0, 1, 5, 4, [1.0, 3.0])) for scene in ("search", "hand")]
    search, hand, total = totals(rows)
    assert [row.score.scene for row in (search, hand, total)] == ["search", "hand", "all"]
    assert (search.score.photos, hand.score.right, hand.score.wrong) == (2, 9, 1)
    assert (total.score.photos, total.score.right, total.score.wrong, total.score.shown_right) == (4, 18, 2, 8)
    assert total.to_json()["ms"] == 2.0


def test_the_table_has_a_row_a_scene_and_way_then_totals_then_json(
    photographs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(beside.BASELINES, "parrot", Parrot)
    assert main(["bench", "photos", str(photographs), "--beside", "parrot", "--scenes", "all", "--most", "1"]) == 0
    head, *lines, last = capsys.readouterr().out.splitlines()
    said = json.loads(last)
    scenes = ("reversi", "hand", "search", "doubt", "geister")
    expected = {
        (scene, baseline, given) for scene in scenes for baseline in (OURS, "parrot") for given in (ALONE, GIVEN)
    }
    assert {(row["scene"], row["way"], row["given"]) for row in said} == expected
    assert len(lines) == 2 * len(said) + 4  # the totals of one folder's scenes are its own rows again
    assert all(len(line) == len(head) for line in lines)
    assert [line.split()[0] for line in lines[-4:]] == ["all"] * 4


def test_every_photograph_is_refused_or_read_in_every_light(
    photographs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "light", str(photographs), "--scenes", "reversi,geister"]) == 0
    head, *lines, last = capsys.readouterr().out.splitlines()
    rows = json.loads(last)["one"]
    assert [row["times"] for row in rows] == list(TIMES)
    assert all(len(line) == len(head) for line in lines)
    assert all(row["refused"] + row["photos"] == 2 for row in rows)


def test_a_way_that_nobody_knows_is_named(photographs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "photos", str(photographs), "--beside", "ocr,dowsing"]) != 0
    assert "dowsing" in capsys.readouterr().err


def test_a_look_is_timed_in_every_size() -> None:
    speeds = measure_speed(tables=1, repeats=2, seed=1)
    assert [(speed.width, speed.height) for speed in speeds] == list(SIZES)
    for speed in speeds:
        row = speed.to_json()
        assert speed.tables == 2
        for what in ("found", "known", "still"):
            assert row[what]["runs"] == 4
            assert 0 < row[what]["wall_ms"] <= row[what]["wall_ms_95"]

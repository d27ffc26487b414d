"""What is counted on photographs with known truth, alone and beside other ways, and how long a look takes."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cli.main import main
from tests.support.benchmarks import one_tile, tables_of
from tests.support.paths import PHOTOS
from tools.bench import competitors
from tools.bench.competitors import GIVEN, OURS, PICTURE, tile_contests
from tools.bench.judging import Score, compare_with_truth
from tools.bench.speed import SIZES, measure_speed
from tools.bench.speed_steps import REST
from tools.lab.baselines.base import TaughtTile, piece
from vision.reading import DetectedPiece, Picture, Points


def counted(path: Path, pieces: Sequence[DetectedPiece], poses: bool = True) -> tuple[int, int, int, int, int]:
    score = Score("table")
    compare_with_truth(pieces, path, score, poses)
    return score.right, score.unsure, score.wrong, score.shown, score.shown_right


def five(at: tuple[float, float], face: str = "5") -> DetectedPiece:
    return piece(face, np.array(at), 0.9)


def test_a_piece_counts_once_and_what_is_made_up_is_wrong(tmp_path: Path) -> None:
    path = one_tile(tmp_path)
    assert counted(path, [five((104, 110))]) == (1, 0, 0, 1, 1)
    assert counted(path, [five((104, 110), "?")]) == (0, 1, 0, 1, 0)
    assert counted(path, [five((104, 110), "6")]) == (0, 0, 1, 1, 0)
    assert counted(path, []) == (0, 0, 1, 1, 0)
    assert counted(path, [five((104, 110)), five((400, 400))]) == (1, 0, 1, 1, 1)


def test_backs_are_not_among_the_faces_shown_and_who_tells_no_pose_is_not_blamed_for_it(tmp_path: Path) -> None:
    assert counted(one_tile(tmp_path, pose="down"), [five((100, 107), "back")]) == (1, 0, 0, 0, 0)
    path = one_tile(tmp_path, sideways=True, role="discard")
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


@pytest.mark.full
def test_ways_are_counted_beside_ours_on_the_same_photographs(
    photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(competitors.BASELINES, "parrot", Parrot)
    rows = {(row.way, row.given): row for row in tile_contests(photographs / "one", ("reversi",), ["parrot"])}
    ours, parrot, named = rows[OURS, PICTURE].score, rows["parrot", PICTURE].score, rows["parrot", GIVEN].score
    assert set(rows) == {(way, given) for way in (OURS, "parrot") for given in (PICTURE, GIVEN)}
    assert parrot.right == 0
    assert parrot.wrong == ours.pieces + 1  # every tile is missed and one is made up
    assert 0 < ours.shown_right <= ours.shown
    assert named.shown_right < ours.shown_right
    assert rows[OURS, GIVEN].score.right == ours.right


def test_every_scene_and_way_has_a_row_and_all_scenes_together_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(competitors.BASELINES, "parrot", Parrot)
    rows = tables_of(capsys, "competitors", str(PHOTOS), "--ways", "parrot", "--most", "1")["competitors"]
    scenes = ("reversi", "hand")
    ways = [(way, given) for given in (PICTURE, GIVEN) for way in (OURS, "parrot")]
    of_folder = [row for row in rows if row["set"] == PHOTOS.name]
    assert {(row["scene"], row["way"], row["given"]) for row in of_folder} == {
        (scene, *way) for scene in scenes for way in ways
    }
    totals = {(row["way"], row["given"]): row for row in rows if row["scene"] == "all tiles"}
    assert set(totals) == set(ways)
    ours = [row for row in of_folder if (row["way"], row["given"]) == (OURS, PICTURE)]
    assert totals[OURS, PICTURE]["photos"] == sum(row["photos"] for row in ours) == 2
    assert totals[OURS, PICTURE]["pieces"] == sum(row["pieces"] for row in ours)


def test_a_way_that_nobody_knows_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "competitors", str(tmp_path), "--ways", "ocr,dowsing"]) != 0
    assert "dowsing" in capsys.readouterr().err


@pytest.mark.full
def test_a_look_is_timed_in_every_size() -> None:
    times = measure_speed(tables=1, repeats=2, seed=1)
    assert list(times) == [(f"{wide}x{high}", what) for wide, high in SIZES for what in ("found", "known", "still")]
    assert all(len(spent) == 4 and min(map(min, spent)) > 0 for spent in times.values())


@pytest.mark.full
def test_most_of_the_time_of_a_look_belongs_to_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    rows = tables_of(capsys, "speed", "--tables", "1", "--repeats", "1")["steps"]
    rest = {row["look"]: row["share %"] for row in rows if row["step"] == REST}
    assert rest.keys() == {"found", "known", "French cards"}
    assert all(share < 25 for share in rest.values())
    shares = {(row["look"], row["step"]): row["share %"] for row in rows}
    assert shares["found", "board"] > shares["known", "board"] == 0

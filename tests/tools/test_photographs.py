"""Photographs of invented tables: written with a truth that the measurement reads."""

import json
from pathlib import Path

import cv2
import pytest

from simulator.photographs.tile_photographs import LESSONS
from tools.bench.judging import true_tiles
from tools.bench.photos import scores_of


@pytest.mark.full
def test_a_set_can_be_taught_and_measured(photographs: Path) -> None:
    folder = photographs / "one"
    assert sorted(path.name for path in folder.glob("*.jpg")) == [
        "doubt_300.jpg",
        "geister_300.jpg",
        "hand_300.jpg",
        "reversi_300.jpg",
        "search_300.jpg",
        *(f"teach_3{copy:02d}.jpg" for copy in range(LESSONS)),
    ]
    truth = json.loads((folder / "teach_300.json").read_text(encoding="utf-8"))
    faces = [next(iter(tile.faces)) for tile in true_tiles(truth)]
    assert sorted(faces) == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "back", "wild"]
    tiles = [tile for tile in true_tiles(json.loads((folder / "reversi_300.json").read_text())) if tile.counts]
    (score,) = scores_of(folder, ("reversi",), repeats=1)
    assert score.right + score.unsure + score.wrong >= len(tiles) > 0
    assert score.right > 0.8 * len(tiles)


def test_the_truth_lies_where_the_tile_is_seen(photographs: Path) -> None:
    picture = cv2.imread(str(photographs / "one" / "reversi_300.jpg"))
    assert picture is not None
    for tile in true_tiles(json.loads((photographs / "one" / "reversi_300.json").read_text())):
        assert 0 <= tile.xy[0] < picture.shape[1]
        assert 0 <= tile.xy[1] < picture.shape[0]

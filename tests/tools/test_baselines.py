"""Other ways of reading, measured beside ours: each finds and names clear tiles and makes up nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from engines.messages import Refusal
from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Tile
from simulator.render.tiles import render
from simulator.scenes.layouts import lesson_tiles
from simulator.scenes.tables import random_art, random_table
from tools.bench.competitors import BASELINES
from tools.lab.baselines.base import Baseline, TaughtTile, piece, suppress_overlaps
from tools.lab.baselines.keypoints import Keypoints, orb, sift
from tools.lab.baselines.templates import Templates
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.reading import DetectedPiece, Picture, Points

MAKES: dict[str, Callable[[Sequence[TaughtTile]], Baseline]] = {
    "orb": lambda taught: Keypoints(taught, orb()),
    "sift": lambda taught: Keypoints(taught, sift()),
    "template": Templates,
}
LAMP = Lamp((200.0, 300.0, 1500.0), (60.0, 60.0), (1.0, 1.0, 1.0), 0.5, 0.5)
ART = random_art(np.random.default_rng(5))
SHOWN = ("3", "5", "5", "8")
HALF_AWAY = (0, 180, 90, 37)  # degrees: tiles lie any way round


def seen(tiles: list[Tile]) -> tuple[Picture, list[Points]]:
    """A table in even light straight from above, and where its tiles' upper sides are in the picture."""
    rng = np.random.default_rng(2)
    table = replace(random_table(rng, ART, (tiles, "grid")), hands=(), clutter=())
    size = (1280, 960)
    view = CameraView(usual_matrix(size), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 480.0]), size)
    sensor = Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.4, 1.0, 95)
    picture, truth = render(table, view, Light((LAMP,), 0.8, 0.0, 0.0), sensor, rng)
    return picture, list(truth.tops)


@pytest.fixture(scope="module")
def taught() -> list[TaughtTile]:
    tiles = lesson_tiles(np.random.default_rng(1))
    picture, tops = seen(tiles)
    return [TaughtTile(tile.face, picture, top) for tile, top in zip(tiles, tops, strict=True)]


@pytest.fixture(scope="module")
def table() -> tuple[Picture, list[Points]]:
    return seen([Tile(70.0 * n - 105, 0.0, face, HALF_AWAY[n]) for n, face in enumerate(SHOWN)])


@pytest.mark.parametrize("name", MAKES)
def test_a_face_on_a_known_tile_is_named_whichever_way_round(
    name: str, taught: list[TaughtTile], table: tuple[Picture, list[Points]]
) -> None:
    picture, tops = table
    assert MAKES[name](taught).name_faces(picture, tops) == list(SHOWN)
    assert MAKES[name](taught).name_faces(picture, [np.roll(top, 2, axis=0) for top in tops]) == list(SHOWN)


@pytest.mark.full
@pytest.mark.parametrize("name", MAKES)
def test_tiles_are_found_where_they_lie_two_of_one_face_too(
    name: str, taught: list[TaughtTile], table: tuple[Picture, list[Points]]
) -> None:
    picture, tops = table
    read = MAKES[name](taught).read(picture)
    for face, top in zip(SHOWN, tops, strict=True):
        assert [one.face for one in read if _near(one, top)] == [face]


@pytest.mark.parametrize("name", ["orb", "sift"])
def test_a_bare_piece_of_table_has_no_face(name: str, taught: list[TaughtTile]) -> None:
    grey = np.full((240, 320, 3), 128, np.uint8)
    baseline = MAKES[name](taught)
    assert baseline.read(grey) == []
    assert baseline.name_faces(grey, [np.array([[100.0, 80], [140, 80], [140, 135], [100, 135]])]) == ["?"]


def test_templates_are_not_slid_over_a_picture_without_a_board(taught: list[TaughtTile]) -> None:
    assert Templates(taught).read(np.full((960, 1280, 3), 128, np.uint8)) == []


def test_of_two_detections_on_one_tile_the_more_confident_one_stays() -> None:
    detections = [piece("1", np.array([10.0, 10.0]), 0.5), piece("2", np.array([12.0, 10.0]), 0.9)]
    assert [one.face for one in suppress_overlaps(detections, 5.0)] == ["2"]
    assert [one.face for one in suppress_overlaps(detections, 1.0)] == ["2", "1"]


@pytest.mark.skipif(find_spec("rapidocr") is None, reason="RapidOCR is missing: pip install jarapon-companion[compare]")
def test_ocr_reads_a_large_number_and_knows_its_tile(taught: list[TaughtTile]) -> None:
    import cv2

    page = np.full((240, 320, 3), 250, np.uint8)
    cv2.putText(page, "4", (150, 130), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (0, 0, 0), 4)
    ring = np.array([[130.0, 80], [190, 80], [190, 150], [130, 150]])
    ocr = BASELINES["ocr"]([TaughtTile("4", page, ring)])
    for turns in range(4):
        (found,) = ocr.read(np.ascontiguousarray(np.rot90(page, turns)))
        assert found.face == "4"
    (found,) = ocr.read(page)
    assert np.allclose(found.xy, ring.mean(axis=0), atol=2)
    assert ocr.name_faces(page, [ring, np.roll(ring, 2, axis=0)]) == ["4", "4"]
    assert ocr.name_faces(page, [ring - 75]) == ["?"]


@pytest.mark.skipif(find_spec("rapidocr") is not None, reason="RapidOCR is installed")
def test_without_ocr_people_hear_what_to_install(taught: list[TaughtTile]) -> None:
    with pytest.raises(Refusal) as refused:
        BASELINES["ocr"](taught)
    assert refused.value.said.key == "other_ways.no_ocr"


def _near(one: DetectedPiece, top: Points) -> bool:
    return bool(np.linalg.norm(np.array(one.xy) - top.mean(axis=0)) < 12)

"""Whole photographs are read right: real shapes of light and artwork that no network was trained on."""

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.games.listing import arrangement_of
from engines.vocabulary import BACK, UNKNOWN
from simulator.photographs.spoilings import Spoiling
from simulator.render.pieces import Tile
from simulator.scenes.still_tables import GAME_OF_SCENE
from tests.support.paths import PHOTOS, SHARED_PHOTOS, needs_shared
from tests.support.vision.tables import scene
from tools.bench.photos import photographs_of, scores_of, taught_by
from tools.bench.spoilt import LIGHT, spoilt_in
from vision.faces.recognition import Recognition
from vision.faces.references import ReferenceTiles
from vision.pictures import open_picture
from vision.reading import Picture
from vision.table_reader import TableReader


def test_the_photographs_in_the_tests_are_read_without_a_mistake():
    for score in scores_of(PHOTOS, ("reversi", "hand"), repeats=1):
        assert (score.wrong, score.unsure, score.complaints) == (0, 0, [])


@pytest.mark.full
@pytest.mark.long
def test_a_fifth_of_the_light_is_enough():
    tiles = [(scene, path) for scene in ("reversi", "hand") for path in photographs_of(PHOTOS, scene)]
    taught = taught_by(PHOTOS)
    lights = {times: spoilt_in(Spoiling(LIGHT, times), tiles, taught) for times in (0.03, 0.2, 0.3, 1.0, 8.0)}
    for times in (0.2, 0.3, 1.0):
        score = lights[times].score
        assert (score.photos, score.wrong, score.unsure, score.complaints) == (2, 0, 0, [])
    assert [lights[times].refused for times in (0.03, 0.2, 8.0)] == [2, 0, 2]


@pytest.mark.full
@pytest.mark.long
@needs_shared
@pytest.mark.parametrize("folder", ["set-a", "set-b"])
def test_the_shared_photographs_are_read_as_well_as_the_docs_say(folder):
    scores = scores_of(SHARED_PHOTOS / folder, tuple(GAME_OF_SCENE), repeats=1)
    complaints = [complaint for score in scores for complaint in score.complaints]
    assert sum(score.wrong for score in scores) == 0, complaints
    pieces = sum(score.right + score.unsure for score in scores)
    assert sum(score.unsure for score in scores) <= 0.005 * pieces, complaints


def test_the_grid_of_a_reversi_photograph_as_the_camera_sees_it(taught):
    truth = json.loads((PHOTOS / "reversi_106.json").read_text())
    reading = TableReader(arrangement_of("reversi"), taught).read(open_picture(PHOTOS / "reversi_106.jpg"))
    true = np.array(truth["grid"])
    seen = [max(shares, key=shares.get) for shares in reading.places.values()]
    grid = np.array([{"empty": ".", "back": "D"}.get(face, "U") for face in seen]).reshape(8, 8)
    assert any(np.array_equal(np.rot90(true, turn), grid) for turn in range(4))
    assert all(abs(sum(shares.values()) - 1) < 1e-6 for shares in reading.places.values())


def test_a_picture_without_a_board_says_why(taught):
    reader = TableReader(arrangement_of("reversi"), taught)
    for value, kind in ((3, "too_dark"), (255, "too_bright"), (120, "blurred")):
        reading = reader.read(np.full((960, 1280, 3), value, np.uint8))
        assert reading.field is None
        assert [warning.kind for warning in reading.warnings] == [kind]


def test_corners_given_by_people_are_kept(taught):
    picture, truth, _ = scene(32, [])
    reader = TableReader(arrangement_of("reversi"), taught)
    reader.read(picture)
    given = truth.field + 3.0
    reader.set_field(given[[2, 0, 3, 1]], picture.shape[1])
    field = reader.read(picture, check_board=True).field
    assert field is not None
    assert np.allclose(sorted(map(tuple, field)), sorted(map(tuple, given)))
    reader.forget_board()
    field = reader.read(picture).field
    assert field is not None
    assert not np.allclose(field, given, atol=0.5)


def test_a_larger_picture_of_the_same_camera_is_read_with_the_board_as_it_was(taught):
    picture = open_picture(PHOTOS / "reversi_106.jpg")
    larger = cv2.resize(picture, None, fx=1.8, fy=1.8, interpolation=cv2.INTER_CUBIC)
    reader = TableReader(arrangement_of("reversi"), taught)
    small = reader.read(picture)
    large = reader.read(larger)
    assert small.field is not None
    assert large.field is not None
    assert np.allclose(large.field, small.field * 1.8)
    assert {p.place: p.face for p in large.pieces} == {p.place: p.face for p in small.pieces}


def test_upright_tiles_are_found_whichever_side_they_turn_to_the_camera(taught):
    spots = [(x, y) for y in (-93.75, -18.75, 56.25) for x in (-93.75, -18.75, 18.75, 93.75)]
    tiles = [Tile(x, y, "5", 180.0 * (number % 2), pose="upright") for number, (x, y) in enumerate(spots)]
    for number in (41, 42):
        picture, truth, _ = scene(number, tiles)
        reader = TableReader(arrangement_of("infiltration"), taught)
        reader.set_field(truth.field, picture.shape[1])
        upright = [piece for piece in reader.read(picture).pieces if piece.pose == "upright"]
        found = [
            any(np.hypot(*(np.array(piece.xy) - top.mean(axis=0))) < 12 for piece in upright) for top in truth.tops
        ]
        assert all(found)
        assert {piece.face for piece in upright} == {"?"}


class Hesitant:
    """Knows backs alone, and after the first one only beside a back that is sure."""

    def __init__(self) -> None:
        self.asked = 0

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        return [Recognition({"5": 0.4, BACK: 0.6, UNKNOWN: 0.0}, False) for _ in crops]

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:
        self.asked += 1
        clear = self.asked == 1 or len(references.backs) > 0
        return replace(recognition, probabilities={"5": 0.01, BACK: 0.99, UNKNOWN: 0.0}) if clear else recognition


def test_faces_that_a_look_has_made_sure_help_those_that_are_still_in_doubt():
    picture, truth, _ = scene(33, [Tile(x, 17.0, "back") for x in (-51.0, 17.0, 85.0)])
    faces = Hesitant()
    reader = TableReader(arrangement_of("reversi"), faces)
    reader.set_field(truth.field, picture.shape[1])
    assert [piece.face for piece in reader.read(picture).pieces] == [BACK] * 3
    assert faces.asked == 5  # three, then once more the two that were in doubt

"""One set has one white spare tile: a table full of white upper sides shows backs in odd light."""

import json
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from device.games.listing import arrangement_of
from engines.vocabulary import BACK, BLANK, UNKNOWN
from tests.support.paths import PHOTOS
from vision.faces.recogniser import TaughtFaces
from vision.faces.recognition import Recognition
from vision.faces.references import ReferenceTiles
from vision.faces.tile_reader import RecognisedTile, at_most_one_spare
from vision.pictures import open_picture
from vision.quality.surface import plainness
from vision.reading import Picture
from vision.table_reader import TableReader
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from vision.tiles.detector import TileDetection

NAMED = 0.85  # likely enough for a face to be named
WHITE = np.full((CROP_HIGH, CROP_WIDE, 3), 190, np.uint8)
DRAWN = np.asarray(np.random.default_rng(3).integers(0, 255, (CROP_HIGH, CROP_WIDE, 3)), np.uint8)
BURNT = np.full((CROP_HIGH, CROP_WIDE, 3), 255, np.uint8)


def either(back: float, face: float = 0.0) -> Recognition:
    """The back or never taught, and perhaps a 5."""
    return Recognition({"5": face, BACK: back, UNKNOWN: 1 - back - face}, False)


def backs(recognitions: Sequence[Recognition], crops: Sequence[Picture]) -> list[float]:
    return [one.probabilities[BACK] for one in at_most_one_spare(recognitions, crops)]


def test_one_white_tile_among_backs_is_the_spare_one_and_a_dozen_are_backs():
    shares = backs([either(0.995), either(0.04), either(0.98), either(0.999)], [WHITE] * 4)
    assert shares[1] < 0.05
    assert min(shares[0], shares[2], shares[3]) > 0.97
    assert all(0.4 < share < NAMED for share in backs([either(0.04)] * 2, [WHITE] * 2)), "which of the two?"
    assert min(backs([either(0.04)] * 12, [WHITE] * 12)) > NAMED


@pytest.mark.parametrize("crop", [DRAWN, BURNT])
def test_what_shows_a_drawing_or_is_burnt_out_may_be_any_of_the_faces(crop):
    assert backs([either(0.3)] * 12, [crop] * 12) == [0.3] * 12


def test_what_speaks_for_a_face_stays_as_it_is():
    for one in at_most_one_spare([either(0.2, face=0.5)] * 12, [WHITE] * 12):
        assert one.probabilities["5"] == 0.5
        assert sum(one.probabilities.values()) == pytest.approx(1)


def test_where_no_back_was_taught_nothing_is_concluded():
    strange = Recognition({"5": 0.1, UNKNOWN: 0.9}, False)
    assert at_most_one_spare([strange] * 3, [WHITE] * 3) == [strange] * 3


def painted_white(picture: Picture, most: int) -> tuple[Picture, list[tuple[float, float]]]:
    """A photograph on which the upper sides of so many backs are white plastic; where their middles are."""
    truth = json.loads((PHOTOS / "reversi_106.json").read_text())
    rings = [np.array(tile["top_corners_px"]) for tile in truth["tiles"] if tile["pose"] == "down"][:most]
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(ring).astype(np.int32) for ring in rings], 255)
    light = cv2.GaussianBlur(mask, (0, 0), 0.8)[:, :, None] / 255
    middles = [(float(x), float(y)) for x, y in (ring.mean(axis=0) for ring in rings)]
    plastic = 205 + np.random.default_rng(1).normal(0, 3, picture.shape)  # as a sensor sees it: never quite even
    return np.asarray(picture * (1 - light) + plastic * light, np.uint8), middles


class KnowsNoWhite:
    """Taught faces that know each face but no white tile."""

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = taught

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        known = self._taught.recognise(crops)
        return [either(0.04) if plainness(crop) == 1 else one for crop, one in zip(crops, known, strict=True)]

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:
        return either(0.04) if plainness(crop) == 1 else self._taught.compare(crop, recognition, references)


@pytest.mark.parametrize(("white", "shown"), [(1, {BLANK}), (2, {"?"}), (12, {BACK})])
def test_on_a_table_one_white_tile_is_named_and_of_many_none(taught, white, shown):
    picture, middles = painted_white(open_picture(PHOTOS / "reversi_106.jpg"), white)
    pieces = TableReader(arrangement_of("reversi"), KnowsNoWhite(taught)).read(picture).pieces
    near = [min(pieces, key=lambda piece: np.hypot(piece.xy[0] - x, piece.xy[1] - y)) for x, y in middles]
    assert {piece.face for piece in near} == shown


@pytest.mark.parametrize(("untaught", "face"), [(0.6, BLANK), (0.4, "?")])
def test_a_white_side_is_the_spare_tile_only_if_that_is_likelier_than_all_taught_faces(untaught, face):
    shares = {"1": 1 - untaught - 0.25, "5": 0.25, BACK: 0.0, UNKNOWN: untaught}
    detection = TileDetection((0, 0), 0, 1, upright=False, confidence=0.99)
    assert RecognisedTile(detection, np.zeros((4, 2)), Recognition(shares, False), WHITE).face == face

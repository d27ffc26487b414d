"""A photograph that is spoilt: what can be read is read, the rest is left open, and people are told what to mend."""

import pytest

from device.games.listing import arrangement_of
from simulator.photographs.spoilings import Spoiling
from tests.support.paths import PHOTOS, SHARED_PHOTOS, needs_shared
from tools.bench.judging import Score, compare_with_truth
from tools.bench.photos import taught_by
from vision.faces.recogniser import TaughtFaces
from vision.pictures import open_picture
from vision.quality.exposure import times_as_bright
from vision.reading import Reading
from vision.table_reader import read_once

PHOTO = PHOTOS / "reversi_106.jpg"


def read(taught: TaughtFaces, *ways: Spoiling) -> Reading:
    picture = open_picture(PHOTO)
    for way in ways:
        picture = way.of(picture, 1)
    return read_once(arrangement_of("reversi"), taught, picture)


def kinds(reading: Reading) -> set[str]:
    return {warned.kind for warned in reading.warnings}


@pytest.mark.parametrize("way", [Spoiling("haze", 0.4), Spoiling("gamma", 0.5), Spoiling("blur", 2)], ids=str)
def test_a_veil_and_a_blur_are_taken_away(taught: TaughtFaces, way: Spoiling) -> None:
    score = Score("reversi")
    compare_with_truth(read(taught, way).pieces, PHOTO, score)
    assert (score.unsure, score.wrong, score.complaints) == (0, 0, [])


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        (Spoiling("noise", 25), "noisy"),
        (Spoiling("grey", 0), "no_colours"),
        (Spoiling("warm", 0.5), "no_colours"),
        (Spoiling("cold", 0.5), "no_colours"),
    ],
    ids=str,
)
def test_what_is_named_is_right_and_the_reason_is_said_where_a_tile_is_not(taught, way, reason):
    reading = read(taught, way)
    score = Score("reversi")
    compare_with_truth(reading.pieces, PHOTO, score)
    assert score.wrong == 0, score.complaints
    assert (score.unsure > 0) == (reason in kinds(reading))


@pytest.mark.parametrize("way", [Spoiling("blur", 7), Spoiling("motion", 13), Spoiling("haze", 0.75)], ids=str)
def test_where_tiles_may_be_missed_no_place_passes_for_an_empty_one(taught: TaughtFaces, way: Spoiling) -> None:
    reading = read(taught, way)
    assert reading.places == {}
    assert kinds(reading) & {"blurred", "smeared", "no_board"}
    assert reading.field is None or reading.unreadable is not None


@needs_shared
@pytest.mark.full
@pytest.mark.parametrize(
    ("photo", "game", "times"), [("reversi_100", "reversi", 2.2), ("checkers_101", "checkers", 1.5)]
)
def test_burnt_faces_are_no_backs(photo: str, game: str, times: float) -> None:
    folder = SHARED_PHOTOS / "set-a"
    picture = times_as_bright(open_picture(folder / f"{photo}.jpg"), times)
    score = Score(game)
    compare_with_truth(
        read_once(arrangement_of(game), taught_by(folder), picture).pieces, folder / f"{photo}.jpg", score
    )
    assert score.right and score.misnamed == 0, score.complaints


def test_a_good_photograph_is_not_called_spoilt(taught: TaughtFaces) -> None:
    assert read(taught).warnings == ()

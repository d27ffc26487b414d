"""A table is looked at in good and in bad light, sharp and blurred, from above and aslant, near and far."""

from functools import cache

import cv2
import numpy as np
import pytest

from simulator.scenes.layouts import tilted
from tests.support.vision.tables import scene
from vision.board.camera_pose import CameraView, usual_matrix
from vision.meter import Metered, metered
from vision.quality.exposure import times_as_bright
from vision.reading import Picture, Points
from vision.simulator.pieces import Tile

TILES = [Tile((at % 3 - 1) * 70.0, (at // 3 - 1) * 70.0, str(at + 1)) for at in range(9)]
KINDS = {"light", "focus", "angle", "distance", "glare"}


def camera(slant: float = 5.0, spread: float = 480.0, size: tuple[int, int] = (1280, 960)) -> CameraView:
    """So many degrees from straight above, with so many mm of the table over the picture's height."""
    matrix = usual_matrix(size)
    shift = np.array([0.0, 0.0, matrix[0, 0] * spread / size[1]])
    return CameraView(matrix, tilted(float(np.radians(slant)), 1.0, 0.2), shift, size)


@cache
def photograph(slant: float = 5.0, spread: float = 480.0, wide: int = 1280) -> tuple[Picture, Points]:
    picture, truth, _ = scene(4, TILES, view=camera(slant, spread, (wide, wide * 3 // 4)))
    return picture, truth.field


def with_lamp(picture: Picture, field: Points) -> Picture:
    """A mirrored lamp in the middle of the sheet."""
    lit = picture.copy()
    x, y = field.mean(axis=0)
    cv2.circle(lit, (round(x), round(y)), 60, (255, 255, 255), cv2.FILLED)
    return lit


def said(met: Metered) -> dict[str, str]:
    return {one.kind: one.said.key.removeprefix(f"meter.{one.kind}.") for one in met.measures}


@pytest.mark.parametrize("wide", [640, 1280, 1920])
def test_of_a_good_picture_in_any_size_all_is_well(wide: int) -> None:
    met = metered(*photograph(wide=wide))
    few = {"distance": "fair"} if wide == 640 else {}  # a tile has half as many pixels
    assert said(met) == dict.fromkeys(KINDS, "good") | few
    assert met.glare == ()


@pytest.mark.parametrize(("times", "why"), [(0.1, "bad_dark"), (0.2, "fair_dark"), (3.5, "bad_bright")])
def test_too_little_and_too_much_light_are_told_apart(times: float, why: str) -> None:
    picture, field = photograph()
    met = metered(times_as_bright(picture, times), field)
    assert said(met)["light"] == why


@pytest.mark.parametrize(("blur", "grade"), [(1.0, "good"), (2.7, "fair"), (4.5, "bad")])
def test_a_lens_out_of_focus_is_noticed_in_any_light(blur: float, grade: str) -> None:
    picture, field = photograph()
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    for times in (0.25, 1.0):
        met = metered(times_as_bright(blurred, times), field)
        assert said(met)["focus"] == grade
        assert said(met)["angle"] == said(met)["distance"] == "good"


@pytest.mark.parametrize(("slant", "grade"), [(15.0, "good"), (28.0, "fair"), (45.0, "bad")])
def test_the_angle_is_measured_to_the_degree(slant: float, grade: str) -> None:
    met = metered(*photograph(slant))
    angle = next(one for one in met.measures if one.kind == "angle")
    assert abs(angle.value - slant) < 1
    assert (angle.grade, dict(angle.shown.facts)["degrees"]) == (grade, round(slant))


@pytest.mark.parametrize(("spread", "grade"), [(500.0, "good"), (830.0, "fair"), (1300.0, "bad")])
def test_tiles_too_far_away_are_counted_in_pixels(spread: float, grade: str) -> None:
    met = metered(*photograph(spread=spread))
    facts = dict(next(one for one in met.measures if one.kind == "distance").shown.facts)
    assert said(met)["distance"] == grade
    assert abs(facts["px"] - 22 * 960 / spread) < 2
    assert abs(facts["cm"] - usual_matrix((1280, 960))[0, 0] * spread / 9600) < 1


def test_a_mirrored_lamp_is_ringed_where_it_lies() -> None:
    picture, field = photograph()
    met = metered(with_lamp(picture, field), field)
    assert said(met)["glare"] in ("fair", "bad")
    assert met.worst.kind == "glare"
    (ring,) = met.glare
    assert np.linalg.norm(ring.mean(axis=0) - field.mean(axis=0)) < 5
    assert 100 < np.ptp(ring[:, 0]) < 140


def test_a_lamp_beside_the_sheet_harms_nothing() -> None:
    picture, field = photograph()
    lit = picture.copy()
    lit[:, :40] = 255
    assert metered(lit, field).glare == ()


def test_without_a_sheet_nothing_is_said_of_angle_and_distance() -> None:
    picture, field = photograph()
    assert set(said(metered(picture, None))) == {"light", "focus", "glare"}
    assert len(metered(with_lamp(picture, field), None).glare) == 1


def test_where_nothing_has_an_edge_nothing_is_said_of_focus() -> None:
    assert "focus" not in said(metered(np.full((960, 1280, 3), 120, np.uint8), None))

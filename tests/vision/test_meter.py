"""A table is looked at in good and in bad light, sharp and blurred, from above and aslant, near and far."""

from functools import cache

import cv2
import numpy as np
import pytest

from simulator.render.pieces import Tile
from simulator.scenes.layouts import tilted
from tests.support.vision.tables import scene
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.meter import Metered, metered
from vision.quality.exposure import times_as_bright
from vision.reading import Picture, Points

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
    """A lamp reflected in the middle of the sheet."""
    lit = picture.copy()
    x, y = field.mean(axis=0)
    cv2.circle(lit, (round(x), round(y)), 60, (255, 255, 255), cv2.FILLED)
    return lit


def said(met: Metered) -> dict[str, str]:
    return {one.kind: one.said.key.removeprefix(f"meter.{one.kind}.") for one in met.measures}


@pytest.mark.parametrize(
    ("taken", "times", "blur", "not_good"),
    [
        *(({"wide": wide}, 1.0, 0.0, {}) for wide in (1280, 1920)),
        ({"wide": 640}, 1.0, 0.0, {"distance": "fair"}),  # a tile has half as many pixels
        ({}, 0.1, 0.0, {"light": "bad_dark"}),
        ({}, 0.2, 0.0, {"light": "fair_dark"}),
        ({}, 3.5, 0.0, {"light": "bad_bright", "glare": "bad"}),
        ({}, 0.25, 1.0, {"light": "fair_dark"}),
        ({}, 0.25, 2.7, {"light": "fair_dark", "focus": "fair"}),
        ({}, 0.25, 4.5, {"light": "fair_dark", "focus": "bad"}),
        ({}, 1.0, 1.0, {}),
        ({}, 1.0, 2.7, {"focus": "fair"}),
        ({}, 1.0, 4.5, {"focus": "bad"}),
        ({"slant": 15.0}, 1.0, 0.0, {}),
        ({"slant": 28.0}, 1.0, 0.0, {"angle": "fair"}),
        ({"slant": 45.0}, 1.0, 0.0, {"angle": "bad"}),
        ({"spread": 500.0}, 1.0, 0.0, {}),
        ({"spread": 830.0}, 1.0, 0.0, {"distance": "fair"}),
        ({"spread": 1300.0}, 1.0, 0.0, {"distance": "bad"}),
    ],
)
def test_what_is_not_good_is_told_with_its_measure_and_nothing_else(taken, times, blur, not_good):
    picture, field = photograph(**taken)
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8) if blur else picture
    met = metered(times_as_bright(blurred, times), field)
    assert said(met) == dict.fromkeys(KINDS, "good") | not_good
    assert bool(met.glare) == ("glare" in not_good)
    angle, distance = (next(one for one in met.measures if one.kind == kind) for kind in ("angle", "distance"))
    slant, spread = taken.get("slant", 5.0), taken.get("spread", 480.0)
    assert abs(angle.value - slant) < 1
    assert dict(angle.shown.facts)["degrees"] == round(slant)
    facts = dict(distance.shown.facts)
    assert "spread" not in taken or abs(facts["px"] - 22 * 960 / spread) < 2
    assert abs(facts["cm"] - usual_matrix((1280, 960))[0, 0] * spread / 9600) < 1


def test_a_mirrored_lamp_is_ringed_where_it_lies() -> None:
    picture, field = photograph()
    met = metered(with_lamp(picture, field), field)
    assert said(met)["glare"] in ("fair", "bad")
    assert met.worst.kind == "glare"
    (ring,) = met.glare
    assert np.linalg.norm(ring.mean(axis=0) - field.mean(axis=0)) < 5
    assert 100 < np.ptp(ring[:, 0]) < 140


def test_a_lamp_beside_the_sheet_harms_nothing_and_without_a_sheet_nothing_is_said_of_angle_and_distance() -> None:
    picture, field = photograph()
    lit = picture.copy()
    lit[:, :40] = 255
    assert metered(lit, field).glare == ()
    assert set(said(metered(picture, None))) == {"light", "focus", "glare"}
    assert len(metered(with_lamp(picture, field), None).glare) == 1
    assert "focus" not in said(metered(np.full((960, 1280, 3), 120, np.uint8), None)), "nothing has an edge"

"""Tables in hard light, taken in several exposures: what one picture loses the others show."""

from dataclasses import replace

import numpy as np
import pytest

from device.hardware.camera.frame import BRACKET
from engines.vocabulary import BLANK, UNSURE
from simulator.render.exposures import exposed
from simulator.render.light import Sensor
from simulator.scenes.hard_light import KINDS
from tools.bench.brackets import measure_brackets
from vision.closer_look import confirmed
from vision.quality.fusion import fused
from vision.reading import DetectedPiece, Reading

SENSOR = Sensor(exposure=1.0, balance=(1.0, 1.0, 1.0), saturation=1.0, blur=0.0, noise=3.0, quality=95)
EXPOSURES = (0.0, *BRACKET)
CORNERS = ((0.0, 0.0), (22.0, 0.0), (22.0, 30.0), (0.0, 30.0))


def pictures_of(light: np.ndarray) -> list[np.ndarray]:
    return [exposed(light, SENSOR, more, np.random.default_rng(1)) for more in EXPOSURES]


def piece(face: str, probability: float, x: float = 11.0) -> DetectedPiece:
    shares = {face: probability, "9": 1 - probability}
    corners = tuple((a + x - 11, b) for a, b in CORNERS)
    return DetectedPiece(face, "flat", (x, 15.0), None, probability, shares, corners)


def reading(*pieces: DetectedPiece) -> Reading:
    return Reading(np.zeros((4, 2)), pieces)


def test_a_print_in_glare_and_one_in_shadow_are_both_seen_in_the_fused_picture() -> None:
    light = np.full((480, 640, 3), 3.0, np.float32)  # a lamp's image, three times as bright as white
    light[:, 320:] = 0.012  # shadow
    light[200:208, 120:128] -= 0.6  # what is printed
    light[200:208, 480:488] -= 0.01
    taken = pictures_of(light)
    whole = fused(taken, EXPOSURES).astype(int)
    for printed, beside in ((slice(120, 128), slice(132, 140)), (slice(480, 488), slice(492, 500))):
        once, closer = (
            abs(picture[200:208, printed].mean() - picture[200:208, beside].mean()) for picture in (taken[0], whole)
        )
        assert closer > once + 6


def test_what_a_lamp_outshines_stays_white_and_grey_plastic_stays_darker_than_white_paper_beside_it() -> None:
    light = np.full((480, 640, 3), 8.0, np.float32)
    light[:, 320:] = 2.5  # under a weaker lamp: a print would show
    whole = fused(pictures_of(light), EXPOSURES)
    assert whole[:, :280].min() == 255
    assert whole[:, 360:].max() < 240
    light = np.full((480, 640, 3), 1.6, np.float32)  # all white in the camera's own exposure
    light[200:222, 120:142] = 0.5
    whole = fused(pictures_of(light), EXPOSURES).astype(int)
    assert whole[100, 130].max() < 250
    assert whole[180, 130].mean() > whole[211, 130].mean() + 40


def test_what_the_camera_exposed_well_looks_as_it_did_dark_plastic_on_white_paper_too() -> None:
    light = np.full((480, 640, 3), 0.4, np.float32)
    light[200:222, 120:142] = 0.02  # a dark back
    light[:, 620:] = 5.0  # and a lamp at the edge
    taken = pictures_of(light)
    whole = fused(taken, EXPOSURES).astype(int)
    assert np.abs(whole - taken[0])[:, :500].mean() < 2
    assert whole[:, 630:].mean() < 235 < taken[0][:, 630:].mean()


@pytest.mark.parametrize(
    ("closer", "before", "named"),
    [
        (piece("8", 0.9), reading(), UNSURE),
        (piece("8", 0.98), reading(), "8"),
        (piece("8", 0.9), reading(piece("8", 0.9, x=13.0)), "8"),
        (piece("8", 0.9), reading(piece("8", 0.9, x=40.0)), UNSURE),
        (piece("8", 0.9), None, UNSURE),
        (piece(BLANK, 0.99), reading(piece(UNSURE, 0.3)), UNSURE),
        (piece(BLANK, 0.99), reading(piece(BLANK, 0.6)), BLANK),
    ],
)
def test_what_only_a_fused_picture_names_must_be_clear(closer, before, named):
    (only,) = confirmed(reading(closer), before).pieces
    assert only.face == named


def test_a_place_of_which_the_fused_picture_is_not_clear_stays_open() -> None:
    there = replace(piece("5", 0.9), place="a1"), replace(piece("7", 0.99, x=60.0), place="b1")
    closer = replace(reading(*there), places={one.place or "": one.probabilities for one in there})
    told = confirmed(closer, before=None)
    assert [one.face for one in told.pieces] == [UNSURE, "7"]
    assert list(told.places) == ["b1"]


@pytest.mark.full
def test_in_hard_light_other_exposures_leave_less_unsure_and_name_nothing_wrongly() -> None:
    looks = {(row.light, row.way): row for row in measure_brackets(sets=1, seed=8701)}
    once, bracket = ([looks[light, way] for light in KINDS] for way in ("once", "bracket"))
    assert sum(row.tables for row in once) == 3
    assert sum(row.score.unsure for row in bracket) < 0.2 * sum(row.score.unsure for row in once)
    said = [complaint.partition(": ")[2] for row in bracket for complaint in row.score.complaints]
    assert [one for one in said if not one.startswith(("unsure", "missed", "?"))] == []

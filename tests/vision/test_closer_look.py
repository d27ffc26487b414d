"""Tables in hard light, taken in several exposures: what one picture loses the others show."""

import numpy as np
import pytest

from engines.vocabulary import BLANK, UNSURE
from tools.artwork.hard_light import KINDS
from tools.bench.brackets import measure_brackets
from vision.closer_look import confirmed
from vision.quality.fusion import fused
from vision.reading import DetectedPiece, Reading
from vision.simulator.exposures import exposed
from vision.simulator.light import Sensor

SENSOR = Sensor(exposure=1.0, balance=(1.0, 1.0, 1.0), saturation=1.0, blur=0.0, noise=3.0, quality=95)
CORNERS = ((0.0, 0.0), (22.0, 0.0), (22.0, 30.0), (0.0, 30.0))


def piece(face: str, probability: float, x: float = 11.0) -> DetectedPiece:
    shares = {face: probability, "9": 1 - probability}
    corners = tuple((a + x - 11, b) for a, b in CORNERS)
    return DetectedPiece(face, "flat", (x, 15.0), None, probability, shares, corners)


def reading(*pieces: DetectedPiece) -> Reading:
    return Reading(np.zeros((4, 2)), pieces)


def test_a_print_in_glare_and_one_in_shadow_are_both_seen_in_the_fused_picture() -> None:
    light = np.full((240, 320, 3), 3.0, np.float32)  # a lamp's image, three times as bright as white
    light[:, 160:] = 0.012  # shadow
    light[100:140, 60:100] += 0.6  # what is printed
    light[100:140, 220:260] += 0.01
    taken = [exposed(light, SENSOR, more, np.random.default_rng(1)) for more in (0, -4, -2, 2, 4)]
    whole = fused(taken).astype(int)
    for columns, beside in ((slice(65, 95), slice(110, 140)), (slice(225, 255), slice(270, 300))):
        once, closer = (
            abs(picture[105:135, columns].mean() - picture[105:135, beside].mean()) for picture in (taken[0], whole)
        )
        assert closer > once + 6


def test_what_a_lamp_washes_out_in_every_exposure_stays_white() -> None:
    light = np.full((240, 320, 3), 8.0, np.float32)  # white in all but the shortest exposure
    light[:, 160:] = 2.5  # under a weaker lamp: a print would show
    whole = fused([exposed(light, SENSOR, more, np.random.default_rng(2)) for more in (0, -4, -2, 2, 4)])
    assert whole[:, :140].min() == 255
    assert whole[:, 180:].max() < 240


def test_pictures_that_are_alike_become_one_with_less_noise() -> None:
    grey = np.full((240, 320, 3), 0.18, np.float32)
    frames = [exposed(grey, SENSOR, 0, np.random.default_rng(number)) for number in range(5)]
    assert fused(frames).std() < 0.6 * frames[0].std()


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
def test_what_only_a_fused_picture_names_must_be_clear(
    closer: DetectedPiece, before: Reading | None, named: str
) -> None:
    (only,) = confirmed(reading(closer), before).pieces
    assert only.face == named


@pytest.mark.film
def test_in_hard_light_other_exposures_leave_less_unsure_and_name_nothing_wrongly() -> None:
    looks = {(row.light, row.way): row for row in measure_brackets(sets=1, seed=8701)}
    once, bracket = ([looks[light, way] for light in KINDS] for way in ("once", "bracket"))
    assert sum(row.tables for row in once) == 3
    assert sum(row.score.unsure for row in bracket) < 0.2 * sum(row.score.unsure for row in once)
    said = [complaint.partition(": ")[2] for row in bracket for complaint in row.score.complaints]
    assert [one for one in said if not one.startswith(("unsure", "missed", "?"))] == []

"""What the meter of *Set up* answers while the camera, the lamp and the lens are put right."""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.table import picture_meter
from tests.support.waiting import eventually
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of, from_own_page
from tests.support.web.laid_box import LaidCamera
from vision.quality.exposure import times_as_bright


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Box, LaidCamera]]:
    """A box that measures each picture, however soon it is asked again."""
    with (
        pytest.MonkeyPatch.context() as patch,
        laid_box.laid_box(tmp_path_factory.mktemp("box"), laid_box.lesson()) as laid,
    ):
        patch.setattr(picture_meter, "EVERY_S", 0.0)
        yield laid


@pytest.fixture(scope="module")
def stranger(laid: tuple[Box, LaidCamera]) -> FlaskClient:
    """Anybody may look."""
    return from_own_page(app_of(laid[0]).test_client())


def met(laid: tuple[Box, LaidCamera], client: FlaskClient, picture: np.ndarray, **asked: str) -> Any:
    """The answer about a picture."""
    box, camera = laid
    camera.picture = picture
    eventually(lambda: box.capture.newest is not None and box.capture.newest.picture is picture)
    answer = client.get("/api/meter", query_string=asked)
    assert answer.status_code == 200, answer.text
    return answer.json


def grades(answer: Any) -> dict[str, str]:
    return {line["kind"]: line["grade"] for line in answer["lines"]}


def test_a_good_picture_is_good_in_every_line(laid: tuple[Box, LaidCamera], stranger: FlaskClient) -> None:
    answer = met(laid, stranger, laid_box.lesson(), language="en")
    assert grades(answer) == dict.fromkeys(("light", "focus", "angle", "distance", "glare"), "good")
    assert (answer["grade"], answer["key"], answer["glare"]) == ("good", "meter.all_good", [])
    assert answer["score"] == min(line["score"] for line in answer["lines"])
    assert answer["size"] == [1280, 960]
    true = laid_box.nothing_laid()[1]
    assert min(np.abs(np.roll(answer["field"], turn, axis=0) - true).max() for turn in range(4)) < 8


@pytest.mark.parametrize(("language", "word"), [("en", "lamp"), ("ja", "明かり")])
def test_what_is_worst_is_said_first(
    laid: tuple[Box, LaidCamera], stranger: FlaskClient, language: str, word: str
) -> None:
    answer = met(laid, stranger, times_as_bright(laid_box.lesson(), 0.2), language=language)
    assert (answer["grade"], answer["key"]) == ("fair", "meter.light.fair_dark")
    assert word in answer["sentence"]
    assert [kind for kind, grade in grades(answer).items() if grade != "good"] == ["light"]


def test_glare_is_outlined_in_the_picture(laid: tuple[Box, LaidCamera], stranger: FlaskClient) -> None:
    lit, (x, y) = laid_box.lesson().copy(), laid_box.nothing_laid()[1].mean(axis=0)
    cv2.circle(lit, (round(x), round(y)), 50, (255, 255, 255), cv2.FILLED)
    answer = met(laid, stranger, lit)
    (ring,) = answer["glare"]
    assert np.linalg.norm(np.mean(ring, axis=0) - (x, y)) < 15
    assert grades(answer)["glare"] != "good"


def test_a_table_without_its_sheet_is_bad_for_tiles_and_well_for_cards(
    laid: tuple[Box, LaidCamera], stranger: FlaskClient
) -> None:
    empty = np.full((960, 1280, 3), 120, np.uint8)
    tiles = met(laid, stranger, empty, game="reversi")
    assert (tiles["grade"], tiles["score"], tiles["key"]) == ("bad", 0, "seen.blurred")
    assert met(laid, stranger, empty, game="stop")["grade"] == "good"

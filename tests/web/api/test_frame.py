"""Making a frame of Drop It over the API: what is seen, what is made of marks, and what is refused in a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.config.frames import OWN_FRAME, frame_in
from tests.support.device.frame_sketches import sketch
from tests.support.vision.frames import SIZE, empty
from tests.support.web.fake_box import carry_phone, from_own_page
from tests.support.web.full_box import unhurried_app
from tests.support.web.laid_box import laid_box

EXACT = sketch()


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with laid_box(tmp_path_factory.mktemp("box"), empty()) as (box, _):
        yield box


@pytest.fixture(scope="module")
def client(box: Box) -> FlaskClient:
    return from_own_page(carry_phone(unhurried_app(box)))


@pytest.fixture(scope="module")
def seen(client: FlaskClient) -> dict[str, Any]:
    return client.get("/api/frame").json


@pytest.fixture
def sent(seen: dict[str, Any]) -> dict[str, Any]:
    """What a phone sends of the exact marks."""
    return {
        "number": seen["number"],
        "name": EXACT.name,
        "outline": EXACT.outline,
        "lines": EXACT.lines,
        "circles": [{"x": one.centre[0], "y": one.centre[1], "radius": one.radius, "size": one.size}
                    for one in EXACT.circles],
        "walls": [{"start": wall.start, "prints": [{"shape": shape, "colour": colour} for shape, colour in wall.prints]}
                  for wall in EXACT.walls],
        "width": EXACT.width,
        "height": EXACT.height,
        "depth": 20.5,
        "back": 1,
        "front": 17,
    }  # fmt: skip


def test_a_picture_comes_with_what_is_proposed_on_it(seen: dict[str, Any]) -> None:
    assert seen["size"] == list(SIZE)
    assert (len(seen["outline"]), len(seen["lines"]), len(seen["circles"])) == (8, 7, 8)
    assert seen["sentence"].startswith("The box has found 7 lines and 8 circles.")
    assert "invented" in seen["in_use"]
    assert seen["picture"].startswith("data:image/jpeg;base64,")


def test_a_frame_is_checked_without_being_kept_and_then_saved(
    box: Box, client: FlaskClient, sent: dict[str, Any]
) -> None:
    checked = client.post("/api/frame/check", json=sent).json
    assert checked["most_off"] < 1
    assert "in the mean" in checked["sentence"]
    assert (len(checked["lines"]), len(checked["circles"]), len(checked["edges"])) == (7, 8, 5)
    assert not (box.data / OWN_FRAME).exists()
    saved = client.post("/api/frame", json=sent).json
    assert saved["sentence"] == "The box measures by the frame “painted” now."
    assert (frame_in(box.data).name, frame_in(box.data).measured) == ("painted", True)
    assert client.get("/api/frame").json["in_use"] == "Frame: painted."


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"width": 20}, "The inner width must be 80 to 600 mm, but 20 was entered."),
        ({"height": -1}, "The inner height must be 100 to 800 mm, but -1 was entered."),
        ({"depth": 500}, "The depth of the bars must be 1 to 80 mm, but 500 was entered."),
        ({"name": ""}, "The frame needs a name of at most 40 letters."),
        ({"lines": []}, "A frame has 3 to 11 lines between its levels, but 0 are marked."),
        ({"outline": [[1e9, 0]] * 8}, "Corner 1 lies outside the picture"),
        ({"walls": [{"start": 2, "prints": [{"shape": "", "colour": "red"}]}]}, "Part 1 has no shape or no colour yet"),
        ({"walls": [{"start": -4, "prints": []}]}, "A side has at most 16 parts."),
        ({"number": 99}, "The box no longer has this picture."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    client: FlaskClient, sent: dict[str, Any], wrong: dict[str, Any], said: str
) -> None:
    for path in ("/api/frame/check", "/api/frame"):
        answer = client.post(path, json=sent | wrong)
        assert answer.status_code == 422
        assert answer.json["sentence"].startswith(said)


def test_the_page_leads_from_setting_up_and_from_the_game(client: FlaskClient) -> None:
    assert 'href="/frame"' in client.get("/set-up").text
    assert client.get("/by-hand").text.count('href="/frame"') == 2

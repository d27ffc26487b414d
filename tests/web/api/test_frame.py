"""Making a frame of Drop It over the API: what is seen, what is made of marks, and what is refused in a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.config.frames import frame_in
from device.system.data_folder import FRAME
from tests.support.device.frame_sketches import sketch
from tests.support.paths import PHOTOS
from tests.support.vision.frames import SIZE, empty
from tests.support.waiting import eventually
from tests.support.web.fake_box import carry_phone, from_own_page, refused
from tests.support.web.full_box import unhurried_app
from tests.support.web.laid_box import LaidCamera, laid_box
from vision.pictures import open_picture

EXACT = sketch()


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Box, LaidCamera]]:
    with laid_box(tmp_path_factory.mktemp("box"), empty()) as laid:
        yield laid


@pytest.fixture(scope="module")
def box(laid: tuple[Box, LaidCamera]) -> Box:
    return laid[0]


@pytest.fixture(scope="module")
def client(box: Box) -> FlaskClient:
    return from_own_page(carry_phone(unhurried_app(box)))


@pytest.fixture(scope="module")
def seen(client: FlaskClient) -> dict[str, Any]:
    return client.post("/api/frame/look", json={}).json


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


@pytest.mark.parametrize(("language", "said"), [("en", "I see no Drop It frame"), ("ja", "フレームが見えません")])
def test_a_tray_of_tiles_is_no_frame(
    laid: tuple[Box, LaidCamera], client: FlaskClient, language: str, said: str
) -> None:
    box, camera = laid
    before, camera.picture = camera.picture, open_picture(PHOTOS / "teach_2.jpg")
    eventually(lambda: box.camera_parts.calibration.picture() is camera.picture)
    seen = client.post(f"/api/frame/look?language={language}", json={}).json
    camera.picture = before
    eventually(lambda: box.camera_parts.calibration.picture() is before)
    assert (seen["lines"], seen["circles"]) == ([], [])
    assert said in seen["sentence"]


def test_a_frame_is_checked_without_being_kept_and_then_saved(
    box: Box, client: FlaskClient, sent: dict[str, Any]
) -> None:
    checked = client.post("/api/frame/check", json=sent).json
    assert checked["most_off"] < 1
    assert "on average" in checked["sentence"]
    assert (len(checked["lines"]), len(checked["circles"]), len(checked["edges"])) == (7, 8, 5)
    assert not (box.settings.data / FRAME).exists()
    saved = client.post("/api/frame", json=sent).json
    assert saved["sentence"] == "The frame “painted” is kept. New games are played in it, unless you choose another."
    assert (frame_in(box.settings.data).name, frame_in(box.settings.data).measured) == ("painted", True)
    assert client.post("/api/frame/look", json={}).json["in_use"] == "Frame: painted."


def test_both_sides_are_kept_and_one_is_chosen_for_a_game(box: Box, client: FlaskClient, sent: dict[str, Any]) -> None:
    for name in ("front", "the back"):
        client.post("/api/frame", json={**sent, "name": name})
    assert refused(client, "/api/frame/rename", {"frame": "front", "name": "the back"}) == (
        422,
        "frame_lesson.name_taken",
    )
    said = client.post("/api/frame/rename", json={"frame": "front", "name": "sunny"}).json["sentence"]
    assert said == "The frame is called “sunny” now."
    game = {"game": "drop_it", "players": ["Aya", "Ben"]}
    assert refused(client, "/api/games", {**game, "options": {"frame": "nobody's"}}) == (422, "frame_lesson.no_such")
    assert client.post("/api/games", json={**game, "options": {"frame": "the back"}}).status_code == 200
    assert box.table_parts.game.played.options["frame"] == "the back"
    assert client.post("/api/frame/put_away", json={"frame": "the back"}).json["sentence"].startswith("“the back”")
    assert frame_in(box.settings.data).name == "sunny"
    assert refused(client, "/api/frame/put_away", {"frame": "the back"}) == (422, "frame_lesson.not_kept")
    away = next(one for one in box.table_parts.lessons.frames.earlier if one.frame.name == "the back")
    back = client.post("/api/frame/bring_back", json={"key": away.key}).json["sentence"]
    assert back == "“the back” is back, and is chosen first."


def test_strangers_push_out_no_picture_that_somebody_marks(
    laid: tuple[Box, LaidCamera], client: FlaskClient, sent: dict[str, Any]
) -> None:
    box, camera = laid
    stranger = from_own_page(unhurried_app(box).test_client())
    for _ in range(4):
        camera.picture = empty().copy()
        eventually(lambda: box.camera_parts.calibration.picture() is camera.picture)
        assert stranger.get("/api/frame").status_code == 405
        assert refused(stranger, "/api/frame/look", {}) == (403, "not_paired")
    assert client.post("/api/frame/check", json=sent).status_code == 200


@pytest.mark.parametrize(("wrong", "code"), [
    ({"width": 20}, "frame_lesson.width"),
    ({"outline": [[1e9, 0]] * 8}, "frame_lesson.corner_outside"),
    ({"number": 99}, "frame_lesson.gone"),
])  # fmt: skip
def test_what_is_wrong_is_said(client: FlaskClient, sent: dict[str, Any], wrong: dict[str, Any], code: str) -> None:
    for path in ("/api/frame/check", "/api/frame"):
        assert refused(client, path, sent | wrong) == (422, code)


def test_the_page_leads_from_setting_up_and_from_the_game(client: FlaskClient) -> None:
    assert 'href="/frame"' in client.get("/set-up").text
    assert 'href="/frame"' in client.get("/box").text

"""The page around the real box, whose camera happens to be quiet: what is asked, changed and refused on the way."""

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image

from device.box import Box
from device.hardware.camera import Frame
from device.hardware.camera.stand_in import StandInCamera
from device.record.corrections import Correction
from device.settings import Settings
from device.table.events import FrameTaken
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import carry_phone, jpeg
from web.app import create_app
from web.limits import Waits


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), niceness=0), StandInCamera()) as box:
        yield box


def send(client: FlaskClient, path: str, *photos: bytes) -> tuple[int, str]:
    answer = client.post(path, data={"photo": [(io.BytesIO(photo), "photo.jpg") for photo in photos]})
    return answer.status_code, answer.json.get("code", "")


def test_a_game_is_corrected(box: Box, client: FlaskClient) -> None:
    assert client.post("/api/undo", json={}).json["code"] == "table.nothing_to_undo"
    box.table.post(Correction("insert", 0, "f5", "test")).result(PATIENCE_S)
    box.table.post(FrameTaken(Frame(np.zeros((480, 640, 3), np.uint8), 1.0, "0001.jpg"))).result(PATIENCE_S)
    told = client.get("/api/state").json
    assert [move["facts"]["square"] for move in told["moves"]] == ["f5"]
    assert told["problem"]["sentence"]  # an untaught box cannot play by this picture
    assert client.post("/api/strike", json={"entry": 999}).json["code"] == "table.no_such_move"
    assert client.post("/api/strike", json={"entry": told["moves"][0]["entry"]}).status_code == 200
    assert client.get("/api/photo.jpg").data.startswith(b"\xff\xd8")
    assert client.get("/api/camera.jpg").data.startswith(b"\xff\xd8")
    assert client.get("/api/screen.png").data.startswith(b"\x89PNG")


def test_a_new_game_is_begun_or_refused_by_its_rules(box: Box, client: FlaskClient) -> None:
    game = {"game": "reversi", "players": ["Chika", "Dan"], "options": {"first": "down"}}
    assert client.post("/api/games", json=game).status_code == 200
    with box.table.subscribe() as listening:
        snapshot = listening.next(PATIENCE_S)
    assert snapshot is not None
    assert snapshot.players == ("Chika", "Dan")
    three = client.post("/api/games", json=game | {"players": ["A", "B", "C"]})
    assert (three.status_code, three.json["code"]) == (422, "options.players")
    odd = client.post("/api/games", json=game | {"options": {"first": "sideways"}})
    assert (odd.status_code, odd.json["code"]) == (422, "options.value")


def many_megapixels() -> bytes:
    """A small file that says of itself that it has a hundred megapixels."""
    kept = io.BytesIO()
    Image.new("L", (8, 8)).save(kept, "PNG")
    header = b"IHDR" + struct.pack(">II", 10_000, 10_000) + b"\x08\x00\x00\x00\x00"
    return kept.getvalue()[:12] + header + struct.pack(">I", zlib.crc32(header)) + kept.getvalue()[33:]


@pytest.mark.parametrize("path", ["/api/hand/photo", "/api/lessons"])
def test_photographs_that_cannot_be_read_are_refused_in_words(client: FlaskClient, path: str) -> None:
    assert send(client, path, b"no picture") == (422, "picture.not_a_picture")
    assert send(client, path, jpeg("table")[:4000]) == (422, "picture.truncated")
    assert send(client, path, many_megapixels()) == (422, "picture.too_large")


def test_without_taught_faces_the_page_says_what_to_do(client: FlaskClient) -> None:
    assert send(client, "/api/hand/photo", jpeg("hand")) == (422, "taught.missing")
    assert send(client, "/api/lessons", jpeg("no tiles here")) == (422, "teach.no_board")
    assert client.post("/api/lessons/accept", json={"number": 1}).json["code"] == "table.no_lesson"


def test_a_box_that_has_stopped_still_answers(tmp_path: Path) -> None:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), niceness=0), StandInCamera()) as box:
        client = carry_phone(create_app(box, waits=Waits(answer_s=0.01)))
    assert client.get("/api/state").json["players"] == ["Aya", "Ben"]
    answer = client.post("/api/undo", json={}, headers={"Sec-Fetch-Site": "same-origin"})
    assert (answer.status_code, answer.json["code"]) == (503, "web.error.no_answer")

"""The empty sheet is taught on the page: looked at, accepted, used, kept over a restart, and forgotten."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.settings import Settings
from device.testing.camera import StandInCamera
from tests.support.vision.sheet_photos import ARM, FIELDS, SKY, TILES, camera, picture_of
from vision.reading import Picture


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), niceness=0), StandInCamera()) as box:
        yield box


def look(box: Box, client: FlaskClient, picture: Picture, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the page is shown when the camera sees this."""
    monkeypatch.setattr(box.camera_parts.calibration, "picture", lambda: picture)
    return dict(client.post("/api/prints/look", json={}, headers={"Accept-Language": "en"}).json or {})


@pytest.mark.full
def test_a_sheet_is_taught_and_the_board_keeps_its_orientation_when_the_camera_is_carried_round_the_table(
    box: Box, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty, true = picture_of(FIELDS, camera(1))
    seen = look(box, client, empty, monkeypatch)
    corners = np.array(seen["corners"])
    first = int(np.argmin(np.linalg.norm(true - corners[0], axis=1)))
    assert client.post("/api/prints/accept", json={"number": seen["number"], "name": " Our  sheet "}).status_code == 200
    assert client.post("/api/prints/accept", json={"number": seen["number"]}).json["code"] == "table.no_lesson"
    assert [sheet["name"] for sheet in client.get("/api/prints").json["sheets"]] == ["Our sheet"]
    for number in (2, 3, 5):
        picture, there = picture_of(FIELDS, camera(number), TILES)
        field = box.table_parts.lessons.reader_of("reversi").read(picture).field
        assert int(np.argmin(np.linalg.norm(there - field[0], axis=1))) == first


@pytest.mark.full
def test_taught_sheets_are_kept_over_a_restart_and_forgotten_one_by_one(
    box: Box, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, sheet in (("front", FIELDS), ("", SKY)):
        seen = look(box, client, picture_of(sheet, camera(1))[0], monkeypatch)
        client.post("/api/prints/accept", json={"number": seen["number"], "name": name})
    again = Box(Settings(box.settings.data, players=("Aya", "Ben")), StandInCamera())
    front = client.get("/api/prints").json["sheets"][0]["key"]
    assert client.post("/api/prints/forget", json={"key": front}).status_code == 200
    assert client.post("/api/prints/forget", json={"key": front}).json["code"] == "teach_sheet.gone", "not the next one"
    assert [sheet["name"] for sheet in client.get("/api/prints").json["sheets"]] == [""]
    assert len(list((again.settings.data / "prints").glob("*.png"))) == 1


@pytest.mark.full
@pytest.mark.parametrize("what", ["tiles", "hand", "blurred", "no_print", "no_board"])
def test_what_cannot_be_taught_is_said(
    what: str, box: Box, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = picture_of(FIELDS, camera(1))[0]
    pictures = {
        "tiles": lambda: picture_of(FIELDS, camera(1), TILES)[0],
        "hand": lambda: picture_of(FIELDS, camera(1), hands=ARM)[0],
        "blurred": lambda: np.asarray(cv2.GaussianBlur(empty, (0, 0), 4.0), np.uint8),
        "no_print": lambda: picture_of(np.full_like(FIELDS, 90), camera(1))[0],
        "no_board": lambda: np.full_like(empty, 120),
    }
    seen = look(box, client, pictures[what](), monkeypatch)
    assert seen["code"] == f"teach_sheet.{what}"
    assert client.get("/api/prints").json["sheets"] == []

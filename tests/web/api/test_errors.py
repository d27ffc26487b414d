"""Every error is said in words, in the language of the phone."""

import logging
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.settings import Settings
from device.testing.camera import StandInCamera
from tests.support.web.fake_box import FakeBox, carry_phone, from_own_page, get_json, refused
from web.app import create_app
from web.limits import Waits


def test_an_address_that_is_not_there(client: FlaskClient) -> None:
    answer = client.get("/api/nothing")
    assert (answer.status_code, answer.json["code"]) == (404, "web.error.not_found")
    page = client.get("/nothing", headers={"Accept-Language": "ja"})
    assert page.status_code == 404
    assert "そのページはありません" in page.text
    assert page.content_type.startswith("text/html")


def test_the_wrong_method(client: FlaskClient) -> None:
    answer = client.post("/api/state", json={})
    assert (answer.status_code, answer.json["code"]) == (405, "web.error.not_allowed")
    assert {"GET", "HEAD", "OPTIONS"} == set(answer.headers["Allow"].split(", "))
    assert answer.headers.getlist("Content-Type") == ["application/json"]
    page = client.put("/hand", headers={"Accept-Language": "en"})
    assert (page.status_code, page.headers.getlist("Content-Type")) == (405, ["text/html; charset=utf-8"])
    assert "GET" in page.headers["Allow"]


def test_a_picture_that_is_not_there(box: FakeBox, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box.table_pictures, "drawn", lambda: None)
    monkeypatch.setattr(box.table_pictures, "close_up", lambda: None)
    for path in ("/api/photo.jpg", "/api/close_up.jpg", "/api/pictures/99", "/api/pictures/..%2F..%2Fetc%2Fpasswd"):
        assert client.get(path).status_code == 404, path


def test_a_fault_inside_is_logged_and_told_without_its_insides(
    box: FakeBox, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(event: object) -> None:
        raise RuntimeError("secret insides")

    monkeypatch.setattr(box.table, "post", fail)
    with caplog.at_level(logging.ERROR):
        answer = client.post("/api/undo", json={})
    assert (answer.status_code, answer.json["code"]) == (500, "web.error.failed")
    assert "secret insides" not in answer.text
    assert "secret insides" in caplog.text


def test_a_box_that_has_stopped_still_answers(tmp_path: Path) -> None:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), niceness=0), StandInCamera()) as box:
        client = from_own_page(carry_phone(create_app(box.services, waits=Waits(answer_s=0.01))))
    assert get_json(client)["players"] == ["Aya", "Ben"]
    assert refused(client, "/api/undo", {}) == (503, "web.error.no_answer")

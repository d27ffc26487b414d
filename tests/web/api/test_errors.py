"""Every error is said in words, in the language of the phone."""

import logging

import pytest
from flask.testing import FlaskClient

from tests.support.web.fake_box import FakeBox


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
    monkeypatch.setattr(box, "last_photo", lambda: None)
    monkeypatch.setattr(box, "last_close_up", lambda: None)
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

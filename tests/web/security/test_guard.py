"""Only the box's own page may change something, and only in forms that the box knows."""

import io

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.web.fake_box import FakeBox, carry_phone, from_own_page, jpeg
from web.app import create_app
from web.limits import MAX_PHOTOS, MAX_UPLOAD_BYTES, Waits

CHANGES = [
    "/api/undo",
    "/api/choose",
    "/api/strike",
    "/api/look",
    "/api/games",
    "/api/field",
    "/api/lessons",
    "/api/lessons/accept",
]
ASKED = ["/api/hand", "/api/hand/photo", "/api/set-check", "/api/set-check/photo"]


@pytest.mark.parametrize("headers", [
    {"Origin": "http://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:8000"},
    {},
])  # fmt: skip
def test_another_site_s_page_can_change_nothing(app: Flask, box: FakeBox, headers: dict[str, str]) -> None:
    for path in CHANGES + ASKED:
        answer = app.test_client().post(path, json={}, headers=headers)
        assert (answer.status_code, answer.json["code"]) == (403, "web.error.other_site"), path
    assert box.table.posted == []


def test_our_own_page_may(client: FlaskClient, app: Flask, box: FakeBox) -> None:
    assert client.post("/api/undo", json={}).status_code == 200
    answer = carry_phone(app).post("/api/undo", json={}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 200
    assert len(box.table.posted) == 2


@pytest.mark.parametrize(("sent", "status", "code"), [
    ({"data": {"entry": "1"}}, 415, "web.error.not_json"),
    ({"data": "{", "content_type": "application/json"}, 400, "web.error.not_understood"),
    ({"json": [1, 2]}, 400, "web.error.not_understood"),
    ({"data": b"\xff\xfe", "content_type": "application/json"}, 400, "web.error.not_understood"),
])  # fmt: skip
def test_what_is_no_json_object_is_refused_in_words(
    client: FlaskClient, box: FakeBox, sent: dict, status: int, code: str
) -> None:
    for path in ("/api/undo", "/api/strike", "/api/games", "/api/field", "/api/hand"):
        answer = client.post(path, **sent)
        assert (answer.status_code, answer.json["code"]) == (status, code), path
        assert answer.json["sentence"]
    assert box.table.posted == []


@pytest.mark.parametrize("path", ["/api/lessons", "/api/hand/photo"])
def test_photographs_are_bounded(client: FlaskClient, path: str) -> None:
    none = client.post(path, data={}, content_type="multipart/form-data")
    assert (none.status_code, none.json["code"]) == (400, "web.error.no_photo")
    no_form = client.post(path, data=jpeg("table"), content_type="image/jpeg")
    assert (no_form.status_code, no_form.json["code"]) == (415, "web.error.not_multipart")
    many = client.post(path, data={"photo": [(io.BytesIO(b"x"), "a.jpg") for _ in range(MAX_PHOTOS + 1)]})
    assert (many.status_code, many.json["code"]) == (400, "web.error.too_many_photos")
    huge = client.post(path, data={"photo": (io.BytesIO(bytes(MAX_UPLOAD_BYTES)), "a.jpg")})
    assert (huge.status_code, huge.json["code"]) == (413, "web.error.too_big")
    assert "25" in huge.json["sentence"]


def test_a_photograph_waits_for_the_one_before_it_and_says_so_when_that_takes_long(
    box: FakeBox,
) -> None:
    app = create_app(box.services, waits=Waits(photo_s=0.01))
    with app.extensions["photo_turn"]:
        answer = from_own_page(carry_phone(app)).post(
            "/api/hand/photo", data={"photo": (io.BytesIO(jpeg("hand")), "a.jpg")}
        )
    assert (answer.status_code, answer.json["code"]) == (503, "web.error.busy")


def test_pages_allow_only_what_is_ours(client: FlaskClient) -> None:
    script = f"{client.application.static_url_path}/live.js"
    for path in ("/", "/hand", "/teach", "/set-up", "/api/state", script, "/nowhere"):
        rules = client.get(path).headers["Content-Security-Policy"]
        assert "default-src 'none'" in rules
        assert "script-src 'self'" in rules
        assert "unsafe" not in rules
        assert client.get(path).headers["X-Content-Type-Options"] == "nosniff"

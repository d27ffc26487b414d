"""A page whose box gets another address: it says so, and goes on where the same box answers."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask, Response, jsonify
from playwright.sync_api import Response as Answer
from playwright.sync_api import expect

from tests.support.web.fake_box import FakeBox, app_of
from tests.support.web.phones import Phone
from web.places import box_id
from web.server.http import WebServer, open_server

BEFORE, NOW, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture
def app(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr("web.places.own_addresses", lambda _: [BEFORE, STRANGER, NOW])
    monkeypatch.setattr("web.places.local_name", lambda _: "")
    return app_of(box)


@pytest.fixture
def stranger(server: WebServer) -> Iterator[list[str]]:
    """Another box, which has got an address that was this one's; gives what it was asked."""
    asked: list[str] = []
    other = Flask("another box")

    @other.get("/api/here")
    def here() -> Response:
        asked.append("here")
        answer = jsonify(box="another", places=[])
        answer.headers["Access-Control-Allow-Origin"] = "*"
        return answer

    with open_server(other, server.port, STRANGER):
        yield asked


@pytest.mark.parametrize("first", ["heard", "no answer", "no script"])
def test_the_page_goes_on_at_the_new_address_of_the_same_box(
    first: str, box: FakeBox, app: Flask, server: WebServer, stranger: list[str], phone: Phone
) -> None:
    """Also where the box was just starting when the page asked who it is."""
    if first == "no answer":
        phone.page.route("**/api/here", lambda route: route.fulfill(body=""), times=1)
    if first == "no script":
        phone.page.route("**/find_moved_box.js", lambda route: route.abort(), times=1)

    def tells_who_it_is(response: Answer) -> bool:
        return response.url.endswith("/api/here") and response.body() != b""

    with phone.page.expect_response(tells_who_it_is):  # some seconds later, when everything else is there
        page = phone.open(server, "/?language=en#board")
    box.table.lay("f5")
    expect(page.locator("#moves li")).to_have_count(1)
    server.close()
    expect(page.locator("#stale")).to_contain_text("Is this phone in its Wi-Fi?")
    with open_server(app, server.port, NOW):
        box.table.lay("d6")
        page.wait_for_url(f"http://{NOW}:{server.port}/?language=en#board")
        expect(page.locator("#moves li")).to_have_count(2)
        expect(page.locator("#stale")).to_be_hidden()
    assert stranger  # it was asked, and is not the box that the page knows


def test_a_box_that_is_back_at_once_is_looked_for_nowhere_else(
    box: FakeBox, app: Flask, server: WebServer, stranger: list[str], phone: Phone
) -> None:
    page = phone.open(server)
    expect(page.locator("#board [data-place]").first).to_be_visible()
    server.close()
    expect(page.locator("#stale")).to_be_visible()
    with open_server(app, server.port, BEFORE):
        expect(page.locator("#stale")).to_be_hidden()
    assert page.url == f"http://{BEFORE}:{server.port}/"
    assert stranger == []


@pytest.mark.parametrize("origin", [
    "http://192.168.1.23:8000", "http://203.0.113.7", "http://localhost:3000", "https://evil.example", "null", "",
])  # fmt: skip
def test_only_a_page_that_knows_the_box_already_may_read_whether_this_is_it(app: Flask, origin: str) -> None:
    def reader(asked: str) -> str | None:
        answer = app.test_client().get(f"/api/here{asked}", headers={"Origin": origin})
        assert (answer.status_code, answer.json["box"]) == (200, box_id())
        return answer.headers.get("Access-Control-Allow-Origin")

    assert [reader(asked) for asked in ("", "?box=", "?box=another")] == [None] * 3
    assert reader(f"?box={box_id()}") == "*"
    assert re.fullmatch("[0-9a-f]{32}", box_id())  # nobody guesses it


def test_pages_may_ask_at_the_box_s_other_addresses_and_nowhere_else(app: Flask) -> None:
    client = app.test_client()
    rules = client.get("/").headers["Content-Security-Policy"]
    assert f"connect-src 'self' http://{BEFORE} http://{STRANGER} http://{NOW};" in rules
    assert "connect-src 'self';" in client.get("/api/state").headers["Content-Security-Policy"]

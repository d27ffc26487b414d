"""The page when the box cannot be reached, falls silent, or is lost in the middle of an answer."""

import re
import socketserver
from collections.abc import Iterator
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone
from tools.bench.ports import reserved_port
from web.live.relay import Relay
from web.server.http import WebServer, open_server


class TornAnswer(socketserver.StreamRequestHandler):
    """A box that is lost after the first bytes of an answer: 1,000 are promised, and one comes."""

    def handle(self) -> None:
        while self.rfile.readline().strip():
            pass
        head = ["HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 1000", "ETag: new", "", "{"]
        self.wfile.write("\r\n".join(head).encode())


class TornServer(socketserver.ThreadingTCPServer):
    """Closing waits for no connection: a browser may keep one in reserve on which it never asks for anything."""

    daemon_threads = True


@pytest.fixture
def torn() -> Iterator[str]:
    """The address of a box whose answers break off."""
    with TornServer(("127.0.0.1", 0), TornAnswer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.walk
def test_a_lost_box_is_said_and_the_page_catches_up_by_itself(box: FakeBox, app: Flask, phone: Phone) -> None:
    with open_server(app, reserved_port(phone), "127.0.0.1") as server:
        page = phone.open(server)
        expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#stale")).to_contain_text("Not up to date")
    phone.keep("stale")
    box.table.lay("f5")
    with open_server(app, server.port, "127.0.0.1"):
        expect(page.locator("#moves li")).to_have_count(1)
        expect(page.locator("#stale")).to_be_hidden()


def test_a_phone_that_slept_notices_the_silence(box: FakeBox, app: Flask, server: WebServer, phone: Phone) -> None:
    phone.context.clock.install()
    page = phone.open(server)
    box.table.lay("f5")
    expect(page.locator("#moves li")).to_have_count(1)
    hung = box.table.subscriptions.copy()
    box.table.subscriptions.clear()  # the old stream says nothing any more, as if the phone had been out of reach
    app.extensions["streams"].relay = Relay(box.table)
    box.table.lay("d6")
    expect(page.locator("#moves li")).to_have_count(1)
    page.clock.fast_forward(15_000)
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#stale")).to_be_hidden()
    box.table.subscriptions.extend(hung)


def test_a_phone_out_of_reach_says_so_at_once(box: FakeBox, app: Flask, server: WebServer, phone: Phone) -> None:
    # Chromium's pretended distance lets an open stream through; a real one would not, so nothing may come through it.
    app.extensions["streams"].beat_s = 3600.0
    page = phone.open(server)
    box.table.lay("f5")
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#stale")).to_be_hidden()
    phone.context.set_offline(True)
    expect(page.locator("#stale")).to_be_visible()
    page.locator("#undo").evaluate("button => button.disabled = false")
    page.locator("#undo").click()
    expect(page.locator("#toast")).to_contain_text("Wi-Fi")
    phone.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()


def test_an_answer_that_breaks_off_is_told_like_one_that_never_came(server: WebServer, phone: Phone, torn: str) -> None:
    page = phone.open(server)
    page.route("**/api/look*", lambda route: route.continue_(url=torn))
    page.locator("#look").click()
    expect(page.locator("#toast")).to_contain_text("Wi-Fi")
    expect(page.locator("#look")).to_be_enabled()


def test_a_picture_that_breaks_off_leaves_the_one_before(
    box: FakeBox, server: WebServer, phone: Phone, torn: str
) -> None:
    page = phone.open(server)
    screen = page.locator("img[data-live*='screen']")
    screen.locator("..").scroll_into_view_if_needed()
    expect(screen).to_have_attribute("src", re.compile("blob:"))
    expect(page.locator("img[data-live*='photo']")).to_have_attribute("src", re.compile("blob:"))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the photograph above has moved it out of sight
    page.route("**/api/screen.png*", lambda route: route.continue_(url=torn))
    with page.expect_request("**/api/screen.png*"):
        box.table.lay("f5")
    before = screen.get_attribute("src")  # whole answers that were on their way have come by now
    with page.expect_request("**/api/screen.png*"):  # when it is asked for again, the first answer has broken off
        box.table.lay("d6")
    expect(screen).to_be_visible()
    assert screen.get_attribute("src") == before


def test_a_picture_that_is_not_there_is_let_go(
    box: FakeBox, server: WebServer, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an answer that nobody reads the browser keeps what it has, and waits for the rest."""
    monkeypatch.setattr(box.table_pictures, "drawn", lambda: None)
    page = phone.open(server)
    with page.expect_request_finished(lambda asked: "/api/screen.png" in asked.url):
        page.locator("img[data-live*='photo']").locator("..").scroll_into_view_if_needed()
    with page.expect_response("**/api/photo.jpg*") as answer:
        box.table.lay("f5")
    assert answer.value.status == 404
    phone.settle()


def test_a_seat_that_cannot_ask_for_the_code_says_why(server: WebServer, new_phone: NewPhone) -> None:
    phone = new_phone().unpair()
    page = phone.open(server, "/seat")
    page.route("**/pairing.js", lambda route: route.abort())
    page.locator("#names button").first.click()
    expect(page.locator("#outcome")).to_contain_text("Wi-Fi")

"""What the server takes in: judged by its header, in its turn, and not for longer than it may take."""

import json
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPResponse

import pytest
from flask import Flask

from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web.fake_box import FakeBox
from web.limits import (
    ADDRESS_CONNECTIONS,
    ADDRESS_STREAMS,
    CHANGE_EVERY_SECONDS,
    CHANGES_AT_ONCE,
    MAX_HEADER_BYTES,
    MAX_JSON_BYTES,
    MAX_UPLOAD_BYTES,
    Pace,
)
from web.security.guard import PHONE_COOKIE
from web.security.rate_limit import RateLimit
from web.server.http import WebServer, open_server

PHONE, OTHER_PHONE = "127.0.7.1", "127.0.7.2"
PHOTO = ("POST", "/api/hand/photo", "multipart/form-data; boundary=b")
UNDO = ("POST", "/api/undo", "application/json")


class Line:
    """A connection of a phone, which says and hears bytes."""

    def __init__(self, server: WebServer, address: str = PHONE) -> None:
        self.host = f"127.0.0.1:{server.port}"
        self.socket = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (address, 0))

    def header(self, method: str, path: str, *headers: str) -> None:
        """Send a header of our own page's."""
        lines = (f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}", *headers)
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())

    def announce(self, what: tuple[str, str, str], length: int, *headers: str) -> None:
        """Send the header of a body."""
        method, path, kind = what
        self.header(method, path, f"Content-Type: {kind}", f"Content-Length: {length}", *headers)

    def answer(self) -> tuple[int, str]:
        """The next answer's status, and its code where it has one."""
        heard = HTTPResponse(self.socket)
        heard.begin()
        body = heard.read()
        self.headers = heard.headers
        is_json = heard.headers.get_content_type() == "application/json"
        return heard.status, json.loads(body).get("code", "") if is_json else ""

    def is_closed(self) -> bool:
        """Whether the server closes it; what still comes is not looked at."""
        try:
            while self.socket.recv(65_536):
                pass
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False
        return True

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *why: object) -> None:
        self.socket.close()


@pytest.fixture
def line(server: WebServer) -> Iterator[Line]:
    with Line(server) as line:
        yield line


@pytest.fixture
def cookie(box: FakeBox) -> str:
    _, token = box.pairing.phones.add("A phone")
    return f"Cookie: {PHONE_COOKIE}={token}"


@pytest.mark.parametrize(("what", "length", "status", "code"), [
    (UNDO, 2, 403, "not_paired"),
    (("POST", "/api/lessons", PHOTO[2]), 1000, 403, "not_paired"),
    (("POST", "/api/hand", "application/json"), MAX_JSON_BYTES + 1, 413, "web.error.too_big"),
    (("POST", "/api/hand", "text/plain"), 2, 415, "web.error.not_json"),
    (("POST", "/api/hand/photo", "image/jpeg"), 1000, 415, "web.error.not_multipart"),
    (PHOTO, MAX_UPLOAD_BYTES + 1, 413, "web.error.too_big"),
    (PHOTO, 10**15, 413, "web.error.too_big"),
    (("POST", "/api/nowhere", "application/json"), 2, 404, "web.error.not_found"),
    (("PUT", "/api/undo", "application/json"), 2, 405, "web.error.not_allowed"),
    (("GET", "/api/state", "application/json"), MAX_UPLOAD_BYTES, 400, "web.error.not_understood"),
    (("HEAD", "/api/state", "application/json"), 2, 400, ""),
])  # fmt: skip
def test_a_body_is_refused_before_it_comes(
    line: Line, what: tuple[str, str, str], length: int, status: int, code: str
) -> None:
    line.announce(what, length, "Expect: 100-continue")
    if what[0] == "HEAD":
        assert line.socket.recv(1000).startswith(b"HTTP/1.1 400 ")
    else:
        assert line.answer() == (status, code)
        assert line.headers["Connection"] == "close"
    assert line.is_closed()


def test_other_sites_and_other_names_are_refused_before_a_body_comes(line: Line, server: WebServer) -> None:
    line.socket.sendall(b"POST /api/hand HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 9\r\n\r\n")
    assert line.answer() == (421, "join.other_name")
    with Line(server) as other:
        other.header("POST", "/api/hand", "Sec-Fetch-Site: cross-site", "Content-Length: 9")
        assert other.answer() == (403, "web.error.other_site")


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_body_of_unknown_length_is_refused(line: Line, cookie: str, version: str) -> None:
    line.socket.sendall(
        f"POST /api/undo HTTP/{version}\r\nHost: {line.host}\r\nOrigin: http://{line.host}\r\n{cookie}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n".encode()
    )
    assert line.answer() == (411, "web.error.no_length")
    assert line.is_closed()


def test_what_a_refused_body_says_is_no_request(line: Line, box: FakeBox) -> None:
    inside = f"GET /api/state HTTP/1.1\r\nHost: {line.host}\r\n\r\n".encode()
    line.announce(UNDO, len(inside))
    line.socket.sendall(inside)
    assert line.answer() == (403, "not_paired")
    assert line.socket.recv(1) == b""


def test_an_answer_reaches_a_phone_that_is_still_sending(line: Line) -> None:
    line.announce(("POST", "/api/lessons", PHOTO[2]), 3 * 1024**2)
    for _ in range(24):
        line.socket.sendall(bytes(128 * 1024))
        time.sleep(0.005)
    assert line.answer() == (403, "not_paired")


def test_a_paired_phone_s_body_comes_when_the_box_says_go_on(line: Line, cookie: str) -> None:
    for _ in range(2):  # on one connection
        line.announce(UNDO, 2, cookie, "Expect: 100-continue")
        assert line.socket.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.socket.sendall(b"{}")
        assert line.answer() == (200, "")


def test_a_request_is_counted_once(app: Flask, server: WebServer) -> None:
    app.extensions["changes"] = RateLimit(CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS, clock=lambda: 0.0)  # all at one time
    statuses = []
    for _ in range(CHANGES_AT_ONCE + 1):
        with Line(server) as line:
            line.announce(("POST", "/api/hand", "application/json"), 2)
            line.socket.sendall(b"{}")
            statuses.append(line.answer()[0])
    assert statuses == [400] * CHANGES_AT_ONCE + [429]


def test_photographs_come_one_after_the_other_from_a_phone(server: WebServer) -> None:
    photo = MAX_JSON_BYTES + 1
    with Line(server) as first, Line(server) as second, Line(server, OTHER_PHONE) as other:
        for line in (first, other):
            line.announce(PHOTO, photo, "Expect: 100-continue")
            assert line.socket.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        second.announce(PHOTO, photo)
        assert second.answer() == (503, "web.error.other_uploads")
        assert int(second.headers["Retry-After"]) > 0
        first.socket.sendall(bytes(photo))
        assert first.answer() == (400, "web.error.no_photo")
        eventually(lambda: may_send(server, photo))


def may_send(server: WebServer, size: int) -> bool:
    """Whether a phone may send a photograph now; the room of the last one is given back soon after its answer."""
    with Line(server) as line:
        line.announce(PHOTO, size, "Expect: 100-continue")
        return line.socket.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_an_upload_that_is_given_up_makes_room(server: WebServer) -> None:
    with Line(server) as first:
        first.announce(PHOTO, MAX_UPLOAD_BYTES, "Expect: 100-continue")
        assert first.socket.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
    eventually(lambda: may_send(server, MAX_UPLOAD_BYTES))


@pytest.mark.parametrize("begin", [
    b"",
    b"GET / HT",
    b"\r\n",
    b"POST /api/hand/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b",
], ids=["nothing", "header", "empty lines", "body"])  # fmt: skip
def test_a_phone_that_drips_is_dropped(app: Flask, begin: bytes) -> None:
    pace = Pace(header_s=0.2, idle_s=0.2, grace_s=0.2)
    with open_server(app, 0, "127.0.0.1", pace) as server, Line(server) as line:
        line.socket.sendall(begin)
        until = time.monotonic() + PATIENCE_S
        line.socket.settimeout(0.1)
        while not line.is_closed():
            assert time.monotonic() < until
            try:
                line.socket.sendall(begin[-1:])
            except OSError:
                return


@pytest.mark.full
def test_nobody_is_dropped_in_the_place_of_another(app: Flask) -> None:
    """A number of a dropped connection's is soon that of a new one."""
    idle_s = 0.3
    until = time.monotonic() + 8 * idle_s
    statuses: list[int | None] = []

    def visit(_: int) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            with Line(server, "127.0.0.1") as line:
                try:
                    line.header("GET", "/api/pairing", "Connection: close")
                    status = line.answer()[0]
                except OSError:
                    status = None
            if time.monotonic() < began + idle_s:  # on a busy machine one may be idle so long itself
                statuses.append(status)

    with (
        open_server(app, 0, "127.0.0.1", Pace(idle_s=idle_s)) as server,
        ThreadPoolExecutor(4) as pool,
        ExitStack() as idle,
    ):
        visits = pool.map(visit, range(4))
        while time.monotonic() < until:
            for _ in range(30):
                idle.enter_context(Line(server, "127.0.0.1"))
            time.sleep(0.6 * idle_s)
        list(visits)
    assert set(statuses) == {200}


def test_a_phone_that_does_not_take_its_answer_is_dropped(app: Flask, box: FakeBox) -> None:
    box.kept_pictures.kept["large"] = bytes(20 * 1024**2)
    pace = Pace(grace_s=0.2, answer_rate=10**9)
    with open_server(app, 0, "127.0.0.1", pace) as server, Line(server) as line:
        line.header("GET", "/api/pictures/large")
        taken = 0
        try:
            while data := line.socket.recv(65_536):
                taken += len(data)
                time.sleep(0.02)
        except ConnectionResetError:
            pass
    assert taken < len(box.kept_pictures.kept["large"])


def test_a_phone_has_so_many_connections_and_watches_on_so_many_pages(server: WebServer) -> None:
    with ExitStack() as opened:
        lines = [opened.enter_context(Line(server)) for _ in range(ADDRESS_CONNECTIONS)]
        assert opened.enter_context(Line(server)).is_closed()
        other = opened.enter_context(Line(server, OTHER_PHONE))
        statuses = []
        for line in (*lines[: ADDRESS_STREAMS + 1], other):
            line.header("GET", "/api/events")
            statuses.append(line.socket.recv(12))
        assert statuses == [b"HTTP/1.1 200"] * ADDRESS_STREAMS + [b"HTTP/1.1 503", b"HTTP/1.1 200"]


def logged(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What the log says, but for waitress's word that its threads are busy: so they are on a busy machine."""
    return [record for record in caplog.records if record.name != "waitress.queue"]


@pytest.mark.parametrize(("header", "status"), [
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    (b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    (b"GET / HTTP/1.1\r\nX: " + b"x" * MAX_HEADER_BYTES, 431),
    (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * (MAX_HEADER_BYTES // 6 + 1), 431),
], ids=["digits", "two lengths", "address", "gzip", "long", "many"])  # fmt: skip
def test_headers_that_are_wrong_end_the_connection(
    line: Line, caplog: pytest.LogCaptureFixture, header: bytes, status: int
) -> None:
    line.socket.sendall(header)
    assert line.answer()[0] == status
    assert line.is_closed()
    assert logged(caplog) == []


def test_an_urgent_byte_is_one_like_any_other(line: Line, caplog: pytest.LogCaptureFixture) -> None:
    line.socket.send(b"G", socket.MSG_OOB)
    time.sleep(0.2)  # in which the server hears of it alone
    line.socket.sendall(f"ET /api/state HTTP/1.1\r\nHost: {line.host}\r\n\r\n".encode())
    assert line.answer() == (200, "")
    assert logged(caplog) == []


def test_many_requests_at_once_are_answered_in_order(line: Line) -> None:
    one = f"GET /api/state HTTP/1.1\r\nHost: {line.host}\r\n\r\nGET /api/nowhere HTTP/1.1\r\nHost: {line.host}\r\n\r\n"
    line.socket.sendall(one.encode() * 10)
    heard = b""
    while heard.count(b"HTTP/1.1 ") < 20:
        data = line.socket.recv(65_536)
        assert data, "the connection is closed"
        heard += data
    statuses = [int(part[:3]) for part in heard.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 404] * 10


def test_a_server_closes_while_bodies_come(app: Flask) -> None:
    with open_server(app, 0, "127.0.0.1") as server, Line(server) as line:
        line.announce(PHOTO, MAX_UPLOAD_BYTES)
        line.socket.sendall(bytes(1000))
        server.close()
        assert line.is_closed()


def test_the_body_of_an_answer_does_not_wait_for_the_phone_to_acknowledge_the_header(app: Flask) -> None:
    with open_server(app, 0, "127.0.0.1") as server, Line(server) as line:
        line.header("GET", "/api/state")
        assert line.answer()[0] == 200
        (connection,) = server._server.active_channels.values()
        assert connection.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1

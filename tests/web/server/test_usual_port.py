"""Port 80 sends everybody on to the page: asked by real connections, on a socket that is handed over."""

import asyncio
import http.client
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web.fake_box import FakeBox, app_of
from web.server.http import open_server
from web.server.usual_port import MAX_CONNECTIONS, Redirector, serve


@pytest.fixture(scope="module")
def begun() -> Iterator[Callable[[], int]]:
    """Gives the port where the program that systemd starts serves, for a box at port 8123 that is called box.club too.

    It is started again when it has ended, since nobody asked for so long: as systemd does it.
    """
    words = ["--port", "8000", "--camera", "usb:0", "--port=8123", "--name", "box.club"]
    program = [sys.executable, "-m", "web.server.usual_port", *words]
    started: list[subprocess.Popen[bytes]] = []

    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> int:
            if not started or started[-1].poll() is not None:
                # The socket is number 3 in the program.
                handed = ["bash", "-c", f'exec "$@" 3<&{listening.fileno()}', "sh", *program]
                started.append(subprocess.Popen(handed, cwd=ROOT, pass_fds=(listening.fileno(),)))
            return int(listening.getsockname()[1])

        yield serve
    for one in started:
        one.terminate()
        one.wait()


@pytest.fixture
def port(begun: Callable[[], int]) -> int:
    return begun()


def ask(port: int, path: str, host: str, method: str = "GET") -> tuple[int, str | None, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as asked:
        asked.request(method, path, headers={"Host": host})
        answer = asked.getresponse()
        return answer.status, answer.headers["Location"], answer.read()


@pytest.mark.parametrize(("path", "host"), [
    ("/hotspot-detect.html", "captive.apple.com"),
    ("/generate_204", "connectivitycheck.gstatic.com"),
    ("/connecttest.txt", "www.msftconnecttest.com"),
    ("/canonical.html", "detectportal.firefox.com"),
    ("/api/undo", "evil.example"),
    ("/", "box.club.evil.example"),
    ("/", "localhost.evil.example:80"),
    ("/", "box.club@evil.example"),
    ("/", "[::1"),
])  # fmt: skip
def test_whatever_another_name_asks_for_it_is_sent_to_our_address_and_nothing_else(
    port: int, path: str, host: str
) -> None:
    assert ask(port, path, host) == (302, "http://127.0.0.1:8123/", b"")
    assert ask(port, path, host, "POST") == (302, "http://127.0.0.1:8123/", b"")


@pytest.mark.parametrize(("asked", "path", "sent_to"), [
    ("box.club", "/seat?language=ja", "http://box.club:8123/seat?language=ja"),
    ("127.0.0.1:80", "/", "http://127.0.0.1:8123/"),
    ("localhost", "/", "http://localhost:8123/"),
    ("localhost", "//evil.example/", "http://localhost:8123//evil.example/"),
])  # fmt: skip
def test_who_asks_for_one_of_our_names_keeps_it_and_the_page(port: int, asked: str, path: str, sent_to: str) -> None:
    assert ask(port, path, asked) == (302, sent_to, b"")


def test_a_phone_that_follows_finds_the_page(port: int) -> None:
    with open_server(app_of(FakeBox()), 0, "127.0.0.1") as page:
        sent_to = Redirector(page.port).response("GET /hotspot-detect.html HTTP/1.1\r\nHost: a.b", "127.0.0.1")
        assert f"Location: http://127.0.0.1:{page.port}/\r\n" in sent_to
        assert ask(page.port, "/", f"127.0.0.1:{page.port}")[0] == 200
        # Where there is nothing to send on, the page itself still refuses other names.
        assert ask(page.port, "/", "captive.apple.com")[0] == 421
    assert ask(port, "/", "captive.apple.com")[0] == 302


@pytest.mark.parametrize(
    "sent", [b"\r\n\r\n", b"GET\r\n\r\n", b"\xff\xfe / HTTP/9\r\nHost: \xff\r\n\r\n", b"GET /\x7f\r\n\r\n"]
)
def test_what_is_no_request_gets_the_same_answer(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as asked:
        asked.sendall(sent)
        answer = asked.recv(4096)
    assert b"\r\nLocation: http://127.0.0.1:8123/\r\n" in answer


def test_a_header_that_never_ends_is_dropped_and_others_are_answered(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as endless, socket.create_connection(("127.0.0.1", port)):
        endless.sendall(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000)
        assert ask(port, "/", "localhost")[0] == 302
        with suppress(ConnectionResetError):  # what was not read is thrown away
            assert endless.recv(1) == b""


@pytest.mark.full
def test_many_silent_connections_are_closed_and_do_not_add_up(port: int) -> None:
    silent = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(MAX_CONNECTIONS)]
    one_more = socket.create_connection(("127.0.0.1", port), 60)
    assert one_more.recv(1) == b""
    for one in silent[1:]:
        one.close()
    eventually(lambda: _is_answered(port))
    assert silent[0].recv(1) == b""  # after five seconds
    silent[0].close()
    one_more.close()


def _is_answered(port: int) -> bool:
    try:
        return ask(port, "/", "localhost")[0] == 302
    except (http.client.HTTPException, ConnectionError):
        return False


def test_it_ends_when_nobody_asks_so_that_it_takes_no_memory() -> None:
    # In a thread of its own: where pages are tested, a loop of Playwright's runs in this one.
    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, serve(listening, Redirector(8000), idle_s=0.01)).result(PATIENCE_S)

"""The page at a port: what happens when the port cannot be had, and that closing frees it."""

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from flask import Flask
from waitress.server import TcpWSGIServer

from engines.messages import message
from tests.support.waiting import PATIENCE_S, eventually
from web import errors
from web.server import admission
from web.server.http import ServerTrouble, WebServer, open_server
from web.server.log_limits import LogLimit
from web.server.watched import WatchedServer

WITH_IPV6 = pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine has no IPv6")


def test_a_port_in_use_is_named(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(ServerTrouble) as trouble:
        port = other.getsockname()[1]
        open_server(app, port, "127.0.0.1")
    assert trouble.value.said == message("web.error.port_in_use", port=port)


@pytest.mark.parametrize("host", ["nowhere", "192.0.2.1", "2001:db8::7", "::1/64", ""])
def test_what_is_no_address_of_this_machine_is_named(app: Flask, host: str) -> None:
    with pytest.raises(ServerTrouble) as trouble:
        open_server(app, 0, host)
    assert trouble.value.said == message("web.error.no_address", host=host)


@pytest.mark.parametrize(("host", "open_at", "closed_at"), [
    ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2"]),
    ("0.0.0.0", ["127.0.0.1", "127.0.0.2"], []),
    pytest.param("::1", ["[::1]"], ["127.0.0.1"], marks=WITH_IPV6),
    pytest.param("::", ["[::1]", "127.0.0.1"], [], marks=WITH_IPV6),
])  # fmt: skip
def test_the_page_is_at_its_address_alone_and_answers_to_it(
    app: Flask, host: str, open_at: list[str], closed_at: list[str]
) -> None:
    with open_server(app, 0, host) as server:
        assert server.host == host
        assert [status(server.port, at) for at in open_at] == [200] * len(open_at)
        for at in closed_at:
            with pytest.raises(URLError):
                status(server.port, at)


def test_a_closed_server_frees_its_port(app: Flask) -> None:
    with open_server(app, 0, "127.0.0.1") as server:
        port = server.port
        assert status(port) == 200
    server.close()
    with open_server(app, port, "127.0.0.1"):
        assert status(port) == 200


def status(port: int, at: str = "127.0.0.1") -> int:
    with urlopen(f"http://{at}:{port}/api/state", timeout=PATIENCE_S) as answer:
        return int(answer.status)


def break_loop(port: int, monkeypatch: pytest.MonkeyPatch, does: Callable[[], object]) -> None:
    """Break the loop of the server at a port, but not of those that take over from it, as `does` has it."""
    broken: list[TcpWSGIServer] = []
    readable = TcpWSGIServer.readable

    def first(server: TcpWSGIServer) -> bool:
        if not broken and server.socket.getsockname()[1] == port:
            broken.append(server)
        if server in broken:
            does()
        return bool(readable(server))

    monkeypatch.setattr(TcpWSGIServer, "readable", first)


@pytest.fixture
def served(app: Flask) -> Iterator[WatchedServer]:
    with WatchedServer(open_server(app, 0, "127.0.0.1"), ask_every_s=0.01) as served:
        yield served


def test_a_server_that_is_awake_is_no_trouble_and_makes_progress(served: WatchedServer) -> None:
    before = served.progress_at_s
    eventually(lambda: served.trouble is None and served.progress_at_s > before)
    assert status(served.port) == 200


@pytest.mark.parametrize("error", [SystemExit(), RuntimeError("poll")])
def test_a_server_whose_thread_has_ended_is_replaced_at_the_same_port_which_it_frees_when_it_is_closed(
    app: Flask, served: WatchedServer, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def ends() -> None:
        raise error

    monkeypatch.setattr(threading, "excepthook", lambda _ended: None)
    port = served.port
    break_loop(port, monkeypatch, ends)
    eventually(lambda: served.trouble is not None)
    assert served.trouble.key == "part.failed"
    served.restart()
    assert (status(port), served.port, served.trouble) == (200, port, None)
    served.close()
    with open_server(app, port, "127.0.0.1"):
        assert status(port) == 200


def test_a_server_that_hangs_is_abandoned_its_phones_cut_off_and_it_ends_when_it_wakes(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    wake, old = threading.Event(), open_server(app, 0, "127.0.0.1")
    port = old.port
    with (
        WatchedServer(old, patience_s=0.3, ask_every_s=0.01) as served,
        socket.create_connection(("127.0.0.1", port)) as phone,
    ):
        phone.settimeout(PATIENCE_S)
        phone.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert phone.recv(10)
        break_loop(port, monkeypatch, lambda: wake.wait(PATIENCE_S))
        eventually(lambda: served.trouble is not None)
        assert served.trouble.key == "part.hangs"
        served.restart()
        while phone.recv(4096):
            pass
        assert status(port) == 200
        wake.set()
        eventually(lambda: not old.is_alive)
        assert status(port) == 200


def test_whatever_strangers_can_cause_to_be_logged_is_limited(server: WebServer) -> None:
    for module in (None, admission, errors):
        logger = logging.getLogger("waitress" if module is None else module.__name__)
        assert any(isinstance(limit, LogLimit) for limit in logger.filters), logger

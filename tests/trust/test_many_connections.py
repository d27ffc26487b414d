"""Many connections, slow ones and fast ones: whoever has enough gets no more, and the others notice little."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from socket import create_connection

import pytest

from tests.support.trust.crowd import MORE_FILES, attacked, comes_to_rest, connect, is_open, send, visited
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox, nothing_to_see
from tests.support.waiting import PATIENCE_S, eventually
from web.limits import ADDRESS_CONNECTIONS, MAX_HEADER_BYTES, Pace

SPARE_MB = 48.0  # that the box itself may take meanwhile
FLOOD_S = 12.0
AT_ONCE = 8


def get(box: RealBox, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{box.port}\r\n\r\n".encode()


@pytest.mark.full
@pytest.mark.parametrize("addresses", [1, 10])
def test_slow_connections(box: RealBox, figure: Figure, addresses: int) -> None:
    """900 headers that never end."""
    with attacked(box, f"900 unfinished headers from {addresses} addresses", figure) as kept:
        began = time.monotonic()
        lines = [line for n in range(addresses) for line in connect(box, 900 // addresses, f"127.0.3.{n + 1}", kept)]
        for line in lines:
            send(line, get(box, "/")[:-2] + b"X: ")
        eventually(lambda: sum(map(is_open, lines)) <= addresses * ADDRESS_CONNECTIONS)
        still = sum(map(is_open, lines))
        assert still > 0 or time.monotonic() > began + Pace.header_s
        while any(map(is_open, lines)):
            assert time.monotonic() < began + Pace.header_s + PATIENCE_S
            for line in lines:
                send(line, b"x")
            time.sleep(1.0)
    figure("of these were let in", still)


@pytest.fixture
def box_at_rest(tmp_path: Path) -> Iterator[RealBox]:
    """Without a table: what is sent to it is refused by its server alone."""
    with RealBox(tmp_path / "data", nothing_to_see(tmp_path / "pictures")) as box:
        yield box


def test_headers_that_are_too_much(box_at_rest: RealBox, figure: Figure) -> None:
    box = box_at_rest
    before, log = box.usage(), len(box.said())
    bombs = (b"GET / HTTP/1.1\r\nX: " + bytes(2**20), b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * MAX_HEADER_BYTES)
    bombs += (get(box, "/")[:-2] + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", b"GET http://[ HTTP/1.1\r\n\r\n")
    with visited(box, "400 headers that are too long or wrong", figure) as visitor:
        for _ in range(100):
            with ExitStack() as kept:
                for line, bomb in zip(connect(box, len(bombs), "127.0.3.22", kept), bombs, strict=False):
                    send(line, bomb)
    assert visitor.missed == []
    assert box.usage().resident_mb < before.resident_mb + SPARE_MB
    figure("log of these", f"{len(box.said()) - log} letters")
    assert len(box.said()) - log < 2000


@pytest.mark.trust
@pytest.mark.parametrize(("what", "how"), [
    ("GET /", "taken"), ("GET /api/games", "taken"), ("GET /api/lessons/view", "taken"),
    ("GET /api/events", "begun"), ("GET /api/state", "sent only"), ("connections", "closed"),
], ids=["page", "games", "view", "events", "requests", "connections"])  # fmt: skip
def test_a_phone_that_asks_as_fast_as_it_can(box: RealBox, figure: Figure, what: str, how: str) -> None:
    """Eight connections at a time: answers are taken, or only their beginning, or nothing of them."""
    source, before, log = f"127.0.4.{len(what)}", box.usage(), len(box.said())
    asked = get(box, what.partition(" ")[2])
    came: Counter[str] = Counter()
    until = time.monotonic() + FLOOD_S

    def ask(_: int) -> None:
        while time.monotonic() < until:
            try:
                with create_connection(("127.0.0.1", box.port), 30.0, (source, 0)) as line:
                    if how == "taken":
                        answer = HTTPResponse(line)
                        line.sendall(asked)
                        answer.begin()
                        answer.read()
                        came[str(answer.status)] += 1
                    elif how == "begun":
                        line.sendall(asked)
                        came[line.recv(12)[-3:].decode()] += 1
                    elif how == "sent only":
                        line.sendall(asked * 100)
                    came[how] += 1
            except (OSError, HTTPException) as error:
                came[type(error).__name__] += 1

    named = f"{what} {how}, by eight at once, one address"
    with visited(box, named, figure) as visitor, ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(ask, range(AT_ONCE)))
    figure("came of it", dict(came))
    assert visitor.missed == []
    assert comes_to_rest(box, before.files + MORE_FILES)
    assert len(box.said()) - log < 20_000


@pytest.mark.trust
def test_answers_that_nobody_takes(box: RealBox, figure: Figure) -> None:
    before = box.usage()
    with attacked(box, "40 photographs asked for and not taken, one address", figure) as kept:
        for line in connect(box, 40, "127.0.3.30", kept):
            for _ in range(10):
                send(line, get(box, "/api/camera.jpg"))
        time.sleep(5.0)
        assert box.usage().resident_mb < before.resident_mb + 64.0

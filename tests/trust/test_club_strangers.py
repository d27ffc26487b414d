"""Who has a table's login, or poses as the broker, stops neither the club nor a table, and forges nobody's results."""

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from club.subscriber import MAX_NEW
from club.tables import MAX_BOXES
from device.broker import BrokerSettings
from tests.support.club.club_table import ClubTable
from tests.support.club.hub import Club
from tests.support.club.reported import reported, state
from tests.support.club.truth import truth_of
from tests.support.club.written_broker import Login
from tests.support.system_tools import needs
from tests.support.tiers import full
from tests.support.trust.figure import Figure
from tests.support.waiting import PATIENCE_S, eventually
from web.mqtt.topics import Topics

pytestmark = needs("mosquitto")
HONEST = "table1"
SPARE_MB = 100.0  # that the club server may take meanwhile
PAGES = ("/", "/live", "/results", "/players", "/ranking")
SCRIPT = "<script>alert(1)</script>"
CONNACK = bytes([0x20, 3, 0, 0, 0])  # of MQTT 5: the login is right
NOISE = random.Random(44).randbytes(4096)
NASTY = f'{SCRIPT}"><img src=x onerror=alert(1)>\0\x1b[31m\u202e\u2066\n'


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory, club: Club) -> Iterator[ClubTable]:
    """A table that plays meanwhile."""
    with ClubTable(tmp_path_factory.mktemp("honest")).at(club.card(HONEST)) as table:
        table.won_by(1)
        yield table


def result(**changes: Any) -> bytes:
    return msgspec.json.encode(reported(**changes))


def stays_well(honest: ClubTable, club: Club) -> None:
    """The honest table's next result arrives, nothing else is said to be its own, and the pages are there."""
    honest.begin()
    honest.won_by(0)
    club.has_truth(HONEST, truth_of(HONEST, honest))
    live = f'data-key="{HONEST}/{honest.identity}"'
    eventually(lambda: live in club.hub.get("/").body)
    for path in PAGES:
        answer = club.hub.get(path)
        assert answer.status == 200, path
        assert SCRIPT not in answer.body, path
    assert honest.link.trouble is None
    assert "Traceback" not in (club.hub.folder / "log").read_text()


@pytest.mark.full
def test_what_a_table_may_not_send(honest: ClubTable, club: Club) -> None:
    own, other = Topics("table2", "b1"), Topics(HONEST, honest.identity)
    first = min(truth_of(HONEST, honest))
    with club.broker.login("table2") as forger:
        for topic in (
            other.of("status"),
            other.of("state"),
            other.result(first.journal, first.entry),
            "$SYS/x",
            "homeassistant/x",
        ):
            assert not forger.publish(topic, b"offline"), topic
        deep = b"[" * 100_000 + b"]" * 100_000
        for topic in (own.of("state"), own.of("health"), own.of("board"), own.of("status"), own.result("a1b2", 1)):
            for payload in (b"{}", b"null", b"\xff\xfe", deep, b'{"journal": "a1b2"}', b"<svg>" + b"x" * 200_000):
                assert forger.publish(topic, payload)
        for number in (-1, 0, 2**31, 2**63, 10**400):
            huge = result().replace(b'"score":40', f'"score":{number}'.encode())
            assert forger.publish(own.result("a1b2", 1), huge)
            assert forger.publish(own.result("a1b2", 1), result().replace(b"[0,9]", f"[{number},{number}]".encode()))
        for moment in ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00", "x" * 100_000, "2026-01-01"):
            assert forger.publish(own.result("a1b2", 1), result(ended=moment))
        stays_well(honest, club)
    with club.broker.login("table2") as forger:
        forger.send(own.of("board"), b"<svg>" + bytes(10 << 20))
        eventually(lambda: forger.ended is not None)  # by the broker
        stays_well(honest, club)


@pytest.mark.full
def test_a_forged_result_of_another_tables_game(honest: ClubTable, club: Club) -> None:
    """It takes the place of the true one neither before that comes nor after."""
    known = max(truth_of(HONEST, honest), key=lambda key: key.entry)
    own = Topics("table3", honest.identity)
    with club.broker.login("table3") as forger:
        for entry in range(known.entry, known.entry + 10):
            forged = result(journal=known.journal, entry=entry, begun=known.begun, revision=[9, 2**40], withdrawn=True)
            assert forger.publish(own.result(known.journal, entry), forged)
        club.has("table3", 10)
        for _ in range(3):
            stays_well(honest, club)


@pytest.mark.full
def test_names_and_drawings_that_want_to_be_scripts(honest: ClubTable, club: Club) -> None:
    own, names = Topics("table4", "b1"), [NASTY, "Ben"]
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">{SCRIPT}</svg>'.encode()
    said = {"key": SCRIPT, "facts": {NASTY: NASTY}, "sentence": NASTY}
    with club.broker.login("table4") as forger:
        forger.publish(own.of("status"), b"online")
        nasty = state(datetime.now(UTC), players=names, title=NASTY[:60], game=SCRIPT, problem=said, last_move=said)
        forger.publish(own.of("state"), nasty)
        forger.publish(own.of("board"), drawing)
        forger.publish(own.result("a1b2", 1), result(names=names))  # refused: it would turn the text around
        forger.publish(own.result("a1b2", 2), result(entry=2, names=[f"{SCRIPT}\x1b[31m", "Ben"], title=NASTY[:60]))
        eventually(lambda: 'data-key="table4/b1"' in club.hub.get("/").body)
        eventually(lambda: [key.entry for key in club.stored("table4")] == [2])
        shown = club.hub.get("/tables/table4/b1/board.svg")
        assert shown.body.encode() == drawing
        assert {"sandbox", "script-src 'none'"} <= set(shown.headers["Content-Security-Policy"].split("; "))
        assert shown.headers["X-Content-Type-Options"] == "nosniff"
        stays_well(honest, club)
        for path in ("/export/results.csv", "/export/results.json", "/export/ranking.csv"):
            assert club.hub.get(path).status == 200


@pytest.mark.parametrize(("login", "boxes"), [
    full("table5", 300),
    pytest.param("table6", 100_000, marks=pytest.mark.trust),
])  # fmt: skip
def test_a_flood_of_boxes_and_results(honest: ClubTable, club: Club, login: str, boxes: int, figure: Figure) -> None:
    stays_well(honest, club)
    before_mb, waited_s, began_s = club.hub.memory_mb(), [0.0], time.monotonic()
    flood = threading.Thread(target=send_flood, args=(replace(club.broker.login(login), is_local=True), login, boxes))
    flood.start()
    while flood.is_alive():
        again_s = time.monotonic()
        stays_well(honest, club)
        waited_s.append(time.monotonic() - again_s)
    flood_s = time.monotonic() - began_s
    stays_well(honest, club)
    grown_mb = club.hub.memory_mb() - before_mb
    assert grown_mb < SPARE_MB
    assert club.hub.get("/").body.count(f'data-key="{login}/') == MAX_BOXES
    assert len(club.stored(login)) == min(boxes, MAX_NEW)
    stored = f"{min(boxes, MAX_NEW)} stored; another table's came after {max(waited_s):.1f} s at most"
    figure(f"{boxes:,} boxes and results of one table", f"in {flood_s:.0f} s; {stored}")
    figure("memory that the club server took for them", f"{grown_mb:.0f} MB")


def send_flood(login: Login, table: str, boxes: int) -> None:
    """A box that is new each time says something of each kind, as fast as the broker takes it."""
    now, played = state(datetime.now(UTC)), result(entry=7777, names=("Mia 7777", "Tom 7777"))
    with login as forger:
        for number in range(1, boxes + 1):
            topics = Topics(table, f"box{number}")
            forger.send(topics.of("state"), now)
            sent = forger.send(topics.result("a1b2", number), played.replace(b"7777", str(number).encode()))
            if number % 100 == 0:
                sent.wait_for_publish(PATIENCE_S)
        sent.wait_for_publish(PATIENCE_S)


@contextmanager
def posing(answer: bytes) -> Iterator[int]:
    """A port where somebody takes every connection, answers so, and then says nothing any more."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            kept = []
            with suppress(OSError):  # the listener is closed
                while True:
                    came, _ = listener.accept()
                    kept.append(came)
                    came.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.full
@pytest.mark.parametrize(("scheme", "answer"), [
    pytest.param("mqtt", b"", id="silence"),
    pytest.param("mqtt", NOISE, id="noise"),
    pytest.param("mqtt", b"HTTP/1.1 400 Bad Request\r\n\r\n", id="a web server"),
    pytest.param("mqtt", CONNACK, id="silence after the login"),
    pytest.param("mqtt", CONNACK + NOISE, id="noise after the login"),
    pytest.param("mqtts", b"", id="silence, with TLS"),
    pytest.param("mqtts", NOISE, id="noise, with TLS"),
])  # fmt: skip
def test_a_broker_that_is_none(tmp_path: Path, scheme: str, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.mqtt.connection.CONNECT_S", 1.0)
    monkeypatch.setattr("web.mqtt.connection.KEEPALIVE_S", 1)
    with posing(answer) as port, ClubTable(tmp_path).at(BrokerSettings(f"{scheme}://table1:x@127.0.0.1:{port}")) as box:
        said = set[str]()
        eventually(lambda: (now := box.link.trouble) is not None and (said.add(now.key) or said))
        assert said <= {"broker.unreachable", "broker.lost", "broker.wrong_certificate"}
        before = box.table.snapshot.known
        for _ in range(5):
            box.won_by(0)
            box.begin()
        assert box.table.snapshot.known > before
        assert box.link.thread.trouble is None


@pytest.mark.full
def test_a_box_is_shut_down_while_the_broker_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.mqtt.connection.CONNECT_S", 3600.0)
    with posing(b"") as port:
        with ClubTable(tmp_path).at(BrokerSettings(f"mqtt://table1@127.0.0.1:{port}")) as box:
            box.won_by(0)
        assert not box.link.is_connected  # and the test goes on, though nobody has answered

"""The stream: every state in order, a sign of life, coming back, and an end to how many can watch."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest
from flask import Flask

from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import FakeBox, FakeTable
from tests.support.web.sent import state_sent
from web.app import create_app
from web.limits import Waits
from web.server.http import WebServer, open_server

Event = dict[str, str]


class Stream:
    """A phone that watches: `next_event` waits for the next event of the stream."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.answer = answer

    def next_event(self) -> Event:
        event: Event = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            event[name] = value
        return event if event.keys() - {"retry"} else self.next_event()

    def next_state(self) -> dict:
        event, until = self.next_event(), time.monotonic() + PATIENCE_S
        while event["event"] != "state":
            assert time.monotonic() < until, "there are beats and no state"
            event = self.next_event()
        return {"id": event["id"], **json.loads(event["data"])}


@contextmanager
def watching(server: WebServer, last_id: str = "", known: str = "") -> Iterator[Stream]:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        headers = {"Last-Event-ID": last_id} if last_id else {}
        connection.request("GET", f"/api/events?language=en&known={known}", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        with answer:
            yield Stream(answer)


def test_every_state_comes_in_order_from_the_current_one_on(box: FakeBox, server: WebServer) -> None:
    box.table.lay("f5")
    with watching(server) as stream:
        assert stream.next_state()["serial"] == 2
        for square in ("d6", "c3", "d3"):
            box.table.lay(square)
        told = [stream.next_state() for _ in range(3)]
    assert [state["serial"] for state in told] == [3, 4, 5]
    assert [state["moves"][-1]["facts"]["square"] for state in told] == ["d6", "c3", "d3"]


@pytest.fixture
def quick_app(box: FakeBox) -> Flask:
    """One whose streams say every hundredth of a second that they are alive."""
    return create_app(box.services, waits=Waits(beat_s=0.01))


def test_the_box_says_that_it_is_there_when_nothing_happens(quick_app: Flask) -> None:
    with open_server(quick_app, 0, "127.0.0.1") as server, watching(server) as stream:
        stream.next_state()
        assert stream.next_event() == {"event": "beat", "data:": ""}


def test_a_phone_that_comes_back_gets_what_it_missed_and_nothing_twice(box: FakeBox, server: WebServer) -> None:
    with watching(server) as stream:
        seen = stream.next_state()
    with watching(server, last_id=seen["id"]) as stream:
        assert stream.next_event()["event"] == "beat"
        box.table.lay("f5")
        seen = stream.next_state()
        assert seen["serial"] == 2
    box.table.lay("d6")
    for last in (seen["id"], "0ld-1"):  # also one of an earlier run of the box
        with watching(server, last_id=last) as stream:
            assert stream.next_state()["serial"] == 3


def test_a_page_that_came_with_the_state_hears_only_that_it_is_up_to_date(box: FakeBox, server: WebServer) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/", headers={"Accept-Language": "ja"})
        page = connection.getresponse().read().decode()
    found = re.search(r'<script type="application/json" id="state" data-id="([^"]+)">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[2]) == json.loads(json.dumps(state_sent(box.table.snapshot, "ja", box.hands.check)))
    with watching(server, known=found[1]) as stream:
        assert stream.next_event()["event"] == "beat"
        box.table.lay("f5")
        assert stream.next_state()["serial"] == 2
    with watching(server, known=found[1]) as stream:
        assert stream.next_state()["serial"] == 2


def test_no_name_can_break_out_of_the_state_in_the_page(app: Flask) -> None:
    evil = "</script><img>"
    app.extensions["services"].table = FakeTable(players=(evil, "Ben"))
    page = app.test_client().get("/").text
    assert evil not in page
    assert page.count("</script>") == 3  # of what tells old browsers, of the page's own script, and of the state


def test_two_hundred_phones_can_watch_and_one_too_many_is_told_so(app: Flask, server: WebServer) -> None:
    free = app.extensions["streams"].free
    places = sum(1 for _ in iter(lambda: free.acquire(blocking=False), False))
    assert places >= 200
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/api/events", headers={"Accept-Language": "en"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert (answer.status, told["code"]) == (503, "web.error.too_many_phones")
        connection.request("GET", "/api/state")
        assert connection.getresponse().status == 200


def test_a_phone_that_leaves_makes_room(quick_app: Flask) -> None:
    free = quick_app.extensions["streams"].free
    with open_server(quick_app, 0, "127.0.0.1") as server:
        with watching(server) as stream:
            stream.next_state()
            while free.acquire(blocking=False):
                pass
        assert free.acquire(timeout=PATIENCE_S)

"""Simulates visitors of the club's page, in a process of their own, and measures how soon each page is there.

Phones and projectors renew the live page as `club/static/live.js` does, and load the boards that are seen and have
changed. Others open one page after the other.
"""

import gzip
import re
import sys
import time
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPConnection
from multiprocessing.connection import Connection as Pipe
from random import Random
from threading import Thread

# Of 200 tables that all change, Chromium loads so many in a window of 360 × 740 and in one of 1920 × 1080.
PHONE_BOARDS, PROJECTOR_BOARDS = 6, 42
PAGES = ("/", "/results", "/players", "/ranking")
LIVE, BOARD = "/live", "board"
KINDS = (LIVE, BOARD, *PAGES)
POLL_EVERY_S = 2.0
OPEN_EVERY_S = 2.0  # on average
SWITCH_S = 0.0005  # visitors have no processor in common: what others do here is not to count as a page's time
_PATIENCE_S = 60.0
_GZIP = b"\x1f\x8b"  # what such a file begins with; a short page is not compressed
_TABLE = re.compile(r'data-key="([^"]*)"(.*?)(?=data-key=|\Z)', re.DOTALL)
_BOARD = re.compile(r'src="([^"]*v=(\w+))"')
_SEAT = re.compile(r'<bdi>([^<]*)</bdi>(?:<span class="unseen">[^<]*</span>)?<span class="score">([^<]*)</span>')


@dataclass(frozen=True)
class ShownTable:
    """What a table looks like on the page."""

    board: str  # address of its drawing
    version: str
    seats: tuple[tuple[str, str], ...]  # names and scores


@dataclass
class Visits:
    """What visitors have measured."""

    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})  # ms by kind of page
    # Of each phone and projector: when each answer came (s of the monotonic clock), and the ETag of what it shows.
    polls: list[list[tuple[float, str]]] = field(default_factory=list)
    pages: dict[str, bytes] = field(default_factory=dict)  # by ETag
    failures: list[str] = field(default_factory=list)


@lru_cache(maxsize=100)  # more than a run has
def shown_tables(page: bytes) -> dict[str, ShownTable]:
    """The tables on a page as it came, by `TABLE/BOX`."""
    html = (gzip.decompress(page) if page.startswith(_GZIP) else page).decode()
    found = {}
    for key, inside in _TABLE.findall(html):
        board = _BOARD.search(inside)
        address, version = board.groups() if board else ("", "")
        found[key] = ShownTable(address.replace("&amp;", "&"), version, tuple(_SEAT.findall(inside)))
    return found


def visit(pipe: Pipe, port: int, phones: int, projectors: int, people: int) -> None:
    """When told until when (s of the monotonic clock), visit, and then send what was measured."""
    sys.setswitchinterval(SWITCH_S)
    visits, until = Visits(), 0.0
    for path in (LIVE, *PAGES):
        _Visitor(port, visits).get(path, path)  # no evening consists of the first visits
    for times in visits.times.values():
        times.clear()
    pipe.send("ready")
    until = pipe.recv()
    boards = [PHONE_BOARDS] * phones + [PROJECTOR_BOARDS] * projectors
    threads = [
        Thread(target=_Visitor(port, visits).watch, args=(most, until, POLL_EVERY_S * at / len(boards)))
        for at, most in enumerate(boards)
    ]
    threads += [Thread(target=_Visitor(port, visits).read, args=(at, until)) for at in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pipe.send(visits)
    pipe.recv()


class _Visitor:
    """A browser with a connection that stays open."""

    def __init__(self, port: int, visits: Visits) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
        self._visits = visits

    def watch(self, most: int, until: float, wait_s: float) -> None:
        """Renew the live page, and load up to so many boards."""
        polls, loaded, etag = list[tuple[float, str]](), dict[str, str](), ""
        self._visits.polls.append(polls)
        time.sleep(wait_s)
        while time.monotonic() < until:
            status, found, page = self.get(LIVE, LIVE, {"If-None-Match": etag} if etag else {})
            came = time.monotonic()
            if status == 200:
                etag, page = found, self._visits.pages.setdefault(found, page)
            polls.append((came, etag))
            for key, table in list(shown_tables(self._visits.pages[etag]).items())[:most]:
                if table.board and loaded.get(key) != table.board:
                    loaded[key] = table.board
                    self.get(BOARD, table.board)
            time.sleep(max(0.0, came + POLL_EVERY_S - time.monotonic()))

    def read(self, first: int, until: float) -> None:
        """Open one page after the other, at random moments: people do not wait for each other."""
        rng = Random(first)
        while True:
            time.sleep(rng.expovariate(1 / OPEN_EVERY_S))
            if time.monotonic() >= until:
                return
            path = rng.choice(PAGES)
            self.get(path, path)

    def get(self, kind: str, address: str, headers: dict[str, str] | None = None) -> tuple[int, str, bytes]:
        """Status, ETag and body of an answer, whose time is noted."""
        begun = time.monotonic()
        self._connection.request("GET", address, headers={"Accept-Encoding": "gzip", **(headers or {})})
        answered = self._connection.getresponse()
        body = answered.read()
        self._visits.times[kind].append((time.monotonic() - begun) * 1000)
        if answered.status not in (200, 304):
            self._visits.failures.append(f"{address}: {answered.status}")
        return answered.status, answered.headers.get("ETag", ""), body

"""`jarapon bench club`: a small evening runs through, and what is lost or late is noticed."""

import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from club.app import create_app
from club.database import FILE, open_database, usual_url
from club.login import Login
from club.pages.live import version_of
from club.results import store_result
from tests.support.benchmarks import tables_of
from tests.support.club.hall import BOARD, BOX, Hall, served
from tests.support.club.reported import reported
from tests.support.system_tools import needs
from tools.bench import club
from tools.bench.club_arrivals import delays_ms, lost_of
from tools.bench.club_games import Step
from tools.bench.club_tables import Published
from tools.bench.club_visitors import Visits
from web.mqtt.topics import Topics


@pytest.mark.full
@needs("mosquitto", "openssl")
def test_nothing_of_a_small_evening_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(club, "GAMES", 1)
    monkeypatch.setattr(club, "WAIT_S", 0.0)
    visitors = ("--phones", "2", "--projectors", "1", "--people", "4")
    words = ("--tables", "3,4", "--runs", "1", "--seconds", "9", "--season", "20")
    rows = tables_of(capsys, "club", *words, *visitors)["club"]
    assert [(row["tables"], row["lost"], row["received"] - row["messages"]) for row in rows] == [(3, 0, 0), (4, 0, 0)]
    assert all(row["moves"] > 2 * row["tables"] and row["pages of a kind"] > 0 for row in rows)
    for name in ("move to page", "/live", "board", "/", "/results", "/players", "/ranking"):
        assert all(0 < row[f"{name} p50 ms"] <= row[f"{name} p95 ms"] for row in rows)
    assert all(row[f"{server} MB"] > 1 and row[f"{server} core %"] > 0 for row in rows for server in ("hub", "broker"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Published, int]]:
    """A table that has published a state, a board and a result; and the port of a club that has all of that."""
    hall, engine = Hall(), open_database(usual_url(tmp_path))
    hall.state("table1", scores=(40, 24))
    hall.board("table1")
    one = hall.tables.get("table1", BOX)
    assert one is not None
    assert one.state is not None
    assert one.board is not None
    result = reported(entry=7)
    store_result(engine, "table1", result)
    step = Step(one.state, one.board, version_of(one.board))
    published = Published(Topics("table1", BOX), last=step, results=[result], acknowledged=5)
    with served(create_app(engine, hall.tables, dict, Login("", "key"))) as server:
        yield published, server.server_port
    engine.dispose()


def with_other_scores(step: Step) -> Step:
    standings = [{**one, "score": 12} for one in step.state["standings"]]
    return replace(step, state=msgspec.convert({**step.state, "standings": standings}, type(step.state)))


@pytest.mark.parametrize(("change", "received", "lost"), [
    (lambda _: None, 5, []),
    (lambda _: None, 3, ["a message that did not arrive"] * 2),
    (lambda one: setattr(one, "unacknowledged", 1), 5, ["a message that the broker has not acknowledged"]),
    (lambda one: setattr(one, "last", with_other_scores(one.last)), 5, ["its last state"]),
    (lambda one: setattr(one, "last", replace(one.last, board=b"<svg/>")), 5, ["its last state"]),
    (lambda one: setattr(one, "topics", Topics("table2", BOX)), 5, ["its last state", "result 7"]),
    (lambda one: one.results.append(reported(entry=8)), 5, ["result 8"]),
    (lambda one: one.results.__setitem__(0, reported(scores=(41, 23), entry=7)), 5, ["result 7"]),
])  # fmt: skip
def test_what_is_not_there_as_it_was_published_is_lost(
    table: tuple[Published, int], tmp_path: Path, change: Callable[[Published], None], received: int, lost: list[str]
) -> None:
    published, port = table
    change(published)
    found = lost_of([published], received, port, tmp_path / FILE)
    assert [re.sub(r"^\S+: ", "", one) for one in found] == lost


def test_a_phone_is_as_late_as_the_page_that_shows_a_move_or_a_later_one() -> None:
    key, versions = f"table1/{BOX}", [version_of(BOARD.format(radius=radius).encode()) for radius in range(4)]
    pages = {
        version: gzip.compress(f'<li data-key="{key}"><img src="/board.svg?v={version}">'.encode())
        for version in versions
    }
    published = Published(Topics("table1", BOX), moves=list(zip((0.0, 1.0, 2.0, 3.0), versions, strict=True)))
    polls = [(0.5, versions[0]), (1.5, versions[0]), (2.5, versions[2]), (4.5, versions[3])]
    delays = delays_ms([published], Visits(polls=[polls], pages=pages))
    assert delays == [1500.0, 500.0, 1500.0]

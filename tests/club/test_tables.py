"""The tables as they are now, those that need somebody first; nobody can fill the memory."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.heard import heard
from club.tables import MAX_BOXES, MAX_BYTES, MAX_TABLES, LiveTables
from engines.messages import Refusal, message
from tests.support.club.reported import state
from web.mqtt.topics import Topic

START = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)


class Evening:
    """Tables, and a clock that is put forward."""

    def __init__(self) -> None:
        self.now = START
        self.tables = LiveTables(lambda: self.now)

    def says(self, table: str, kind: str, payload: bytes, box: str = "b1", is_retained: bool = False) -> None:
        self.tables.take(Topic(table, box, kind), payload, is_retained)  # type: ignore[arg-type]

    def plays(self, table: str, box: str = "b1", is_retained: bool = False, **changes: Any) -> None:
        self.says(table, "status", b"online", box, is_retained)
        self.says(table, "state", state(self.now, **changes), box, is_retained)

    def needs(self) -> list[tuple[str, str | None]]:
        """The tables in their order, and why somebody should go there."""
        found = [(one.table, one.needs(self.now)) for one in self.tables.all()]
        return [(table, need and heard(need.said, "en")) for table, need in found]


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_tables_are_shown_by_their_number(evening: Evening) -> None:
    for table in ("table10", "table2", "Table1"):
        evening.plays(table)
    assert evening.needs() == [("Table1", None), ("table2", None), ("table10", None)]


def test_who_needs_help_comes_first(evening: Evening) -> None:
    ill = {"version": "1", "camera": {"key": "k", "facts": {}, "sentence": "No camera"}, "parts": [], "celsius": None}
    evening.plays("a", over=True)
    evening.plays("b")
    evening.plays("c")
    evening.says("c", "health", msgspec.json.encode(ill))
    evening.plays("d")
    evening.now += timedelta(minutes=10)
    for table in "abc":
        evening.plays(table, over=table == "a", last_move={"key": "k", "facts": {}, "sentence": "e4"})
    evening.plays("e", problem={"key": "k", "facts": {}, "sentence": "Two tiles on e4"})
    evening.plays("f")
    evening.says("f", "status", b"offline")
    assert evening.needs() == [
        ("f", "The box is offline in the middle of a game"),
        ("e", "Two tiles on e4"),
        ("d", "No move for 10 minutes"),
        ("c", "No camera"),
        ("b", None),
        ("a", None),
    ]


def test_a_game_that_is_over_or_has_not_begun_needs_nobody(evening: Evening) -> None:
    evening.plays("a", over=True)
    evening.plays("b", moves=0)
    evening.now += timedelta(hours=1)
    assert evening.needs() == [("a", None), ("b", None)]
    for table in "ab":
        evening.says(table, "status", b"offline")
    assert evening.needs() == [("a", None), ("b", None)]


def test_a_table_is_not_stuck_because_its_clock_is_wrong(evening: Evening) -> None:
    evening.says("a", "status", b"online")
    evening.says("a", "state", state(START - timedelta(days=400)))
    assert evening.needs() == [("a", None)]
    evening.now += timedelta(minutes=9)
    evening.says("a", "state", state(START - timedelta(days=400, minutes=-9)))
    evening.now += timedelta(minutes=9)
    assert evening.needs() == [("a", None)]


def test_who_comes_late_sees_how_long_a_table_has_stood_still(evening: Evening) -> None:
    evening.says("a", "status", b"online", is_retained=True)
    evening.says("a", "state", state(START - timedelta(minutes=25)), is_retained=True)
    assert evening.needs() == [("a", "No move for 25 minutes")]


def test_a_table_of_another_evening_is_not_shown(evening: Evening) -> None:
    evening.says("a", "status", b"offline", is_retained=True)
    evening.says("a", "state", state(START - timedelta(days=7)), is_retained=True)
    evening.says("b", "status", b"offline", is_retained=True)
    assert evening.tables.all() == []


def test_a_broker_that_has_forgotten_a_table_does_not_keep_it_online(evening: Evening) -> None:
    evening.plays("a")
    evening.tables.lose_sight()
    assert evening.needs() == [("a", "The box is offline in the middle of a game")]


def test_what_is_not_retained_any_more_is_not_shown(evening: Evening) -> None:
    evening.plays("a")
    evening.says("a", "board", b"<svg/>")
    evening.says("a", "board", b"")
    evening.says("a", "state", b"")
    (table,) = evening.tables.all()
    assert (table.board, table.state) == (None, None)


def test_two_boxes_with_one_name_are_both_shown_and_said(evening: Evening) -> None:
    evening.plays("a", "b1")
    evening.plays("a", "b2")
    assert (len(evening.tables.all()), evening.tables.doubles()) == (2, ["a"])
    evening.says("a", "status", b"offline", "b1")  # a box was replaced
    assert evening.tables.doubles() == []


BAD = {
    "state": [b"{", b"[]", b"\xff", b"[" * 60_000, state(START, moves="3"), b" " * (MAX_BYTES["state"] + 1)],
    "health": [b"{}", b"null", b" " * (MAX_BYTES["health"] + 1)],
    "board": [b"<html>", b"\x89PNG", b"<svg>" + b" " * MAX_BYTES["board"]],
}


@pytest.mark.parametrize(("kind", "payload"), [(kind, bad) for kind, all_bad in BAD.items() for bad in all_bad])
def test_what_is_malformed_is_refused_and_changes_nothing(evening: Evening, kind: str, payload: bytes) -> None:
    evening.plays("a")
    before = evening.tables.all()
    with pytest.raises(Refusal):
        evening.says("a", kind, payload)
    assert evening.tables.all() == before


def test_a_moment_that_is_none_is_refused_where_it_is_needed(evening: Evening) -> None:
    with pytest.raises(Refusal):
        evening.says("a", "state", state(START).replace(START.isoformat().encode(), b"soon"), is_retained=True)


@given(st.sampled_from(["state", "health", "board", "status"]), st.binary(max_size=60), st.booleans())
def test_no_message_is_anything_but_taken_or_refused(kind: str, payload: bytes, is_retained: bool) -> None:
    evening = Evening()
    try:
        evening.says("a", kind, payload, is_retained=is_retained)
    except Refusal:
        assert evening.tables.all() == []


def test_why_the_last_message_was_refused_is_known_of_each_table(evening: Evening) -> None:
    for table, kind in (("a", "state"), ("b", "state"), ("a", "board")):
        evening.tables.refuse(table, message("club.malformed.too_long", kind=kind))
    assert {table: why.facts for table, why in evening.tables.refused.items()} == {
        "a": (("kind", "board"),),
        "b": (("kind", "state"),),
    }


def test_a_table_cannot_push_others_out(evening: Evening) -> None:
    for number in range(MAX_TABLES - MAX_BOXES):
        evening.plays(f"table{number}")
    for number in range(3 * MAX_BOXES):
        evening.now += timedelta(seconds=1)
        evening.plays("evil", f"box{number}")
    shown = evening.tables.all()
    assert [one.box for one in shown if one.table == "evil"] == [
        f"box{at}" for at in range(2 * MAX_BOXES, 3 * MAX_BOXES)
    ]
    assert len(shown) == MAX_TABLES


def test_as_many_names_as_anybody_likes_do_not_fill_the_memory(evening: Evening) -> None:
    for number in range(2 * MAX_TABLES):
        evening.plays(f"table{number}")
        evening.tables.refuse(f"table{number}", message("club.malformed.too_long", kind="state"))
    assert len(evening.tables.all()) == len(evening.tables.refused) == MAX_TABLES

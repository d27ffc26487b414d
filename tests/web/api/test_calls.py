"""Calls from phones, asked of the box: decided before they are answered, and refused in words."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.texts import LANGUAGES
from tests.support.device.calling_table import CallingTable, calling_table, is_laid, may_say_riichi, two_may_pon
from tests.support.web.fake_box import app_of, carry_phone, from_own_page, get_json, paired, refused
from tools.bench.bare_box import BareBox


@pytest.fixture
def discarded(tmp_path: Path) -> Iterator[CallingTable]:
    with calling_table(tmp_path, "jarapon", two_may_pon, clock=time.monotonic) as table:
        yield table


def phone_at(table: CallingTable) -> FlaskClient:
    return from_own_page(carry_phone(app_of(BareBox(table.table, pairing=paired()))))


def first(state: dict[str, Any], key: str) -> dict[str, Any]:
    return next(call for call in state["calls"] if call["key"] == key and call["possible"])


def called(state: dict[str, Any], call: dict[str, Any], **more: Any) -> dict[str, Any]:
    sent = {"key": call["key"], "player": call["player"], "moves": state["move_count"], "pressed_ms_ago": 12.5}
    return sent | more


def test_a_call_is_answered_with_the_move_that_was_recorded(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = get_json(client)
    sent = called(state, first(state, "pon"), sent_ms=client.get("/api/calls/clock").json["ms"])
    answer = client.post("/api/calls", json=sent)
    assert (answer.status_code, answer.json["sentence"]) == (200, get_json(client)["moves"][-1]["sentence"])
    assert client.post("/api/strike", json={"entry": answer.json["entry"]}).status_code == 200
    assert get_json(client)["move_count"] == state["move_count"]


def test_a_call_of_an_older_position_is_refused_in_words(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = get_json(client)
    answer = client.post("/api/calls", json=called(state, first(state, "pon"), moves=2))
    assert (answer.status_code, answer.json["code"]) == (422, "calls.gone_on")
    assert "too late" in answer.json["sentence"]


def test_riichi_is_announced_and_taken_back(tmp_path: Path) -> None:
    with calling_table(tmp_path, "jarapon", may_say_riichi, clock=time.monotonic) as table:
        client = phone_at(table)
        state = get_json(client)
        call = first(state, "riichi")
        answer = client.post("/api/calls", json=called(state, call)).json
        assert answer["entry"] is None
        assert [said["sentence"] for said in get_json(client)["notices"]] == [answer["sentence"]]
        assert next(one for one in get_json(client)["calls"] if one["key"] == "riichi" and one["called"]) is not None
        back = {"key": "riichi", "player": call["player"]}
        assert client.post("/api/calls/withdraw", json=back).json == {"done": True}
        assert client.post("/api/calls/withdraw", json=back).json["code"] == "calls.nothing_to_withdraw"
        assert get_json(client)["notices"] == []


@pytest.mark.parametrize("wrong", [
    {"pressed_ms_ago": float("inf")}, {"pressed_ms_ago": 10**400}, {"sent_ms": float("nan")}, {"sent_ms": 1e300},
])  # fmt: skip
def test_times_that_are_none_never_reach_the_table(discarded: CallingTable, wrong: dict[str, float]) -> None:
    client = phone_at(discarded)
    state = get_json(client)
    sent = called(state, first(state, "pon"), **wrong)
    assert refused(client, "/api/calls", sent) == (400, "web.error.bad_field")
    assert get_json(client)["move_count"] == state["move_count"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "when"), [("jarapon", two_may_pon), ("doubt", is_laid)])
def test_every_call_has_its_name_and_says_what_is_called_or_why_not(
    tmp_path: Path, name: str, when: Any, language: str
) -> None:
    with calling_table(tmp_path, name, when) as table:
        state = get_json(phone_at(table), f"/api/state?language={language}")
    assert {call["player"] for call in state["calls"]} == {0, 1, 2}
    assert all(call["name"] and call["about"] for call in state["calls"])
    keys = {choice["key"] for choice in state["untold"]}
    assert {call["choice"] for call in state["calls"] if call["possible"] and call["key"] != "riichi"} <= keys
    assert any(call["possible"] for call in state["calls"])
    assert not all(call["possible"] for call in state["calls"])

"""Calls from phones, asked of the box: decided before they are answered, and refused in words."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.texts import LANGUAGES
from tests.support.device.calling_table import CallingTable, calling_table, is_laid, may_say_riichi, two_may_pon
from tests.support.web.fake_box import app_of, carry_phone, paired
from tools.bench.bare_box import BareBox

SAME_ORIGIN = {"HTTP_SEC_FETCH_SITE": "same-origin", "HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def discarded(tmp_path: Path) -> Iterator[CallingTable]:
    with calling_table(tmp_path, "jarapon", two_may_pon, clock=time.monotonic) as table:
        yield table


def phone_at(table: CallingTable) -> FlaskClient:
    client = carry_phone(app_of(BareBox(table.table, pairing=paired())))
    client.environ_base |= SAME_ORIGIN
    return client


def state_of(client: FlaskClient) -> dict[str, Any]:
    return dict(client.get("/api/state").json or {})


def first(state: dict[str, Any], key: str) -> dict[str, Any]:
    return next(call for call in state["calls"] if call["key"] == key and call["possible"])


def called(state: dict[str, Any], call: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"key": call["key"], "player": call["player"], "moves": state["move_count"], "pressed_ms_ago": 12.5}
    return told | more


def test_a_call_is_answered_with_the_move_that_was_recorded(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = state_of(client)
    sent = called(state, first(state, "pon"), sent_ms=client.get("/api/calls/clock").json["ms"])
    answer = client.post("/api/calls", json=sent)
    assert (answer.status_code, answer.json["sentence"]) == (200, state_of(client)["moves"][-1]["sentence"])
    assert client.post("/api/strike", json={"entry": answer.json["entry"]}).status_code == 200
    assert state_of(client)["move_count"] == state["move_count"]


def test_a_call_of_an_older_position_is_refused_in_words(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = state_of(client)
    answer = client.post("/api/calls", json=called(state, first(state, "pon"), moves=2))
    assert (answer.status_code, answer.json["code"]) == (422, "calls.gone_on")
    assert "too late" in answer.json["sentence"]


def test_riichi_is_announced_and_taken_back(tmp_path: Path) -> None:
    with calling_table(tmp_path, "jarapon", may_say_riichi, clock=time.monotonic) as table:
        client = phone_at(table)
        state = state_of(client)
        call = first(state, "riichi")
        answer = client.post("/api/calls", json=called(state, call)).json
        assert answer["entry"] is None
        assert [said["sentence"] for said in state_of(client)["notices"]] == [answer["sentence"]]
        assert next(one for one in state_of(client)["calls"] if one["key"] == "riichi" and one["called"]) is not None
        back = {"key": "riichi", "player": call["player"]}
        assert client.post("/api/calls/withdraw", json=back).json == {"done": True}
        assert client.post("/api/calls/withdraw", json=back).json["code"] == "calls.nothing_to_withdraw"
        assert state_of(client)["notices"] == []


NO_CALLS: tuple[dict[str, Any], ...] = (
    {"key": None}, {"player": "1"}, {"player": True}, {"moves": None}, {"pressed_ms_ago": "soon"},
    {"pressed_ms_ago": None}, {"pressed_ms_ago": True}, {"pressed_ms_ago": float("inf")}, {"sent_ms": "now"},
    {"sent_ms": float("nan")}, {"sent_ms": 1e300}, {"pressed_ms_ago": 10**400},
)  # fmt: skip


def test_what_is_no_call_never_reaches_the_table(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = state_of(client)
    for wrong in NO_CALLS:
        answer = client.post("/api/calls", json=called(state, first(state, "pon")) | wrong)
        assert (answer.status_code, answer.json["code"]) == (400, "web.error.bad_field"), wrong
    assert state_of(client)["move_count"] == state["move_count"]


def test_only_a_paired_phone_calls(discarded: CallingTable) -> None:
    client = phone_at(discarded)
    state = state_of(client)
    client.delete_cookie("phone", domain="localhost")
    answer = client.post("/api/calls", json=called(state, first(state, "pon")))
    assert (answer.status_code, answer.json["code"]) == (403, "not_paired")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "when"), [("jarapon", two_may_pon), ("doubt", is_laid)])
def test_every_call_has_its_name_and_says_what_is_called_or_why_not(
    tmp_path: Path, name: str, when: Any, language: str
) -> None:
    with calling_table(tmp_path, name, when) as table:
        state = dict(phone_at(table).get(f"/api/state?language={language}").json or {})
    assert {call["player"] for call in state["calls"]} == {0, 1, 2}
    assert all(call["name"] and call["about"] for call in state["calls"])
    told = {choice["key"] for choice in state["untold"]}
    assert {call["choice"] for call in state["calls"] if call["possible"] and call["key"] != "riichi"} <= told
    assert any(call["possible"] for call in state["calls"])
    assert not all(call["possible"] for call in state["calls"])

"""A question that concerns one player goes to that player's phone, as long as it is there."""

import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.referee.choices import Choice, concerned_seat
from device.referee.outcomes import Moved
from engines.messages import message
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import carry_phone, from_own_page


@pytest.fixture
def client(lie: Flask) -> FlaskClient:
    return from_own_page(carry_phone(lie))


def watching(client: FlaskClient, seat: str) -> Any:
    """A stream of a phone on which a player sits; it lasts until it is closed."""
    stream = client.get(f"/api/events?seat={seat}", buffered=False)
    next(stream.response)
    return stream


def asked_of(client: FlaskClient, wanted: int | None) -> int | None:
    """To whom the question goes, once it goes where it is wanted, or else after a long time."""
    until = time.monotonic() + PATIENCE_S
    while (to := client.get("/api/state").json["question_to"]) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    return to


def test_it_goes_to_the_phone_of_the_player_whose_move_it_was(client: FlaskClient) -> None:
    state = client.get("/api/state").json
    (seat,) = {choice["player"] for choice in state["question"]}
    name = state["players"][seat]
    assert state["question_to"] is None  # nobody's phone is there: everybody is asked
    one, other = watching(client, name), watching(client, name)
    assert asked_of(client, seat) == seat
    one.close()
    assert asked_of(client, seat) == seat
    other.close()
    assert asked_of(client, None) is None


def test_the_phones_of_others_and_of_strangers_do_not_change_who_is_asked(lie: Flask, client: FlaskClient) -> None:
    state = client.get("/api/state").json
    (seat,) = {choice["player"] for choice in state["question"]}
    streams = [watching(client, state["players"][seat - 1]), watching(lie.test_client(), state["players"][seat])]
    assert client.post("/api/look", json={}).status_code == 200  # the table has heard of them by now
    assert client.get("/api/state").json["question_to"] is None
    for stream in streams:
        stream.close()


def choice(player: int | None) -> Choice:
    return Choice(str(player), Moved(()), message("test"), player)


@pytest.mark.parametrize(("players", "seat"), [
    ([1, 1, 1], 1), ([1], 1), ([0, 1], None), ([None, None], None), ([None, 1], None), ([], None),
])  # fmt: skip
def test_who_is_concerned_is_whoever_made_the_move_in_every_answer(players: list[int | None], seat: int | None) -> None:
    assert concerned_seat([choice(player) for player in players]) == seat

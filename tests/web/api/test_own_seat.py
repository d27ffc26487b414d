"""A person at a phone against computer players: begun, seated, played and taken back over the API."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.table import computers, game_start
from engines.bots import NAMES
from engines.stop.cards import total
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import carry_phone, from_own_page, get_json
from tests.support.web.full_box import unhurried_app
from tests.support.web.kept_box import KeptBox, kept_box, write_game

GENERALS = ["", "strong", "medium", "easy", "strong"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[KeptBox, FlaskClient]]:
    """A game of Stop that the box has dealt to Aya and four computer players, who do not pause."""
    monkeypatch.setattr(computers, "PAUSE_S", 0.0)
    monkeypatch.setattr(game_start, "new_seed", lambda: 1)
    write_game(tmp_path, "reversi", ["e6"])
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        sent = {"game": "stop", "players": list(NAMES[:5]), "options": {}, "computers": GENERALS}
        assert client.post("/api/games", json=sent).json == {"done": True}
        yield box, client


def seated(client: FlaskClient) -> Any:
    assert client.post("/api/seats", json={"seat": 0}).json == {"done": True}
    return client.get("/api/seats/0").json


def play_on(box: KeptBox, client: FlaskClient) -> Any:
    """One move of Aya's, and all of the others that follow by themselves; what Aya sees then."""
    answer: Any = {"code": "keeping.moved_meanwhile"}
    while answer.get("code") == "keeping.moved_meanwhile":  # somebody has called before her
        view = client.get("/api/seats/0").json
        sent = {"number": None if view["may_pass"] else 0, "known": view["known"]}
        answer = client.post("/api/seats/0/moves", json=sent).json
    assert answer == {"done": True}
    until = time.monotonic() + PATIENCE_S
    with box.table.subscribe() as states:  # until it is for Aya again to do something
        while not (view["moves"] and view["known"] != sent["known"]) and not view["may_pass"]:
            assert time.monotonic() < until, view
            states.next(0.05)
            view = client.get("/api/seats/0").json
    return view


def test_a_person_sees_her_own_hand_and_plays_against_four_generals(table: tuple[KeptBox, FlaskClient]) -> None:
    box, client = table
    assert client.get("/api/seats/0").json["code"] == "computers.not_yours"
    view = seated(client)
    assert [move["sentence"] for move in view["moves"]] == ["Turn up a card"]
    assert (view["piece"], view["pieces"], view["may_pass"]) == ("card", [], False)
    play_on(box, client)
    assert client.post("/api/undo", json={}).json == {"done": True}
    assert get_json(client, "/api/seats/0")["moves"] == view["moves"]
    while len(view["pieces"]) < 7:
        view = play_on(box, client)
    state = get_json(client)
    assert state["computers"] == GENERALS
    assert state["calls"] == state["untold"] == []
    assert view["pieces"] == list(box.game.played.now.seats[0].hand)
    laid = {piece for move in view["moves"] for piece in move["pieces"]}
    assert laid <= set(view["pieces"])
    assert client.get("/api/seats/1").json["code"] == "computers.no_seat"
    assert client.post("/api/seats/leave", json={}).json == {"done": True}
    assert client.get("/api/seats/0").json["code"] == "computers.not_yours"


def test_no_page_tells_what_the_others_hold(table: tuple[KeptBox, FlaskClient]) -> None:
    box, client = table
    seated(client)
    while not box.game.played.now.river:
        play_on(box, client)
    number = client.get("/api/games").json["games"][0]["number"]
    assert client.get("/api/moves/next").json["choices"] == []
    record = client.get(f"/api/games/{number}/record").text
    assert "deal\n" in record
    assert "draw ?" in record
    assert '"seed"' not in client.get(f"/api/games/{number}/game").text
    assert client.get(f"/api/games/{number}/steps/3").status_code == 200
    entry = next(line["entry"] for line in client.get("/api/moves").json["lines"] if "draws" in line["sentence"])
    assert client.get(f"/api/moves/{entry}/likely").json["recorded"] == "draw ?"
    struck = client.post("/api/strike", json={"entry": entry})
    assert struck.json["code"] == "computers.no_corrections"


def test_what_the_own_hand_counts_no_other_phone_is_told(table: tuple[KeptBox, FlaskClient]) -> None:
    box, client = table
    other = from_own_page(carry_phone(client.application))
    view = seated(client)
    while not view["notes"]:
        view = play_on(box, client)
    points = total(box.game.played.now.seats[0].hand)
    assert view["notes"][0] == f"Your hand counts {points} points."
    assert other.get("/api/seats/0").json["code"] == "computers.not_yours"
    assert client.application.test_client().get("/api/seats/0").status_code == 403
    number = client.get("/api/games").json["games"][0]["number"]
    for path in ("/api/state", "/api/moves", "/api/moves/next", "/", "/seat", "/screen", f"/api/games/{number}/game"):
        shown = other.get(path)
        assert shown.status_code == 200, path
        assert "Your hand" not in shown.text, path


def test_only_the_own_seat_shows_which_tiles_are_infiltrators(table: tuple[KeptBox, FlaskClient]) -> None:
    _, client = table
    sent = {"game": "infiltration", "players": list(NAMES[:2]), "options": {}, "computers": ["", "strong"]}
    assert client.post("/api/games", json=sent).json == {"done": True}
    own = {cell["place"]: cell["look"] for cell in seated(client)["board"]["cells"]}
    shown = {cell["place"]: cell["look"] for cell in get_json(client)["board"]["cells"]}
    assert sorted(own[place] for place in own if own[place] != shown[place]) == ["finn"] * 4 + ["rey"] * 4
    assert {shown[place] for place in own if own[place] != shown[place]} == {"upright"}

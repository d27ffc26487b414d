"""Before the first move players change seats; in Galaxy Jarapon also after the dice for the dealer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.record.corrections import Correction
from tests.support.web.kept_box import KeptBox, kept_box, write_game

# Aya and Ben throw the same, and once more: Ben is the dealer.
THROWS = ("1 throw 5", "2 throw 5", "3 throw 3", "1 throw 2", "2 throw 4")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", [])
    with kept_box(tmp_path) as box:
        yield box


def state(client: FlaskClient) -> dict[str, Any]:
    return client.get("/api/state?language=en").json


def begin(client: FlaskClient, game: str, players: list[str], **more: Any) -> None:
    answer = client.post("/api/games", json={"game": game, "players": players, "options": {}, **more})
    assert answer.status_code == 200


def make(box: KeptBox, *moves: object) -> None:
    for move in moves:
        last = box.game.played.plies[-1].entry if box.game.played.plies else 0
        box.do(Correction("insert", last, move, "test"))


def refused(client: FlaskClient, players: list[str], known: int | None = None) -> tuple[int, str]:
    answer = client.post("/api/games/seats", json={"players": players, "known": known})
    return answer.status_code, answer.json["code"]


def test_before_the_first_move_two_change_places_and_all_else_stays(client: FlaskClient, box: KeptBox) -> None:
    begin(client, "reversi", ["Aya", "Ben"], options={"first": "down"}, by_hand=True)
    now = state(client)
    assert now["can_change_seats"]
    assert client.post("/api/games/seats", json={"players": ["Ben", "Aya"], "known": now["known"]}).json == {
        "done": True
    }
    then = state(client)
    assert (then["players"], then["by_hand"], then["move_count"]) == (["Ben", "Aya"], True, 0)
    assert box.game.played.options["first"] == "down"
    assert [said["sentence"] for said in then["notices"]] == ["The players sit in this order now."]
    make(box, "f5")
    assert not state(client)["can_change_seats"]
    assert refused(client, ["Aya", "Ben"]) == (422, "table.seated")
    assert state(client)["players"] == ["Ben", "Aya"]


def test_only_its_own_players_change_places_and_no_phone_that_knows_too_little(
    client: FlaskClient, box: KeptBox
) -> None:
    before = state(client)
    assert refused(client, ["Aya", "Chika"]) == (422, "table.other_players")
    assert refused(client, ["Aya", "Aya"]) == (422, "table.other_players")
    make(box, "f5")
    status, code = refused(client, ["Ben", "Aya"], before["known"])
    assert (status, code.endswith("_meanwhile")) == (422, True)


def test_who_sits_down_after_the_dice_keeps_what_was_thrown(client: FlaskClient, box: KeptBox) -> None:
    begin(client, "jarapon", ["Aya", "Ben", "Chie"])
    assert state(client)["can_change_seats"]
    thrown = box.game.journal.current()[0].number
    for count, throw in enumerate(THROWS, start=1):
        make(box, throw)
        assert state(client)["can_change_seats"] == (count == len(THROWS)), "not while a round is being thrown"
    said = sorted(move["sentence"] for move in state(client)["moves"])
    assert any("Change seats" in prompt["sentence"] for prompt in state(client)["prompts"])
    assert client.post("/api/games/seats", json={"players": ["Ben", "Chie", "Aya"]}).status_code == 200
    now = state(client)
    assert (now["players"], now["move_count"]) == (["Ben", "Chie", "Aya"], len(THROWS))
    assert sorted(move["sentence"] for move in now["moves"]) == said, "everybody has thrown what they threw"
    assert box.game.played.now.dealer == 0
    assert "dealer" not in box.game.played.options, "the dice decide, as is usual"
    assert client.get(f"/api/games/{thrown}").json["moves"] == len(THROWS)
    make(box, "build")
    assert not state(client)["can_change_seats"]


def test_where_hands_are_dealt_and_in_a_campaign_nobody_changes_places(client: FlaskClient) -> None:
    begin(client, "checkers", ["Aya", "Computer 1"], computers=["", "easy"])
    assert not state(client)["can_change_seats"]
    assert refused(client, ["Computer 1", "Aya"]) == (422, "table.seated")
    marching = ["Aya", "Ben", "Chie", "Dan", "Emi"]
    begin(client, "stop", marching, options={"course": "700"}, by_hand=True)
    assert not state(client)["can_change_seats"]
    assert refused(client, marching[::-1]) == (422, "table.seated")

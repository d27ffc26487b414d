"""What a phone changes on the table, and how the table's refusals reach it."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from device.record.corrections import Correction
from device.table.events import NewGame, Pressed, SetField, Undo
from engines.contract import BadOption
from engines.messages import message
from engines.one_line import LONGEST_NAME
from tests.support.web.fake_box import FakeBox, refused

GAME = {"game": "reversi", "players": ["Chika", "Dan"], "options": {"first": "down"}}
BY = "phone:A client's phone"
CORNERS = [[100, 50], [600, 60], [620, 400], [80, 410]]


def test_taking_back_striking_and_looking_again(client: FlaskClient, box: FakeBox) -> None:
    assert client.post("/api/undo", json={}).json == {"done": True}
    assert client.post("/api/strike", json={"entry": 12}).status_code == 200
    assert client.post("/api/look", json={}).status_code == 200
    assert box.table.posted == [Undo(BY), Correction("strike", 12, by=BY), Pressed("ok")]


def test_a_new_game_has_its_names_on_one_line_in_signs_that_can_be_shown(client: FlaskClient, box: FakeBox) -> None:
    assert client.post("/api/games", json=GAME | {"players": [" Chi\x07ka\n", "Da\x1bn\t"]}).status_code == 200
    assert box.table.posted == [NewGame("reversi", ("Chi ka", "Da n"), {"first": "down"})]


@pytest.mark.parametrize(("wrong", "status", "code"), [
    ({"game": "chess"}, 400, "web.error.bad_field"),
    ({"players": ["x" * (LONGEST_NAME + 1), "Dan"]}, 400, "web.error.bad_name"),
    ({"players": ["Chika", "Da\u202en"]}, 422, "names.hidden"),
    ({"players": ["Chika", "Chika"]}, 422, "names.alike"),
    ({"players": ["Chika", "chika "]}, 422, "names.alike"),
    ({"players": ["Chika", "Ｃｈｉｋａ"]}, 422, "names.alike"),
])  # fmt: skip
def test_what_cannot_be_a_game_never_reaches_the_table(
    client: FlaskClient, box: FakeBox, wrong: dict[str, Any], status: int, code: str
) -> None:
    assert refused(client, "/api/games", GAME | wrong) == (status, code)
    assert box.table.posted == []


def test_the_table_refuses_in_its_own_words(client: FlaskClient, box: FakeBox) -> None:
    box.table.refusal = BadOption(message("options.players", players=3, fewest=2, most=2, allowed="2"))
    answer = client.post("/api/games", json=GAME | {"players": ["A", "B", "C"]})
    assert (answer.status_code, answer.json["code"]) == (422, "options.players")
    assert "3" in answer.json["sentence"]


@pytest.mark.parametrize("order", ["0123", "3210", "2031"])
def test_four_taps_in_any_order_are_the_field(client: FlaskClient, box: FakeBox, order: str) -> None:
    assert client.post("/api/field", json={"corners": [CORNERS[int(i)] for i in order]}).status_code == 200
    assert box.table.posted == [SetField(tuple((float(x), float(y)) for x, y in CORNERS))]


@pytest.mark.parametrize("corners", [
    CORNERS[:3],
    [*CORNERS, [1, 1]],
    [CORNERS[0]] * 4,
    [[0, 0], [100, 100], [200, 200], [300, 300]],
    [[0, 0], [300, 0], [150, 20], [150, 300]],
    [[0, 0], [300, 0], [1e999, 300], [0, 300]],
])  # fmt: skip
def test_taps_that_are_no_board_are_refused(client: FlaskClient, box: FakeBox, corners: list[Any]) -> None:
    assert refused(client, "/api/field", {"corners": corners}) == (422, "web.error.bad_corners")
    assert box.table.posted == []

"""What a phone changes on the table, and how the table's refusals reach it."""

from concurrent.futures import Future
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.record.corrections import Correction
from device.table.events import NewGame, Pressed, SetField, Undo
from engines.contract import BadOption
from engines.messages import message
from engines.one_line import LONGEST_NAME
from tests.support.web.fake_box import FakeBox, carry_phone, from_own_page
from web.app import create_app
from web.limits import Waits

GAME = {"game": "reversi", "players": ["Chika", "Dan"], "options": {"first": "down"}}
BY = "phone:A client's phone"
CORNERS = [[100, 50], [600, 60], [620, 400], [80, 410]]


def test_taking_back_striking_and_looking_again(client: FlaskClient, box: FakeBox) -> None:
    assert client.post("/api/undo", json={}).json == {"done": True}
    assert client.post("/api/strike", json={"entry": 12}).status_code == 200
    assert client.post("/api/look", json={}).status_code == 200
    assert box.table.posted == [Undo(BY), Correction("strike", 12, by=BY), Pressed("ok")]


@pytest.mark.parametrize("entry", [None, "12", 1.5, True, [12]])
def test_a_strike_names_its_move_by_number(client: FlaskClient, box: FakeBox, entry: Any) -> None:
    answer = client.post("/api/strike", json={"entry": entry})
    assert (answer.status_code, answer.json["code"]) == (400, "web.error.bad_field")
    assert "entry" in answer.json["sentence"]
    assert box.table.posted == []


def test_a_new_game(client: FlaskClient, box: FakeBox) -> None:
    assert client.post("/api/games", json=GAME).status_code == 200
    assert box.table.posted == [NewGame("reversi", ("Chika", "Dan"), {"first": "down"})]


def test_names_are_kept_on_one_line_in_signs_that_can_be_shown(client: FlaskClient, box: FakeBox) -> None:
    assert client.post("/api/games", json=GAME | {"players": [" Chi\x07ka\n", "Da\x1bn\t"]}).status_code == 200
    assert box.table.posted == [NewGame("reversi", ("Chi ka", "Da n"), {"first": "down"})]


def test_names_that_hide_or_turn_the_text_around_them_are_refused(client: FlaskClient, box: FakeBox) -> None:
    answer = client.post("/api/games", json=GAME | {"players": ["Chika", "Da\u202en"]})
    assert (answer.status_code, answer.json["code"]) == (422, "names.hidden")
    assert box.table.posted == []


@pytest.mark.parametrize("second", ["Chika", "chika ", "Ｃｈｉｋａ"])
def test_two_names_that_look_alike_are_refused(client: FlaskClient, box: FakeBox, second: str) -> None:
    answer = client.post("/api/games", json=GAME | {"players": ["Chika", second]})
    assert (answer.status_code, answer.json["code"]) == (422, "names.alike")
    assert second.strip() in answer.json["sentence"]
    assert box.table.posted == []


@pytest.mark.parametrize(("wrong", "code"), [
    ({"game": "chess"}, "web.error.bad_field"),
    ({"game": 6}, "web.error.bad_field"),
    ({"players": "Chika"}, "web.error.bad_field"),
    ({"players": [1, 2]}, "web.error.bad_name"),
    ({"players": ["x" * (LONGEST_NAME + 1), "Dan"]}, "web.error.bad_name"),
    ({"options": ["first"]}, "web.error.bad_field"),
])  # fmt: skip
def test_what_cannot_be_a_game_never_reaches_the_table(
    client: FlaskClient, box: FakeBox, wrong: dict[str, Any], code: str
) -> None:
    answer = client.post("/api/games", json=GAME | wrong)
    assert (answer.status_code, answer.json["code"]) == (400, code)
    assert box.table.posted == []


def test_the_table_refuses_in_its_own_words(client: FlaskClient, box: FakeBox) -> None:
    box.table.refusal = BadOption(message("options.players", players=3, fewest=2, most=2, allowed="2"))
    answer = client.post("/api/games", json=GAME | {"players": ["A", "B", "C"]})
    assert (answer.status_code, answer.json["code"]) == (422, "options.players")
    assert "3" in answer.json["sentence"]


def test_a_table_that_has_stopped_is_not_waited_for_without_end(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box.table, "post", lambda event: Future())
    hasty = from_own_page(carry_phone(create_app(box, waits=Waits(answer_s=0.01))))
    answer = hasty.post("/api/undo", json={})
    assert (answer.status_code, answer.json["code"]) == (503, "web.error.no_answer")


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
    [[0, 0], [300, 0], [300, "far"], [0, 300]],
    [[0, 0], [300, 0], [300, None], [0, 300]],
    [[0, 0], [300, 0], [1e999, 300], [0, 300]],
    [[0, 0], [300, 0], 300, [0, 300]],
])  # fmt: skip
def test_taps_that_are_no_board_are_refused(client: FlaskClient, box: FakeBox, corners: list[Any]) -> None:
    answer = client.post("/api/field", json={"corners": corners})
    assert (answer.status_code, answer.json["code"]) == (422, "web.error.bad_corners")
    assert box.table.posted == []

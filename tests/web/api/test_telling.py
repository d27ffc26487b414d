"""A snapshot becomes what a phone shows: sentences in its language, and the board as the camera sees it."""

import json

import pytest
from flask.testing import FlaskClient

from device.table.game_view import GameView
from device.table.snapshot import Snapshot
from engines.contract import Prompt, Standing
from engines.messages import message
from tests.support.web.fake_box import FakeBox, FakeTable
from tests.support.web.sent import board_sent, state_sent
from tests.support.web.tables import played, snapshot_after, table
from web.api.state import LAST_MOVES


def cell(told: dict, place: str) -> dict:
    return next(cell for cell in told["board"]["cells"] if cell["place"] == place)


def test_a_state_says_whose_turn_it_is_in_both_languages() -> None:
    snapshot = FakeTable().snapshot
    english, japanese = state_sent(snapshot, "en"), state_sent(snapshot, "ja")
    assert "Aya" in english["prompts"][-1]["sentence"]
    assert "Aya" in japanese["prompts"][-1]["sentence"]
    assert english["prompts"][-1]["sentence"] != japanese["prompts"][-1]["sentence"]
    assert english["prompts"][-1]["key"] == japanese["prompts"][-1]["key"] == "reversi.turn_up"
    assert english["prompts"][-1]["facts"] == {"player": "Aya"}


def test_scores_come_with_their_reasons_and_the_player_s_side() -> None:
    table = FakeTable()
    table.lay("f5")
    aya, ben = state_sent(table.snapshot, "en")["standings"]
    assert (aya["name"], aya["score"], aya["side"]) == ("Aya", 4, "up")
    assert (ben["name"], ben["score"], ben["side"]) == ("Ben", 1, "back")
    assert "4" in aya["reasons"][0]["sentence"]


def test_the_last_move_and_the_wrong_squares_are_marked() -> None:
    table = FakeTable()
    table.lay("f5")
    table.say(message("reversi.setup", tiles=30), "a1", "h8")
    told = state_sent(table.snapshot, "en")
    assert {cell["place"] for cell in told["board"]["cells"] if cell["last"]} == {"f5", "e5"}
    assert {cell["place"] for cell in told["board"]["cells"] if cell["wrong"]} == {"a1", "h8"}
    assert cell(told, "f5")["look"] == "up"
    assert cell(told, "d4")["look"] == "back"
    assert cell(told, "a1")["look"] == "empty"


@pytest.mark.parametrize(("turn", "first_row", "across", "down"), [
    (0, "a1 b1 c1 d1 e1 f1 g1 h1", "abcdefgh", "12345678"),
    (1, "a8 a7 a6 a5 a4 a3 a2 a1", "87654321", "abcdefgh"),
    (2, "h8 g8 f8 e8 d8 c8 b8 a8", "hgfedcba", "87654321"),
    (3, "h1 h2 h3 h4 h5 h6 h7 h8", "12345678", "hgfedcba"),
])  # fmt: skip
def test_a_turned_board_is_drawn_as_the_camera_sees_it(turn: int, first_row: str, across: str, down: str) -> None:
    board = board_sent(FakeTable(turn=turn).snapshot.view, "en")
    assert [cell["place"] for cell in board["cells"][:8]] == first_row.split()
    assert "".join(label["text"] for label in board["labels"][:8]) == across
    assert "".join(label["text"] for label in board["labels"][8:]) == down
    assert len({cell["place"] for cell in board["cells"]}) == 64


def test_a_table_that_nobody_has_planned_is_rows() -> None:
    view = GameView(
        game="a_game_to_come",
        players=("Aya",),
        prompts=(Prompt(None, message("web.seeing.still")),),
        standings=(Standing(0, 0, 1),),
        layout={"build/1": "7", "build/2": "wild"},
        over=False,
    )
    board = state_sent(Snapshot(view, "still"), "en")["board"]
    assert board["kind"] == "rows"
    assert [cell["said"] for cell in board["cells"]] == ["build/1: 7", "build/2: almighty"]
    assert [cell["look"] for cell in board["cells"]] == ["7", "wild"]


def test_the_api_gives_the_state_in_the_language_asked_for(box: FakeBox, client: FlaskClient) -> None:
    box.table.lay("f5", picture="7")
    told = client.get("/api/state?language=ja")
    assert told.content_type == "application/json"
    assert told.json == json.loads(json.dumps(state_sent(box.table.snapshot, "ja")))
    assert told.json["moves"][0]["picture"] == "7"
    assert client.get("/api/state").json["language"] == "en"


def test_of_a_long_record_a_state_tells_the_last_moves_and_how_many_there_are() -> None:
    short, long = table("jarapon"), snapshot_after("jarapon", played("jarapon", 4, 1, 421))
    told = state_sent(long, "en")
    assert (len(short.moves), len(long.moves)) == (130, 421)
    assert (len(told["moves"]), told["move_count"]) == (LAST_MOVES, 421)
    assert [move["entry"] for move in told["moves"]] == [line.entry for line in long.moves[-LAST_MOVES:]]
    # With the length of the evening grow only the accounts of the scores, hand by hand; who pays whom is no record.
    sizes = [len(json.dumps(state_sent(one, "en") | {"standings": [], "prompts": []})) for one in (short, long)]
    assert max(sizes) < 1.2 * min(sizes)

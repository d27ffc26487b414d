"""People tell the box what its camera cannot see, around a real table: once, however many phones say it."""

from itertools import islice

import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.texts import catalogue
from tests.support.web.fake_box import carry_phone, from_own_page, get_json, refused
from tests.support.web.sent import state_sent
from tests.support.web.tables import TABLES, played, snapshot_after


@pytest.fixture
def client(lie: Flask) -> FlaskClient:
    return from_own_page(carry_phone(lie))


def test_a_question_is_answered_once_and_the_slower_phone_is_told(client: FlaskClient) -> None:
    state = get_json(client)
    assert [choice["player"] for choice in state["question"]] == [0, 0, 0, 0]
    answer = {"key": state["question"][2]["key"], "moves": state["move_count"]}
    assert client.post("/api/choose", json=answer).json == {"done": True}
    now = get_json(client)
    assert (now["question"], now["move_count"]) == ([], 3)
    late = client.post("/api/choose", json={**answer, "key": state["question"][0]["key"]})
    assert (late.status_code, late.json["code"]) == (422, "table.choice_gone")
    assert "moved on" in late.json["sentence"]
    assert get_json(client)["move_count"] == 3


def test_what_nobody_can_tell_is_refused_by_the_table(client: FlaskClient) -> None:
    assert refused(client, "/api/choose", {"key": "lay everything", "moves": 0}) == (422, "table.choice_gone")


@pytest.mark.parametrize("name", ["search", "sevens", "doubt", "jarapon"])
def test_what_may_be_told_is_short_beside_its_player_s_name(name: str) -> None:
    game, players, _, seed = TABLES[name]
    plies = played(game, players, seed, 90)
    named = set()
    for count in range(1, len(plies) + 1, 4):
        snapshot = snapshot_after(game, plies[:count])
        for language in ("en", "ja"):
            for choice in state_sent(snapshot, language)["untold"]:
                if choice["player"] is not None:
                    named.add(choice["short"])
                    assert snapshot.view.players[choice["player"]] not in choice["short"]
                    assert len(choice["short"]) < 32
    assert named


def test_short_sentences_name_no_fact_that_the_long_ones_lack() -> None:
    for key, sentence in catalogue("en").items():
        if key.startswith("web.told."):
            long = catalogue("en")[key.removeprefix("web.told.")]
            facts = {part.partition("}")[0] for part in sentence.split("{")[1:]}
            assert all("{" + fact in long for fact in facts), key


def test_games_without_anything_hidden_have_nothing_to_tell() -> None:
    for name in ("checkers", "reversi", "infiltration"):
        game, players, moves, seed = TABLES[name]
        plies = list(islice(played(game, players, seed, moves), 20))
        assert snapshot_after(game, plies).choices.untold == ()

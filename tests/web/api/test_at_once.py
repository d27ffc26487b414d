"""Two phones that change the table at once change it once, and the later one hears in one sentence what happened."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.games.listing import GAMES
from device.record.corrections import Correction
from tests.support.web.fake_box import carry_phone, from_own_page, get_json, refused
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.tables import played

BEGUN, MOVED, STRUCK, CORRECTED = (f"keeping.{what}_meanwhile" for what in ("begun", "moved", "struck", "corrected"))
NEW = {"game": "reversi", "players": ["Chika", "Dan"], "options": {}}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """A game of reversi that is over, the second one of the evening; the first one, as number 1, is not."""
    plies = played("reversi", 2, 1, 200)
    for count in (4, len(plies)):
        write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], plies[:count]))
    with kept_box(tmp_path) as box:
        yield box


def at_once(app: Flask, path: str, sent: dict[str, Any]) -> list[str]:
    """What two phones hear that ask for the same of the same state: nothing, or the code of a refusal."""
    phones = [from_own_page(carry_phone(app)) for _ in range(2)]
    with ThreadPoolExecutor(2) as hands:
        answers = list(hands.map(lambda phone: phone.post(path, json=sent), phones))
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    return [answer.json["code"] for answer in answers if answer.status_code == 422]


@pytest.mark.parametrize(("path", "sent"), [("/api/games", NEW), ("/api/games/again", {}), ("/api/games/1/resume", {})])
def test_one_game_is_begun(app: Flask, client: FlaskClient, box: KeptBox, path: str, sent: dict[str, Any]) -> None:
    before = box.journal.next_number()
    assert at_once(app, path, {**sent, "known": get_json(client)["known"]}) == [BEGUN]
    assert box.journal.next_number() == before + 1


@pytest.mark.parametrize(("path", "code"), [
    ("/api/undo", STRUCK), ("/api/strike", CORRECTED), ("/api/corrections", CORRECTED),
])  # fmt: skip
def test_one_move_is_taken_back(app: Flask, client: FlaskClient, path: str, code: str) -> None:
    now = get_json(client)
    last = {"/api/undo": {}, "/api/strike": {"entry": now["known"]},
            "/api/corrections": {"way": "strike", "entry": now["known"], "without": []}}[path]  # fmt: skip
    assert at_once(app, path, {"known": now["known"]} | last) == [code]
    assert len(get_json(client, "/api/moves")["lines"]) == now["move_count"]  # one of them struck
    assert get_json(client)["move_count"] == now["move_count"] - 1
    assert "meanwhile" not in str(get_json(client)["notices"])  # only who was too slow hears of it


def test_a_choice_from_before_a_correction_is_gone_even_with_as_many_moves(lie: Flask) -> None:
    client = from_own_page(carry_phone(lie))
    now = get_json(client)
    client.post("/api/choose", json={"key": now["question"][0]["key"], "moves": now["move_count"]})
    client.post("/api/undo", json={})
    late = {"key": "lay", "moves": get_json(client)["move_count"], "known": now["known"]}
    assert refused(client, "/api/choose", late) == (422, STRUCK)


def test_a_move_that_was_made_meanwhile_is_not_the_one_to_take_back(lie: Flask) -> None:
    client = from_own_page(carry_phone(lie))
    before = get_json(client)
    client.post("/api/choose", json={"key": before["question"][0]["key"], "moves": before["move_count"]})
    now = get_json(client)
    assert refused(client, "/api/undo", {"known": before["known"]}) == (422, MOVED)
    assert get_json(client)["move_count"] == now["move_count"]
    assert client.post("/api/undo", json={"known": now["known"]}).json == {"done": True}


def test_moves_hinder_nobody_who_begins_another_game(client: FlaskClient, box: KeptBox) -> None:
    client.post("/api/games/again", json={})
    known = get_json(client)["known"]
    box.do(Correction("insert", 0, "f5", "test"))
    assert client.post("/api/games", json={**NEW, "known": known}).json == {"done": True}


@pytest.mark.parametrize("path", ["/api/undo", "/api/games/again", "/api/games/1/resume"])
def test_who_does_not_say_what_he_knows_is_heard_as_before(client: FlaskClient, box: KeptBox, path: str) -> None:
    assert client.post(path, json={}).json == {"done": True}

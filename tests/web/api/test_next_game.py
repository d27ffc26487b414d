"""The game after the game: the same once more, in one tap."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient

from device.capture.events import FrameTaken
from device.games.listing import GAMES
from device.hardware.camera import Frame
from device.record.corrections import Correction
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.tables import played

REVERSI = {"game": "reversi", "title": "Galaxy Reversi", "players": ["Aya", "Ben"]}
NEW = {"game": "reversi", "players": ["Chika", "Dan"], "options": {}}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)))
    with kept_box(tmp_path) as box:
        yield box


def test_a_game_that_is_over_is_played_again_with_its_players_and_options(client: FlaskClient, box: KeptBox) -> None:
    assert client.get("/api/state").json["again"] == REVERSI
    assert client.post("/api/games/again", json={}).json == {"done": True}
    now = client.get("/api/state").json
    assert (now["over"], now["players"], now["move_count"], now["again"]) == (False, ["Aya", "Ben"], 0, None)
    again = client.post("/api/games/again", json={})
    assert (again.status_code, again.json["code"]) == (422, "table.no_again")


def test_the_form_of_a_new_game_begins_with_the_last_one_and_suggests_who_has_played(
    client: FlaskClient, box: KeptBox
) -> None:
    client.post("/api/games", json={**NEW, "game": "doubt", "players": ["Eri", "Dan", "Fumi"]})
    box.do(Correction("insert", 0, client.get("/api/moves/0/choices?way=insert").json["choices"][0]["move"], "test"))
    client.post("/api/games", json={**NEW, "game": "doubt", "players": ["Eri", "Dan", "Player 3"]})
    page = client.get("/set-up").text
    names = page.partition('id="known-names"')[2].partition("</datalist>")[0]
    assert re.findall(r'<option value="([^"]*)">', names) == ["Eri", "Dan", "Fumi", "Aya", "Ben"]
    first = re.search(r'<form class="new-game" data-game="(\w+)".*?</form>', page, re.DOTALL)
    assert first is not None
    assert first[1] == "doubt"
    assert re.findall(r'name="player".*?value="([^"]*)"', first[0])[:3] == ["Eri", "Dan", "Player 3"]


def test_after_the_last_move_nothing_has_to_be_put_right(client: FlaskClient, box: KeptBox) -> None:
    look_on(box)
    assert client.get("/api/state").json["problem"] is None
    client.post("/api/games/again", json={})
    look_on(box)
    assert client.get("/api/state").json["problem"]["key"] == "table.teach_first"


def look_on(box: KeptBox) -> None:
    """The camera sees the same picture until it counts as still."""
    for at_s in range(5):
        box.do(FrameTaken(Frame(np.zeros((480, 640, 3), np.uint8), float(at_s))))

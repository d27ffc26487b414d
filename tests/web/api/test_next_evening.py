"""The next evening: what one tap begins again, and when nothing is offered since somebody plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from device.record.corrections import Correction
from device.record.journal import Journal
from device.settings import Settings, begin_or_resume
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.tables import played

REVERSI = {"game": "reversi", "title": "Galaxy Reversi", "players": ["Aya", "Ben"]}
NEW = {"game": "reversi", "players": ["Chika", "Dan"], "options": {}}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """A game was played to its end; then the box was switched on again, and has put one on the table by itself."""
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)))
    with Journal(tmp_path / "journal.db") as journal:
        begin_or_resume(journal, Settings(tmp_path))
    with kept_box(tmp_path) as box:
        yield box


def make_first_move(box: KeptBox) -> None:
    box.do(Correction("insert", 0, "f5", "test"))


def test_a_game_that_only_the_box_has_begun_gives_way_to_the_one_that_was_played_last(client: FlaskClient) -> None:
    now = client.get("/api/state").json
    assert (now["players"], now["again"]) == (["Player 1", "Player 2"], REVERSI)
    page = client.get("/set-up?language=en").text
    assert page.index('value="Aya"') < page.index('value="Ben"')
    assert "On the table now" not in page
    assert client.post("/api/games/again", json={"known": now["known"]}).json == {"done": True}
    now = client.get("/api/state").json
    assert (now["players"], now["again"]) == (["Aya", "Ben"], None)


@pytest.mark.parametrize(
    "happened", ["a move", "a move taken back", "begun", "other rules", "dealt", "begun and a move"]
)
def test_a_game_that_somebody_plays_gives_way_to_no_other(client: FlaskClient, box: KeptBox, happened: str) -> None:
    """Nor one that people have just begun: they are laying its tiles, or looking at their hands."""
    before = client.get("/api/state").json["known"]
    wanted = {
        "begun": NEW,
        "begun and a move": NEW,
        "other rules": {**NEW, "players": ["Aya", "Ben"], "options": {"first": "down"}},
        "dealt": {**NEW, "computers": ["", "easy"]},
    }
    if happened in wanted:
        assert client.post("/api/games", json=wanted[happened]).status_code == 200
    if "a move" in happened:
        make_first_move(box)
    if "taken back" in happened:
        client.post("/api/undo", json={})
    now = client.get("/api/state").json
    assert now["again"] is None
    for known in (None, before, now["known"]):  # a phone that has not heard of it yet, too
        assert client.post("/api/games/again", json={"known": known}).status_code == 422
    after = client.get("/api/state").json
    assert (after["known"], after["players"]) == (now["known"], now["players"])

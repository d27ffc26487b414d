"""What the box tells of each player, and how strong it takes everybody for."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from tests.support.web.kept_box import BEGINS, KeptBox, as_seen, kept_box, write_game
from tests.support.web.tables import played


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """Two days of Aya and Ben, who won, lost and won; then Ben alone with a computer player."""
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    tables = [("Aya", "Ben"), ("Ｂen", "AYA"), ("Aya", "Ben"), ("Computer 1", "Ben")]
    for day, players in enumerate(tables):
        write_game(tmp_path, "reversi", reversi, players, BEGINS + timedelta(days=day // 2))
    with kept_box(tmp_path) as box:
        yield box


def test_a_player_s_history_is_told_by_name(client: FlaskClient) -> None:
    ben = client.get("/api/players/history", query_string={"name": "bEN"}).json
    assert (ben["name"], ben["games"], ben["wins"], ben["days"]) == ("Ben", 4, 3, 2)
    assert (ben["won"], ben["streak"], ben["longest_streak"]) == ([True, False, True, True], 2, 2)
    assert ben["against"] == [
        {"name": "Aya", "games": 3,
         "by_game": [{"game": "reversi", "title": "Galaxy Reversi", "ahead": 2, "equal": 0, "behind": 1}]}
    ]  # fmt: skip
    (best,) = ben["best"]
    first = ben["latest"][-1]
    assert (best["sentence"], best["number"], best["move"]) == ("37 tiles", first["number"], first["moves"])
    assert [game["players"] for game in ben["latest"]] == [
        ["Computer 1", "Ben"], ["Aya", "Ben"], ["Ｂen", "AYA"], ["Aya", "Ben"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["Nobody", "Computer 1", "プレイヤー2"])
def test_whom_nobody_knows_has_no_history(client: FlaskClient, name: str) -> None:
    refused = client.get("/api/players/history", query_string={"name": name})
    assert (refused.status_code, refused.json["code"]) == (422, "players.unknown")
    assert client.get("/api/players/history").status_code == 400
    page = client.get("/player", query_string={"name": name, "language": "en"})
    assert page.status_code == 422
    assert refused.json["sentence"] in page.text


def test_ratings_are_told_with_how_unsure_they_are(client: FlaskClient) -> None:
    told = client.get("/api/players/ratings").json
    (reversi,) = told["games"]
    assert (told["average"], told["more"], reversi["title"]) == (25, False, "Galaxy Reversi")
    ben, aya = reversi["players"]
    assert (ben["name"], ben["games"], aya["name"], aya["games"]) == ("Ben", 3, "Aya", 3)
    assert ben["strength"] > 25 > aya["strength"]
    assert ben["vague"]
    assert aya["vague"]

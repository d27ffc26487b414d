"""The games that the box keeps, on a phone: the list, a game step by step, files out and in, and going on."""

import io
import json
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from device.record.corrections import Correction
from engines import reversi
from engines.bots import NAMES
from tests.support.engines.bot_games import random_game
from tests.support.web.fake_box import app_of, carry_phone, from_own_page
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """A finished game of reversi, an unfinished one of Character Search, and the one that is on."""
    whole = [move.square for _, move in random_game(reversi, NAMES[:2], {}, 1) if move.square]
    write_game(tmp_path, "reversi", whole)
    search = GAMES["search"]
    write_game(tmp_path, "search", as_seen(search, list(islice(random_game(search, NAMES[:3], {}, 8), 20))), NAMES[:3])
    write_game(tmp_path, "reversi", ["f5", "d6", "c3"])
    with kept_box(tmp_path) as box:
        yield box


def numbers(client: FlaskClient) -> list[int]:
    return [game["number"] for game in client.get("/api/games").json["games"]]


def send(client: FlaskClient, data: bytes, name: str = "game.json", game: str = ""):
    form = {"file": (io.BytesIO(data), name), "game": game}
    return client.post("/api/games/import", data=form, content_type="multipart/form-data")


def test_the_list_says_who_played_who_won_and_what_is_on(client: FlaskClient) -> None:
    told = client.get("/api/games").json
    on, search, over = told["games"]
    assert told["more"] is False
    assert [game["current"] for game in told["games"]] == [True, False, False]
    assert [game["over"] for game in told["games"]] == [False, False, True]
    assert [game["can_go_on"] for game in told["games"]] == [False, True, False]
    assert (search["title"], search["players"], search["moves"]) == ("Character Search", ["Aya", "Ben", "Chie"], 20)
    assert {standing["rank"] for standing in over["standings"]} == {1, 2}
    assert on["begun"] == "2026-01-02T19:31:00+09:00"
    assert client.get(f"/api/games?before={search['number']}").json["games"] == [over]


def test_a_long_list_comes_in_parts(tmp_path: Path) -> None:
    for _ in range(12):
        write_game(tmp_path, "reversi", ["f5"])
    with kept_box(tmp_path) as box:
        client = app_of(box).test_client()
        first = client.get("/api/games").json
        rest = client.get(f"/api/games?before={first['games'][-1]['number']}").json
    assert (len(first["games"]), first["more"], len(rest["games"]), rest["more"]) == (10, True, 2, False)


def test_a_game_is_looked_at_step_by_step(client: FlaskClient) -> None:
    over = numbers(client)[-1]
    game = client.get(f"/api/games/{over}").json
    assert game["scores"][0] == [0, [2, 2]]
    assert game["scores"][-1][1] == [standing["score"] for standing in game["standings"]]
    start, after = (client.get(f"/api/games/{over}/steps/{at}").json for at in (0, 1))
    lying = [sum(cell["look"] != "empty" for cell in step["board"]["cells"]) for step in (start, after)]
    assert lying == [4, 5]
    assert (start["changes"], after["changes"]) == ([0, 0], [2, -1])
    assert sum(cell["last"] for cell in after["board"]["cells"]) == 2
    assert client.get(f"/api/games/{over}/steps/{game['moves']}").json["over"] is True
    beyond = client.get(f"/api/games/{over}/steps/{game['moves'] + 1}")
    assert (beyond.status_code, beyond.json["code"]) == (404, "keeping.wrong_after")
    assert client.get("/api/state").json["scores"] == [[0, [2, 2]], [1, [4, 1]], [2, [3, 3]], [3, [5, 2]]]


@pytest.mark.parametrize("path", ["", "/steps/0", "/record", "/report"])
def test_a_game_that_is_not_there_is_said(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/games/999{path}")
    assert answer.json["code"] == "keeping.no_such_game"
    page = client.get("/games/999")
    assert page.status_code == 422
    assert "no such game" in page.text


@pytest.fixture
def other_client(tmp_path: Path) -> Iterator[FlaskClient]:
    """A phone at another box, on which one move was made."""
    write_game(tmp_path / "other", "reversi", ["f5"])
    with kept_box(tmp_path / "other") as other:
        yield from_own_page(carry_phone(app_of(other)))


def test_what_is_exported_has_its_name_and_comes_in_on_another_box(
    client: FlaskClient, other_client: FlaskClient, box: KeptBox
) -> None:
    on, *_, over = numbers(client)
    files = {what: client.get(f"/api/games/{over}/{what}") for what in ("record", "game", "scores", "report")}
    assert [file.headers["Content-Disposition"] for file in files.values()] == [
        f"attachment; filename=reversi-2026-01-02-{over}.{ending}" for ending in ("txt", "json", "csv", "zip")
    ]
    before = client.get(f"/api/games/{over}").json
    for what in ("record", "report"):
        answer = send(other_client, files[what].data)
        assert answer.json["sentence"] == "The game is imported and in the list of games."
        (number,) = answer.json["numbers"]
        again = other_client.get(f"/api/games/{number}").json
        assert again["imported"] is True
        assert again["scores"] == before["scores"]
        assert [line["sentence"] for line in again["lines"]] == [line["sentence"] for line in before["lines"]]
    pictures = [line["picture"] for line in again["lines"] if line["picture"]]
    assert len(pictures) == 20
    assert other_client.get(f"/api/pictures/{pictures[0]}").data == client.get(f"/api/pictures/{over}-{over + 1}").data
    assert box.table.snapshot.moves[0].entry == on + 1
    with zipfile.ZipFile(io.BytesIO(files["report"].data)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist() if not name.endswith(".jpg"))
    assert str(box.folder).encode() not in everything
    assert b"token" not in everything


def test_a_game_that_is_here_is_not_added_again(client: FlaskClient, other_client: FlaskClient, box: KeptBox) -> None:
    on, search, _ = before = numbers(client)
    for number in before:  # those that were played here, the one that is on as well
        for what in ("game", "report"):
            answer = send(client, client.get(f"/api/games/{number}/{what}").data)
            assert (answer.status_code, answer.json["key"]) == (200, "keeping.already_here")
            assert answer.json["numbers"] == [number]
    assert numbers(client) == before
    client.post(f"/api/games/{search}/resume", json={})  # to go on with a game changes nothing in it
    file = client.get(f"/api/games/{search}/game").data
    assert send(client, file).json["numbers"] == [search]
    (first,) = send(other_client, file).json["numbers"]
    assert send(other_client, file).json["numbers"] == [first]
    exported = other_client.get(f"/api/games/{first}/report").data
    assert send(other_client, exported).json["numbers"] == [first]
    assert send(client, exported).json["numbers"] == [search]
    # One that has gone on since, or of other players, is another one.
    exported = client.get(f"/api/games/{on}/game").data
    client.post(f"/api/games/{on}/resume", json={})
    box.do(Correction("insert", on + 3, "d3", "test"))
    assert send(client, exported).json["key"] == "keeping.imported"
    now = json.loads(client.get(f"/api/games/{on}/game").data)
    assert send(client, json.dumps(now).encode()).json["key"] == "keeping.already_here"
    now["entries"][0]["data"]["players"] = ["Someone", "Else"]
    assert send(client, json.dumps(now).encode()).json["key"] == "keeping.imported"


def test_a_notation_that_came_before_is_not_added_again(client: FlaskClient) -> None:
    (first,) = send(client, b"f5d6c3\n").json["numbers"]
    assert send(client, b"f5d6c3\n").json["numbers"] == [first]
    answer = send(client, b"f5d6c3\n\nf5f6\n\nf5f6\n", game="reversi")
    assert (answer.json["key"], answer.json["numbers"]) == ("keeping.imported_some", [first, first + 4, first + 4])
    assert send(client, b"f5d6c3d3\n").json["key"] == "keeping.imported"
    client.post(f"/api/games/{first}/resume", json={})
    correction = {"way": "insert", "entry": first + 3, "move": "d3", "without": [], "known": first + 3}
    assert client.post("/api/corrections", json=correction).json == {"done": True}
    for file in (b"f5d6c3\n", client.get(f"/api/games/{first}/game").data):  # as it came, and as it is now
        assert send(client, file).json["numbers"] == [first]


def test_a_file_that_is_no_game_is_refused_and_nothing_is_kept(client: FlaskClient) -> None:
    before = numbers(client)
    answer = send(client, b"Dear box, this is a letter.")
    assert (answer.status_code, answer.json["code"]) == (422, "keeping.not_an_export")
    none = client.post("/api/games/import", data={}, content_type="multipart/form-data")
    assert none.json["code"] == "keeping.no_file"
    assert numbers(client) == before


BAD_MOVE = b'[Black "Aya"]\n[White "Ben"]\n\n1. 11-15 23-19 2. 8-11 22-16 *\n'


@pytest.mark.parametrize("game", ["", "checkers"])
def test_a_notation_that_stops_says_where_and_why(client: FlaskClient, game: str) -> None:
    answer = send(client, BAD_MOVE, game=game)
    assert answer.status_code == 422
    assert answer.json["sentence"] == (
        "Line 4, “22-16”, cannot be played. c6 to g4 is not a jump: a jump goes diagonally over one tile."
    )


@pytest.mark.parametrize("game", ["", "checkers"])
def test_a_broken_game_of_several_is_named_and_the_others_are_imported(client: FlaskClient, game: str) -> None:
    text = (
        b'[Event "1"]\n1. 11-15 23-19 1-0\n[Event "2"]\n1. 11-15 Redlostontime 0-1\n[Event "3"]\n1. 9-14 22-18 1/2-1/2'
    )
    answer = send(client, text, game=game)
    assert answer.json["key"] == "keeping.imported"
    assert len(answer.json["numbers"]) == 2
    assert client.get("/api/games").json["games"][0]["occasion"] == "3"
    assert answer.json["sentence"].endswith("Game 2: Line 4: “Redlostontime” is neither a move nor a tag of PDN.")


def test_people_go_on_with_an_earlier_game(client: FlaskClient) -> None:
    on, search, over = numbers(client)
    assert client.post(f"/api/games/{search}/resume", json={}).json == {"done": True}
    state = client.get("/api/moves").json
    assert (state["game"], state["number"], len(state["lines"])) == ("search", search, 20)
    assert [game["current"] for game in client.get("/api/games").json["games"]] == [False, True, False]
    refused = client.post(f"/api/games/{over}/resume", json={})
    assert (refused.status_code, refused.json["code"]) == (422, "keeping.game_over")
    assert client.post(f"/api/games/{on}/resume", json={}).status_code == 200
    assert client.get("/api/moves").json["number"] == on

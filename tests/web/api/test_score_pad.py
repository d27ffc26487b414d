"""The score pad: results are entered without the moves that led to them, in any game that the box does not deal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from engines.bots import NAMES
from tests.support.web.fake_box import carry_phone, from_own_page, get_json, refused
from tests.support.web.full_box import unhurried_app
from tests.support.web.kept_box import KeptBox, kept_box, write_game

BY_WORD = ("search", "sevens", "doubt", "infiltration", "checkers", "reversi")
WON = "1 won 1 1 1 4 4 4 8 8 8 from 2 dora 9"


@contextmanager
def on_pad(folder: Path, name: str, **sent: Any) -> Iterator[tuple[KeptBox, FlaskClient]]:
    """A game that has just begun on the pad, and a phone."""
    write_game(folder, "reversi", ["e6"])
    with kept_box(folder) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        names = list(NAMES[: max(2, GAMES[name].PLAYERS.start)])
        begun = {"game": name, "players": names, "options": {}, "by_hand": True, "pad": True, **sent}
        assert client.post("/api/games", json=begun).json == {"done": True}
        yield box, client


def enter(client: FlaskClient, move: Any) -> Any:
    """Enter a result; the state after it."""
    sent = {"move": move, "is_result": True, "known": get_json(client, "/api/state")["known"]}
    answer = client.post("/api/moves", json=sent)
    assert answer.json == {"done": True}
    return get_json(client, "/api/state")


@pytest.mark.parametrize("name", BY_WORD)
def test_a_game_without_points_of_its_own_ends_when_somebody_says_who_has_won(tmp_path: Path, name: str) -> None:
    with on_pad(tmp_path, name) as (_, client):
        state = get_json(client, "/api/state")
        assert (state["pad"], state["calls"], state["untold"], state["prompts"][-1]["key"]) == (
            True,
            [],
            [],
            "pad.enter",
        )
        (choice,) = get_json(client, "/api/moves/next")["choices"]
        assert [part["said"] for part in choice["form"]["fields"][0]["parts"]] == state["players"]
        state = enter(client, {"winners": [1]})
        assert state["over"]
        assert [standing["rank"] for standing in state["standings"]] == [2, 1, *[2] * (len(state["players"]) - 2)]
        assert get_json(client, "/api/moves/next")["choices"] == []
        assert refused(client, "/api/moves", {"move": {"winners": [0]}}) == (422, "pad.illegal.over")
        client.post("/api/undo", json={})
        assert not get_json(client, "/api/state")["over"]


def test_a_match_of_galaxy_jarapon_is_kept_hand_by_hand_and_corrected(tmp_path: Path) -> None:
    with on_pad(tmp_path, "jarapon", options={"dealer": "first"}) as (box, client):
        enter(client, "nobody won riichi 1")
        state = enter(client, WON)
        assert [standing["score"] for standing in state["standings"]] == [3000 - 10 + 60 + 10, 2940]
        wrong = state["moves"][-1]["entry"]
        changed = {
            "way": "change",
            "entry": wrong,
            "move": WON.replace("dora 9", "dora 8"),
            "without": [],
            "known": state["known"],
        }
        assert client.post("/api/corrections", json=changed).status_code == 200
        state = get_json(client, "/api/state")
        assert [standing["score"] for standing in state["standings"]] == [3000 - 10 + 150 + 10, 2850]
        number = box.game.played.number
        kept = get_json(client, f"/api/games/{number}/game")
        assert kept["entries"][0]["data"]["pad"] is True
        assert "won 1 1 1 4 4 4 8 8 8 from 2 dora 8" in kept["record"]


RON, BROKEN = "2 won from 1 riichi 2 joker 1", {"drop": "?", "level": 5, "broke": True}


@pytest.mark.parametrize(("name", "options", "moves", "scores", "told", "form"), [
    ("stop", {}, ["nobody won riichi 1", RON], [-9, 9, 0, 0, 0], "stop.entered.ron", "Won on a discard (Ron or Hit)"),
    ("skip_bo", {"play": "match"}, ["nobody won", "1 won left 12"], [85, 0], "skip_bo.won", "Aya won"),
    ("drop_it", {"jokers": "yes"}, [BROKEN, "joker"], [5, 0], "drop_it.scored", "Use a joker for the last drop"),
])  # fmt: skip
def test_stop_skip_bo_and_drop_it_are_kept_by_their_results(
    tmp_path: Path, name: str, options: dict[str, str], moves: list[Any], scores: list[int], told: str, form: str
) -> None:
    with on_pad(tmp_path, name, options=options) as (_, client):
        for move in moves:
            state = enter(client, move)
        assert [standing["score"] for standing in state["standings"]] == scores
        assert told in [prompt["key"] for prompt in state["prompts"]]
        assert not state["over"]
        entry = state["moves"][-1]["entry"]
        first, *_ = get_json(client, f"/api/moves/{entry}/choices?way=change")["forms"]
        assert first["said"] == form
        assert get_json(client, "/api/moves/next")["choices"]


def test_a_watched_game_goes_over_to_the_pad_and_back(tmp_path: Path) -> None:
    write_game(tmp_path, "jarapon", ["1 throw 6", "2 throw 5", "build"], players=NAMES[:2])
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        assert refused(client, "/api/moves", {"move": "1 throw 3"}) == (422, "table.not_by_hand")
        assert client.post("/api/moves/pad", json={"on": True}).json == {"done": True}
        state = enter(client, WON)
        assert (state["pad"], state["by_hand"], state["standings"][0]["score"]) == (True, True, 3120)
        box.do(box.game.same_game())
        assert box.table.snapshot.pad
        client.post("/api/moves/pad", json={"on": False})
        assert not box.table.snapshot.pad
        assert not box.game.is_entered  # the camera watches again, as soon as there is one


def test_a_result_is_entered_also_while_the_camera_watches(tmp_path: Path) -> None:
    write_game(tmp_path, "jarapon", ["1 throw 6", "2 throw 5", "build"], players=NAMES[:2])
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        assert len(get_json(client, "/api/moves/results")["choices"]) == 3
        state = enter(client, WON)
        assert (state["pad"], state["by_hand"], state["standings"][0]["score"]) == (False, False, 3120)


def test_the_pad_goes_on_after_a_restart(tmp_path: Path) -> None:
    with on_pad(tmp_path, "jarapon", options={"dealer": "first"}) as (_, client):
        enter(client, WON)
    with kept_box(tmp_path) as box:
        assert box.table.snapshot.pad
        assert box.table.snapshot.view.standings[0].score == 3120


def test_where_the_box_deals_there_is_no_pad(tmp_path: Path) -> None:
    with on_pad(tmp_path, "reversi") as (_, client):
        dealt = {"game": "reversi", "players": ["Aya", "Ben"], "options": {}, "computers": ["", "easy"]}
        assert refused(client, "/api/games", {**dealt, "pad": True}) == (422, "pad.dealt")
        assert client.post("/api/games", json=dealt).status_code == 200
        assert refused(client, "/api/moves/pad", {"on": True}) == (422, "pad.dealt")
        assert get_json(client, "/api/moves/results")["choices"] == []

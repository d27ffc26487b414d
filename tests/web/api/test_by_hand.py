"""Games that no camera watches: any of the ten is played to its end by the moves that are entered on the page."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from device.settings import Settings, begin_or_resume
from device.table.events import NewGame
from engines.bots import NAMES
from engines.vocabulary import TILE_FACES
from tests.support.web.fake_box import app_of, carry_phone, from_own_page, get_json, refused
from tests.support.web.full_box import unhurried_app
from tests.support.web.kept_box import KeptBox, kept_box, write_game

MOVES, ATTEMPTS = 40, 20


@contextmanager
def by_hand(folder: Path, name: str, players: int = 0) -> Iterator[tuple[KeptBox, FlaskClient]]:
    """A game that has just begun by hand, and a phone."""
    write_game(folder, "reversi", ["e6"])
    with kept_box(folder) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        names = list(NAMES[: players or max(2, GAMES[name].PLAYERS.start)])
        sent = {"game": name, "players": names, "options": {}, "by_hand": True}
        assert client.post("/api/games", json=sent).json == {"done": True}
        yield box, client


def filled(form: dict[str, Any], chance: random.Random) -> Any:
    """A move of a form, each field filled with what is known, and what else may be chosen for it."""
    chosen = []
    for field in form["fields"]:
        known = [part["brings"] for part in field["parts"] for _ in range(part["chosen"])]
        others = [part["brings"] for part in field["parts"] if not part["chosen"]]
        chosen.append([*known, *chance.sample(others, max(0, field["least"] - len(known)))])
    if form["begins"] is not None:
        return " ".join([form["begins"], *(part for parts in chosen for part in parts)])
    move: dict[str, Any] = {}
    for field, parts in zip(form["fields"], chosen, strict=True):
        move |= parts[0] if (field["least"], field["most"]) == (1, 1) else {field["name"]: parts}
    return move


def enter(client: FlaskClient, choice: Any, state: Any, chance: random.Random) -> int:
    """Enter a move; the status of the answer."""
    if choice["hand"]:
        last = max((line["entry"] for line in get_json(client, "/api/moves")["lines"]), default=0)
        hand = {"player": choice["player"], "tiles": TILE_FACES[: choice["hand"]["count"]]}
        sent = {"way": "insert", "entry": last, "hand": hand, "without": [], "known": state["known"]}
        return client.post("/api/corrections", json=sent).status_code
    for _ in range(ATTEMPTS):
        move = filled(choice["form"], chance) if choice["form"] else choice["move"]
        answer = client.post("/api/moves", json={"move": move, "known": state["known"]})
        if answer.status_code == 200 or not choice["form"]:
            break
    return answer.status_code


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.full] * (name in ("drop_it", "search", "stop"))) for name in GAMES
])  # fmt: skip
def test_every_game_is_played_by_the_moves_that_are_offered(tmp_path: Path, name: str) -> None:
    chance = random.Random(4)
    with by_hand(tmp_path, name) as (box, client):
        for _ in range(MOVES):
            state = get_json(client)
            assert (state["game"], state["by_hand"], state["problem"]) == (name, True, None)
            if state["over"]:
                break
            offered = get_json(client, "/api/moves/next")
            assert offered["known"] == state["known"]
            choices = offered["choices"]
            places = {cell["place"] for cell in state["board"]["cells"]}
            assert all(set(one["path"]) <= places for one in choices)
            entered = 0
            for choice in chance.sample(choices, len(choices)):
                entered = enter(client, choice, state, chance)
                if entered == 200:
                    break
                # What was chosen part by part may be against the rules, and is refused in words.
                assert (entered, bool(choice["form"] or choice["hand"])) == (422, True)
            if entered != 200:  # a hand that cannot be shown, since its player had called by mistake
                assert client.post("/api/undo", json={}).status_code == 200
        assert len(box.table.snapshot.moves) >= (1 if state["over"] else MOVES // 2)


def test_a_move_says_who_entered_it_counts_once_and_can_be_taken_back(tmp_path: Path) -> None:
    with by_hand(tmp_path, "reversi") as (_, client):
        sent = {"move": "f5", "known": get_json(client)["known"]}
        assert client.post("/api/moves", json=sent).status_code == 200
        assert refused(client, "/api/moves", sent) == (422, "keeping.moved_meanwhile")
        (line,) = get_json(client, "/api/moves")["lines"]
        assert (line["sentence"], line["by"]) == (
            "Aya lays a tile on f5 and turns over 1 tile.", "A client's phone",
        )  # fmt: skip
        number = get_json(client, "/api/games")["games"][0]["number"]
        assert get_json(client, f"/api/games/{number}/game")["entries"][0]["data"]["by_hand"] is True
        assert client.post("/api/undo", json={}).status_code == 200
        assert get_json(client)["moves"] == []


@pytest.mark.parametrize(("move", "code"), [("a1", "reversi.illegal.flips_nothing"), ("zz", "reversi.bad_move")])
def test_what_is_no_move_is_refused_to_who_entered_it_alone(tmp_path: Path, move: str, code: str) -> None:
    with by_hand(tmp_path, "reversi") as (box, client):
        assert refused(client, "/api/moves", {"move": move}) == (422, code)
        assert box.table.snapshot.moves == ()
        assert code not in [notice["key"] for notice in get_json(client)["notices"]]


def test_a_game_that_the_camera_watches_takes_no_moves_by_hand(tmp_path: Path) -> None:
    write_game(tmp_path, "reversi", ["e6"])
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(app_of(box)))
        assert refused(client, "/api/moves", {"move": "f6"}) == (422, "table.not_by_hand")


def test_a_piece_that_is_dropped_is_entered_with_all_that_it_covers_and_touches(tmp_path: Path) -> None:
    with by_hand(tmp_path, "drop_it") as (_, client):
        (choice,) = get_json(client, "/api/moves/next")["choices"]
        assert [field["name"] for field in choice["form"]["fields"]] == ["drop", "level", "circles", "edges"]
        colours = {part["brings"]["drop"].partition("/")[2] for part in choice["form"]["fields"][0]["parts"]}
        assert colours == {"blue", "yellow"}  # D-4: those of the player in turn
        first = {"drop": "circle/blue", "level": 3, "circles": ["small", "small", "large"], "edges": []}
        assert client.post("/api/moves", json={"move": first}).status_code == 200
        (choice, *_) = get_json(client, "/api/moves/next")["choices"]
        touches = next(field for field in choice["form"]["fields"] if field["name"] == "touches")
        assert [(part["said"], part["brings"]) for part in touches["parts"]] == [("blue circle", "circle/blue")]
        above = next(field for field in choice["form"]["fields"] if field["name"] == "level")["parts"][-1]
        assert above["brings"] == {"level": 8, "above": True}


def test_calls_are_made_from_the_seat_where_no_camera_reads_the_table(tmp_path: Path) -> None:
    with by_hand(tmp_path, "doubt") as (_, client):
        (lay,) = get_json(client, "/api/moves/next")["choices"]
        assert client.post("/api/moves", json={"move": lay["move"]}).status_code == 200
        state = get_json(client)
        call = next(one for one in state["calls"] if one["player"] == 1)
        assert (call["key"], call["possible"]) == ("lie", True)
        sent = {"key": "lie", "player": 1, "moves": state["move_count"], "pressed_ms_ago": 0}
        assert client.post("/api/calls", json=sent).status_code == 200


def test_the_same_game_again_is_by_hand_again_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with by_hand(tmp_path, "checkers") as (box, client):
        move = get_json(client, "/api/moves/next")["choices"][0]["move"]
        client.post("/api/moves", json={"move": move})
        assert box.game.same_game() == NewGame("checkers", NAMES[:2], box.game.played.options, by_hand=True)
    with kept_box(tmp_path) as box:
        assert box.table.snapshot.by_hand
        # A demo table begins anew each time, but not instead of a game that people play by hand.
        fresh = Settings(tmp_path, game="reversi", players=("Ai", "Bo"), fresh=True)
        unfinished, _ = begin_or_resume(box.journal, fresh)
        assert unfinished is not None
        assert len(unfinished.plies) == 1

"""Correcting by phone: what may stand there, what would follow, and only then doing it; and two phones at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from device.record import replay
from device.record.corrections import Correction
from device.record.line import Line
from device.record.picture_notes import with_note
from device.record.pictures import jpeg_of
from device.record.replay import plies_of
from tests.support.web.fake_box import get_json, refused
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from vision.reading import Reading

# Entry 1 is the start, 2 the first move.
GAME = ("e6", "f6", "d3", "d6", "e7")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", GAME)
    with kept_box(tmp_path) as box:
        yield box


def squares(client: FlaskClient) -> list[str]:
    return [line["sentence"].split(" on ")[1][:2] for line in get_json(client, "/api/moves")["lines"] if line["ply"]]


def test_the_moves_are_told_with_who_saw_them_when_and_with_their_pictures(client: FlaskClient) -> None:
    told = get_json(client, "/api/moves")
    first, second, *_ = told["lines"]
    assert (told["known"], told["game"], told["players"]) == (6, "reversi", ["Aya", "Ben"])
    assert first == {
        "entry": 2, "ply": 1, "player": 0, "name": "Aya", "sentence": "Aya lays a tile on e6 and turns over 1 tile.",
        "at": "2026-01-02T19:32:00+09:00", "by": "camera", "way": "move", "picture": "1-2", "ended": None,
    }  # fmt: skip
    assert second["picture"] is None
    small = client.get("/api/moves/pictures/1-2")
    assert small.data.startswith(b"\xff\xd8")
    assert len(small.data) < len(client.get("/api/pictures/1-2").data) / 2
    assert client.get("/api/moves/pictures/1-99").json["code"] == "web.error.no_picture"


@pytest.mark.parametrize("keep", [0, 3, 200, -40])
def test_a_picture_that_a_power_cut_has_spoilt_counts_as_none(client: FlaskClient, box: KeptBox, keep: int) -> None:
    file = box.folder / "pictures" / "1-2.jpg"
    noted = with_note(jpeg_of(np.full((480, 640, 3), 90, np.uint8)), Reading(None, ()))
    file.write_bytes(noted)
    assert client.get("/api/moves/pictures/1-2/read").status_code == 200
    file.write_bytes(noted[:keep])
    answers = [client.get("/api/moves/pictures/1-2")]
    answers += [client.get(f"/api/moves/pictures/1-2/read{how}") for how in ("", "?plain", "?near=hand/")] * (keep <= 0)
    answers += [client.get("/api/pictures/1-2")] * (keep == 0)
    for answer in answers:
        assert (answer.status_code, answer.json["code"]) == (404, "web.error.no_picture")


def test_what_may_stand_there_comes_with_the_board_before_it(client: FlaskClient) -> None:
    told = get_json(client, "/api/moves/4/choices?way=change")
    assert {choice["move"] for choice in told["choices"]} == {"c4", "f5", "g6"}
    assert told["table"]["at"] == 2
    (choice,) = (choice for choice in told["choices"] if choice["move"] == "f5")
    assert choice["sentence"].startswith("Aya lays a tile on f5")
    assert "f5" in choice["places"]
    assert get_json(client, "/api/moves/0/choices?way=insert")["table"]["at"] == 0
    assert get_json(client, "/api/moves/6/choices?way=insert")["table"]["at"] == 5


def test_what_would_follow_is_told_and_nothing_is_changed(client: FlaskClient, box: KeptBox) -> None:
    before = box.journal.current()
    harmless = client.post("/api/corrections/preview", json={"way": "change", "entry": 4, "move": "f5"}).json
    assert harmless == {"breaks": None, "without": [], "later": 2, "came_to": [], "scores": [
        {"name": "Aya", "before": 7, "after": 5}, {"name": "Ben", "before": 2, "after": 4},
    ]}  # fmt: skip
    breaking = client.post("/api/corrections/preview", json={"way": "strike", "entry": 2}).json
    assert breaking["breaks"] == {"ply": 2, "sentence": "Ben lays a tile on f6 and turns over 1 tile."}
    assert (breaking["without"], breaking["later"]) == ([3, 4, 5, 6], 0)
    assert [score["after"] for score in breaking["scores"]] == [2, 2]
    assert box.journal.current() == before


def test_a_correction_is_made_and_the_record_says_by_whom(client: FlaskClient, box: KeptBox) -> None:
    wanted = {"way": "change", "entry": 4, "move": "f5", "without": [], "known": 6}
    assert client.post("/api/corrections", json=wanted).json == {"done": True}
    assert squares(client) == ["e6", "f6", "f5", "d6", "e7"]
    was, now = get_json(client, "/api/moves")["lines"][2:4]
    assert (was["ply"], was["ended"]["way"], was["ended"]["by"]) == (0, "change", "A client's phone")
    assert was["sentence"].startswith("Aya lays a tile on d3")
    assert (now["ply"], now["way"], now["by"], now["picture"]) == (3, "change", "A client's phone", None)
    # What a button puts in is told as the button's.
    box.do(Correction("insert", 6, get_json(client, "/api/moves/6/choices?way=insert")["choices"][0]["move"], "button"))
    assert get_json(client, "/api/moves")["lines"][-1]["by"] == "button on the box"


def test_what_becomes_impossible_is_struck_only_when_people_say_so(client: FlaskClient) -> None:
    wanted = {"way": "strike", "entry": 2, "without": [], "known": 6}
    assert refused(client, "/api/corrections", wanted) == (422, "table.line_breaks")
    assert squares(client) == list(GAME)
    assert client.post("/api/corrections", json=wanted | {"without": [3, 4, 5, 6]}).status_code == 200
    assert squares(client) == []


@pytest.mark.parametrize(("wrong", "code"), [
    ({"entry": 99}, "table.no_such_move"),
    ({"move": "a1"}, "keeping.not_allowed_there"),
    ({"move": {"a": [1]}}, "keeping.not_allowed_there"),
])  # fmt: skip
def test_what_is_no_correction_is_refused(client: FlaskClient, wrong: dict[str, Any], code: str) -> None:
    asked = {"way": "change", "entry": 4, "move": "f5"} | wrong
    assert refused(client, "/api/corrections/preview", asked) == (422, code)
    assert refused(client, "/api/corrections", asked | {"without": [], "known": 6})[0] == 422
    assert squares(client) == list(GAME)


@pytest.mark.parametrize("query", ["", "?way=strike", "?way=burn"])
def test_choices_are_there_for_changing_and_inserting_alone(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/moves/6/choices{query}").json["code"] == "web.error.bad_field"


@pytest.mark.parametrize("way", ["change", "strike"])
def test_one_request_previews_and_one_corrects_and_each_plays_the_later_moves_once(
    client: FlaskClient, box: KeptBox, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    likely = get_json(client, "/api/moves/6/likely" if way == "strike" else "/api/moves/4/likely")
    entry, move = (6, None) if way == "strike" else (4, "f5")
    (choice,) = (one for one in likely["choices"] if one["move"] == move) if move else ({"preview": likely["strike"]},)
    wanted = {"way": way, "entry": entry} | ({"move": move} if move else {})
    assert choice["preview"] == client.post("/api/corrections/preview", json=wanted).json
    played: list[int] = []

    def counted(game: Any, state: Any, one: Line, forces: bool = True) -> Any:
        played.append(one.entry)
        return plies_of(game, state, one, forces)

    monkeypatch.setattr(replay, "plies_of", counted)
    without = choice["preview"]["without"]
    assert client.post("/api/corrections", json=wanted | {"without": without, "known": likely["known"]}).json
    assert get_json(client, "/api/moves")["known"] == 7
    assert played == ([4, 5, 6] if move else [])

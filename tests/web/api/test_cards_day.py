"""An evening of Skip-Bo: number cards are taught by a photograph, dealt and played before the camera."""

import io
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.games.skip_bo import lay
from engines.vocabulary import BACK, Layout
from simulator.render.cards import Card, CardTable, render_cards
from tests.support.vision.card_tables import FACES, GROUND, LIGHT, SENSOR, deck, lesson, view
from tests.support.waiting import PATIENCE_S
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of, carry_phone, from_own_page, get_json
from tests.support.web.laid_box import LaidCamera, as_jpeg
from vision.cards.taught.lesson import laid_cards
from vision.cards.taught.taught_cards import teach_cards
from vision.reading import Picture

DEALT: Layout = dict.fromkeys(("stock/1", "stock/2", "draw"), BACK)
TURNED_UP = DEALT | {"stock/1": "7", "stock/2": "1"}


@cache
def table(**cards: str) -> Picture:
    """A table with these cards, `stock_1="7"`, laid as the set-up says."""
    layout = {place.replace("_", "/"): face for place, face in cards.items()}
    lies = {place: lay(place, layout) for place in layout}
    laid = tuple(Card(lie.x, lie.y, layout[place], lie.turn) for place, lie in lies.items())
    high = CardTable(deck(), laid, GROUND)
    return render_cards(high, view(760.0, 3.0), LIGHT, SENSOR, np.random.default_rng(1))[0]


def as_laid(layout: Layout) -> Picture:
    return table(**{place.replace("/", "_"): str(face) for place, face in layout.items()})


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[tuple[Box, LaidCamera]]:
    with laid_box.laid_box(tmp_path, lesson(), game="skip_bo") as laid:
        yield laid


@pytest.fixture
def client(laid: tuple[Box, LaidCamera]) -> FlaskClient:
    return from_own_page(carry_phone(app_of(laid[0])))


def wait_until(box: Box, is_so: Callable[[], bool]) -> None:
    """The table goes on until something is so."""
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        now, record = box.table.snapshot, box.table_parts.game.played.record()
        assert time.monotonic() < until, (now.problem, now.choices.question, record)
        box.table.post(None).result(PATIENCE_S)
        time.sleep(0.02)


def test_cards_are_taught_dealt_and_played(laid: tuple[Box, LaidCamera], client: FlaskClient) -> None:
    box, camera = laid
    wait_until(box, lambda: box.camera_parts.capture.newest is not None and box.table.snapshot.problem is not None)
    assert client.get("/api/state").json["problem"]["key"] == "table.teach_cards_first"

    seen = client.get("/api/lessons/view?of=cards").json
    assert (seen["ready"], [tile["mark"] for tile in seen["tiles"]][:3]) == (True, ["1", "2", "3"])
    photo = {"photo": (as_file(lesson()), "lesson.jpg")}
    taught = client.post("/api/lessons?of=cards", data=photo).json
    assert [face["face"] for face in taught["faces"] if face["sure"]] == FACES
    refused = client.post("/api/lessons/accept", json={"number": taught["number"]})
    assert refused.json["code"] == "table.no_lesson", "of tiles, nothing was taught"
    camera.picture = as_laid(DEALT)
    assert client.post("/api/lessons/accept?of=cards", json={"number": taught["number"]}).json == {"accepted": True}
    assert len(client.get("/api/lessons/taught?of=cards").json["faces"]) == len(FACES)
    assert client.get("/api/lessons/taught").json["faces"] == []

    wait_until(box, lambda: box.table.view.reading is not None and "draw" in box.table.view.reading.places)
    assert not box.table.snapshot.by_hand
    assert box.table.snapshot.problem is None
    camera.picture = as_laid(TURNED_UP)
    wait_until(box, lambda: len(box.table.snapshot.moves) == 2)
    camera.picture = as_laid(TURNED_UP | {"build/1": "1", "discard/1/2/1": "9"})
    camera.picture = as_laid(TURNED_UP | {"build/1": "1"})
    wait_until(box, lambda: "lay 1 hand build/1" in box.table_parts.game.played.record())
    camera.picture = as_laid(TURNED_UP | {"build/1": "1", "discard/1/2/1": "9"})
    wait_until(box, lambda: "discard 9 discard/1/2" in box.table_parts.game.played.record())
    assert (box.table.snapshot.problem, box.table.snapshot.choices.question) == (None, ())


@pytest.mark.full
def test_piles_lie_where_people_say_until_they_take_the_proposal_back(tmp_path: Path) -> None:
    def seen_by(phone: FlaskClient) -> Any:
        return phone.get("/api/zones", headers={"Accept-Language": "en"}).json

    def dealt() -> Any:
        return laid_box.laid_box(tmp_path, as_laid(DEALT), game="skip_bo")

    with dealt() as (box, _):
        untaught = seen_by(carry_phone(app_of(box)))
        assert (untaught["seen"], len(untaught["plan"]["zones"])) == (None, 15)
        teach_cards(lesson(), FACES).save(box.table_parts.lessons.cards.folder)
    with dealt() as (box, _):
        phone = from_own_page(carry_phone(app_of(box)))
        wait_until(box, lambda: bool((seen_by(phone)["seen"] or {"zones": []})["zones"]))
        proposed = seen_by(phone)
        assert not proposed["given"]
        names = {zone["place"]: (zone["name"], zone["mark"]) for zone in proposed["seen"]["zones"]}
        assert names["discard/2/3"] == ("Ben's discard pile 3", "3")
        for x in (700.0, 900.0):
            moved = {"zones": [{"place": "build/1", "x": x, "y": 500.0}], "width": proposed["seen"]["size"][0]}
            assert phone.post("/api/zones", json=moved).status_code == 200
        unknown = {"zones": [{"place": "build/9", "x": 1, "y": 1}], "width": 640}
        assert phone.post("/api/zones", json=unknown).json["code"] == "zones.unknown"
    with dealt() as (box, _):
        phone = from_own_page(carry_phone(app_of(box)))
        wait_until(box, lambda: bool(seen_by(phone)["seen"]))
        given = seen_by(phone)
        assert (given["given"], at(given, "build/1"), at(given, "draw")) == (True, (900, 500), at(proposed, "draw"))
        assert phone.post("/api/zones/forget", json={}).status_code == 200
        assert at(seen_by(phone), "build/1") == pytest.approx(at(proposed, "build/1"), abs=4)


def at(found: Any, place: str) -> tuple[float, float]:
    return next((zone["x"], zone["y"]) for zone in found["seen"]["zones"] if zone["place"] == place)


@pytest.mark.full
def test_a_card_missing_in_a_lesson_is_named_and_its_place_ringed_and_it_teaches_nothing(
    laid: tuple[Box, LaidCamera], client: FlaskClient
) -> None:
    box, camera = laid
    found = laid_cards(lesson(), len(FACES))
    assert found is not None
    eighth = found.corners[7]
    around = eighth.mean(axis=0) + 1.1 * (eighth - eighth.mean(axis=0))
    camera.picture = cv2.fillConvexPoly(lesson().copy(), np.rint(around).astype(int), GROUND[0, 0].tolist())
    capture = box.camera_parts.capture
    wait_until(box, lambda: capture.newest is not None and capture.newest.picture is camera.picture)
    seen = get_json(client, "/api/lessons/view?of=cards")
    assert (seen["ready"], seen["said"]) == (False, ["I see 13 cards, but 14 are needed.", "Not seen yet: 8."])
    ringed = seen["tiles"][-1]
    assert (ringed["name"], ringed["sure"]) == ("8", False)
    assert np.linalg.norm(np.mean(ringed["corners"], axis=0) - eighth.mean(axis=0)) < 20
    refused = client.post("/api/lessons?of=cards", data={"photo": (as_file(camera.picture), "lesson.jpg")})
    assert (refused.status_code, refused.json["code"]) == (422, "teach.cards_missing")


def as_file(picture: Picture) -> io.BytesIO:
    return io.BytesIO(as_jpeg(picture))

"""The demo table on the page: the games that can be watched, how fast, and the next mistake; elsewhere none of it."""

import re
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.demo.demo import Demo
from device.games.listing import WATCHED
from device.settings import Settings
from device.table.events import Asked, NewGame
from device.testing.camera import StandInCamera
from device.texts import say
from engines.messages import message
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import carry_phone, from_own_page
from tests.support.web.full_box import unhurried_app


@pytest.fixture(scope="module")
def demo_box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with Box(Settings(tmp_path_factory.mktemp("box"), players=("Aya", "Ben")), StandInCamera([]), Demo()) as box:
        yield box


@pytest.fixture(scope="module")
def visitor(demo_box: Box) -> FlaskClient:
    return from_own_page(carry_phone(unhurried_app(demo_box)))


@pytest.mark.full
def test_the_gallery_has_every_watched_game_with_its_picture(visitor: FlaskClient) -> None:
    games = visitor.get("/api/demo").json["games"]
    assert [game["game"] for game in games] == list(WATCHED)
    assert games[0]["said"] == ["2 to 4 players", "about 4 min"]
    picture = visitor.get(games[0]["picture"]).data
    assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape == (384, 384, 3)
    page = visitor.get("/demo").text
    assert all(f'data-game="{name}"' in page for name in WATCHED)
    assert visitor.get("/api/demo/pictures/chess").status_code == 404


def test_a_visitor_chooses_a_game_and_the_usual_people_play_it(visitor: FlaskClient, demo_box: Box) -> None:
    assert visitor.post("/api/demo/game", json={"game": "doubt"}).status_code == 200
    assert (demo_box.table.snapshot.view.game, demo_box.table.snapshot.view.players) == (
        "doubt",
        ("Aya", "Ben", "Chie"),
    )
    assert visitor.post("/api/demo/game", json={"game": "chess"}).status_code == 400
    visitor.post("/api/demo/game?language=ja", json={"game": "search"})
    assert demo_box.table.snapshot.view.players == ("あや", "けん")


def test_speed_pause_and_the_next_mistake_are_told_to_every_phone(visitor: FlaskClient) -> None:
    assert visitor.post("/api/demo", json={"speed": 4}).json["speed"] == 4
    assert visitor.post("/api/demo", json={"paused": True}).json["paused"]
    told = visitor.get("/api/demo").json
    assert (told["speed"], told["paused"], told["mistake_due"]) == (4, True, False)
    assert told["mistake_said"] is None
    told = visitor.post("/api/demo/mistake", json={}).json
    assert (told["paused"], told["mistake_due"]) == (False, True), "whoever wants a mistake wants to see it"
    assert re.match(r"(On the next move|In \d+ moves) somebody ", told["mistake_said"])
    assert visitor.get("/api/demo?language=ja").json["mistake_said"].endswith("。")
    assert told["mistake_said"] in visitor.get("/").text
    assert visitor.post("/api/demo", json={"speed": 3}).status_code == 400


def test_who_plays_by_hand_sees_that_the_demo_waits(visitor: FlaskClient, demo_box: Box) -> None:
    visitor.post("/api/demo/game", json={"game": "search"})
    demo_box.table.post(Asked(lambda: demo_box.table_parts.game.read(True))).result(PATIENCE_S)
    assert not visitor.get("/api/demo").json["asleep"]
    demo_box.table.post(NewGame("reversi", ("Kay", "Lou"), by_hand=True)).result(PATIENCE_S)
    assert visitor.get("/api/demo").json["asleep"]
    assert say(message("demo.asleep"), "en") in visitor.get("/").text


def test_the_controls_are_on_the_live_page_of_the_demo_alone(visitor: FlaskClient, client: FlaskClient) -> None:
    assert 'id="demo"' in visitor.get("/").text
    assert 'id="demo"' not in client.get("/").text
    assert client.get("/demo").status_code == client.get("/api/demo").status_code == 404
    assert client.post("/api/demo/mistake", json={}).status_code == 404

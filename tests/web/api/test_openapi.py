"""The API's document says what is there, all of it and nothing else; what the box answers is as it says."""

import html
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import meta

from device.box import Box
from device.games.listing import GAMES
from device.record.corrections import Correction
from device.table.events import Enter
from device.texts import LANGUAGES, catalogue
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S
from tests.support.web.clubs import CARD
from tests.support.web.fake_box import carry_phone, from_own_page, jpeg
from tests.support.web.kept_box import as_seen
from tests.support.web.laid_box import as_jpeg, hand, lesson
from tests.support.web.schemas import check
from tests.support.web.sent import state_sent
from tests.support.web.tables import KEPT, TABLES, played, table
from tests.web.security.test_pairing import OPEN
from web.api.openapi import document, endpoints
from web.mqtt import asyncapi

DEPTHS = {"depth": 20.5, "back": 1, "front": 17}
HAND = {"tiles": [*"444444777"], "ron": True, "players": 3}
Asked = tuple[str, str, dict[str, Any] | None]


@pytest.fixture(scope="module")
def client(full_app: Flask) -> FlaskClient:
    return from_own_page(carry_phone(full_app))


@pytest.fixture(scope="module")
def english(full_app: Flask) -> dict[str, Any]:
    return document(full_app, "en")


def operations(told: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(method, path): it for path, methods in told["paths"].items() for method, it in methods.items()}


def routes(app: Flask) -> dict[tuple[str, str], str]:
    """Every method and path of the application as OpenAPI writes them, with the name of its view; but for pages."""
    found = {}
    for rule in app.url_map.iter_rules():
        methods = rule.methods - {"HEAD", "OPTIONS"}
        choice = re.search(r"<any\((.*?)\):\w+>", rule.rule)
        words = choice[1].split(", ") if choice else [""]
        for word in words:
            plain = rule.rule.replace(choice[0], word) if choice else rule.rule
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", plain)
            found |= {(method.lower(), path): rule.endpoint for method in methods}
    # A page is answered as the text of its HTML, everything else as an answer of its own.
    pages = {name for name, view in app.view_functions.items() if view.__annotations__.get("return") in ("str", str)}
    files = ("static", "static_before", "stylesheet", "pages.manifest")
    return {way: name for way, name in found.items() if name not in (*pages, *files)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_openapi(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/api/openapi.json?language={language}")
    assert (answer.status_code, answer.json["openapi"]) == (200, "3.1.0")
    assert answer.json["info"]["title"] == catalogue(language)["api.title"]
    schemathesis.openapi.from_dict(answer.json).validate()
    for schema in answer.json["components"]["schemas"].values():
        meta.validate(schema)


def test_every_route_is_in_the_document_and_none_that_is_not_there(full_app: Flask, english: dict[str, Any]) -> None:
    assert set(operations(english)) == set(routes(full_app))


def test_what_only_paired_phones_may_do_is_said(full_app: Flask, english: dict[str, Any]) -> None:
    closed = {way for way, it in operations(english).items() if "security" in it}
    assert closed == {way for way, name in routes(full_app).items() if way[0] != "get" and name not in OPEN} | {
        ("get", path) for path in ("/api/broker", "/api/network", "/api/phones", "/api/report.zip", "/api/seats/{seat}")
    }
    stranger = from_own_page(full_app.test_client())
    for method, path in closed:
        sent = None if method == "get" else {}
        answer = stranger.open(re.sub(r"{\w+}", "1", path), method=method, json=sent)
        assert answer.json["code"] == "not_paired", path
        check(answer.json, "Error", english)


@pytest.mark.parametrize("name", [*TABLES, *KEPT])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_every_game_is_as_the_document_says(
    full: Box, name: str, language: str, english: dict[str, Any]
) -> None:
    check(state_sent(table(name), language, full.table_parts.hands.check), "State", english)


def a_frame(seen: dict[str, Any]) -> dict[str, Any]:
    """A frame that somebody marks on what the camera sees, with a print on its base."""
    wide, high = seen["size"]
    corners = [[0.3 * wide, 0.1 * high], [0.3 * wide, 0.9 * high], [0.7 * wide, 0.9 * high], [0.7 * wide, 0.1 * high]]
    lines = [[[0.35 * wide, at * high], [0.65 * wide, at * high]] for at in (0.7, 0.5, 0.3)]
    circle = {"x": 0.5 * wide, "y": 0.4 * high, "radius": 0.03 * wide, "size": "large"}
    walls = [{"start": 1, "prints": [{"shape": "circle", "colour": "red"}]}]
    marks = {"outline": corners, "lines": lines, "circles": [circle], "walls": walls}
    return marks | {"number": seen["number"], "name": "ours", "width": 200, "height": 300} | DEPTHS


def an_evening(client: FlaskClient, box: Box, answers: list[Any]) -> Iterator[Asked]:
    """Everything that a phone may want to know, in an order in which all of it works; `answers` are those so far."""
    current = client.get("/api/moves").json
    last = current["lines"][-1]["entry"]
    form = client.get("/api/sheet").json["form"]
    corners = [[100, 100], [500, 100], [500, 400], [100, 400]]
    strike = {"way": "strike", "entry": last}
    yield from (("get", one.path, None) for one in endpoints(client.application)
                if one.method == "get" and one.operation.answers and "{" not in one.path
                and one.operation.name != "player_history")  # fmt: skip
    yield "get", "/api/games/1", None
    yield "get", "/api/games/1/steps/5", None
    yield "get", "/api/games/1/steps/5/comments", None
    yield "get", f"/api/moves/{last}/choices?way=change", None
    yield "get", f"/api/moves/{last}/likely", None
    yield "post", "/api/corrections/preview", strike
    yield "post", "/api/corrections", strike | {"without": [], "known": current["known"]}
    for tiles in ("444444777", "44444477", "112345678"):
        yield "post", "/api/hand", HAND | {"tiles": [*tiles]}
    yield "post", "/api/hand", HAND | {"others": [100]}
    yield "post", "/api/calibrate/read", {"corners": corners, "size": [640, 480]}
    yield "post", "/api/frame/look", {}
    marked = a_frame(answers[-1])
    yield "post", "/api/frame/check", marked
    yield "post", "/api/frame", marked
    yield "post", "/api/lessons", {"photo": "lesson"}
    taught = answers[-1]
    yield "get", "/api/lessons/progress", None
    yield "post", "/api/lessons/cancel", {}
    yield "post", "/api/lessons/accept", {"number": taught["number"]}
    yield "get", "/api/lessons/taught", None
    yield "post", "/api/hand/photo", {"photo": "hand"}
    yield "post", "/api/set-check/photo?game=jarapon", {"photo": "hand"}
    yield "post", "/api/set-check", {"game": "jarapon", "photos": [answers[-1]["faces"]]}
    yield "post", "/api/lessons/forget", {}
    yield "post", "/api/field", {"corners": corners, "width": 640}
    yield "post", "/api/field/forget", {}
    yield "post", "/api/sheet/read", {"file": "ours.toml", "toml": client.get("/api/sheet.toml").text}
    yield "post", "/api/sheet/check", {"form": form | {"name": "ours"}}
    yield "post", "/api/sheet/save", {"form": form | {"name": "ours"}}
    yield "post", "/api/sheet/restore", {}
    wires = ("listen", "beep", "pattern", "other_chip")
    yield from (("post", f"/api/wiring/{what}", {"on": True}) for what in wires)
    yield "post", "/api/voice", {"on": False}
    yield "post", "/api/network", {"on": True}
    yield "post", "/api/broker", {"url": CARD, "names": "initials"}
    yield "post", "/api/time", {"zone": "Asia/Tokyo"}
    yield "post", "/api/players/badges", {"name": "Aya", "colour": "red", "tile": "5"}
    yield "post", "/api/demo", {"speed": 2, "paused": True}
    yield "post", "/api/demo/mistake", {}
    yield "post", "/api/demo/lesson", {"of": "cards"}
    yield "post", "/api/demo/game", {"game": "reversi"}
    yield "post", "/api/buttons", {"button": "next"}
    yield "post", "/api/look", {}
    yield "post", "/api/games", {"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": "down"}}
    first = client.get("/api/moves/0/choices?way=insert").json["choices"][0]["move"]
    box.table.post(Correction("insert", 0, first, "test")).result(PATIENCE_S)
    yield "post", "/api/strike", {"entry": client.get("/api/moves").json["lines"][-1]["entry"]}
    box.table.post(Correction("insert", 0, first, "test")).result(PATIENCE_S)
    yield "post", "/api/undo", {}
    match = {"game": "jarapon", "players": ["Aya", "Ben"], "options": {"dealer": "first"}, "by_hand": True}
    yield "post", "/api/games", match
    yield "post", "/api/hand/book", HAND
    yield "post", "/api/games", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}, "by_hand": True}
    for move in as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)):
        box.table.post(Enter(move, "test")).result(PATIENCE_S)
    yield "post", "/api/moves/pad", {"on": False}
    yield "get", "/api/players/history?name=Aya", None
    yield "post", "/api/games/again", {}
    yield "post", "/api/games/seats", {"players": ["Ben", "Aya"]}
    number = client.get("/api/games").json["games"][-2]["number"]
    yield "post", f"/api/games/{number}/resume", {}
    yield "post", "/api/backups", {}
    yield "post", "/api/games/import", {"file": client.get(f"/api/games/{number}/game").text}
    yield "post", "/api/pairing", {}  # pairs the demo's own computer at once
    box.front.pairing.ask()
    yield "post", "/api/pairing/answer", {"code": box.front.pairing.code, "name": "A scoreboard"}
    yield "post", "/api/phones/revoke", {"number": client.get("/api/phones").json["phones"][0]["number"]}


def as_form(sent: dict[str, Any]) -> dict[str, Any]:
    """Photographs and files in the place of their names."""
    pictures = {"hand": lambda: as_jpeg(hand()), "lesson": lambda: as_jpeg(lesson())}
    if "file" in sent:
        return {"file": (BytesIO(sent["file"].encode()), "game.json")}
    return {"photo": (BytesIO(pictures[sent["photo"]]()), "photo.jpg")}


def test_what_the_box_answers_on_an_evening_is_what_the_document_says(
    client: FlaskClient, full: Box, english: dict[str, Any]
) -> None:
    known = {(one.method, one.path): one.operation for one in endpoints(client.application)}
    answered, refused, answers = set(), [], []
    for method, path, sent in an_evening(client, full, answers):
        plain = re.sub(r"/\d+", "/{number}", path.partition("?")[0])
        plain = plain.replace("steps/{number}", "steps/{at}").replace("moves/{number}", "moves/{entry}")
        operation = known[method, plain]
        form = operation.has_files and sent is not None
        answer = client.open(path, method=method, **({"data": as_form(sent or {})} if form else {"json": sent}))
        answers.append(answer.json)
        check(answer.json, operation.answers.__name__ if answer.status_code == 200 else "Error", english)
        answered |= {operation.name} if answer.status_code == 200 else set()
        refused += [] if answer.status_code == 200 else [(path, answer.json["code"])]
    asked = {operation.name for operation in known.values() if operation.answers}
    # Nothing is left open by what lies before this camera, so that nothing can be announced or called; and a move is
    # entered only where nothing is watched, and from a seat only where the box deals.
    seats = {"take_seat", "leave_seat", "own_seat", "play_from_seat"}
    cards = {"lay_zones", "forget_zones"}  # of which none lie here
    sheets = {"look_at_sheet", "accept_sheet", "forget_sheet"}  # which are taught empty
    frames = {"rename_frame", "put_frame_away", "bring_frame_back"}  # of which none are measured
    left = {"choose", "call", "withdraw_call", "enter", *seats, *cards, *sheets, *frames}
    assert (asked - answered, refused) == (left, [])


def test_a_question_is_asked_and_answered_as_the_document_says(lie: Flask, english: dict[str, Any]) -> None:
    phone = carry_phone(lie)
    state = phone.get("/api/state").json
    check(state, "State", english)
    sent = {"key": state["question"][0]["key"], "moves": state["move_count"]}
    check(phone.post("/api/choose", json=sent, headers={"Origin": "http://localhost"}).json, "Done", english)


def test_a_body_within_the_bounds_is_taken_and_every_bound_is_kept(
    client: FlaskClient, full: Box, english: dict[str, Any]
) -> None:
    before = full.table_parts.archive.current().number
    schemas = english["components"]["schemas"]
    longest = schemas["BeginRequest"]["properties"]["players"]["items"]["maxLength"]
    game = {"game": "reversi", "options": {}}
    for length, status in ((longest, 200), (longest + 1, 400)):
        assert client.post("/api/games", json=game | {"players": ["A" * length, "B"]}).status_code == status
    assert client.post(f"/api/games/{before}/resume", json={}).status_code == 200  # other tests go on with it
    most = schemas["SheetForm"]["properties"]["rows"]["maxItems"]
    form = client.get("/api/sheet").json["form"]
    for count, status in ((most, 200), (most + 1, 422)):
        sent = {"form": form | {"rows": form["rows"][:1] * count}}
        assert client.post("/api/sheet/check", json=sent).status_code == status
    photos = schemas["Photos"]["properties"]["photo"]["maxItems"]
    many = {"photo": [(BytesIO(jpeg("one")), "one.jpg") for _ in range(photos + 1)]}
    assert client.post("/api/lessons", data=many).json["code"] == "web.error.too_many_photos"


def test_every_sentence_of_the_catalogue_belongs_to_something(english: dict[str, Any]) -> None:
    shown = [told["components"]["schemas"] for told in (english, asyncapi.document("en"))]
    fields = {f"api.field.{name}.{field}" for schemas in shown for name, schema in schemas.items()
              for field in schema.get("properties", {})} | {"api.field.Request.known"}  # fmt: skip
    does = {f"api.does.{it['operationId']}" for it in operations(english).values()}
    for key in catalogue("en"):
        if key.startswith("api.field."):
            assert key in fields, key
        if key.startswith("api.does."):
            assert key in does, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_can_read_it(client: FlaskClient, language: str) -> None:
    page = html.unescape(client.get(f"/api?language={language}").text)
    told = document(client.application, language)
    for (_, path), it in operations(told).items():
        assert f"<code>{path}</code>" in page
        assert it["summary"] in page
    leads_to = set(re.findall(r'href="#([^"]+)"', page))
    assert len(leads_to) > 50
    assert leads_to <= set(re.findall(r' id="([^"]+)"', page))


def test_the_page_leads_from_setting_up(client: FlaskClient) -> None:
    assert 'href="/api"' in client.get("/box").text
    assert (ROOT / "docs" / "api.md").exists()

"""The API's document says what is there, all of it and nothing else; what the box answers is as it says."""

import html
import re
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, meta

from device.box import Box
from device.events import Insert
from device.texts import catalogue
from tests.web.fake_box import carry_phone, from_own_page, jpeg
from tests.web.full_box import full_box, unhurried_app
from tests.web.laid_box import as_jpeg, hand, lesson
from tests.web.tables import TABLES, table
from tests.web.test_pairing import OPEN
from web import create_app
from web.openapi import document
from web.openapi_ways import FORM, WAYS
from web.paces import Pace
from web.telling import tell

PATIENCE_S = 60.0
HAND = {"tiles": [*"444444777"], "ron": True, "players": 3}
Asked = tuple[str, str, dict[str, Any] | None]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with full_box(tmp_path_factory.mktemp("box")) as box:
        yield box


@pytest.fixture(scope="module")
def app(box: Box) -> Flask:
    return unhurried_app(box)


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return from_own_page(carry_phone(app))


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
    # A page is told as the text of its HTML, everything else as an answer of its own.
    pages = {name for name, view in app.view_functions.items() if view.__annotations__.get("return") in ("str", str)}
    files = ("static", "static_before", "stylesheet")
    return {way: name for way, name in found.items() if name not in (*pages, *files)}


def strict(schema: Any) -> Any:
    """A schema that allows no field which it does not name."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {name: strict(value) for name, value in schema.items()}
    if "properties" in told and told.get("type") == "object":
        told.setdefault("additionalProperties", False)
    return told


def check(told: Any, name: str) -> None:
    """Raises where an answer is not what a schema says, to the last field."""
    schemas = strict(deepcopy(document("en")["components"]["schemas"]))
    whole = {"components": {"schemas": schemas}, "$ref": f"#/components/schemas/{name}"}
    Draft202012Validator(whole).validate(told)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_openapi(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/api/openapi.json?language={language}")
    assert (answer.status_code, answer.json["openapi"]) == (200, "3.1.0")
    assert answer.json["info"]["title"] == catalogue(language)["api.title"]
    schemathesis.openapi.from_dict(answer.json).validate()
    for schema in answer.json["components"]["schemas"].values():
        meta.validate(schema)


def test_every_way_is_told_and_none_that_is_not_there(app: Flask) -> None:
    assert set(operations(document("en"))) == set(routes(app))


def test_what_only_paired_phones_may_do_is_said(app: Flask) -> None:
    told = operations(document("en"))
    closed = {way for way, name in routes(app).items() if way[0] != "get" and name not in OPEN}
    assert {way for way, it in told.items() if "security" in it} == closed | {("get", "/api/phones")}
    stranger = app.test_client()
    for method, path in closed | {("get", "/api/phones")}:
        sent = re.sub(r"{\w+}", "1", path)
        answer = stranger.open(
            sent, method=method, json=None if method == "get" else {}, headers={"Origin": "http://localhost"}
        )
        assert answer.json["code"] == "not_paired", path
        check(answer.json, "Error")


def test_whoever_is_too_fast_is_told_how_long_to_wait(box: Box) -> None:
    app = create_app(box)
    app.extensions["changes"] = Pace(1, 60.0)
    asked = [app.test_client().post("/api/hand", json=HAND, headers={"Origin": "http://localhost"}) for _ in range(2)]
    assert [answer.status_code for answer in asked] == [200, 429]
    assert int(asked[1].headers["Retry-After"]) > 0
    check(asked[1].json, "Error")


@pytest.mark.parametrize("name", [*TABLES])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_of_every_game_is_told_as_the_document_says(box: Box, name: str, language: str) -> None:
    check(tell(table(name), language, box.check_hand), "State")


def an_evening(client: FlaskClient, box: Box) -> Iterator[Asked]:
    """Everything that a phone may want to know, in an order in which all of it works."""
    current = client.get("/api/moves").json
    last = current["lines"][-1]["entry"]
    form = client.get("/api/sheet").json["form"]
    corners = [[100, 100], [500, 100], [500, 400], [100, 400]]
    strike = {"way": "strike", "entry": last}
    yield from (("get", path, None) for ways in WAYS.values() for way in ways if (path := way.path) and
                way.method == "get" and way.answers and "{" not in path)  # fmt: skip
    yield "get", "/api/games/1", None
    yield "get", "/api/games/1/steps/5", None
    yield "get", f"/api/moves/{last}/choices?way=change", None
    yield "post", "/api/corrections/preview", strike
    yield "post", "/api/corrections", strike | {"without": [], "known": current["known"]}
    for tiles in ("444444777", "44444477", "112345678"):
        yield "post", "/api/hand", HAND | {"tiles": [*tiles]}
    yield "post", "/api/calibrate/read", {"corners": corners, "size": [640, 480]}
    yield "post", "/api/lessons", {"photo": "lesson"}
    taught = client.post("/api/lessons", data=as_form({"photo": "lesson"})).json
    yield "get", "/api/lessons/progress", None
    yield "post", "/api/lessons/cancel", {}
    yield "post", "/api/lessons/accept", {"number": taught["number"]}
    yield "post", "/api/hand/photo", {"photo": "hand"}
    yield "post", "/api/field", {"corners": corners, "width": 640}
    yield "post", "/api/field/forget", {}
    yield "post", "/api/sheet/read", {"file": "ours.toml", "toml": client.get("/api/sheet.toml").text}
    yield "post", "/api/sheet/check", {"form": form | {"name": "ours"}}
    yield "post", "/api/sheet/save", {"form": form | {"name": "ours"}}
    yield "post", "/api/sheet/restore", {}
    yield from (("post", f"/api/wiring/{what}", {"on": True}) for what in ("listen", "beep", "pattern"))
    yield "post", "/api/look", {}
    yield "post", "/api/games", {"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": "down"}}
    box.table.post(Insert(0, client.get("/api/moves/0/choices?way=insert").json["choices"][0]["move"], "test")).result()
    yield "post", "/api/strike", {"entry": client.get("/api/moves").json["lines"][-1]["entry"]}
    box.table.post(Insert(0, client.get("/api/moves/0/choices?way=insert").json["choices"][0]["move"], "test")).result()
    yield "post", "/api/undo", {}
    number = client.get("/api/games").json["games"][-2]["number"]
    yield "post", f"/api/games/{number}/resume", {}
    yield "post", "/api/backups", {}
    yield "post", "/api/games/import", {"file": client.get(f"/api/games/{number}/game").text}
    yield "post", "/api/pairing", {}
    yield "post", "/api/pairing/answer", {"code": box.pairing.code, "name": "A scoreboard"}
    yield "post", "/api/phones/revoke", {"number": client.get("/api/phones").json["phones"][0]["number"]}


def as_form(sent: dict[str, Any]) -> dict[str, Any]:
    """Photographs and files in the place of their names."""
    pictures = {"hand": lambda: as_jpeg(hand()), "lesson": lambda: as_jpeg(lesson())}
    if "file" in sent:
        return {"file": (BytesIO(sent["file"].encode()), "game.json")}
    return {"photo": (BytesIO(pictures[sent["photo"]]()), "photo.jpg")}


def test_what_the_box_answers_on_an_evening_is_what_the_document_says(client: FlaskClient, box: Box) -> None:
    ways = {(way.method, way.path): way for ways in WAYS.values() for way in ways}
    answered, refused = set(), []
    for method, path, sent in an_evening(client, box):
        plain = re.sub(r"/\d+", "/{number}", path.partition("?")[0])
        plain = plain.replace("steps/{number}", "steps/{at}").replace("moves/{number}", "moves/{entry}")
        way = ways[method, plain]
        form = way.sent_as == FORM and sent is not None
        answer = client.open(path, method=method, **({"data": as_form(sent or {})} if form else {"json": sent}))
        check(answer.json, way.answers if answer.status_code == 200 else "Error")
        answered |= {way.name} if answer.status_code == 200 else set()
        refused += [] if answer.status_code == 200 else [(path, answer.json["code"])]
    asked = {way.name for way in ways.values() if way.answers}
    # Nothing is left open by what lies before this camera, so that nothing can be told or called.
    assert (asked - answered, refused) == ({"choose", "call", "withdraw_call"}, [])


def test_a_question_is_told_and_answered_as_the_document_says(lie: Flask) -> None:
    phone = carry_phone(lie)
    state = phone.get("/api/state").json
    check(state, "State")
    sent = {"key": state["question"][0]["key"], "moves": state["move_count"]}
    check(phone.post("/api/choose", json=sent, headers={"Origin": "http://localhost"}).json, "Done")


def test_a_body_within_the_bounds_is_told_and_every_bound_is_kept(client: FlaskClient) -> None:
    schemas = document("en")["components"]["schemas"]
    longest = schemas["NewGame"]["properties"]["players"]["items"]["maxLength"]
    game = {"game": "reversi", "options": {}}
    assert client.post("/api/games", json=game | {"players": ["A" * longest, "B"]}).status_code == 200
    assert client.post("/api/games", json=game | {"players": ["A" * (longest + 1), "B"]}).status_code == 400
    most = schemas["SheetForm"]["properties"]["rows"]["maxItems"]
    form = client.get("/api/sheet").json["form"]
    rows = {most: 200, most + 1: 422}
    for count, status in rows.items():
        sent = {"form": form | {"rows": form["rows"][:1] * count}}
        assert client.post("/api/sheet/check", json=sent).status_code == status
    photos = schemas["Photos"]["properties"]["photo"]["maxItems"]
    many = {"photo": [(BytesIO(jpeg("one")), "one.jpg") for _ in range(photos + 1)]}
    assert client.post("/api/lessons", data=many).json["code"] == "web.error.too_many_photos"


def test_every_sentence_of_the_catalogue_belongs_to_something() -> None:
    told = document("en")
    fields = {f"api.field.{name}.{field}" for name, schema in told["components"]["schemas"].items()
              for field in schema.get("properties", {})}  # fmt: skip
    does = {f"api.does.{it['operationId']}" for it in operations(told).values()}
    for key in catalogue("en"):
        if key.startswith("api.field."):
            assert key in fields, key
        if key.startswith("api.does."):
            assert key in does, key


@pytest.mark.parametrize("language", ["en", "ja"])
def test_people_can_read_it(client: FlaskClient, language: str) -> None:
    page = html.unescape(client.get(f"/api?language={language}").text)
    told = document(language)
    for (_, path), it in operations(told).items():
        assert f"<code>{path}</code>" in page
        assert it["summary"] in page
    leads_to = set(re.findall(r'href="#([^"]+)"', page))
    assert len(leads_to) > 50
    assert leads_to <= set(re.findall(r' id="([^"]+)"', page))


def test_the_page_leads_from_setting_up(client: FlaskClient) -> None:
    assert 'href="/api"' in client.get("/set-up").text
    assert Path("docs/api.md").exists()

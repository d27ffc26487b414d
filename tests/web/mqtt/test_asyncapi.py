"""The document of what tables publish is AsyncAPI, up to date, and says what its topics and payloads are."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import pytest

from device.texts import LANGUAGES, catalogue
from tests.support.paths import TESTS
from tests.support.system_tools import lacking
from tests.support.web.published import assert_fits
from web.mqtt.asyncapi import PATH, PAYLOADS, as_text, document
from web.mqtt.payloads import BoxHealth, GameResult, ResultEvent, ResultPlayer, TableState
from web.mqtt.topics import DELIVERY, Kind, Topic, topic_of

SPECIFICATION = TESTS / "web" / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"
# `make axe` installs it.
needs_specification = pytest.mark.skipif(not SPECIFICATION.exists(), reason=lacking("npm"))
SEEING = {"key": "web.seeing.still", "facts": {}, "sentence": "Nothing moves."}
PROMPT = {"key": "reversi.to_lay", "facts": {"player": "A."}, "sentence": "A.: lay a tile.", "player": 0}
STANDING = {"player": 0, "name": "A.", "score": 2, "rank": 1, "side": "up", "reasons": [], "unit": "tiles"}
STATE: TableState = {
    "game": "reversi", "title": "Reversi", "players": ["A.", "B."], "names": "initials", "turn": 0, "prompts": [PROMPT],
    "standings": [STANDING], "problem": None, "last_move": None, "moves": 0, "over": False,
    "seeing": SEEING, "progress": "2026-05-01T19:30:00+09:00",
}  # fmt: skip
HEALTH: BoxHealth = {"version": "0.1.0", "camera": None, "parts": [], "celsius": 51.5}
PLAYER: ResultPlayer = {"seat": 0, "name": None, "shown": "A.", "score": 40, "rank": 1, "team": None}
RESULT: GameResult = {
    "journal": "7f3c9a01b2d4e5f6", "entry": 120, "begun": "2026-05-01T19:30:00+09:00", "revision": [0, 181],
    "withdrawn": False, "ended": "2026-05-01T19:58:00+09:00", "game": "reversi", "title": "Reversi",
    "players": [PLAYER],
}  # fmt: skip
EVENT: ResultEvent = {"event_type": "result", "title": "Reversi", "winners": ["A."], "sentence": "A. wins."}
JSON_PAYLOADS: dict[Kind, Any] = {"state": STATE, "health": HEALTH, "result": RESULT, "event": EVENT}


def parts(told: Any) -> Iterator[dict[str, Any]]:
    """All objects of a document."""
    for one in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from parts(one)
    if isinstance(told, dict):
        yield told


def test_the_file_is_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == as_text(), "make docs writes it"


@needs_specification
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_asyncapi(language: str) -> None:
    specification = jsonschema_rs.validator_for(json.loads(SPECIFICATION.read_text(encoding="utf-8")))
    specification.validate(document(language))
    broken = document(language)
    broken["operations"]["event"]["bindings"]["mqtt"]["qos"] = 3
    assert not specification.is_valid(broken)


def test_every_reference_leads_somewhere_and_nothing_stands_beside_it() -> None:
    told = document("en")
    references = [part for part in parts(told) if "$ref" in part]
    assert references
    for reference in references:
        target = told
        for name in reference["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        assert reference.keys() == {"$ref"}


def test_every_topic_is_in_it_with_its_parameters_and_how_it_is_delivered() -> None:
    told = document("en")
    assert set(told["channels"]) == set(told["operations"]) == set(DELIVERY) == set(get_args(Kind))
    examples = {name: parameter["examples"][0] for name, parameter in told["components"]["parameters"].items()}
    for kind, channel in told["channels"].items():
        topic = channel["address"].format(**{name: examples[name] for name in channel["parameters"]})
        item = f"{examples['journal']}-{examples['entry']}" if kind == "result" else ""
        assert topic_of(topic) == Topic(examples["table"], examples["box"], kind, item)
    bindings = {kind: operation["bindings"]["mqtt"] for kind, operation in told["operations"].items()}
    assert [kind for kind, binding in bindings.items() if not binding["retain"]] == ["event"]
    assert [kind for kind, binding in bindings.items() if "messageExpiryInterval" in binding] == ["result", "event"]


def test_the_broker_says_of_a_box_that_is_gone_what_its_status_may_say() -> None:
    told = document("en")
    for server in told["servers"].values():
        last_will = server["bindings"]["mqtt"]["lastWill"]
        assert last_will["topic"] == told["channels"]["status"]["address"]
        assert last_will["retain"]
        assert_fits("status", last_will["message"].encode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_that_is_published_is_explained_and_every_text_is_used(language: str) -> None:
    told = document(language)
    for name in (ResultPlayer.__name__, *(payload.__name__ for payload in PAYLOADS)):
        fields = told["components"]["schemas"][name]["properties"]
        assert [field for field, schema in fields.items() if not schema.get("description")] == [], name
    said = "\n".join(part["description"] for part in parts(told) if isinstance(part.get("description"), str))
    said += told["info"]["title"]
    words = {key: text for key, text in catalogue(language).items() if key.startswith("api.mqtt.")}
    assert words
    assert [key for key, text in words.items() if text not in said] == []


@pytest.mark.parametrize("kind", JSON_PAYLOADS)
def test_what_a_table_publishes_has_just_the_fields_of_the_document(kind: Kind) -> None:
    payload = JSON_PAYLOADS[kind]
    assert_fits(kind, json.dumps(payload).encode())
    for field in payload:
        without = {name: value for name, value in payload.items() if name != field}
        with pytest.raises(jsonschema_rs.ValidationError):
            assert_fits(kind, json.dumps(without).encode())
    with pytest.raises(jsonschema_rs.ValidationError):
        assert_fits(kind, json.dumps(payload | {"hand": ["4", "4", "7"]}).encode())


@pytest.mark.parametrize("kind", JSON_PAYLOADS)
def test_a_reader_takes_fields_of_a_later_version(kind: Kind) -> None:
    told = document("en")
    payload = told["channels"][kind]["messages"][kind]["payload"]
    reader = jsonschema_rs.Draft7Validator({"components": told["components"], "allOf": [payload]})
    reader.validate(JSON_PAYLOADS[kind] | {"later": True})
    assert not reader.is_valid({"later": True})
    assert catalogue("en")["api.mqtt.readers"] in told["info"]["description"]


def test_a_status_is_a_word_and_a_board_is_a_drawing() -> None:
    assert_fits("board", b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="10"/></svg>')
    with pytest.raises(AssertionError):
        assert_fits("board", b"<p>no drawing</p>")
    with pytest.raises(jsonschema_rs.ValidationError):
        assert_fits("status", b"away")

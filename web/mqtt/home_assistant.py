"""A table as a device of Home Assistant: MQTT discovery, one retained topic an entity.

Entities have their names in the box's language, and the same ids in every language (`sensor.table3_turn`; Home
Assistant 2025.10 and later).
"""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args, get_type_hints

import msgspec

from device.games.listing import GAMES
from device.texts import say
from engines.messages import message
from web.mqtt.payloads import ResultEvent
from web.mqtt.topics import Topics

PREFIX = "homeassistant"  # its usual one
PRODUCT = "Jarapon Companion"
SVG = "image/svg+xml"
MAX_SEATS = max(game.PLAYERS[-1] for game in GAMES.values())
_NOT_ALLOWED = re.compile("[^a-zA-Z0-9_-]")  # in topics of discovery
_EVENTS = get_args(get_type_hints(ResultEvent)["event_type"])
_DIAGNOSTIC = {"entity_category": "diagnostic"}
_MEASURED = {"state_class": "measurement"}
_TEMPERATURE = {"device_class": "temperature", "unit_of_measurement": "°C", **_MEASURED, **_DIAGNOSTIC}

_TURN = "{{ value_json.players[value_json.turn] if value_json.turn is not none else %s }}"
_STANDINGS = "{{ {'standings': value_json.standings, 'over': value_json.over} | tojson }}"
_OWN = "{%% set own = value_json.standings | selectattr('player', 'eq', %d) | list %%}"
_SCORE = _OWN + "{{ own[0].score if own else none }}"
_PLAYER = _OWN + "{{ ({'player': own[0].name, 'rank': own[0].rank} if own else {}) | tojson }}"
_IS_WRONG = "{{ 'OFF' if value_json.%s is none else 'ON' }}"
_SENTENCE = "{{ {'sentence': value_json.%s.sentence if value_json.%s is not none else none} | tojson }}"


@lru_cache(maxsize=8)
def discovery(topics: Topics, seats: int, language: str, version: str) -> dict[str, bytes]:
    """The payloads of discovery of a table with so many seats, by topic; an empty one removes its entity.

    `version` is the program's. The node of a topic is the table's name, so that a broker can restrict each table to its
    own entities (`pattern write homeassistant/+/%u/+/config`); a character that Home Assistant does not allow there is
    replaced by `_`.

    >>> found = discovery(Topics("table3", "7f3c9a01b2d4"), 2, "en", "1.0")
    >>> msgspec.json.decode(found["homeassistant/sensor/table3/7f3c9a01b2d4_turn/config"])["name"]
    'Whose turn'
    >>> found["homeassistant/sensor/table3/7f3c9a01b2d4_score_3/config"]
    b''
    """
    identifier, found = f"jarapon-{topics.table}-{topics.box}", {}
    table, box = _as_node(topics.table), _as_node(topics.box)
    common = _common(topics, identifier, language, version)
    for component, key, seat, config in _entities(topics, language):
        name = f"{key}_{seat}" if seat else key
        own = {
            "name": say(message(f"broker.home.{key}", seat=seat), language),
            "unique_id": f"{identifier}-{name}",
            "default_entity_id": f"{component}.{table}_{name}".lower(),
        }
        payload = msgspec.json.encode(common | own | config) if seat <= seats else b""
        found[f"{PREFIX}/{component}/{table}/{box}_{name}/config"] = payload
    return found


def _common(topics: Topics, identifier: str, language: str, version: str) -> dict[str, object]:
    """What all payloads of a table have in common."""
    return {
        "device": {
            "identifiers": [identifier],
            "name": topics.table,
            "manufacturer": PRODUCT,
            "model": say(message("broker.home.model"), language),
            "sw_version": version,
        },
        "origin": {"name": PRODUCT, "sw_version": version},
        "availability_topic": topics.of("status"),  # what it says is what Home Assistant expects
        "qos": 1,
    }


def _entities(topics: Topics, language: str) -> Iterator[tuple[str, str, int, dict[str, object]]]:
    """Component, key of the name in the catalogue, seat (from 1; 0: of the table) and payload of each entity.

    There are as many seats as any game has.
    """
    nobody = json.dumps(say(message("broker.home.nobody"), language), ensure_ascii=False)
    state, health = topics.of("state"), topics.of("health")
    yield "sensor", "turn", 0, _value(state, _TURN % nobody)
    yield "sensor", "game", 0, _value(state, "{{ value_json.title }}", _STANDINGS)
    yield "binary_sensor", "trouble", 0, _problem(state, "problem")
    yield "event", "result", 0, {"state_topic": topics.of("event"), "event_types": _EVENTS}
    yield "image", "board", 0, {"image_topic": topics.of("board"), "content_type": SVG}
    yield "sensor", "celsius", 0, _value(health, "{{ value_json.celsius }}") | _TEMPERATURE
    yield "binary_sensor", "camera", 0, _problem(health, "camera") | _DIAGNOSTIC
    for seat in range(MAX_SEATS):
        yield "sensor", "score", seat + 1, _value(state, _SCORE % seat, _PLAYER % seat) | _MEASURED


def _value(topic: str, template: str, attributes: str = "") -> dict[str, object]:
    """A value of a payload and, by another template, its attributes."""
    value: dict[str, object] = {"state_topic": topic, "value_template": template}
    return value | ({"json_attributes_topic": topic, "json_attributes_template": attributes} if attributes else {})


def _problem(topic: str, field: str) -> dict[str, object]:
    """Whether a field of a payload, a `Message` or None, says that something is wrong."""
    return _value(topic, _IS_WRONG % field, _SENTENCE % (field, field)) | {"device_class": "problem"}


def _as_node(text: str) -> str:
    return _NOT_ALLOWED.sub("_", text)

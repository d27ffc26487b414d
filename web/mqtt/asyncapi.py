"""The document of what tables publish: AsyncAPI 3.0, made from `web.mqtt.topics` and `web.mqtt.payloads`.

Texts are in the catalogue `api`: `api.mqtt.*`, and those of fields as `web.api.json_schema` says. `python -m
web.mqtt.asyncapi` writes the document in English to `docs/reference/asyncapi.json`.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from device.broker import PORTS
from device.texts import catalogue
from web.api.json_schema import Schema, components, reference, with_descriptions
from web.api.operation import JSON
from web.mqtt.payloads import BoxHealth, GameResult, ResultEvent, TableState
from web.mqtt.topics import DELIVERY, OFFLINE, ONLINE, QOS, VERSION, Kind, Topics

PATH = Path(__file__).parents[2] / "docs" / "reference" / "asyncapi.json"
PAYLOADS = (TableState, BoxHealth, GameResult, ResultEvent)
_ANY = Topics("{table}", "{box}")
_MESSAGES: Mapping[Kind, Schema] = {
    "status": {"contentType": "text/plain", "payload": {"type": "string", "enum": [ONLINE, OFFLINE]}},
    "state": {"payload": reference(TableState)},
    "health": {"payload": reference(BoxHealth)},
    "board": {"contentType": "image/svg+xml", "payload": {"type": "string"}},
    "result": {"payload": reference(GameResult)},
    "event": {"payload": reference(ResultEvent)},
}
_EXAMPLES = {"table": "table3", "box": "7f3c9a01b2d4", "journal": "7f3c9a01b2d4e5f6", "entry": "120"}
_PROTOCOLS = {"mqtt": "mqtt", "mqtts": "secure-mqtt"}  # of broker addresses, as AsyncAPI calls them
_INTRODUCTION = ("lead", "retained", "results", "language", "readers")
_BINDING: Schema = {"bindingVersion": "0.2.0"}


def document(language: str) -> Schema:
    """The document as JSON data."""
    words = catalogue(language)
    parameters = {
        name: {"description": words[f"api.mqtt.parameter.{name}"], "examples": [example]}
        for name, example in _EXAMPLES.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": words["api.mqtt.title"],
            "version": str(VERSION),
            "description": "\n\n".join(words[f"api.mqtt.{name}"] for name in _INTRODUCTION),
            "license": {"name": "MIT"},
        },
        "defaultContentType": JSON,
        "servers": {scheme: _server(scheme, language) for scheme in PORTS},
        "channels": {kind: _channel(kind, language) for kind in _MESSAGES},
        "operations": {kind: _operation(kind) for kind in _MESSAGES},
        "components": {
            "schemas": _schemas(language),
            "parameters": parameters,
            "securitySchemes": {"login": {"type": "userPassword", "description": words["api.mqtt.login"]}},
        },
    }


def as_text() -> str:
    """The document in English as its file has it."""
    return json.dumps(document("en"), ensure_ascii=False, indent=2) + "\n"


def _server(scheme: str, language: str) -> Schema:
    words = catalogue(language)
    last_will = {"topic": _ANY.of("status"), "message": OFFLINE, "qos": QOS, "retain": DELIVERY["status"].retained}
    return {
        "host": f"{{host}}:{PORTS[scheme]}",
        "protocol": _PROTOCOLS[scheme],
        "protocolVersion": "5",
        "description": words[f"api.mqtt.server.{scheme}"],
        "variables": {"host": {"description": words["api.mqtt.host"]}},
        "security": [{"$ref": "#/components/securitySchemes/login"}],
        "bindings": {"mqtt": {"lastWill": last_will} | _BINDING},
    }


def _channel(kind: Kind, language: str) -> Schema:
    address = _ANY.result("{journal}", "{entry}") if kind == "result" else _ANY.of(kind)
    return {
        "address": address,
        "description": catalogue(language)[f"api.mqtt.topic.{kind}"],
        "parameters": {name: {"$ref": f"#/components/parameters/{name}"} for name in re.findall(r"{(\w+)}", address)},
        "messages": {kind: _MESSAGES[kind]},
    }


def _operation(kind: Kind) -> Schema:
    delivery = DELIVERY[kind]
    binding: Schema = {"qos": QOS, "retain": delivery.retained} | _BINDING
    if delivery.expires_s is not None:
        binding["messageExpiryInterval"] = delivery.expires_s
    return {"action": "send", "channel": {"$ref": f"#/channels/{kind}"}, "bindings": {"mqtt": binding}}


def _schemas(language: str) -> dict[str, Schema]:
    schemas = with_descriptions(components(PAYLOADS), language)
    schemas["Message"]["properties"]["sentence"]["description"] = catalogue(language)["api.mqtt.sentence"]
    for schema in schemas.values():
        for field in schema["properties"].values():
            if "$ref" in field and "description" in field:  # AsyncAPI ignores what stands beside a reference
                field["allOf"] = [{"$ref": field.pop("$ref")}]
    return schemas


if __name__ == "__main__":
    PATH.write_text(as_text(), encoding="utf-8")

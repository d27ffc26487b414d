"""The API's document: OpenAPI 3.1, in the language in which it is asked for.

Ways and schemas stand in `web.openapi_ways`, `web.openapi_told` and `web.openapi_sent`; what they mean is told by the
catalogue `api`: `api.does.<way>`, and `api.field.<schema>.<field>` where a name does not say enough.
"""

import re
from functools import lru_cache
from typing import Any

from device.exports import program_version
from device.texts import catalogue
from web.guard import PHONE_COOKIE
from web.languages import LANGUAGES
from web.openapi_sent import SENT
from web.openapi_shapes import Schema, named, whole
from web.openapi_told import TOLD
from web.openapi_ways import JSON, STREAM, WAYS, Way

VERSION = "3.1.0"
_EVERYWHERE = (421,)
_ACCOUNT = ("lead", "language", "stream", "pairing", "origin", "errors")
# Parts of a path that are no number.
_IN_PATHS: dict[str, Schema] = {"picture_id": {"type": "string", "minLength": 1, "maxLength": 40}}


@lru_cache(maxsize=len(LANGUAGES))
def document(language: str) -> dict[str, Any]:
    """The whole of it, as JSON has it."""
    words = catalogue(language)
    paths: dict[str, dict[str, Any]] = {}
    for part, ways in WAYS.items():
        for way in ways:
            paths.setdefault(way.path, {})[way.method] = _operation(way, part, language)
    return {
        "openapi": VERSION,
        "info": {
            "title": words["api.title"],
            "version": program_version() or "0",
            "description": "\n\n".join(words[f"api.{name}"] for name in _ACCOUNT),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": words["api.server"]}],
        "tags": [{"name": part, "description": words[f"api.part.{part}"]} for part in WAYS],
        "paths": paths,
        "components": _components(language),
    }


def _operation(way: Way, part: str, language: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": way.name,
        "tags": [part],
        "summary": catalogue(language)[f"api.does.{way.name}"],
        "parameters": _parameters(way),
        "responses": _responses(way, language),
    }
    if way.takes:
        told["requestBody"] = {"required": True, "content": {way.sent_as: {"schema": named(way.takes)}}}
    if way.paired_only:
        told["security"] = [{"phone": []}]
    if way.answer_as == STREAM:
        # OpenAPI 3.1 has no words for the events of a stream.
        told["x-events"] = {
            "state": {"description": catalogue(language)["api.event.state"], "data": named("State")},
            "beat": {"description": catalogue(language)["api.event.beat"]},
        }
    return told


def _parameters(way: Way) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": _IN_PATHS.get(name, whole(0))}
        for name in re.findall(r"{(\w+)}", way.path)
    ]
    in_query = [{"name": name, "in": "query", "schema": schema} for name, schema in way.query.items()]
    return [*in_path, *in_query, {"$ref": "#/components/parameters/language"}]


def _responses(way: Way, language: str) -> dict[str, Any]:
    done: dict[str, Any] = {"description": catalogue(language)["api.status.200"], "content": {}}
    schema: Schema = named(way.answers) if way.answers else {} if way.answer_as == JSON else {"type": "string"}
    done["content"][way.answer_as] = {"schema": schema}
    statuses = {*way.refusals, *_EVERYWHERE, *((404,) if "{" in way.path else ())}
    refused = {str(status): {"$ref": f"#/components/responses/{status}"} for status in statuses}
    return {"200": done, **dict(sorted(refused.items()))}


def _components(language: str) -> dict[str, Any]:
    words = catalogue(language)
    statuses = {status for ways in WAYS.values() for way in ways for status in (*way.refusals, *_EVERYWHERE)}
    asked = {
        "name": "language",
        "in": "query",
        "description": words["api.language"],
        "schema": {"type": "string", "examples": list(LANGUAGES)},  # any other one counts as none
    }
    schemas = {name: _described(name, schema, language) for name, schema in (TOLD | SENT).items()}
    schemas["Error"] = _described("Error", TOLD["Said"], language)
    return {
        "schemas": schemas,
        "parameters": {"language": asked},
        "responses": {str(status): _refusal(status, language) for status in sorted(statuses)},
        "securitySchemes": {
            "phone": {"type": "apiKey", "in": "cookie", "name": PHONE_COOKIE, "description": words["api.pairing"]}
        },
    }


def _refusal(status: int, language: str) -> dict[str, Any]:
    words = catalogue(language)
    told: dict[str, Any] = {"description": words[f"api.status.{status}"]}
    if status == 304:
        return told
    if status == 429:
        told["headers"] = {
            "Retry-After": {"description": words["api.retry_after"], "required": True, "schema": whole(1)}
        }
    return told | {"content": {JSON: {"schema": named("Error")}}}


def _described(name: str, schema: Schema, language: str) -> Schema:
    """A schema whose fields say what they mean, where the catalogue does."""
    words = catalogue(language)
    if "properties" not in schema:
        return schema
    fields = {
        field: _with_words(of, words.get(f"api.field.{name}.{field}")) for field, of in schema["properties"].items()
    }
    return schema | {"properties": fields}


def _with_words(schema: Schema, said: str | None) -> Schema:
    return schema if said is None else schema | {"description": said}

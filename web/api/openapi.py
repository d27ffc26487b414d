"""The API's document: OpenAPI 3.1, in the language of the request.

Paths and schemas come from the application's routes and the classes of their operations, descriptions from the
catalogue `api`: `api.does.<operation>`, and those of fields as `web.api.json_schema` says.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from flask import Blueprint, Flask, Response, current_app, jsonify
from msgspec import Struct

from device.record.exports import program_version
from device.texts import LANGUAGES, catalogue
from web.api.fields import Outcome
from web.api.json_schema import Schema, components, reference, simplified, with_descriptions
from web.api.operation import JSON, STREAM, Operation, operation
from web.api.sheet_editor import SheetDraft
from web.languages import request_language
from web.security.guard import FORM, PHONE_COOKIE

openapi = Blueprint("openapi", __name__, url_prefix="/api")
VERSION = "3.1.0"
PARTS = ("table", "moves", "hand", "games", "phones", "set_up", "demo", "document")
_CHANGE = (400, 403, 411, 413, 415, 422, 429, 503)  # refusals of every method but GET
_INTRODUCTION = ("lead", "language", "stream", "pairing", "origin", "errors")
_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
_TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 40}


class Error(Outcome): ...


class Endpoint(NamedTuple):
    """An operation with the method and the path that lead to it, as OpenAPI writes them."""

    method: str
    path: str
    operation: Operation

    @property
    def takes(self) -> type[Struct] | None:
        """The class of the form or JSON body."""
        return self.operation.takes(self.method.upper())

    @property
    def query(self) -> type[Struct] | None:
        """The class of the query string."""
        return self.operation.query(self.method.upper())

    @property
    def refusals(self) -> list[int]:
        """The HTTP statuses of its refusals."""
        changes = () if self.method == "get" else _CHANGE
        return sorted({421, *changes, *self.operation.refusals, *((404,) if "{" in self.path else ())})

    @property
    def needs_pairing(self) -> bool:
        """Whether it is for paired phones only."""
        return self.operation.paired_only or (self.method != "get" and not self.operation.is_for_all)


@openapi.get("/openapi.json")
@operation("document", "document")
def as_json() -> Response:
    """The OpenAPI document."""
    return jsonify(document(current_app, request_language()))


def endpoints(app: Flask) -> list[Endpoint]:
    """All operations of an application, part by part."""
    operations = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if isinstance(view, Operation):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            operations += [
                Endpoint(method.lower(), path, view) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
            ]
    return sorted(operations, key=lambda endpoint: PARTS.index(endpoint.operation.part))


def document(app: Flask, language: str) -> Schema:
    """The document as JSON data, cached for each language."""
    known: dict[str, Schema] = app.extensions.setdefault("openapi", {})
    if language not in known:
        known[language] = _document(app, language)
    return known[language]


def _document(app: Flask, language: str) -> Schema:
    words, operations = catalogue(language), endpoints(app)
    paths: dict[str, Schema] = {}
    for endpoint in operations:
        paths.setdefault(endpoint.path, {})[endpoint.method] = _operation(endpoint, language)
    language_parameter = {
        "name": "language",
        "in": "query",
        "description": words["api.language"],
        "schema": {"type": "string", "examples": list(LANGUAGES)},  # any other is ignored
    }
    cookie = {"type": "apiKey", "in": "cookie", "name": PHONE_COOKIE, "description": words["api.pairing"]}
    refusals = sorted({status for endpoint in operations for status in endpoint.refusals})
    return {
        "openapi": VERSION,
        "info": {
            "title": words["api.title"],
            "version": program_version() or "0",
            "description": "\n\n".join(words[f"api.{name}"] for name in _INTRODUCTION),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": words["api.server"]}],
        "tags": [{"name": part, "description": words[f"api.part.{part}"]} for part in PARTS],
        "paths": paths,
        "components": {
            "schemas": schemas(operations, language),
            "parameters": {"language": language_parameter},
            "responses": {str(status): _refusal(status, language) for status in refusals},
            "securitySchemes": {"phone": cookie},
        },
    }


def schemas(operations: list[Endpoint], language: str) -> dict[str, Schema]:
    """The schema of every class by its name, with the descriptions in the catalogue."""
    sent = components([one.takes for one in operations if one.takes is not None])
    answered = components([*(one.operation.answers for one in operations if one.operation.answers is not None), Error])
    for class_name in answered.keys() - sent.keys():  # fields with a default are optional in requests only
        schema = answered[class_name]
        required, fields = schema.get("required", ()), schema["properties"].items()
        schema["required"] = [name for name, field in fields if name in required or "default" in field]
    return with_descriptions(sent | components([SheetDraft]) | answered, language)


def _operation(endpoint: Endpoint, language: str) -> Schema:
    described, words = endpoint.operation, catalogue(language)
    schema = reference(described.answers) if described.answers else {} if described.kind == JSON else {"type": "string"}
    done = {"description": words["api.status.200"], "content": {described.kind: {"schema": schema}}}
    refusals = {str(status): {"$ref": f"#/components/responses/{status}"} for status in endpoint.refusals}
    operation: Schema = {
        "operationId": described.name,
        "tags": [described.part],
        "summary": words[f"api.does.{described.name}"],
        "parameters": [*_parameters(endpoint), {"$ref": "#/components/parameters/language"}],
        "responses": {"200": done, **refusals},
    }
    if endpoint.takes:
        content = {FORM if described.has_files else JSON: {"schema": reference(endpoint.takes)}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_pairing:
        operation["security"] = [{"phone": []}]
    if described.kind == STREAM:
        # OpenAPI 3.1 cannot describe server-sent events.
        operation["x-events"] = {
            "state": {"description": words["api.event.state"], "data": reference("State")},
            "beat": {"description": words["api.event.beat"]},
        }
    return operation


def _parameters(endpoint: Endpoint) -> Iterator[Schema]:
    for name in re.findall(r"{(\w+)}", endpoint.path):
        yield {"name": name, "in": "path", "required": True, "schema": _TEXT if name.endswith("_id") else _WHOLE}
    if endpoint.query is not None:
        schema = simplified(msgspec.json.schema(endpoint.query)["$defs"][endpoint.query.__name__])
        for name, field in schema["properties"].items():
            yield {"name": name, "in": "query", "schema": field, "required": name in schema.get("required", ())}


def _refusal(status: int, language: str) -> Schema:
    words = catalogue(language)
    refusal: Schema = {"description": words[f"api.status.{status}"]}
    if status == 304:
        return refusal
    if status == 429:
        wait = {"description": words["api.retry_after"], "required": True, "schema": _WHOLE | {"minimum": 1}}
        refusal["headers"] = {"Retry-After": wait}
    return refusal | {"content": {JSON: {"schema": reference(Error)}}}

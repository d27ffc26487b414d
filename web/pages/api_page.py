"""The API's document as an HTML page for programmers, with schemas written as types."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, current_app, render_template

from web.api.json_schema import Schema
from web.api.openapi import document
from web.languages import request_language

api_page = Blueprint("api_page", __name__)


@dataclass(frozen=True)
class Piece:
    """A piece of a written type."""

    text: str
    shape: str = ""  # the name of the schema that it links to


@api_page.get("/api")
def page() -> str:
    """All operations, part by part, and all schemas."""
    api = document(current_app, request_language())
    parts: dict[str, list[Schema]] = {tag["name"]: [] for tag in api["tags"]}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            parts[operation["tags"][0]].append({"path": path, "method": method.upper(), **operation})
    return render_template("api.html", api=api, parts=parts, written=written)


def written(schema: Schema) -> list[Piece]:
    """Write a schema as a type.

    >>> phone = {"anyOf": [{"$ref": "#/components/schemas/Phone"}, {"type": "null"}]}
    >>> "".join(piece.text for piece in written({"type": "array", "items": phone, "minItems": 1, "maxItems": 4}))
    '[Phone | null] (1 … 4)'
    >>> "".join(piece.text for piece in written({"type": "integer", "minimum": 16, "maximum": 20_000}))
    'integer (16 … 20000)'
    """
    return list(_pieces(schema))


def _pieces(schema: Schema) -> Iterator[Piece]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield Piece(name, name)
    elif "anyOf" in schema:
        yield from _joined(schema["anyOf"], " | ")
    elif "enum" in schema:
        yield Piece(" | ".join(json.dumps(value) for value in schema["enum"]))
    elif "const" in schema:
        yield Piece(json.dumps(schema["const"]))
    elif "prefixItems" in schema:
        yield Piece("[")
        yield from _joined(schema["prefixItems"], ", ")
        yield Piece("]")
    else:
        yield from _typed(schema)


def _typed(schema: Schema) -> Iterator[Piece]:
    """Write a schema with a `type`, and its bounds."""
    kinds = schema.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    for at, kind in enumerate(kinds):
        yield Piece(" | " if at else "")
        if kind == "array":
            yield Piece("[")
            yield from _pieces(schema["items"])
            yield Piece("]")
        elif kind == "object":
            yield from _fields(schema)
        else:
            yield Piece(kind)
    yield Piece(_bounds(schema))


def _fields(schema: Schema) -> Iterator[Piece]:
    yield Piece("{")
    for at, (name, field) in enumerate(schema.get("properties", {}).items()):
        yield Piece(f"{', ' if at else ''}{name}{'' if name in schema.get('required', ()) else '?'}: ")
        yield from _pieces(field)
    if isinstance(schema.get("additionalProperties"), dict):
        yield Piece("…: ")
        yield from _pieces(schema["additionalProperties"])
    yield Piece("}")


def _joined(schemas: list[Schema], mark: str) -> Iterator[Piece]:
    for at, schema in enumerate(schemas):
        yield Piece(mark if at else "")
        yield from _pieces(schema)


def _bounds(schema: Schema) -> str:
    """The bounds of a schema in parentheses, without those that every integer has."""
    least = next((schema[name] for name in ("minimum", "minLength", "minItems") if name in schema), None)
    most = next((schema[name] for name in ("maximum", "maxLength", "maxItems") if name in schema), None)
    if schema.get("type") in ("integer", ["integer", "null"]):
        least = None if least is not None and least < 0 else least
        most = None if most is not None and most > 10**9 else most
    if least is None and most is None:
        return ""
    if most is None:
        return f" (≥ {least})"
    return f" ({least} … {most})" if least else f" (≤ {most})"

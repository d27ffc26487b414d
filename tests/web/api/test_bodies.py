"""Each field of each body has its own type, or the body is refused by the field's name before anything is done.

The bodies are made from the API's document: a right one, and then one that is wrong in one of its places.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.web.fake_box import FakeBox, app_of, carry_phone, from_own_page
from tests.support.web.full_box import unhurried_app
from web.api.openapi import Endpoint, document, endpoints

BAD_FIELD = (400, "web.error.bad_field")
SHEETS = ("check_sheet", "save_sheet")
APP = app_of(FakeBox())
DOCUMENT = document(APP, "en")
# A sheet's form is judged as a whole, by what reads sheets.
TAKEN = [one for one in endpoints(APP)
         if one.takes and not one.operation.has_files and one.operation.name not in SHEETS]  # fmt: skip
# Values that a lax reader would take for one another.
OF_EACH_KIND = {"null": None, "boolean": True, "integer": 1, "number": 7.5, "string": "1", "array": [[7]], "object": {}}
WHOLE_LISTS = {"corners": (422, "web.error.bad_corners"), "players": (400, "web.error.bad_name")}
Schema = dict[str, Any]
Place = tuple[str | int, ...]


def resolved(schema: Schema) -> Schema:
    """The schema that stands behind a name; of several, the first."""
    if "$ref" in schema:
        return resolved(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    return resolved(schema["anyOf"][0]) if "anyOf" in schema else schema


def right(schema: Schema) -> Any:
    """A value that a schema allows, with every field of an object and one item of a list."""
    schema = resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    if "prefixItems" in schema:
        return [right(item) for item in schema["prefixItems"]]
    match schema.get("type"):
        case "object":
            return {name: right(field) for name, field in schema.get("properties", {}).items()}
        case "array":
            return [right(schema["items"])] * schema.get("minItems", 1)
        case "integer" | "number":
            return schema.get("maximum", 1)
    return {"string": "x", "boolean": True}.get(schema.get("type", ""))


def places(schema: Schema, at: Place = ()) -> Iterator[tuple[Place, Schema]]:
    """Every place of such a value with its own schema, from the whole down."""
    yield at, schema
    inside = resolved(schema)
    items = inside.get("prefixItems") or [inside[word] for word in ("items",) if word in inside]
    for name, field in (*inside.get("properties", {}).items(), *enumerate(items)):
        yield from places(field, (*at, name))


def kinds(schema: Schema) -> set[str]:
    """The kinds of values that a schema allows, by their names in JSON Schema."""
    if "anyOf" in schema:
        return set().union(*(kinds(one) for one in schema["anyOf"]))
    schema = resolved(schema)
    kind = schema.get("type", "string" if "enum" in schema else "")
    return {kind, "integer"} if kind == "number" else {kind} if kind else set(OF_EACH_KIND)


def wrong_bodies(schema: Schema) -> Iterator[tuple[Place, Any]]:
    """Bodies that are wrong in one place: without what must be there, or with a value of another kind in it."""
    for place, there in places(schema):
        for name in resolved(there).get("required", ()):
            body = deepcopy(right(schema))
            del within(body, place)[name]
            yield (*place, name), body
        for kind in OF_EACH_KIND.keys() - kinds(there) if place else ():
            body = deepcopy(right(schema))
            within(body, place[:-1])[place[-1]] = OF_EACH_KIND[kind]
            yield place, body


def within(body: Any, place: Place) -> Any:
    for step in place:
        body = body[step]
    return body


@pytest.fixture(scope="module")
def phone() -> FlaskClient:
    return from_own_page(carry_phone(unhurried_app(FakeBox())))


@pytest.mark.parametrize("endpoint", TAKEN, ids=lambda endpoint: endpoint.operation.name)
def test_a_field_of_another_kind_is_refused_by_its_name(phone: FlaskClient, endpoint: Endpoint) -> None:
    for place, body in wrong_bodies(DOCUMENT["components"]["schemas"][endpoint.takes.__name__]):
        field = next(step for step in reversed(place) if isinstance(step, str))
        answer = phone.post(endpoint.path.format(number=1, seat=0), json=body)
        refusal = (answer.status_code, answer.json["code"])
        assert refusal in (BAD_FIELD, WHOLE_LISTS.get(field)), (place, body)
        assert refusal != BAD_FIELD or field in answer.json["sentence"], (place, body)
    assert phone.application.extensions["services"].table.posted == []

"""JSON Schemas of message classes, as the documents of the API and of the topics show them.

Descriptions are in the catalogue `api`: `api.field.<class>.<field>` where a name is not enough, or
`api.field.Request.<field>` for a field that means the same in every request.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from device.texts import catalogue
from web.api.fields import DOCUMENTED
from web.api.operation import REQUEST

Schema: TypeAlias = dict[str, Any]  # JSON Schema, whose keywords have values of many kinds
_TITLES = {"title", "description", "default"}  # added by msgspec: class names and defaults


def reference(class_or_name: str | type) -> Schema:
    """A reference to the schema of a class.

    >>> reference("Message")
    {'$ref': '#/components/schemas/Message'}
    """
    name = class_or_name if isinstance(class_or_name, str) else class_or_name.__name__
    return {"$ref": f"#/components/schemas/{name}"}


def components(classes: Iterable[type]) -> dict[str, Schema]:
    """The schemas of classes, and of all that they refer to, by class name and as msgspec makes them."""
    return msgspec.json.schema_components(dict.fromkeys(classes), ref_template=reference("{name}")["$ref"])[1]


def with_descriptions(schemas: dict[str, Schema], language: str) -> dict[str, Schema]:
    """Schemas by class name as a document shows them, with the descriptions in the catalogue."""
    words = catalogue(language)
    plain: dict[str, Schema] = {name: simplified(schema) for name, schema in schemas.items()}
    for name, schema in plain.items():
        owners = (REQUEST, name) if name.endswith(REQUEST) else (name,)
        for field_name, field in schema["properties"].items():
            for owner in owners:
                if (key := f"api.field.{owner}.{field_name}") in words:
                    field["description"] = words[key]
    return plain


def simplified(schema: Any) -> Any:  # a schema or a part of one
    """Turn a schema of msgspec into one for a document: add what is `documented`, drop class names and defaults."""
    if isinstance(schema, list):
        return [simplified(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "properties" in schema:
        schema = schema | {"properties": {name: simplified(field) for name, field in schema["properties"].items()}}
        return {key: value for key, value in schema.items() if key not in _TITLES and (key, value) != ("required", [])}
    said = schema.get(DOCUMENTED, {})
    if "$ref" in said:
        return dict(said)
    kept = {key: simplified(value) for key, value in schema.items() if key not in (DOCUMENTED, *_TITLES)}
    return kept | said

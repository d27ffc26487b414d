"""The small words in which the API's document is written: JSON Schema (2020-12), as OpenAPI 3.1 takes it.

>>> thing({"entry": whole(1), "picture": maybe(TEXT)}, left_out=("picture",))["required"]
['entry']
"""

from collections.abc import Iterable, Mapping
from typing import Any

from web.limits import GREATEST_NUMBER

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "number"}
ANYTHING: Schema = {}


def thing(fields: Mapping[str, Schema], left_out: Iterable[str] = ()) -> Schema:
    """An object with these fields, of which those `left_out` may be missing."""
    missing = set(left_out)
    required = [name for name in fields if name not in missing]
    told: Schema = {"type": "object", "properties": dict(fields)}
    return told | ({"required": required} if required else {})


def many(item: Schema, least: int = 0, most: int | None = None) -> Schema:
    """A list of the same."""
    return {"type": "array", "items": item} | _bounds("Items", least, most)


def words(least: int = 0, most: int | None = None) -> Schema:
    """A text of so many letters."""
    return TEXT | _bounds("Length", least, most)


def whole(least: int | None = None, most: int = GREATEST_NUMBER) -> Schema:
    """A whole number within bounds; without `least` also a negative one."""
    return {"type": "integer", "minimum": -GREATEST_NUMBER if least is None else least, "maximum": most}


def one_of(*values: str) -> Schema:
    """One of these texts."""
    return TEXT | {"enum": list(values)}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    kind = schema.get("type")
    if isinstance(kind, str) and "enum" not in schema:
        return schema | {"type": [kind, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def named(name: str) -> Schema:
    """One of the schemas that have a name of their own."""
    return {"$ref": f"#/components/schemas/{name}"}


def _bounds(of: str, least: int, most: int | None) -> Schema:
    lower = {f"min{of}": least} if least else {}
    return lower | ({} if most is None else {f"max{of}": most})

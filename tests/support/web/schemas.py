"""Answers of the API held against its document."""

from copy import deepcopy
from typing import Any

from jsonschema_rs import Draft202012Validator

from web.api.json_schema import reference


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


def check(told: Any, name: str, document: dict[str, Any]) -> None:
    """Raises where an answer is not what a schema of the API's document says, to the last field."""
    check_schema(told, reference(name), document)


def check_schema(told: Any, schema: dict[str, Any], document: dict[str, Any]) -> None:
    """Raises where a value is not what a schema says, whose references lead into a document, to the last field."""
    schemas = strict(deepcopy(document["components"]["schemas"]))
    Draft202012Validator({"components": {"schemas": schemas}, **schema}).validate(told)

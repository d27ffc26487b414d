"""Field types that requests and responses share, for msgspec and JSON Schema.

A bound in `Meta` is checked when a request arrives. One that is only `documented` is checked later, by the part of the
box that can explain the error in words. The meaning of a field is in the catalogue of texts, under
`api.field.<class>.<field>`.
"""

import base64
from collections.abc import Sequence
from typing import Annotated, TypedDict

from msgspec import Meta, Struct

from device.texts import say
from engines import messages
from engines.vocabulary import TILE_FACES
from web.limits import MAX_NUMBER

DOCUMENTED = "documented"


def documented(**schema: object) -> Meta:
    """JSON Schema keywords that the document adds to a field's type, without a check."""
    return Meta(extra_json_schema={DOCUMENTED: schema})


def documented_as(schema_class: type) -> Meta:
    """Document a field by a class of the schema, without a check."""
    return documented(**{"$ref": f"#/components/schemas/{schema_class.__name__}"})


def one_of(*values: str) -> Meta:
    """Document the allowed values of a text, without a check."""
    return documented(enum=list(values))


Integer = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Points = Integer
Count = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Seat = Count
Entry = Count
Ordinal = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
SentCount = Annotated[Integer, documented(minimum=0)]  # negative ones are refused later, with a specific message
ScoresOverTime = Sequence[tuple[Count, Sequence[Points]]]
Point = Annotated[Sequence[float], Meta(min_length=2, max_length=2)]
Corners = Annotated[Sequence[Point], Meta(min_length=4, max_length=4)]
Size = Annotated[Sequence[Ordinal], Meta(min_length=2, max_length=2)]
NonEmptyText = Annotated[str, Meta(min_length=1)]
TileFace = Annotated[str, one_of(*TILE_FACES)]
File = Annotated[str, documented(contentMediaType="application/octet-stream")]
DataAddress = Annotated[str, Meta(pattern="^data:image/(jpeg|png);base64,")]  # a picture as a data: URL


def data_address(kind: str, image: bytes) -> str:
    """Encode an image file as a data: URL; `kind`: jpeg or png."""
    return f"data:image/{kind};base64," + base64.b64encode(image).decode()


class Nothing(Struct): ...


class Message(TypedDict):
    key: str
    facts: dict[str, str | int | float | bool | None]
    sentence: str


class Outcome(TypedDict):
    code: NonEmptyText
    sentence: NonEmptyText


class Done(TypedDict):
    done: Annotated[bool, documented(const=True)]


DONE: Done = {"done": True}


def message_of(said: messages.Message, language: str) -> Message:
    """A message with its sentence."""
    return {"key": said.key, "facts": dict(said.facts), "sentence": say(said, language)}


def outcome_of(said: messages.Message, language: str) -> Outcome:
    """A message as its code, for programs, and its sentence."""
    return {"code": said.key, "sentence": say(said, language)}

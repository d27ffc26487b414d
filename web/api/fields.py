"""The types that requests and responses share: what a field may hold, as Python and JSON Schema say it.

A bound in `Meta` is checked when a request comes in. One that is only `documented` is checked later, by the part of the
box that can say in words what is wrong. What a field means for people is in the catalogue of texts, under
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
    """What the document says of a field beyond its type, as keywords of JSON Schema."""
    return Meta(extra_json_schema={DOCUMENTED: schema})


def documented_as(named: type) -> Meta:
    """What the document describes field by field, although the request is checked later."""
    return documented(**{"$ref": f"#/components/schemas/{named.__name__}"})


def one_of(*values: str) -> Meta:
    """A text that is one of these, as the document says."""
    return documented(enum=list(values))


Integer = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Points = Integer
Count = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Seat = Count
Entry = Count
Ordinal = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
SentCount = Annotated[Integer, documented(minimum=0)]  # a negative one is refused in the words of what it counts
ScoresOverTime = Sequence[tuple[Count, Sequence[Points]]]
Point = Annotated[Sequence[float], Meta(min_length=2, max_length=2)]
Corners = Annotated[Sequence[Point], Meta(min_length=4, max_length=4)]
Size = Annotated[Sequence[Ordinal], Meta(min_length=2, max_length=2)]
Words = Annotated[str, Meta(min_length=1)]
TileFace = Annotated[str, one_of(*TILE_FACES)]
File = Annotated[str, documented(contentMediaType="application/octet-stream")]
DataAddress = Annotated[str, Meta(pattern="^data:image/(jpeg|png);base64,")]  # an address that contains its picture


def data_address(kind: str, image: bytes) -> str:
    """The address that contains a picture, of which these are the bytes; `kind`: jpeg or png."""
    return f"data:image/{kind};base64," + base64.b64encode(image).decode()


class Nothing(Struct): ...


class Message(TypedDict):
    key: str
    facts: dict[str, str | int | float | bool | None]
    sentence: str


class Outcome(TypedDict):
    code: Words
    sentence: Words


class Done(TypedDict):
    done: Annotated[bool, documented(const=True)]


DONE: Done = {"done": True}


def message_of(said: messages.Message, language: str) -> Message:
    """A message with its sentence."""
    return {"key": said.key, "facts": dict(said.facts), "sentence": say(said, language)}


def outcome_of(said: messages.Message, language: str) -> Outcome:
    """A sentence with the code by which programs know it."""
    return {"code": said.key, "sentence": say(said, language)}

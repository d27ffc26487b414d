"""The meter of *Set up*: how good the camera's picture is, and what would make it better."""

from typing import Annotated, TypedDict

from flask import Blueprint
from msgspec import Meta, Struct

from device.capture.picture_meter import PictureMeter
from device.texts import say
from engines.one_line import LONGEST_NAME
from vision.meter import Measure, grade_of
from web.api.fields import Corners, Message, Point, Size, Words, message_of, one_of
from web.api.operation import SEARCH, operation
from web.languages import spoken
from web.security.guard import photo_turn
from web.services import service

meter = Blueprint("meter", __name__)
_Score = Annotated[int, Meta(ge=0, le=100)]
_Grade = Annotated[str, one_of("good", "fair", "bad")]
_Kind = Annotated[str, one_of("light", "focus", "angle", "distance", "glare")]


class MeteredFor(Struct):
    game: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class MeterLine(TypedDict):
    kind: _Kind
    grade: _Grade
    score: _Score
    shown: Words
    sentence: Words


class PictureMetered(Message):
    grade: _Grade
    score: _Score
    lines: list[MeterLine]
    size: Size
    field: Corners | None
    glare: list[list[Point]]


@meter.get("/api/meter")
@operation("set_up", "meter", 400, *SEARCH)
def read(query: MeteredFor) -> PictureMetered:
    """How good the newest picture is for a game, in all and line by line; `glare` outlines what light hides."""
    with photo_turn():
        found = service(PictureMeter).read(query.game)
    return {
        **message_of(found.said, spoken()),
        "grade": grade_of(found.score),
        "score": found.score,
        "lines": [_line(one) for one in found.measures],
        "size": found.size,
        "field": None if found.field is None else found.field.round(1).tolist(),
        "glare": [ring.round(1).tolist() for ring in found.glare],
    }


def _line(one: Measure) -> MeterLine:
    return {
        "kind": one.kind,
        "grade": one.grade,
        "score": one.score,
        "shown": say(one.shown, spoken()),
        "sentence": say(one.said, spoken()),
    }

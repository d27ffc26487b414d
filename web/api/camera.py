"""The camera: the quality of its picture, and where the board and the piles of cards lie."""

from collections.abc import Sequence
from math import atan2, isfinite
from typing import Annotated, TypedDict

from flask import Blueprint, Response
from msgspec import Meta, Struct

from device.capture.picture_meter import PictureMeter
from device.marker_page import marker_page
from device.table.calibration import Calibration, said_of
from device.table.events import ForgetField, ForgetZones, LayZones, SetField
from device.table.live_table import LiveTable
from device.table.zones_of_cards import LaidZones, laid_plan
from device.texts import say
from engines.messages import Refusal, message
from engines.one_line import LONGEST_NAME
from vision.meter import Measure, grade_of
from vision.places.cards.zones import Zone
from web.api.fields import (
    Corners,
    Count,
    DataAddress,
    Done,
    Message,
    NonEmptyText,
    Point,
    SentCount,
    Size,
    data_address,
    documented,
    message_of,
    one_of,
)
from web.api.operation import JPEG, SEARCH, items_refused, operation
from web.api.table import apply
from web.errors import Refused
from web.languages import request_language, text
from web.security.guard import photo_turn
from web.services import service

meter = Blueprint("meter", __name__)
_Score = Annotated[int, Meta(ge=0, le=100)]
_Grade = Annotated[str, one_of("good", "fair", "bad")]
_Kind = Annotated[str, one_of("light", "focus", "angle", "distance", "glare")]


class MeterLine(TypedDict):
    kind: _Kind
    grade: _Grade
    score: _Score
    shown: NonEmptyText
    sentence: NonEmptyText


class PictureMetered(Message):
    grade: _Grade
    score: _Score
    lines: list[MeterLine]
    size: Size
    field: Corners | None
    glare: list[list[Point]]


@meter.get("/api/meter")
@operation("set_up", "meter", 400, *SEARCH)
def measure_picture(*, game: Annotated[str, Meta(max_length=LONGEST_NAME)] = "") -> PictureMetered:
    """Rate the newest picture for a game, in total and by aspect; `glare` outlines specular highlights."""
    with photo_turn():
        found = service(PictureMeter).read(game)
    return {
        **message_of(found.said, request_language()),
        "grade": grade_of(found.score),
        "score": found.score,
        "lines": [_meter_line(one) for one in found.measures],
        "size": found.size,
        "field": None if found.field is None else found.field.round(1).tolist(),
        "glare": [ring.round(1).tolist() for ring in found.glare],
    }


def _meter_line(one: Measure) -> MeterLine:
    return {
        "kind": one.kind,
        "grade": one.grade,
        "score": one.score,
        "shown": say(one.shown, request_language()),
        "sentence": say(one.said, request_language()),
    }


calibration = Blueprint("calibrating", __name__)
_Corner = tuple[float, float]
_BAD_CORNERS = message("web.error.bad_corners"), 422
_SentCorners = Annotated[list[_Corner], documented(minItems=4, maxItems=4), items_refused(*_BAD_CORNERS)]
_MIN_DOUBLE_AREA = 400.0  # px²: twice the minimum area of a triangle of three corners
_Pixels = Annotated[int, Meta(ge=16, le=20_000)]  # range of a camera's resolution


class FieldFound(Message):
    corners: Corners | None
    size: Size
    given: bool


class FieldRead(Message):
    picture: DataAddress
    doubtful: Count


@calibration.get("/api/now.jpg")
@operation("set_up", "now", *SEARCH, kind=JPEG)
def now() -> Response:
    """The camera's newest picture, read or not."""
    return Response(service(Calibration).jpeg(), mimetype=JPEG)


@calibration.get("/markers.pdf")
@operation("set_up", "markers", kind="application/pdf")
def markers() -> Response:
    """The corner markers as a page to print."""
    return Response(marker_page("PDF"), mimetype="application/pdf")


@calibration.get("/api/calibrate")
@operation("set_up", "find_field", *SEARCH)
def find_field() -> FieldFound:
    """Locate the field, in pixels of a picture of the given size; `corners` are null if no board is found."""
    with photo_turn():
        found = service(Calibration).find()
    width = found.size[0]
    corners = None if found.corners is None else [[x * width, y * width] for x, y in found.corners]
    said = message("web.calibrate.given" if found.given else "web.calibrate.found" if corners else "web.calibrate.none")
    return {"corners": corners, "size": found.size, "given": found.given, **message_of(said, request_language())}


@calibration.post("/api/calibrate/read")
@operation("set_up", "try_field", for_all=True)
def try_field(*, corners: _SentCorners, size: tuple[_Pixels, _Pixels]) -> FieldRead:
    """Read the board with these corners, clockwise from the top left; impossible corners are refused."""
    checked = _checked_corners(corners)
    with photo_turn():
        reading = service(Calibration).read(checked, size)
    picture = data_address("jpeg", reading.picture)
    return {"picture": picture, "doubtful": reading.doubtful, **message_of(said_of(reading), request_language())}


@calibration.post("/api/field")
@operation("set_up", "set_field")
def set_field(*, corners: _SentCorners, width: SentCount = 0) -> Done:
    """Set where the playing field lies, in pixels of a picture of this width, or by default of the last photograph."""
    return apply(SetField(clockwise(corners), width))


@calibration.post("/api/field/forget")
@operation("set_up", "forget_field")
def forget_field() -> Done:
    """Let the box detect the playing field by itself again."""
    return apply(ForgetField())


def _checked_corners(taps: Sequence[_Corner]) -> list[_Corner]:
    """Check that these are four finite points; raises `Refused` otherwise."""
    if len(taps) != 4 or not all(isfinite(value) for tap in taps for value in tap):
        raise Refused(*_BAD_CORNERS)
    return list(taps)


def clockwise(taps: Sequence[_Corner]) -> tuple[_Corner, ...]:
    """Sort four corners clockwise from the top left in the camera's view, whatever the order of the taps.

    Raises `Refused` unless they form a convex quadrilateral of sufficient size.

    >>> clockwise([(300, 20), (310, 200), (10, 210), (20, 10)])
    ((20, 10), (300, 20), (310, 200), (10, 210))
    """
    corners = _checked_corners(taps)
    middle_x, middle_y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    # y grows downward, so growing angles go clockwise.
    corners.sort(key=lambda corner: atan2(corner[1] - middle_y, corner[0] - middle_x))
    first = min(range(4), key=lambda i: sum(corners[i]))
    around = corners[first:] + corners[:first]
    if min(_double_area(*(around[(i + step) % 4] for step in range(3))) for i in range(4)) < _MIN_DOUBLE_AREA:
        raise Refused(*_BAD_CORNERS)
    return tuple(around)


def _double_area(a: _Corner, b: _Corner, c: _Corner) -> float:
    """Twice the area of the triangle, positive where the path a → b → c turns clockwise."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


zones = Blueprint("zones", __name__, url_prefix="/api/zones")
_PLAN_WIDTH = 1000  # units across the plan of a table
_MAX_MARK_LENGTH = 8
_MAX_ZONES = 64  # also bounds the length of a place's name
_SentPixels = Annotated[float, Meta(ge=-20_000, le=40_000)]


class LaidZone(TypedDict):
    place: str
    name: str
    mark: str
    x: float
    y: float
    down: tuple[float, float]
    column: bool


class LaidTable(TypedDict):
    zones: list[LaidZone]
    card: tuple[float, float]
    size: Size


class ZonesFound(Message):
    plan: LaidTable | None
    seen: LaidTable | None
    given: bool


class MovedZone(Struct):
    place: Annotated[str, Meta(max_length=_MAX_ZONES)]
    x: _SentPixels
    y: _SentPixels


@zones.get("")
@operation("set_up", "find_zones", *SEARCH)
def find_zones() -> ZonesFound:
    """The plan of the table, and where each pile is assumed to lie, in pixels of a picture of the given size."""
    calibration = service(Calibration)
    now, plan, shown, given = service(LiveTable).snapshot.view, None, None, False
    try:
        plan = _laid_table(laid_plan(now.game, now.players), _PLAN_WIDTH, now.players)
        width = calibration.picture().shape[1]
        current = calibration.zones()
    except Refusal as refusal:
        said = refusal.said
    else:
        shown, given = _laid_table(current, width, now.players), current.given
        said = message("zones.given" if given else "zones.found" if current.zones else "zones.none")
    return {"plan": plan, "seen": shown, "given": given, **message_of(said, request_language())}


@zones.post("")
@operation("set_up", "lay_zones")
def lay_zones(
    *,
    zones: Annotated[list[MovedZone], Meta(min_length=1, max_length=_MAX_ZONES)],
    width: Annotated[int, Meta(ge=16, le=20_000)],
) -> Done:
    """Set where piles lie: the middle of each, in pixels of a picture of this width."""
    return apply(LayZones({one.place: (one.x / width, one.y / width) for one in zones}))


@zones.post("/forget")
@operation("set_up", "forget_zones")
def forget_zones() -> Done:
    """Return all piles to the proposed positions."""
    return apply(ForgetZones())


def _laid_table(laid: LaidZones, width: int, players: Sequence[str]) -> LaidTable:
    short, long = laid.card
    return {
        "zones": [_zone(place, zone, width, players) for place, zone in laid.zones.items()],
        "card": (short * width, long * width),
        "size": (width, round(laid.height * width)),
    }


def _zone(place: str, zone: Zone, width: int, players: Sequence[str]) -> LaidZone:
    name, mark = zone_name_and_mark(place, players)
    return {
        "place": place,
        "name": name,
        "mark": mark,
        "x": round(zone.x * width, 1),
        "y": round(zone.y * width, 1),
        "down": zone.down,
        "column": zone.is_column,
    }


def zone_name_and_mark(place: str, players: Sequence[str]) -> tuple[str, str]:
    """The name of a zone, and the mark drawn on it: for `discard/1/2`, "Aya's discard pile 2" and "2".

    The mark is empty where none is needed, as on the further cards of a row.
    """
    kind, *numbers = place.split("/")
    if kind in ("stock", "discard", "row") and numbers:
        player, number = players[int(numbers[0]) - 1], (*numbers[1:], "")[0]
        name = text(f"zones.{kind}_of", player=player, number=number)
        if kind == "discard":
            return name, number
        short = player if len(player) <= _MAX_MARK_LENGTH else player[: _MAX_MARK_LENGTH - 1] + "…"
        return name, short if number in ("", "1") else ""
    number = (*numbers, "")[0]
    name = text(f"zones.{kind}", number=number)
    return name, number or name

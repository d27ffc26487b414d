"""Where the board lies: what the box sees now, four corners to drag, and how it would read the board with them."""

from collections.abc import Sequence
from math import atan2, isfinite
from typing import Annotated

from flask import Blueprint, Response
from msgspec import Meta

from device.marker_page import marker_page
from device.table.calibration import Calibration, said_of
from device.table.events import ForgetField, SetField
from engines.messages import message
from web.api.fields import (
    Corners,
    Count,
    DataAddress,
    Done,
    Message,
    Nothing,
    SentCount,
    Size,
    data_address,
    documented,
    message_of,
)
from web.api.operation import JPEG, SEARCH, items_refused, operation
from web.api.table import apply
from web.errors import Refused
from web.languages import spoken
from web.security.guard import photo_turn
from web.services import service

calibration = Blueprint("calibrating", __name__)
_Corner = tuple[float, float]
_BAD_CORNERS = message("web.error.bad_corners"), 422
_SentCorners = Annotated[list[_Corner], documented(minItems=4, maxItems=4), items_refused(*_BAD_CORNERS)]
_SMALLEST = 400.0  # px²: twice the area of the smallest triangle of three taps that can be a board
_Pixels = Annotated[int, Meta(ge=16, le=20_000)]  # what cameras have


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
    """What the camera sees now, whether the box has read it or not."""
    return Response(service(Calibration).jpeg(), mimetype=JPEG)


@calibration.get("/markers.pdf")
@operation("set_up", "markers", kind="application/pdf")
def markers() -> Response:
    """The corner markers, a page to print."""
    return Response(marker_page("PDF"), mimetype="application/pdf")


@calibration.get("/api/calibrate")
@operation("set_up", "find_field", *SEARCH)
def find() -> FieldFound:
    """Where the field is, in pixels of a picture of that size; `corners` are null where the box finds no board."""
    with photo_turn():
        found = service(Calibration).find()
    width = found.size[0]
    corners = None if found.corners is None else [[x * width, y * width] for x, y in found.corners]
    said = message("web.calibrate.given" if found.given else "web.calibrate.found" if corners else "web.calibrate.none")
    return {"corners": corners, "size": found.size, "given": found.given, **message_of(said, spoken())}


@calibration.post("/api/calibrate/read")
@operation("set_up", "try_field", for_all=True)
def read(*, corners: _SentCorners, size: tuple[_Pixels, _Pixels]) -> FieldRead:
    """How the board is read with corners, clockwise from the top left; what can be no board is refused in words."""
    four = _four(corners)
    with photo_turn():
        reading = service(Calibration).read(four, size)
    picture = data_address("jpeg", reading.picture)
    return {"picture": picture, "doubtful": reading.doubtful, **message_of(said_of(reading), spoken())}


@calibration.post("/api/field")
@operation("set_up", "set_field")
def field(*, corners: _SentCorners, width: SentCount = 0) -> Done:
    """Say where the playing field lies, in pixels of a picture of this width, or of the last photograph."""
    return apply(SetField(clockwise(corners), width))


@calibration.post("/api/field/forget")
@operation("set_up", "forget_field", takes=Nothing)
def forget_field() -> Done:
    """Let the box look for the playing field by itself again."""
    return apply(ForgetField())


def _four(taps: Sequence[_Corner]) -> list[_Corner]:
    """The corners as they were sent; raises `Refused` when they are not four."""
    if len(taps) != 4 or not all(isfinite(value) for tap in taps for value in tap):
        raise Refused(*_BAD_CORNERS)
    return list(taps)


def clockwise(taps: Sequence[_Corner]) -> tuple[_Corner, ...]:
    """Four corners, clockwise from the top left one as the camera sees them, whatever the order of the taps.

    Raises `Refused` when they are no four corners of a board.

    >>> clockwise([(300, 20), (310, 200), (10, 210), (20, 10)])
    ((20, 10), (300, 20), (310, 200), (10, 210))
    """
    corners = _four(taps)
    middle_x, middle_y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    # y grows downward, so growing angles go clockwise.
    corners.sort(key=lambda corner: atan2(corner[1] - middle_y, corner[0] - middle_x))
    first = min(range(4), key=lambda i: sum(corners[i]))
    around = corners[first:] + corners[:first]
    if min(_turning(*(around[(i + step) % 4] for step in range(3))) for i in range(4)) < _SMALLEST:
        raise Refused(*_BAD_CORNERS)
    return tuple(around)


def _turning(a: _Corner, b: _Corner, c: _Corner) -> float:
    """Twice the area of the triangle, positive where the path a → b → c turns clockwise."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])

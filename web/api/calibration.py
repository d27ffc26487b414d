"""Where the board lies: what the box sees now, four corners to drag, and how it would read the board with them."""

import base64
from typing import Annotated, ClassVar

from flask import Blueprint, Response
from msgspec import Meta, Struct

from device.marker_page import marker_page
from device.table.calibration import said_of
from device.table.events import ForgetField, SetField
from engines.messages import message
from web.api.corners import BAD_CORNERS, SentCorners, clockwise, four
from web.api.fields import Corners, Count, DataAddress, Done, Message, Nothing, SentCount, Size, message_of
from web.api.operation import JPEG, SEARCH, operation
from web.api.table import apply
from web.current_box import current_box
from web.languages import spoken
from web.security.guard import photo_turn

calibration = Blueprint("calibrating", __name__)
_Pixels = Annotated[int, Meta(ge=16, le=20_000)]  # what cameras have


class FieldFound(Message):
    corners: Corners | None
    size: Size
    given: bool


class FieldTried(Struct):
    WRONG_ITEMS: ClassVar = {"corners": BAD_CORNERS}

    corners: SentCorners
    size: tuple[_Pixels, _Pixels]


class FieldRead(Message):
    picture: DataAddress
    doubtful: Count


class Field(Struct):
    WRONG_ITEMS: ClassVar = {"corners": BAD_CORNERS}

    corners: SentCorners
    width: SentCount = 0  # of the last photograph


@calibration.get("/api/now.jpg")
@operation("set_up", "now", *SEARCH, kind=JPEG)
def now() -> Response:
    """What the camera sees now, whether the box has read it or not."""
    return Response(current_box().calibration.jpeg(), mimetype=JPEG)


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
        found = current_box().calibration.find()
    width = found.size[0]
    corners = None if found.corners is None else [[x * width, y * width] for x, y in found.corners]
    said = message("web.calibrate.given" if found.given else "web.calibrate.found" if corners else "web.calibrate.none")
    return {"corners": corners, "size": found.size, "given": found.given, **message_of(said, spoken())}


@calibration.post("/api/calibrate/read")
@operation("set_up", "try_field", for_all=True)
def read(sent: FieldTried) -> FieldRead:
    """How the board is read with corners, clockwise from the top left; what can be no board is refused in words."""
    corners = four(sent.corners)
    with photo_turn():
        reading = current_box().calibration.read(corners, sent.size)
    picture = "data:image/jpeg;base64," + base64.b64encode(reading.picture).decode()
    return {"picture": picture, "doubtful": reading.doubtful, **message_of(said_of(reading), spoken())}


@calibration.post("/api/field")
@operation("set_up", "set_field")
def field(sent: Field) -> Done:
    """Say where the playing field lies, in pixels of a picture of this width, or of the last photograph."""
    return apply(SetField(clockwise(sent.corners), sent.width))


@calibration.post("/api/field/forget")
@operation("set_up", "forget_field", takes=Nothing)
def forget_field() -> Done:
    """Let the box look for the playing field by itself again."""
    return apply(ForgetField())

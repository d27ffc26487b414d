"""Teaching the empty sheet: a picture of it, its corners on it, and the sheets that the box knows by their print."""

from typing import Annotated, TypedDict

import cv2
import numpy as np
from flask import Blueprint
from msgspec import Meta

from device.record.pictures import jpeg_of
from device.sheet_prints import SheetPrints
from device.table.calibration import Calibration
from engines.messages import message
from vision.reading import Picture
from web.api.fields import (
    DONE,
    Corners,
    Count,
    DataAddress,
    Done,
    Message,
    Nothing,
    SentCount,
    Size,
    data_address,
    message_of,
)
from web.api.operation import SEARCH, operation
from web.languages import spoken
from web.security.guard import photo_turn
from web.services import service

sheet_prints = Blueprint("sheet_prints", __name__, url_prefix="/api/prints")
_Text = Annotated[str, Meta(max_length=200)]  # characters; the box keeps no more than it can show
_SMALL = 128  # px of the picture of a taught sheet


class SheetSeen(Message):
    number: Count
    picture: DataAddress
    size: Size
    corners: Corners


class TaughtPrint(TypedDict):
    key: str
    name: str
    picture: DataAddress


class TaughtPrints(TypedDict):
    sheets: list[TaughtPrint]


@sheet_prints.get("")
@operation("set_up", "taught_sheets", *SEARCH)
def taught() -> TaughtPrints:
    """The sheets that the box finds by their print, in the order in which they were taught."""
    size = (_SMALL, _SMALL)
    return {
        "sheets": [
            {
                "key": sheet.key,
                "name": sheet.name,
                "picture": _as_data(np.asarray(cv2.resize(sheet.picture, size), np.uint8)),
            }
            for sheet in service(SheetPrints).sheets
        ]
    }


@sheet_prints.post("/look")
@operation("set_up", "look_at_sheet", takes=Nothing)
def look() -> SheetSeen:
    """The camera's newest picture with the corners of the empty sheet; nothing is kept until it is accepted."""
    with photo_turn():
        picture = service(Calibration).picture()
        offer = service(SheetPrints).look(picture, service(Calibration).given_corners(picture))
    high, wide = offer.picture.shape[:2]
    said = ("alike" if offer.lesson.is_alike else "seen") + ("" if offer.lesson.is_exact else "_unclear")
    return {
        "number": offer.number,
        "picture": _as_data(offer.picture),
        "size": [wide, high],
        "corners": np.round(offer.lesson.corners, 1).tolist(),
        **message_of(message(f"teach_sheet.{said}"), spoken()),
    }


@sheet_prints.post("/accept")
@operation("set_up", "accept_sheet")
def accept(*, number: SentCount, name: _Text = "") -> Done:
    """Find this sheet by its print from now on; refused where another phone has looked at one since."""
    service(SheetPrints).accept(number, name)
    return DONE


@sheet_prints.post("/forget")
@operation("set_up", "forget_sheet")
def forget(*, key: _Text) -> Done:
    """Forget a taught sheet by its key."""
    service(SheetPrints).forget(key)
    return DONE


def _as_data(picture: Picture) -> str:
    return data_address("jpeg", jpeg_of(picture, quality=80))

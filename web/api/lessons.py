"""Teaching the box: photographs of tiles and cards in a known order, and a picture of the empty sheet."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import cv2
import numpy as np
from flask import Blueprint, Response
from msgspec import Meta, Struct
from PIL import Image

from device.lessons import LAYING_ORDER, Lessons
from device.record.pictures import jpeg_of
from device.sheet_prints import SheetPrints
from device.table.calibration import Calibration
from device.texts import say
from engines import messages
from engines.messages import message
from engines.vocabulary import BACK, UNSURE, WILD
from vision.reading import Picture
from web.api.fields import (
    DONE,
    Corners,
    Count,
    DataAddress,
    Done,
    File,
    Message,
    NonEmptyText,
    Ordinal,
    SentCount,
    Size,
    data_address,
    documented,
    message_of,
)
from web.api.operation import JPEG, SEARCH, operation, sent_photos
from web.full_jpegs import full_jpeg
from web.languages import request_language, text
from web.limits import MAX_PHOTOS
from web.security.guard import photo_turn
from web.services import service

if TYPE_CHECKING:
    from device.lesson_store import LessonStore
    from vision.faces import lesson_view, teaching

lessons = Blueprint("lessons", __name__, url_prefix="/api/lessons")
ROWS = (6, len(LAYING_ORDER["tiles"]) - 6)  # tiles in each row of a lesson
_MAX_SIDE = 960  # px, of a picture sent to a phone
TEXT_PREFIXES = {"tiles": "web.teach", "cards": "web.teach_cards"}  # keys of their texts begin with these
_ORDER = {face: at for order in LAYING_ORDER.values() for at, face in enumerate(order)}
_FACE_TEXTS = {WILD: "web.face.wild", BACK: "web.face.back"}


class Photos(Struct):
    photo: Annotated[list[File], Meta(min_length=1, max_length=MAX_PHOTOS)]


class Pieces(Struct):
    of: Literal["tiles", "cards"] = "tiles"

    @property
    def order(self) -> list[str]:
        """The faces in the order in which they are laid."""
        return list(LAYING_ORDER[self.of])

    @property
    def store(self) -> "LessonStore[Any]":
        """The store of these lessons."""
        return service(Lessons).store_of(self.of)


class LearnedFace(TypedDict):
    face: str
    name: str
    sure: bool
    warnings: list[Message]
    crop: DataAddress


class Lesson(Message):
    number: Count
    faces: list[LearnedFace]


class TaughtFace(TypedDict):
    face: str
    name: str
    crop: DataAddress


class Taught(TypedDict):
    faces: list[TaughtFace]


class LessonTile(TypedDict):
    corners: Corners
    mark: str
    name: str
    sure: bool
    why: list[str]


class LessonView(TypedDict):
    picture: DataAddress
    size: Size
    ready: bool
    tiles: list[LessonTile]
    said: list[str]


class LessonProgress(TypedDict):
    photograph: Ordinal | None
    of: Ordinal | None
    sentence: NonEmptyText | None


class Accepted(TypedDict):
    accepted: Annotated[bool, documented(const=True)]


@lessons.post("")
@operation("set_up", "teach", files=Photos)
def learn(query: Pieces) -> Lesson:
    """Learn from one or more photographs of the same tiles or cards; nothing is saved until accepted."""
    photos = sent_photos()
    with photo_turn():
        offer = query.store.teach(photos, query.order)
    faces = [_face(learned) for learned in offer.faces]
    doubtful = [face["name"] for face in faces if not face["sure"]]
    said = message("web.teach.some_doubtful", faces=" ".join(doubtful)) if doubtful else message("web.teach.all_sure")
    return {"number": offer.number, "faces": faces, **message_of(said, request_language())}


@lessons.get("/view")
@operation("set_up", "lesson_view", 400, *SEARCH)
def view(query: Pieces) -> LessonView:
    """Preview a lesson on the camera's newest picture; nothing is saved."""
    with photo_turn():
        picture = service(Calibration).picture()
        shown = query.store.view(picture, query.order)
    high, wide = picture.shape[:2]
    return {
        "picture": _jpeg_url(picture),
        "size": [wide, high],
        "ready": shown.complete,
        "tiles": [_tile(tile, number) for number, tile in enumerate([*shown.tiles, *shown.gaps], start=1)],
        "said": [say(one, request_language()) for one in _sentences(shown, query)],
    }


@lessons.get("/photo.jpg")
@operation("set_up", "lesson_photo", *SEARCH, kind=JPEG)
def photo() -> Response:
    """The camera's newest picture in full size, for a lesson."""
    return Response(full_jpeg("lesson", service(Calibration).picture()), mimetype=JPEG)


@lessons.get("/progress")
@operation("set_up", "lesson_progress", 400)
def progress(query: Pieces) -> LessonProgress:
    """The photograph of a lesson being processed, counted from 1; null if there is no lesson."""
    now = query.store.progress
    if now is None:
        return {"photograph": None, "of": None, "sentence": None}
    said = message("web.teach.progress", photograph=now.photograph, of=now.of)
    return {"photograph": now.photograph, "of": now.of, "sentence": say(said, request_language())}


@lessons.post("/cancel")
@operation("set_up", "cancel_lesson")
def cancel(query: Pieces) -> Done:
    """Cancel the lesson being processed; the phone that sent it gets a refusal."""
    query.store.cancel()
    return DONE


@lessons.post("/accept")
@operation("set_up", "accept_lesson")
def accept(query: Pieces, *, number: SentCount) -> Accepted:
    """Save what a lesson taught; refused if another phone has taught since."""
    query.store.accept(number)
    return {"accepted": True}


@lessons.get("/taught")
@operation("set_up", "taught_faces", 400, *SEARCH)
def taught(query: Pieces) -> Taught:
    """The taught faces, each with the first picture that it was taught with."""
    known = query.store.known()
    return {"faces": [{"face": face, "name": _name(face), "crop": _png_url(crop)} for face, crop in known.items()]}


@lessons.post("/forget")
@operation("set_up", "forget_faces")
def forget(query: Pieces) -> Done:
    """Forget the taught faces; their folder is renamed, not removed."""
    query.store.forget()
    return DONE


def _sentences(shown: "lesson_view.LessonView", query: Pieces) -> Iterator[messages.Message]:
    """The progress of laying out: what is missing, and which faces could be confused."""
    words, count = TEXT_PREFIXES[query.of], len(shown.tiles)
    if not shown.board:
        yield message("web.teach.no_board")
    elif shown.complete:
        doubtful = [_name(tile.face) for tile in shown.tiles if not tile.confident]
        if doubtful:
            yield message(f"{words}.view_doubtful", faces=" ".join(doubtful))
        else:
            yield message(f"{words}.view_sure")
    else:
        strays = [warning for tile in shown.tiles for warning in tile.warnings if warning.kind == "no_place"]
        if count != len(query.order):
            yield message(f"{words}.view_more", seen=count, expected=len(query.order))
        elif query.of == "tiles" and not (shown.missing or strays):
            yield message("web.teach.view_crooked")
        yield from (stray.said() for stray in strays[:1])
        if len(shown.rows) == len(ROWS):
            first, second = shown.rows
            yield message("web.teach.view_rows", first=first, of_first=ROWS[0], second=second, of_second=ROWS[1])
    if shown.missing:
        yield message("web.teach.view_missing", faces=" ".join(_name(face) for face in shown.missing))
    for one, other in sorted(_pairs(shown)):
        yield message("web.teach.view_alike", one=_name(one), other=_name(other))


def _pairs(shown: "lesson_view.LessonView") -> set[tuple[str, str]]:
    """Pairs of faces that could be confused, each once, in the order of the faces."""
    found = {
        (tile.face, warning.other) for tile in shown.tiles for warning in tile.warnings if warning.other is not None
    }
    return {(one, other) for one, other in found if _ORDER[one] < _ORDER[other]}


def _tile(tile: "lesson_view.LessonTile", number: int) -> LessonTile:
    """A detected tile or card as JSON; while its face is unknown, its mark is its number."""
    marks = {WILD: "★", BACK: text("web.face.back"), UNSURE: f"({number})"}
    return {
        "corners": tile.corners,
        "mark": marks.get(tile.face, tile.face),
        "name": text("web.teach.unknown") if tile.face == UNSURE else _name(tile.face),
        "sure": tile.confident,
        "why": [say(warning.said(), request_language()) for warning in tile.warnings],
    }


def _face(learned: "teaching.LearnedFace") -> LearnedFace:
    return {
        "face": learned.face,
        "name": _name(learned.face),
        "sure": learned.confident,
        "warnings": [message_of(warning.said(), request_language()) for warning in learned.warnings],
        "crop": _png_url(learned.crop),
    }


def _name(face: str) -> str:
    return text(_FACE_TEXTS[face]) if face in _FACE_TEXTS else face


def _jpeg_url(picture: Picture) -> str:
    """Encode a BGR picture as a JPEG data: URL, no larger than `_MAX_SIDE`."""
    small = Image.fromarray(picture[..., ::-1].copy())
    small.thumbnail((_MAX_SIDE, _MAX_SIDE))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=75)
    return data_address("jpeg", buffer.getvalue())


def _png_url(picture: Picture) -> str:
    """Encode a BGR picture as a PNG data: URL; no file is left behind when a lesson is discarded."""
    buffer = io.BytesIO()
    Image.fromarray(picture[..., ::-1].copy()).save(buffer, "PNG")
    return data_address("png", buffer.getvalue())


sheet_prints = Blueprint("sheet_prints", __name__, url_prefix="/api/prints")
_Text = Annotated[str, Meta(max_length=200)]  # in characters
_THUMBNAIL_SIDE = 128  # px, of the picture of a taught sheet


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
def taught_sheets() -> TaughtPrints:
    """The taught sheets, which the box finds by their print, in the order of teaching."""
    size = (_THUMBNAIL_SIDE, _THUMBNAIL_SIDE)
    return {
        "sheets": [
            {
                "key": sheet.key,
                "name": sheet.name,
                "picture": _full_jpeg_url(np.asarray(cv2.resize(sheet.picture, size), np.uint8)),
            }
            for sheet in service(SheetPrints).sheets
        ]
    }


@sheet_prints.post("/look")
@operation("set_up", "look_at_sheet")
def look_at_sheet() -> SheetSeen:
    """The camera's newest picture with the corners of the empty sheet; nothing is saved until accepted."""
    with photo_turn():
        picture = service(Calibration).picture()
        offer = service(SheetPrints).offer(picture, service(Calibration).given_corners(picture))
    high, wide = offer.picture.shape[:2]
    said = ("alike" if offer.lesson.is_alike else "seen") + ("" if offer.lesson.is_exact else "_unclear")
    return {
        "number": offer.number,
        "picture": _full_jpeg_url(offer.picture),
        "size": [wide, high],
        "corners": np.round(offer.lesson.corners, 1).tolist(),
        **message_of(message(f"teach_sheet.{said}"), request_language()),
    }


@sheet_prints.post("/accept")
@operation("set_up", "accept_sheet")
def accept_sheet(*, number: SentCount, name: _Text = "") -> Done:
    """Save this sheet, to find it by its print; refused if another phone has shown one since."""
    service(SheetPrints).accept(number, name)
    return DONE


@sheet_prints.post("/forget")
@operation("set_up", "forget_sheet")
def forget_sheet(*, key: _Text) -> Done:
    """Forget a taught sheet by its key."""
    service(SheetPrints).forget(key)
    return DONE


def _full_jpeg_url(picture: Picture) -> str:
    return data_address("jpeg", jpeg_of(picture, quality=80))

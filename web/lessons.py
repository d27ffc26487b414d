"""Teaching tiles: photographs of a known order go in, labelled crops come back to be accepted."""

import base64
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify
from PIL import Image

from device.texts import say
from engines.messages import Message, message
from engines.vocabulary import BACK, TILE_FACES, UNSURE, WILD
from web.full_jpegs import full_jpeg
from web.guard import looking, sent_field, sent_json, sent_photos, takes_files
from web.languages import spoken, tell_message, text
from web.the_box import the_box

if TYPE_CHECKING:
    from vision.lesson_view import LessonTile, LessonView
    from vision.reading import Picture
    from vision.teaching import LearnedFace

lessons = Blueprint("lessons", __name__, url_prefix="/api/lessons")
LAYING_ORDER = (*TILE_FACES, BACK)
ROWS = (6, len(LAYING_ORDER) - 6)  # tiles in each row of a lesson
_WIDEST = 960  # px of the picture that a phone is shown
_NAMED = {WILD: "web.face.wild", BACK: "web.face.back"}


@lessons.post("")
@takes_files
def learn() -> Response:
    """Learn from photographs (multipart `photo`, one or more of the same tiles); nothing is kept until accepted.

    `number` is that of the lesson, by which it is accepted.
    """
    photos = sent_photos()
    with looking():
        offer = the_box().teach(photos, list(LAYING_ORDER))
    faces = [_face(learned) for learned in offer.lesson.faces]
    doubtful = [face["name"] for face in faces if not face["sure"]]
    said = message("web.teach.some_doubtful", faces=" ".join(doubtful)) if doubtful else message("web.teach.all_sure")
    return jsonify(**tell_message(said, spoken()), faces=faces, number=offer.number)


@lessons.get("/view")
def view() -> Response:
    """What a lesson from the camera's newest picture would teach; nothing is kept.

    `picture` is that picture as an address that contains it, `size` its width and height; `tiles` have `corners` in px,
    the `name` they are taken for, whether that is `sure`, and `why` not. `ready`: a lesson can be taken.
    """
    with looking():
        picture, seen = the_box().view_lesson(list(LAYING_ORDER))
    high, wide = picture.shape[:2]
    return jsonify(
        picture=_as_jpeg(picture),
        size=[wide, high],
        ready=seen.complete,
        tiles=[_tile(tile) for tile in seen.tiles],
        said=[say(one, spoken()) for one in _said(seen)],
    )


@lessons.get("/photo.jpg")
def photo() -> Response:
    """The camera's newest picture in its full size, to learn from."""
    return Response(full_jpeg("lesson", the_box().calibrating.picture()), mimetype="image/jpeg")


@lessons.get("/progress")
def progress() -> Response:
    """How far the box is with the photographs of a lesson: `photograph` (from 1) `of` all; null where there is none."""
    now = the_box().lesson_progress()
    if now is None:
        return jsonify(photograph=None, of=None, sentence=None)
    said = message("web.teach.progress", photograph=now.photograph, of=now.of)
    return jsonify(photograph=now.photograph, of=now.of, sentence=say(said, spoken()))


@lessons.post("/cancel")
def cancel() -> Response:
    """Give up the lesson that the box is working out; whoever sent it is told."""
    sent_json()
    the_box().cancel_lesson()
    return jsonify(done=True)


@lessons.post("/accept")
def accept() -> Response:
    """Use from now on what a lesson taught: `{"number": 7}`; refused where another phone has taught since."""
    the_box().accept_lesson(sent_field(sent_json(), "number", int))
    return jsonify(accepted=True)


def _said(seen: "LessonView") -> Iterator[Message]:
    """How far the laying is, what is missing, and which faces could be mistaken for each other."""
    count = len(seen.tiles)
    if not seen.board:
        yield message("web.teach.no_board")
    elif seen.complete:
        doubtful = [_name(tile.face) for tile in seen.tiles if not tile.sure]
        yield (
            message("web.teach.view_doubtful", faces=" ".join(doubtful)) if doubtful else message("web.teach.view_sure")
        )
    else:
        yield message("web.teach.view_more", seen=count, expected=len(LAYING_ORDER))
        if len(seen.rows) == len(ROWS):
            first, second = seen.rows
            yield message("web.teach.view_rows", first=first, of_first=ROWS[0], second=second, of_second=ROWS[1])
    if seen.missing:
        yield message("web.teach.view_missing", faces=" ".join(_name(face) for face in seen.missing))
    for one, other in sorted(_pairs(seen)):
        yield message("web.teach.view_alike", one=_name(one), other=_name(other))


def _pairs(seen: "LessonView") -> set[tuple[str, str]]:
    """Faces that look alike, each pair once, in the order of the faces."""
    found = {(tile.face, warned.other) for tile in seen.tiles for warned in tile.warned if warned.other is not None}
    return {(one, other) for one, other in found if LAYING_ORDER.index(one) < LAYING_ORDER.index(other)}


def _tile(tile: "LessonTile") -> dict[str, Any]:
    return {
        "corners": tile.corners,
        "mark": {WILD: "★", BACK: text("web.face.back")}.get(tile.face, tile.face),
        "name": text("web.teach.unknown") if tile.face == UNSURE else _name(tile.face),
        "sure": tile.sure,
        "why": [say(warned.said(), spoken()) for warned in tile.warned],
    }


def _face(learned: "LearnedFace") -> dict[str, Any]:
    return {
        "face": learned.face,
        "name": _name(learned.face),
        "sure": learned.sure,
        "warnings": [tell_message(warned.said(), spoken()) for warned in learned.warned],
        "crop": _as_data(learned.crop),
    }


def _name(face: str) -> str:
    return text(_NAMED[face]) if face in _NAMED else face


def _as_jpeg(picture: "Picture") -> str:
    """A BGR picture as an address that contains it, no larger than a phone needs."""
    small = Image.fromarray(picture[..., ::-1].copy())
    small.thumbnail((_WIDEST, _WIDEST))
    kept = io.BytesIO()
    small.save(kept, "JPEG", quality=75)
    return "data:image/jpeg;base64," + base64.b64encode(kept.getvalue()).decode()


def _as_data(picture: "Picture") -> str:
    """A BGR picture as an address that contains it, so that nothing is left behind when a lesson is discarded."""
    kept = io.BytesIO()
    Image.fromarray(picture[..., ::-1].copy()).save(kept, "PNG")
    return "data:image/png;base64," + base64.b64encode(kept.getvalue()).decode()

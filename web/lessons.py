"""Teaching tiles: photographs of a known order go in, labelled crops come back to be accepted."""

import base64
import io
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify
from PIL import Image

from engines.messages import message
from engines.vocabulary import BACK, TILE_FACES, WILD
from web.guard import looking, sent_json, sent_photos
from web.languages import spoken, text
from web.telling import tell_message
from web.the_box import the_box

if TYPE_CHECKING:
    from vision.reading import Picture
    from vision.teaching import LearnedFace

lessons = Blueprint("lessons", __name__, url_prefix="/api/lessons")
LAYING_ORDER = (*TILE_FACES, BACK)
_NAMED = {WILD: "web.face.wild", BACK: "web.face.back"}


@lessons.post("")
def learn() -> Response:
    """Learn from photographs (multipart `photo`, one or more of the same tiles); nothing is kept until accepted."""
    photos = sent_photos()
    with looking():
        lesson = the_box().teach(photos, list(LAYING_ORDER))
    faces = [_face(learned) for learned in lesson.faces]
    doubtful = [face["name"] for face in faces if not face["sure"]]
    said = message("web.teach.some_doubtful", faces=" ".join(doubtful)) if doubtful else message("web.teach.all_sure")
    return jsonify(**tell_message(said, spoken()), faces=faces)


@lessons.post("/accept")
def accept() -> Response:
    """Use from now on what the last lesson taught."""
    sent_json()
    the_box().accept_lesson()
    return jsonify(accepted=True)


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


def _as_data(picture: "Picture") -> str:
    """A BGR picture as an address that contains it, so that nothing is left behind when a lesson is discarded."""
    kept = io.BytesIO()
    Image.fromarray(picture[..., ::-1].copy()).save(kept, "PNG")
    return "data:image/png;base64," + base64.b64encode(kept.getvalue()).decode()

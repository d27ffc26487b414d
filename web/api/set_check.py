"""Whether a set of tiles or cards is whole, by photographs of its pieces spread out."""

from collections import Counter
from typing import Annotated, TypedDict

from flask import Blueprint, url_for
from msgspec import Meta, Struct

from device.lessons import Lessons
from device.services import KeptPictures
from device.set_check import COUNTED, SetAnswer, check_set, countable, equipment_of, faces_in
from vision.close_up import crop_to_places
from vision.overlay import draw_reading
from web.api.fields import Count, File, Message, message_of, one_of
from web.api.operation import SEARCH, operation, sent_photos
from web.languages import request_language
from web.security.guard import photo_turn
from web.services import service

set_check = Blueprint("set_check", __name__, url_prefix="/api/set-check")
_MAX_PHOTOS = 64  # of one set: more than anybody takes
Game = Annotated[str, one_of(*COUNTED)]
Faces = dict[str, Count]


class SpreadPieces(Struct):
    photo: File


class OfSet(Struct):
    game: Game


class CountedPhoto(TypedDict):
    faces: Faces
    overlay: str
    warnings: list[Message]


@set_check.post("/photo")
@operation("set_up", "count_pieces", *SEARCH, files=SpreadPieces, for_all=True)
def count_pieces(query: OfSet) -> CountedPhoto:
    """Count the pieces of one photograph by face."""
    equipment_of(query.game)
    photo = sent_photos()[0]
    with photo_turn():
        picture, reading = service(Lessons).read_pieces(query.game, photo)
        shown = countable(reading)
    kept = service(KeptPictures).keep_sent(draw_reading(*crop_to_places(picture, shown, places="")))
    warnings = [warned for warned in reading.warnings if warned.kind != "twice"]
    return {
        "faces": faces_in(shown),
        "overlay": url_for("live.picture", picture_id=kept),
        "warnings": [message_of(said, request_language()) for said in dict.fromkeys(one.said() for one in warnings)],
    }


@set_check.post("")
@operation("set_up", "check_set", for_all=True)
def check(*, game: Game, photos: Annotated[list[Faces], Meta(max_length=_MAX_PHOTOS)]) -> SetAnswer:
    """What is missing or too many in all photographs together, and what each game takes of the set."""
    faces = sum((Counter(one) for one in photos), Counter[str]())
    return check_set(game, faces, request_language())

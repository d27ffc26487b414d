"""Checking a Galaxy Jarapon hand, entered by taps or photographed with the phone."""

from typing import Annotated, Any, TypedDict

from flask import Blueprint, url_for
from msgspec import Struct, defstruct

from device.games.move_form import MoveForm
from device.hands.check import HandAnswer
from device.hands.practice import PracticeHand
from device.hands.question import HAND_OPTIONS, HandOption
from device.hands.table_hand import SIZES
from device.record.archive import GameArchive
from device.record.exports import played_of
from device.services import Hands
from engines.jarapon.state import NAME
from engines.messages import Message, message
from engines.vocabulary import BACK, TILE_FACES, UNSURE
from web.api import fields
from web.api.fields import Count, Entry, File, Integer, SentCount, documented, message_of, one_of
from web.api.moves import result_forms
from web.api.operation import SEARCH, operation, sent_photos
from web.errors import Refused
from web.languages import request_language
from web.security.guard import photo_turn
from web.services import service

hands = Blueprint("hands", __name__, url_prefix="/api/hand")


class Tiles(Struct):
    tiles: list[str]


# `Any`: mypy has no type for annotations.
_KINDS: dict[object, Any] = {int: Integer, tuple[int, ...]: tuple[SentCount, ...]}


def _field(option: HandOption) -> tuple[str, object, None]:
    """An option as a field for `defstruct`; missing or null means the option's default."""
    kind = _KINDS.get(option.kind, option.kind)
    return option.name, (Annotated[kind, documented(**option.bounds)] if option.bounds else kind) | None, None


Hand = defstruct("Hand", [_field(option) for option in HAND_OPTIONS], bases=(Tiles,))


class OnePhoto(Struct):
    photo: File


class Booking(TypedDict):
    known: Entry
    form: MoveForm


class HandReading(fields.Message):
    tiles: list[Annotated[str, one_of(*TILE_FACES, BACK, UNSURE)]]
    others: Count
    overlay: str
    warnings: list[fields.Message]


@hands.post("")
@operation("hand", "check_hand", takes=Hand, for_all=True)
def check(sent: Tiles) -> HandAnswer:
    """Score nine tiles, or find what eight wait for; options and answer are those of `jarapon hand --json`."""
    if UNSURE in sent.tiles:
        raise Refused(message("web.hand.unsure"), 422)
    return service(Hands).check(" ".join(sent.tiles), language=request_language(), **_options_of(sent))


@hands.post("/book")
@operation("hand", "book_hand", takes=Hand, for_all=True)
def book(sent: Tiles) -> Booking:
    """The form that enters a hand as a win in the match on the table; who won, and how, is still to be chosen."""
    kept = service(GameArchive).current()
    played = played_of(kept)
    is_match = played.game.NAME == NAME
    words = service(Hands).result_words(" ".join(sent.tiles), **_options_of(sent))
    forms, fits = result_forms(played, len(played.plies), words) if is_match else ([], False)
    if not fits:
        raise Refused(message("pad.no_match"), 422)
    return {"known": kept.last, "form": forms[0]}


@hands.get("/practice")
@operation("hand", "practice_hand", 400, *SEARCH)
def practice(*, number: Count = 0) -> PracticeHand:
    """A hand to practise on, with its answer."""
    return service(Hands).practice(number, request_language())


@hands.post("/photo")
@operation("hand", "read_hand", files=OnePhoto, for_all=True)
def read() -> HandReading:
    """Read a photograph of a hand."""
    photo = sent_photos()[0]
    with photo_turn():
        reading = service(Hands).read(photo)
    return {
        "tiles": reading["tiles"],
        "others": reading["others"],
        "overlay": url_for("live.picture", picture_id=reading["picture"]),
        "warnings": [message_of(warning, request_language()) for warning in reading["warnings"]],
        **message_of(_summary(len(reading["tiles"]), reading["others"]), request_language()),
    }


def _options_of(sent: Tiles) -> dict[str, Any]:
    return {option.name: value for option in HAND_OPTIONS if (value := getattr(sent, option.name)) is not None}


def _summary(count: int, others: int) -> Message:
    if count == 0:
        return message("web.hand.seen_none")
    if count not in SIZES:
        return message("web.hand.seen_other", count=count)
    return message("web.hand.seen_beside" if others else "web.hand.seen", count=count, others=others)

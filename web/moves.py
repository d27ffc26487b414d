"""Correcting the game on the table: what may stand in the place of a move, what would follow, and then doing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import cv2
import numpy as np
from flask import Blueprint, Response, jsonify, render_template, request

from device.corrections import WAYS, Correction, Possible, Preview, Way, point_of, possible, preview, with_hand
from device.events import Change, Insert, Strike
from device.exports import played_of
from device.keeping import KeptGame
from device.nearer import nearer
from device.open_hands import OpenHand
from device.picture_notes import noted
from device.pictures import jpeg_of
from device.played import Played
from device.system.decoder import DECODER
from device.texts import say
from engines.messages import message
from engines.vocabulary import TILE_FACES
from vision.overlay import draw_reading
from vision.pictures import BadPicture
from vision.reading import Picture
from web.errors import Refused
from web.games import game_told, step_told
from web.guard import open_to_all, sent_field, sent_json
from web.languages import spoken
from web.limits import ANSWER_SECONDS
from web.the_box import the_box
from web.who import who

moves = Blueprint("moves", __name__)
Json = dict[str, Any]
_PHONE_PX, _TABLET_PX = 256, 640  # how wide pictures are looked at: a few tiles, and whole tables
_DAY_SECONDS = 24 * 3600  # a picture of a move never changes


@moves.get("/moves")
def page() -> str:
    """The moves of the game on the table."""
    return render_template("moves.html", faces=TILE_FACES)


@moves.get("/api/moves")
def all_moves() -> Response:
    """The game on the table with its moves, those that were corrected, too."""
    return jsonify(game_told(the_box().keeping.current()))


@moves.get("/api/moves/<int:entry>/choices")
def choices(entry: int) -> Response:
    """The legal moves instead of a move (`?way=change`) or behind it (`?way=insert`), and the `table` before them."""
    kept = the_box().keeping.current()
    played, correction = played_of(kept), Correction(_way(request.args.get("way")), entry)
    if correction.way == "strike":
        raise Refused(message("web.error.bad_field", field="way"))
    found = [_choice(one) for one in possible(played, correction)]
    return jsonify(choices=found, table=step_told(played, point_of(played, correction), kept.turn))


@moves.get("/api/moves/pictures/<picture_id>")
def small(picture_id: str) -> Response:
    """A picture of a move, an eighth as wide: lists of many moves shall be light."""
    with _decoded(picture_id, _kept(picture_id)) as picture:
        high, wide = (max(1, pixels // 8) for pixels in picture.shape[:2])
        eighth = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        return _lasting(jpeg_of(eighth, quality=75))


@moves.get("/api/moves/pictures/<picture_id>/read")
def with_reading(picture_id: str) -> Response:
    """A picture of a move with what was read drawn on it; as it was taken where that was not kept.

    With `?near=hand/` only that part where such places lie, larger; with `?plain` nothing is drawn on it.
    """
    data = _kept(picture_id)
    reading = noted(data)
    if reading is None:
        return _lasting(data)
    near = request.args.get("near", "")
    with _decoded(picture_id, data) as whole:
        picture, reading = nearer(whole, reading, near) if near else (whole, reading)
        if "plain" not in request.args:
            picture = draw_reading(picture, reading, _PHONE_PX if near else _TABLET_PX)
        return _lasting(jpeg_of(picture))


def _kept(picture_id: str) -> bytes:
    data = the_box().picture_of(picture_id)
    if not data:  # an empty file is what a power cut may have left of one
        raise Refused(message("web.error.no_picture"), 404)
    return data


@contextmanager
def _decoded(picture_id: str, data: bytes) -> Iterator[Picture]:
    """A kept picture, which may have come in a file from anywhere; a damaged one counts as one that is not kept."""
    try:
        with DECODER.stored(data, picture_id) as picture:
            yield picture
    except BadPicture as error:
        raise Refused(message("web.error.no_picture"), 404) from error


def _lasting(jpeg: bytes) -> Response:
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = f"private, max-age={_DAY_SECONDS}"
    return response


@moves.post("/api/corrections/preview")
@open_to_all
def look_ahead() -> Response:
    """What a correction would come to: `{"way": "change", "entry": 12, "move": …}`; nothing is changed.

    A hand that is shown is told by its tiles instead: `{…, "hand": {"player": 0, "tiles": ["1", "1", …]}}`.
    `breaks` is the first later move that would no longer be allowed, `without` are the entries that would have to be
    struck; `later` moves stay. `came_to` says what a hand is worth; `scores` are everybody's before and after.
    """
    kept = the_box().keeping.current()
    correction = _sent(sent_json(), played_of(kept))
    return jsonify(_previewed(kept, preview(played_of(kept), kept.entries, correction)))


@moves.post("/api/corrections")
def correct() -> Response:
    """Correct the record: as for the preview, with its `without`, and `known`, the last entry that the phone knows of.

    When two people correct the same, the slower one is refused.
    """
    data = sent_json()
    kept = the_box().keeping.current()
    correction, known = _sent(data, played_of(kept)), sent_field(data, "known", int)
    without = tuple(sent_field({"without": entry}, "without", int) for entry in sent_field(data, "without", list))
    the_box().table.post(_event(correction, without, known)).result(timeout=ANSWER_SECONDS)
    return jsonify(done=True)


def _event(correction: Correction, without: tuple[int, ...], known: int) -> Strike | Change | Insert:
    match correction.way:
        case "strike":
            return Strike(correction.entry, who(), without, known)
        case "change":
            return Change(correction.entry, correction.move, who(), without, known)
        case "insert":
            return Insert(correction.entry, correction.move, who(), without, known)


def _sent(data: Json, played: Played) -> Correction:
    correction = Correction(_way(data.get("way")), sent_field(data, "entry", int), data.get("move"))
    if "hand" in data:
        hand = sent_field(data, "hand", dict)
        return with_hand(played, correction, sent_field(hand, "player", int), sent_field(hand, "tiles", list))
    if correction.way != "strike" and "move" not in data:
        raise Refused(message("web.error.bad_field", field="move"))
    return correction


def _way(value: Any) -> Way:
    if value not in WAYS:
        raise Refused(message("web.error.bad_field", field="way"))
    return cast(Way, value)


def _choice(one: Possible) -> Json:
    return {
        "move": one.move,
        "player": one.player,
        "sentence": say(one.said, spoken()),
        "places": list(one.places),
        "hand": None if one.hand is None else _hand(one.hand),
    }


def _hand(hand: OpenHand) -> Json:
    return {
        "player": hand.player,
        "count": hand.count,
        "tiles": list(hand.tiles),
        "sets": [list(laid) for laid in hand.sets],
        "taken": hand.taken,
    }


def _previewed(kept: KeptGame, seen: Preview) -> Json:
    before, after = played_of(kept).scores[-1][1], seen.played.scores[-1][1]
    breaks = None if seen.breaks is None else {
        "ply": played_of(kept).ply_of(seen.breaks.entry),
        "sentence": say(seen.breaks.said, spoken()),
    }  # fmt: skip
    return {
        "breaks": breaks,
        "without": list(seen.without),
        "later": seen.later,
        "came_to": [say(said, spoken()) for said in seen.came_to],
        "scores": [
            {"name": name, "before": was, "after": now}
            for name, was, now in zip(seen.played.players, before, after, strict=True)
        ],
    }

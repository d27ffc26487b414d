"""Correcting the game on the table: what may stand in the place of a move, what would follow, and then doing it."""

from typing import Any, cast

import cv2
import numpy as np
from flask import Blueprint, Response, jsonify, render_template, request

from device.corrections import WAYS, Correction, Possible, Preview, Way, point_of, possible, preview
from device.events import Change, Insert, Strike
from device.exports import played_of
from device.keeping import KeptGame
from device.pictures import jpeg_of
from device.texts import say
from engines.messages import message
from web.errors import Refused
from web.games import game_told, step_told
from web.guard import open_to_all, sent_field, sent_json
from web.languages import spoken
from web.limits import ANSWER_SECONDS
from web.the_box import the_box
from web.who import who

moves = Blueprint("moves", __name__)
Json = dict[str, Any]
_DAY_SECONDS = 24 * 3600  # a picture of a move never changes


@moves.get("/moves")
def page() -> str:
    """The moves of the game on the table."""
    return render_template("moves.html")


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
    data = the_box().picture_of(picture_id)
    if data is None:
        raise Refused(message("web.error.no_picture"), 404)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_8)
    response = Response(jpeg_of(np.asarray(picture, np.uint8), quality=75), mimetype="image/jpeg")
    response.headers["Cache-Control"] = f"private, max-age={_DAY_SECONDS}"
    return response


@moves.post("/api/corrections/preview")
@open_to_all
def look_ahead() -> Response:
    """What a correction would come to: `{"way": "change", "entry": 12, "move": …}`; nothing is changed.

    `breaks` is the first later move that would no longer be allowed, `without` are the entries that would have to be
    struck; `scores` are everybody's before and after.
    """
    kept = the_box().keeping.current()
    correction = _sent(sent_json())
    return jsonify(_previewed(kept, preview(played_of(kept), kept.entries, correction)))


@moves.post("/api/corrections")
def correct() -> Response:
    """Correct the record: as for the preview, with its `without`, and `known`, the last entry that the phone knows of.

    When two people correct the same, the slower one is refused.
    """
    data = sent_json()
    correction, known = _sent(data), sent_field(data, "known", int)
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


def _sent(data: Json) -> Correction:
    way = _way(data.get("way"))
    if way != "strike" and "move" not in data:
        raise Refused(message("web.error.bad_field", field="move"))
    return Correction(way, sent_field(data, "entry", int), data.get("move"))


def _way(value: Any) -> Way:
    if value not in WAYS:
        raise Refused(message("web.error.bad_field", field="way"))
    return cast(Way, value)


def _choice(one: Possible) -> Json:
    return {"move": one.move, "player": one.player, "sentence": say(one.said, spoken()), "places": list(one.places)}


def _previewed(kept: KeptGame, seen: Preview) -> Json:
    before, after = played_of(kept).scores[-1][1], seen.played.scores[-1][1]
    breaks = None if seen.breaks is None else {
        "ply": played_of(kept).ply_of(seen.breaks.entry),
        "sentence": say(seen.breaks.said, spoken()),
    }  # fmt: skip
    return {
        "breaks": breaks,
        "without": list(seen.without),
        "scores": [
            {"name": name, "before": was, "after": now}
            for name, was, now in zip(seen.played.players, before, after, strict=True)
        ],
    }

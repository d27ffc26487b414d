"""Checking a Galaxy Jarapon hand: tapped, or photographed with the phone."""

from typing import Any

from flask import Blueprint, Response, jsonify, url_for

from engines.messages import Message, message
from engines.vocabulary import UNSURE
from web.errors import Refused
from web.guard import looking, open_to_all, sent_field, sent_json, sent_photos, takes_files
from web.languages import spoken, tell_message
from web.the_box import the_box

hands = Blueprint("hands", __name__, url_prefix="/api/hand")
_OPTIONS: dict[str, type] = {
    "ron": bool,
    "riichi": bool,
    "dealer": bool,
    "let_pass": bool,
    "players": int,
    "chips": int,
    "dora": str,
    "bonus": str,
    "winning": str,
    "discards": str,
    "pon": list,
}


@hands.post("")
@open_to_all
def check() -> Response:
    """What nine tiles are worth, or what eight wait for: `{"tiles": ["1", "1", …], "riichi": true, …}`.

    Options and answer are those of `jarapon hand --json`; an option that is missing or null has its default.
    """
    data = sent_json()
    tiles = [_word(tile) for tile in sent_field(data, "tiles", list)]
    if UNSURE in tiles:
        raise Refused(message("web.hand.unsure"), 422)
    options: dict[str, Any] = {
        name: sent_field(data, name, kind) for name, kind in _OPTIONS.items() if data.get(name) is not None
    }
    if "pon" in options:
        options["pon"] = [_word(pon) for pon in options["pon"]]
    return jsonify(the_box().check_hand(" ".join(tiles), language=spoken(), **options))


@hands.post("/photo")
@open_to_all
@takes_files
def read() -> Response:
    """What a photograph of a hand shows (multipart `photo`): `tiles` from left to right, `"?"` where not sure.

    `overlay` is the address of the photograph with what was read drawn on it; `warnings` say what hindered.
    """
    photo = sent_photos()[0]
    with looking():
        seen = the_box().read_hand(photo)
    return jsonify(
        tiles=seen["tiles"],
        overlay=url_for("live.picture", picture_id=seen["picture"]),
        warnings=[tell_message(warning, spoken()) for warning in seen["warnings"]],
        **tell_message(_seen(len(seen["tiles"])), spoken()),
    )


def _seen(count: int) -> Message:
    if count == 0:
        return message("web.hand.seen_none")
    return message("web.hand.seen" if count in (8, 9) else "web.hand.seen_other", count=count)


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(message("web.error.bad_field", field="tiles"))
    return value

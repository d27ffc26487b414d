"""A player's own page: calls by one tap, ordered by when they were pressed, however they travelled."""

import time

from flask import Blueprint, Response, jsonify, render_template

from device.calling import CallMade
from device.events import MakeCall, WithdrawCall
from device.texts import say
from engines.messages import message
from web.errors import Refused
from web.guard import sent_field, sent_json
from web.languages import spoken
from web.limits import ANSWER_SECONDS, GREATEST_NUMBER
from web.the_box import the_box
from web.who import who

seat = Blueprint("seat", __name__)
_MS = 1000.0


@seat.get("/seat")
def page() -> str:
    """The page of whoever sits at the table; which seat that is, the phone remembers."""
    return render_template("seat.html")


@seat.get("/api/calls/clock")
def clock() -> Response:
    """The box's clock in milliseconds, from which a phone reckons by the box's clock when it sends a call."""
    return jsonify(ms=time.monotonic() * _MS)


@seat.post("/api/calls")
def call() -> Response:
    """Call: `{"key": "pon", "player": 1, "moves": 12, "pressed_ms_ago": 80, "sent_ms": 81234.5}`.

    `sent_ms` is the box's clock at sending, as the phone reckons it; without it a slow network counts as a late press.
    Waits until it is decided who called first. Answers `{"sentence", "entry"}`: the journal's entry, by which the call
    may be struck, null for one that only announces a move. A call that does not count is refused with the reason.
    """
    arrived_s = time.monotonic()
    data = sent_json()
    made: CallMade = (
        the_box()
        .table.post(
            MakeCall(
                sent_field(data, "key", str),
                sent_field(data, "player", int),
                sent_field(data, "moves", int),
                who(),
                _milliseconds(data, "pressed_ms_ago") / _MS,
                arrived_s,
                _milliseconds(data, "sent_ms") / _MS if data.get("sent_ms") is not None else None,
            )
        )
        .result(timeout=ANSWER_SECONDS)
        .result(timeout=ANSWER_SECONDS)
    )
    return jsonify(sentence=say(made.said, spoken()), entry=made.entry)


@seat.post("/api/calls/withdraw")
def withdraw() -> Response:
    """Take back what was announced: `{"key": "riichi", "player": 1}`; a call that was recorded is struck instead."""
    data = sent_json()
    event = WithdrawCall(sent_field(data, "key", str), sent_field(data, "player", int))
    the_box().table.post(event).result(timeout=ANSWER_SECONDS)
    return jsonify(done=True)


def _milliseconds(data: dict[str, object], name: str) -> float:
    """A number of milliseconds; raises `Refused` for what is none, or nothing that a clock shows."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= GREATEST_NUMBER:
        raise Refused(message("web.error.bad_field", field=name))
    return float(value)

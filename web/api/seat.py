"""Calls by one tap, ordered by when they were pressed, however they travelled."""

import time
from typing import Annotated, TypedDict

from flask import Blueprint
from msgspec import Meta

from device.calls import events as calls
from device.calls.events import MakeCall, WithdrawCall
from device.table.live_table import LiveTable
from device.texts import say
from web.api.author import author
from web.api.fields import Done, Entry, SentCount
from web.api.operation import operation
from web.api.table import apply
from web.languages import spoken
from web.limits import GREATEST_NUMBER
from web.services import service, waits

seat = Blueprint("seat", __name__)
Milliseconds = Annotated[float, Meta(ge=0, le=GREATEST_NUMBER)]
_MS = 1000.0


class BoxClock(TypedDict):
    ms: float


class CallMade(TypedDict):
    sentence: str
    entry: Entry | None


@seat.get("/api/calls/clock")
@operation("table", "box_clock")
def clock() -> BoxClock:
    """The box's clock in milliseconds, from which a phone reckons by the box's clock when it sends a call."""
    return {"ms": time.monotonic() * _MS}


@seat.post("/api/calls")
@operation("table", "call")
def call(
    *,
    key: str,
    player: SentCount,
    moves: SentCount,
    pressed_ms_ago: Milliseconds,
    sent_ms: Milliseconds | None = None,
) -> CallMade:
    """Call, and wait until it is decided who called first; a call that does not count is refused with the reason.

    `sent_ms` is the box's clock at sending, as the phone reckons it; without it a slow network counts as a late press.
    """
    arrived_s = time.monotonic()
    sent_s = None if sent_ms is None else sent_ms / _MS
    event = MakeCall(key, player, moves, author(), pressed_ms_ago / _MS, arrived_s, sent_s)
    decided = service(LiveTable).post(event).result(timeout=waits().answer_s)
    made: calls.CallMade = decided.result(timeout=waits().answer_s)
    return {"sentence": say(made.said, spoken()), "entry": made.entry}


@seat.post("/api/calls/withdraw")
@operation("table", "withdraw_call")
def withdraw(*, key: str, player: SentCount) -> Done:
    """Take back what was announced; a call that was recorded is struck instead."""
    return apply(WithdrawCall(key, player))

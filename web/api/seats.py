"""The players at the table: calls, the seats that phones hold, and badges."""

import time
from dataclasses import replace
from typing import Annotated, Literal, TypedDict

from flask import Blueprint
from msgspec import Meta

from device.calls import events as calls
from device.calls.events import MakeCall, WithdrawCall
from device.config.players import COLOURS, Badge, PlayerBadges
from device.games.listing import profile_of
from device.table.computers import OwnView
from device.table.events import ChooseBadge, LookFromSeat, PlayFromSeat, TakeSeat
from device.table.live_table import LiveTable
from device.texts import say
from engines.messages import message
from engines.one_line import LONGEST_NAME, name_of
from engines.vocabulary import TILE_FACES
from web.api.author import author
from web.api.fields import Done, Entry, NonEmptyText, SentCount, TileFace, one_of
from web.api.operation import operation
from web.api.state import PlayerBadge
from web.api.table import Known, apply
from web.diagrams.board import Board, board_of
from web.errors import Refused
from web.languages import request_language
from web.limits import MAX_NUMBER
from web.security.guard import require_paired
from web.services import service, waits

seat = Blueprint("seat", __name__)
Milliseconds = Annotated[float, Meta(ge=0, le=MAX_NUMBER)]
_MS = 1000.0


class BoxClock(TypedDict):
    ms: float


class CallMade(TypedDict):
    sentence: str
    entry: Entry | None


@seat.get("/api/calls/clock")
@operation("table", "box_clock")
def clock() -> BoxClock:
    """The box's monotonic clock in milliseconds, for phones to synchronise with before they send calls."""
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
    """Make a call, and wait until it is decided who called first; refuses a call that does not count.

    `sent_ms` is the phone's estimate of the box's clock at sending; without it, network delay counts as a later press.
    """
    arrived_s = time.monotonic()
    sent_s = None if sent_ms is None else sent_ms / _MS
    event = MakeCall(key, player, moves, author(), pressed_ms_ago / _MS, arrived_s, sent_s)
    decided = service(LiveTable).post(event).result(timeout=waits().answer_s)
    made: calls.CallMade = decided.result(timeout=waits().answer_s)
    return {"sentence": say(made.said, request_language()), "entry": made.entry}


@seat.post("/api/calls/withdraw")
@operation("table", "withdraw_call")
def withdraw(*, key: str, player: SentCount) -> Done:
    """Take back an announced call; a recorded one is struck instead."""
    return apply(WithdrawCall(key, player))


own_seat = Blueprint("own_seat", __name__, url_prefix="/api/seats")


class SeatMove(TypedDict):
    key: str
    sentence: str
    pieces: list[str]


class OwnSeat(TypedDict):
    known: Entry
    piece: Literal["", "card", "number"]
    pieces: list[str]
    moves: list[SeatMove]
    may_pass: bool
    notes: list[str]
    board: Board | None


@own_seat.post("")
@operation("table", "take_seat")
def take(*, seat: SentCount) -> Done:
    """Assign a seat to the requesting phone, in place of any other."""
    return apply(TakeSeat(seat, require_paired().key))


@own_seat.post("/leave")
@operation("table", "leave_seat")
def leave() -> Done:
    """Give up the requesting phone's seat."""
    return apply(TakeSeat(None, require_paired().key))


@own_seat.get("/<int:seat>")
@operation("table", "own_seat", 403, 422, 503, paired_only=True)
def view_seat(seat: int) -> OwnSeat:
    """The view of the phone that holds the seat: its own hand, and its legal moves by their numbers from 0.

    `board`: the table as this player knows it; null unless that is more than everybody knows.
    """
    table = service(LiveTable)
    pending = table.post(LookFromSeat(seat, require_paired().key))
    own: OwnView = pending.result(timeout=waits().answer_s)
    snapshot = table.snapshot
    shown = snapshot.view
    other_owners = {place: owner for place, owner in shown.owners.items() if place not in own.faces}
    own_table = replace(shown, layout={**shown.layout, **own.faces}, owners=other_owners)
    return {
        "known": own.known,
        "piece": profile_of(shown.game).drawing.piece,
        "pieces": list(own.hand),
        "moves": [
            {"key": move.said.key, "sentence": say(move.said, request_language()), "pieces": list(move.pieces)}
            for move in own.moves
        ],
        "may_pass": own.may_pass,
        "notes": [say(note, request_language()) for note in own.notes],
        "board": board_of(own_table, request_language(), snapshot.problem_places) if own.faces else None,
    }


@own_seat.post("/<int:seat>/moves")
@operation("table", "play_from_seat")
def play(seat: int, *, number: SentCount | None = None, known: Known = None) -> Done:
    """Make a move by its number; without a number, let the others go on."""
    return apply(PlayFromSeat(seat, require_paired().key, number, author(), known))


players = Blueprint("players", __name__, url_prefix="/api")
_Name = Annotated[NonEmptyText, Meta(max_length=LONGEST_NAME)]
_Colour = Annotated[str, one_of(*COLOURS)]
_MAX_NAMES_LENGTH = 1000


class Badges(TypedDict):
    badges: list[PlayerBadge]


@players.get("/players/badges")
@operation("set_up", "badges", 400)
def badges(*, names: Annotated[str, Meta(max_length=_MAX_NAMES_LENGTH)] = "") -> Badges:
    """The badges of players who play together; `names` has one name per line."""
    found = service(PlayerBadges).of([name_of(name) for name in names.split("\n")])
    return {"badges": [{"colour": badge.colour, "tile": badge.tile} for badge in found]}


@players.post("/players/badges")
@operation("set_up", "choose_badge")
def choose_badge(*, name: _Name, colour: _Colour, tile: TileFace) -> Done:
    """Set a player's badge."""
    for field, value, allowed in (("colour", colour, COLOURS), ("tile", tile, TILE_FACES)):
        if value not in allowed:
            raise Refused(message("web.error.bad_field", field=field))
    return apply(ChooseBadge(name_of(name), Badge(colour, tile)))

"""A seat in a game that the box deals: the phone that holds it sees its own hand there, and plays."""

from dataclasses import replace
from typing import Literal, TypedDict

from flask import Blueprint

from device.games.listing import profile_of
from device.table.computers import OwnView
from device.table.events import LookFromSeat, PlayFromSeat, TakeSeat
from device.table.live_table import LiveTable
from device.texts import say
from web.api.author import author
from web.api.fields import Done, Entry, Nothing, SentCount
from web.api.operation import operation
from web.api.table import Known, apply
from web.diagrams.board import Board, board_of
from web.languages import spoken
from web.security.guard import paired_only
from web.services import service, waits

own_seat = Blueprint("own_seat", __name__, url_prefix="/api/seats")


class SeatMove(TypedDict):
    sentence: str
    pieces: list[str]


class OwnSeat(TypedDict):
    known: Entry
    piece: Literal["", "card", "number"]
    pieces: list[str]
    moves: list[SeatMove]
    may_pass: bool
    board: Board | None


@own_seat.post("")
@operation("table", "take_seat")
def take(*, seat: SentCount) -> Done:
    """Hold a seat from now on, and no other."""
    return apply(TakeSeat(seat, paired_only().key))


@own_seat.post("/leave")
@operation("table", "leave_seat", takes=Nothing)
def leave() -> Done:
    """Hold no seat any more."""
    return apply(TakeSeat(None, paired_only().key))


@own_seat.get("/<int:seat>")
@operation("table", "own_seat", 403, 422, 503, paired_only=True)
def look(seat: int) -> OwnSeat:
    """What the phone that holds a seat may know: its own hand, and its moves by their numbers from 0.

    `board`: the table as this player knows it, where he knows more of it than all others.
    """
    table = service(LiveTable)
    asked = table.post(LookFromSeat(seat, paired_only().key))
    view: OwnView = asked.result(timeout=waits().answer_s)
    snapshot = table.snapshot
    others = {place: owner for place, owner in snapshot.owners.items() if place not in view.faces}
    own_table = replace(snapshot, layout={**snapshot.layout, **view.faces}, owners=others)
    return {
        "known": view.known,
        "piece": profile_of(snapshot.game).piece,
        "pieces": list(view.hand),
        "moves": [{"sentence": say(move.said, spoken()), "pieces": list(move.pieces)} for move in view.moves],
        "may_pass": view.may_pass,
        "board": board_of(own_table, spoken()) if view.faces else None,
    }


@own_seat.post("/<int:seat>/moves")
@operation("table", "play_from_seat")
def play(seat: int, *, number: SentCount | None = None, known: Known = None) -> Done:
    """Make a move by its number; without one the others need not wait."""
    return apply(PlayFromSeat(seat, paired_only().key, number, author(), known))

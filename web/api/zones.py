"""Where the cards lie: how the table is laid, where the box takes each pile to lie, and moving that."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from flask import Blueprint
from msgspec import Meta, Struct

from device.table.calibration import Calibration
from device.table.events import ForgetZones, LayZones
from device.table.live_table import LiveTable
from device.table.zones_of_cards import LaidZones, laid_plan
from engines.messages import Refusal, message
from vision.places.cards.zones import Zone
from web.api.fields import Done, Message, Nothing, Size, message_of
from web.api.operation import SEARCH, operation
from web.api.table import apply
from web.languages import spoken, text
from web.services import service

zones = Blueprint("zones", __name__, url_prefix="/api/zones")
_DRAWN = 1000  # units across a drawn table
_LONGEST_MARK = 8
_MOST = 64  # zones, and letters of the name of one
_Pixels = Annotated[float, Meta(ge=-20_000, le=40_000)]


class LaidZone(TypedDict):
    place: str
    name: str
    mark: str
    x: float
    y: float
    down: tuple[float, float]
    column: bool


class LaidTable(TypedDict):
    zones: list[LaidZone]
    card: tuple[float, float]
    size: Size


class ZonesFound(Message):
    plan: LaidTable | None
    seen: LaidTable | None
    given: bool


class MovedZone(Struct):
    place: Annotated[str, Meta(max_length=_MOST)]
    x: _Pixels
    y: _Pixels


@zones.get("")
@operation("set_up", "find_zones", *SEARCH)
def find() -> ZonesFound:
    """How the table of the game is laid, and where each pile is taken to lie, in pixels of a picture of that size."""
    calibration = service(Calibration)
    now, plan, shown, given = service(LiveTable).snapshot, None, None, False
    try:
        plan = _table(laid_plan(now.game, now.players), _DRAWN, now.players)
        width = calibration.picture().shape[1]
        seen = calibration.zones()
    except Refusal as refusal:
        said = refusal.said
    else:
        shown, given = _table(seen, width, now.players), seen.given
        said = message("zones.given" if given else "zones.found" if seen.zones else "zones.none")
    return {"plan": plan, "seen": shown, "given": given, **message_of(said, spoken())}


@zones.post("")
@operation("set_up", "lay_zones")
def lay(
    *,
    zones: Annotated[list[MovedZone], Meta(min_length=1, max_length=_MOST)],
    width: Annotated[int, Meta(ge=16, le=20_000)],
) -> Done:
    """Say where piles lie: the middle of each, in pixels of a picture of this width."""
    return apply(LayZones({one.place: (one.x / width, one.y / width) for one in zones}))


@zones.post("/forget")
@operation("set_up", "forget_zones", takes=Nothing)
def forget() -> Done:
    """Let all piles lie again where the box proposed it."""
    return apply(ForgetZones())


def _table(laid: LaidZones, width: int, players: Sequence[str]) -> LaidTable:
    short, long = laid.card
    return {
        "zones": [_zone(place, zone, width, players) for place, zone in laid.zones.items()],
        "card": (short * width, long * width),
        "size": (width, round(laid.height * width)),
    }


def _zone(place: str, zone: Zone, width: int, players: Sequence[str]) -> LaidZone:
    name, mark = named(place, players)
    return {
        "place": place,
        "name": name,
        "mark": mark,
        "x": round(zone.x * width, 1),
        "y": round(zone.y * width, 1),
        "down": zone.down,
        "column": zone.is_column,
    }


def named(place: str, players: Sequence[str]) -> tuple[str, str]:
    """What a zone is called, and the word or number on it: `discard/1/2` is "Aya's discard pile 2", "2".

    A zone that needs no word, such as the further cards of a row, has none.
    """
    kind, *numbers = place.split("/")
    if kind in ("stock", "discard", "row") and numbers:
        player, number = players[int(numbers[0]) - 1], (*numbers[1:], "")[0]
        name = text(f"zones.{kind}_of", player=player, number=number)
        if kind == "discard":
            return name, number
        short = player if len(player) <= _LONGEST_MARK else player[: _LONGEST_MARK - 1] + "…"
        return name, short if number in ("", "1") else ""
    number = (*numbers, "")[0]
    name = text(f"zones.{kind}", number=number)
    return name, number or name

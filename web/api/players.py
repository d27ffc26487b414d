"""The players: by which colour and tile each is known, on every evening."""

from typing import Annotated, TypedDict

from flask import Blueprint
from msgspec import Meta, Struct

from device.config.players import COLOURS, Badge, PlayerBadges
from device.table.events import ChooseBadge
from engines.messages import message
from engines.one_line import LONGEST_NAME, name_of
from engines.vocabulary import TILE_FACES
from web.api.fields import Done, TileFace, Words, one_of
from web.api.operation import operation
from web.api.state import PlayerBadge
from web.api.table import apply
from web.errors import Refused
from web.services import service

players = Blueprint("players", __name__, url_prefix="/api")
_Name = Annotated[Words, Meta(max_length=LONGEST_NAME)]
_Colour = Annotated[str, one_of(*COLOURS)]
_MOST_LETTERS = 1000


class Badges(TypedDict):
    badges: list[PlayerBadge]


class AtTheTable(Struct):
    """Names of those who play together, one a line."""

    names: Annotated[str, Meta(max_length=_MOST_LETTERS)] = ""


@players.get("/players/badges")
@operation("set_up", "badges", 400)
def badges(query: AtTheTable) -> Badges:
    """The badges of those who play together, in the order of their names."""
    found = service(PlayerBadges).of([name_of(name) for name in query.names.split("\n")])
    return {"badges": [{"colour": badge.colour, "tile": badge.tile} for badge in found]}


@players.post("/players/badges")
@operation("set_up", "choose_badge")
def choose_badge(*, name: _Name, colour: _Colour, tile: TileFace) -> Done:
    """Show a player by this colour and tile from now on."""
    for field, value, allowed in (("colour", colour, COLOURS), ("tile", tile, TILE_FACES)):
        if value not in allowed:
            raise Refused(message("web.error.bad_field", field=field))
    return apply(ChooseBadge(name_of(name), Badge(colour, tile)))

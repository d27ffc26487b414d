"""The demo table: its games, its pace, and mistakes on request."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response
from msgspec import UNSET, UnsetType

from device.demo.demo import Demo, usual_game
from device.demo.pace import SPEEDS, Pieces
from device.games.listing import WATCHED
from device.texts import say
from engines.messages import message
from web.api.fields import Done, Ordinal, one_of
from web.api.operation import JPEG, operation
from web.api.table import apply
from web.errors import Refused
from web.languages import request_language, text
from web.services import find_service

demo = Blueprint("demo", __name__, url_prefix="/api/demo")
_NOT_HERE = 404
_WEEK_S = 7 * 24 * 3600


class DemoGame(TypedDict):
    game: str
    title: str
    fewest: Ordinal
    most: Ordinal
    minutes: Ordinal
    said: list[str]
    picture: str


class DemoTable(TypedDict):
    speed: float
    paused: bool
    mistake_due: bool
    mistake_said: str | None
    has_mistakes: bool
    asleep: bool
    lesson: Pieces | None
    games: list[DemoGame]


@demo.get("")
@operation("demo", "demo", _NOT_HERE)
def table() -> DemoTable:
    """The state of the demo table; 404 if there is none."""
    return table_of(the_demo())


@demo.post("")
@operation("demo", "demo_pace", _NOT_HERE)
def pace(*, speed: float | UnsetType = UNSET, paused: bool | UnsetType = UNSET) -> DemoTable:
    """Set how fast people play, and whether they pause."""
    shown = the_demo()
    if speed is not UNSET:
        if speed not in SPEEDS:
            raise Refused(message("web.error.bad_field", field="speed"))
        shown.speed = speed
    if paused is not UNSET:
        shown.paused = paused
    return table_of(shown)


@demo.post("/mistake")
@operation("demo", "demo_mistake", _NOT_HERE)
def mistake() -> DemoTable:
    """Have somebody make a mistake as soon as possible."""
    the_demo().ask_for_mistake()
    return table_of(the_demo())


@demo.post("/lesson")
@operation("demo", "demo_lesson", _NOT_HERE)
def lesson(*, of: Pieces) -> DemoTable:
    """Have tiles or cards lie there as a lesson asks, instead of the game, until people go on."""
    the_demo().lay_lesson(of)
    return table_of(the_demo())


@demo.post("/game")
@operation("demo", "demo_game", _NOT_HERE)
def game(*, game: Annotated[str, one_of(*WATCHED)]) -> Done:
    """Have people play another game, with usual players and options."""
    if game not in WATCHED:
        raise Refused(message("web.error.bad_field", field="game"))
    the_demo()
    return apply(usual_game(game, request_language()))


@demo.get("/pictures/<name>")
@operation("demo", "demo_picture", kind=JPEG)
def picture(name: str) -> Response:
    """A picture of the table in the middle of a game."""
    if name not in WATCHED:
        raise Refused(message("web.error.no_picture"), 404)
    response = Response(the_demo().picture(name), mimetype=JPEG)
    response.headers["Cache-Control"] = f"private, max-age={_WEEK_S}"
    return response


def the_demo() -> Demo:
    """The demo table of this box; raises `Refused` if the box watches a real one."""
    shown = find_service(Demo)
    if shown is None:
        raise Refused(message("demo.not_here"), 404)
    return shown


def table_of(shown: Demo) -> DemoTable:
    """The state of the demo table for a page."""
    games: list[DemoGame] = [
        {
            "game": card.game,
            "title": text(f"{card.game}.title"),
            "fewest": card.players[0],
            "most": card.players[-1],
            "minutes": card.minutes,
            "said": [say(card.said_players, request_language()), say(card.said_minutes, request_language())],
            "picture": f"/api/demo/pictures/{card.game}",
        }
        for card in shown.cards()
    ]
    pace = shown.pace
    return {
        "speed": pace.speed,
        "paused": pace.paused,
        "mistake_due": pace.mistake_due,
        "mistake_said": None if pace.said_mistake is None else say(pace.said_mistake, request_language()),
        "has_mistakes": pace.has_mistakes,
        "asleep": pace.asleep,
        "lesson": pace.lesson,
        "games": games,
    }

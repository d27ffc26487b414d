"""What a phone may change on the table: moves taken back or struck, another look, a new game, where the board lies."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from flask import Blueprint, Response, jsonify

from device.events import Choose, ForgetField, NewGame, Pressed, SetField, Strike, Undo
from device.watched import WATCHED
from engines.contract import Game
from engines.messages import message
from engines.one_line import name_of
from web.corners import clockwise
from web.errors import Refused
from web.guard import sent_field, sent_json
from web.limits import ANSWER_SECONDS, LONGEST_NAME
from web.the_box import the_box
from web.who import who

changing = Blueprint("changing", __name__, url_prefix="/api")
_one_at_a_time = Lock()


@changing.post("/undo")
def undo() -> Response:
    """Take back the last move."""
    sent_json()
    return _done(Undo(who()))


@changing.post("/choose")
def choose() -> Response:
    """Tell what the camera cannot see: `{"key": "…", "moves": 12}`, a key of the state's `question` or `untold`.

    `moves` is how many the phone knows of. When two phones tell the same, the slower one is refused: it would otherwise
    be taken for something that happened once more, such as a second tile laid.
    """
    data = sent_json()
    key, moves = sent_field(data, "key", str), sent_field(data, "moves", int)
    with _in_turn():
        if moves != len(the_box().table.snapshot.moves):
            raise Refused(message("table.choice_gone"), 422)
        return _done(Choose(key, who()))


@contextmanager
def _in_turn() -> Iterator[None]:
    """Wait until what another phone has told is played; raises `TimeoutError` when that takes too long."""
    if not _one_at_a_time.acquire(timeout=ANSWER_SECONDS):
        raise TimeoutError
    try:
        yield
    finally:
        _one_at_a_time.release()


@changing.post("/strike")
def strike() -> Response:
    """Strike one move: `{"entry": 12}`; what follows is played again without it."""
    return _done(Strike(sent_field(sent_json(), "entry", int), who()))


@changing.post("/look")
def look() -> Response:
    """Look at the table again, as the box's OK button does."""
    sent_json()
    return _done(Pressed("ok"))


@changing.post("/games")
def new_game() -> Response:
    """Begin a new game: `{"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": "up"}}`."""
    data = sent_json()
    game = sent_field(data, "game", str)
    if game not in WATCHED:
        raise Refused(message("web.error.bad_field", field="game"))
    players = tuple(_name(name) for name in sent_field(data, "players", list))
    return _done(NewGame(game, players, _as_allowed(WATCHED[game], sent_field(data, "options", dict))))


@changing.post("/field")
def field() -> Response:
    """Say where the playing field lies: `{"corners": [[x, y], …], "width": 1280}`, pixels of a picture of that width.

    Without `width` they are pixels of the last photograph.
    """
    data = sent_json()
    width = sent_field(data, "width", int) if "width" in data else 0
    return _done(SetField(clockwise(sent_field(data, "corners", list)), width))


@changing.post("/field/forget")
def forget_field() -> Response:
    """Let the box look for the playing field by itself again."""
    sent_json()
    return _done(ForgetField())


def _as_allowed(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The options with the values that the game knows; a form sends its numbers as texts."""
    known = {(option.name, str(value)): value for option in game.OPTIONS for value in option.allowed}
    if not all(isinstance(value, str | int) for value in options.values()):
        raise Refused(message("web.error.bad_field", field="options"))
    return {name: known.get((name, str(value)), value) for name, value in options.items()}


def _name(value: Any) -> str:
    """A player's name on one line."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise Refused(message("web.error.bad_name", most=LONGEST_NAME))
    return name_of(value)


def _done(event: Any) -> Response:
    """Give the table an event and wait until it has been handled; the table's refusal is the answer's."""
    the_box().table.post(event).result(timeout=ANSWER_SECONDS)
    return jsonify(done=True)

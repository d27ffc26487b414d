"""What a phone may change on the table: moves taken back or struck, another reading, a new game, where the board is."""

from threading import Lock
from typing import Annotated, ClassVar

from flask import Blueprint
from msgspec import UNSET, Meta, Struct, UnsetType

from device.games.listing import GAMES
from device.record.corrections import Correction
from device.system.child import in_turn
from device.table import events
from device.table.live_table import LiveTable
from engines.bots import STRENGTHS
from engines.contract import AnyGame
from engines.messages import message
from engines.one_line import LONGEST_NAME, check_told_apart, name_of
from web.api.author import author
from web.api.fields import DONE, Done, Integer, Nothing, SentCount, documented, one_of
from web.api.operation import operation
from web.errors import Refused
from web.services import service, waits

changing = Blueprint("changing", __name__, url_prefix="/api")
_one_at_a_time = Lock()  # until what a phone has announced is played
_FEWEST, _MOST = min(game.PLAYERS[0] for game in GAMES.values()), max(game.PLAYERS[-1] for game in GAMES.values())
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]


class MadeOn(Struct, kw_only=True):
    known: SentCount | None = None


class Chosen(MadeOn, kw_only=True):
    key: str
    moves: SentCount


class Struck(MadeOn, kw_only=True):
    entry: Annotated[Integer, documented(minimum=1)]


class NewGame(MadeOn, kw_only=True):
    WRONG_ITEMS: ClassVar = {"players": (message("web.error.bad_name", most=LONGEST_NAME), 400)}

    game: Annotated[str, one_of(*GAMES)]
    players: Annotated[list[_Name], documented(minItems=_FEWEST, maxItems=_MOST)]
    options: dict[str, str | int | bool]
    by_hand: bool = False
    campaign: _Name | UnsetType = UNSET
    computers: Annotated[list[Annotated[str, one_of("", *STRENGTHS)]], documented(maxItems=_MOST)] = []


@changing.post("/choose")
@operation("table", "choose")
def choose(sent: Chosen) -> Done:
    """Announce what the camera cannot see.

    `moves` is how many the phone knows of. When two phones announce the same, the slower one is refused: it would
    otherwise be taken for something that happened once more, such as a second tile laid.
    """
    with in_turn(_one_at_a_time, waits().answer_s, TimeoutError()):
        if sent.moves != len(service(LiveTable).snapshot.moves):
            raise Refused(message("table.choice_gone"), 422)
        return apply(events.Choose(sent.key, author(), sent.known))


@changing.post("/look")
@operation("table", "look", takes=Nothing)
def look() -> Done:
    """Read the table again, as the box's OK button does."""
    return apply(events.Pressed("ok"))


@changing.post("/undo")
@operation("table", "undo")
def undo(sent: MadeOn) -> Done:
    """Take back the last move."""
    return apply(events.Undo(author(), sent.known))


@changing.post("/strike")
@operation("table", "strike")
def strike(sent: Struck) -> Done:
    """Strike one move; what follows is played again without it."""
    return apply(Correction("strike", sent.entry, by=author(), known=sent.known))


@changing.post("/games")
@operation("table", "begin")
def new_game(sent: NewGame) -> Done:
    """Begin a new game."""
    if sent.game not in GAMES:
        raise Refused(message("web.error.bad_field", field="game"))
    players = tuple(name_of(name) for name in sent.players)
    check_told_apart(players)
    options = _as_allowed(GAMES[sent.game], sent.options)
    campaign = name_of(sent.campaign) if sent.campaign else ""
    computers = tuple(sent.computers)
    return apply(events.NewGame(sent.game, players, options, sent.known, sent.by_hand, campaign, computers=computers))


@changing.post("/games/again")
@operation("table", "again")
def play_again(sent: MadeOn) -> Done:
    """Begin the same game once more."""
    return apply(events.PlayAgain(sent.known))


def _as_allowed(game: AnyGame, options: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
    """The options with the values that the game knows; a form sends its numbers as texts."""
    if any(not option.asked and option.name in options for option in game.OPTIONS):
        raise Refused(message("web.error.bad_field", field="options"))
    known = {(option.name, str(value)): value for option in game.OPTIONS for value in option.allowed}
    return {name: known.get((name, str(value)), value) for name, value in options.items()}


def apply(event: object) -> Done:
    """Give the table an event and wait until it has been handled; the table's refusal is the answer's."""
    service(LiveTable).post(event).result(timeout=waits().answer_s)
    return DONE

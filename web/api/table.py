"""Changes of the table: choices, the box's buttons, a new reading, moves taken back or struck, and new games."""

from threading import Lock
from typing import Annotated

from flask import Blueprint
from msgspec import UNSET, Meta, UnsetType

from device.button_router import ButtonRouter
from device.games.listing import GAMES
from device.hardware.wiring import BUTTON_NAMES
from device.record.corrections import Correction
from device.system.child import in_turn
from device.table import events
from device.table.live_table import LiveTable
from engines.bots import STRENGTHS
from engines.contract import AnyGame
from engines.messages import message
from engines.one_line import LONGEST_NAME, check_distinct, name_of
from web.api.author import author
from web.api.fields import DONE, Done, Integer, SentCount, documented, one_of
from web.api.operation import items_refused, operation
from web.errors import Refused
from web.services import service, waits

changing = Blueprint("changing", __name__, url_prefix="/api")
_choice_lock = Lock()  # held until an announced choice is played
_MIN_PLAYERS = min(game.PLAYERS[0] for game in GAMES.values())
_MAX_PLAYERS = max(game.PLAYERS[-1] for game in GAMES.values())
Known = SentCount | None  # the last journal entry that the phone has; None: any
_Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
_BAD_NAME = items_refused(message("web.error.bad_name", most=LONGEST_NAME), 400)
_Players = Annotated[tuple[_Name, ...], documented(minItems=_MIN_PLAYERS, maxItems=_MAX_PLAYERS), _BAD_NAME]
_Options = dict[str, str | int | bool]
_Computers = Annotated[tuple[Annotated[str, one_of("", *STRENGTHS)], ...], documented(maxItems=_MAX_PLAYERS)]


@changing.post("/choose")
@operation("table", "choose")
def choose(*, key: str, moves: SentCount, known: Known = None) -> Done:
    """Announce what the camera cannot see.

    `moves` is the number of moves that the phone has. When two phones announce the same, the later one is refused:
    otherwise it would count as happening twice, such as a second tile laid.
    """
    with in_turn(_choice_lock, waits().answer_s, TimeoutError()):
        if moves != len(service(LiveTable).snapshot.moves):
            raise Refused(message("table.choice_gone"), 422)
        return apply(events.Choose(key, author(), known))


@changing.post("/buttons")
@operation("table", "press")
def press(*, button: Annotated[str, one_of(*BUTTON_NAMES)], held: bool = False) -> Done:
    """Press a button of the box; what only somebody at the box may do is refused."""
    if button not in BUTTON_NAMES:
        raise Refused(message("web.error.bad_field", field="button"))
    service(ButtonRouter).press(f"{button}_long" if held else button, at_box=False)
    return DONE


@changing.post("/look")
@operation("table", "look")
def read_again() -> Done:
    """Read the table again, as the box's OK button does."""
    return apply(events.Pressed("ok"))


@changing.post("/undo")
@operation("table", "undo")
def undo(*, known: Known = None) -> Done:
    """Take back the last move."""
    return apply(events.Undo(author(), known))


@changing.post("/strike")
@operation("table", "strike")
def strike(*, entry: Annotated[Integer, documented(minimum=1)], known: Known = None) -> Done:
    """Strike one move; what follows is played again without it."""
    return apply(Correction("strike", entry, by=author(), known=known))


@changing.post("/games")
@operation("table", "begin")
def new_game(
    *,
    game: Annotated[str, one_of(*GAMES)],
    players: _Players,
    options: _Options,
    by_hand: bool = False,
    pad: bool = False,
    campaign: _Name | UnsetType = UNSET,
    computers: _Computers = (),
    known: Known = None,
) -> Done:
    """Begin a new game."""
    if game not in GAMES:
        raise Refused(message("web.error.bad_field", field="game"))
    names = tuple(map(name_of, players))
    check_distinct(names)
    allowed = _convert_options(GAMES[game], options)
    of_campaign = name_of(campaign) if campaign else ""
    return apply(events.NewGame(game, names, allowed, known, by_hand, of_campaign, computers=computers, pad=pad))


@changing.post("/games/again")
@operation("table", "again")
def play_again(*, known: Known = None) -> Done:
    """Begin the same game once more."""
    return apply(events.PlayAgain(known))


@changing.post("/games/seats")
@operation("table", "change_seats")
def change_seats(*, players: _Players, known: Known = None) -> Done:
    """Seat the players of the game on the table in another order, before its first move."""
    return apply(events.ChangeSeats(tuple(map(name_of, players)), author(), known))


def _convert_options(game: AnyGame, options: _Options) -> _Options:
    """Convert the options to the game's values, since a form sends numbers as texts; raises `Refused`."""
    if any(not (option.is_offered or option.is_chosen) and option.name in options for option in game.OPTIONS):
        raise Refused(message("web.error.bad_field", field="options"))
    known = {(option.name, str(value)): value for option in game.OPTIONS for value in option.allowed}
    return {name: known.get((name, str(value)), value) for name, value in options.items()}


def apply(event: object) -> Done:
    """Post an event to the table and wait until it has been handled; raises the table's refusal."""
    service(LiveTable).post(event).result(timeout=waits().answer_s)
    return DONE

"""Watching Expose the Lie (game 3): tiles laid face down on stacks under nine headings, and who called “Lie!”."""

from device.games.laying import Lie
from device.games.profile import CallKind, Filming, Habits, Profile, refusal_of
from engines import doubt
from engines.doubt import Move, State
from engines.doubt.moves import Add, Challenge
from engines.messages import Message, message
from engines.vocabulary import Layout
from vision.places.base import Arrangement
from vision.places.stacks import StackPlaces


def _lay(place: str, _layout: Layout) -> Lie | None:
    """Nine headings in a line, their stacks below, and what is turned up below that."""
    kind, count = place.split("/")
    line = {"heading": 80.0, "stack": 42.0, "turned": -40.0}[kind]
    down, across = divmod(int(count) - 1, 9)
    return Lie((across - 4) * 32.0, line - 36.0 * down)


def _is_challenged(state: State) -> bool:
    """Whether somebody has called “Lie!”: another call of the same moment is entered by hand (J3-3)."""
    return state.challenger is not None


def _refused(state: State, seat: int) -> Message | None:
    return refusal_of(doubt, state, Challenge(seat))


def _about(state: State, _seat: int) -> Message:
    return message("calls.about.lie", player=state.players[state.last.seat], number=state.last.number)


def _is_call(move: Move, seat: int) -> bool:
    return move == Challenge(seat)


PROFILE: Profile[State, Move] = Profile(
    doubt,
    diagram="columns",
    arrangement=Arrangement(StackPlaces),
    habits=Habits(
        assumed=(Challenge,), told_in=_is_challenged, steps=3, counted=(Add,), taken_back=False, numbered="turned/"
    ),
    calls=(CallKind("lie", _is_call, _is_call, _refused, _about),),
    filming=Filming(_lay, sheet="stars"),
    fixed_rules=("any_tiles", "no_passing"),
)

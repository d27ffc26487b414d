"""What players of Stop call out, by phone: Stop, 70, ron and hit, which are moves, and pon and kan, which are laid."""

from functools import partial

from device.games.profile import CallKind, refusal_of
from engines import stop
from engines.messages import Message, message
from engines.stop.calls import KAN, PON, pons
from engines.stop.moves import HIT, RON, SEVENTY, STOP, Call, Move, Pon
from engines.stop.state import State


def _called(what: str, move: Move, seat: int) -> bool:
    return move == Call(seat, what)


def _call_refused(what: str, state: State, seat: int) -> Message | None:
    return refusal_of(stop, state, Call(seat, what))


def _about_own(what: str, _state: State, _seat: int) -> Message:
    return message(f"calls.about.{what}")


def _about_discard(state: State, _seat: int) -> Message:
    if state.last is None or state.top is None:
        return message("calls.not_now")
    return message("calls.about.card", player=state.players[state.last], card=state.top)


def _laid(cards: int, move: Move, seat: int) -> bool:
    return isinstance(move, Pon) and move.seat == seat and len(move.cards) == cards


def _laying_refused(cards: int, state: State, seat: int) -> Message | None:
    if any(_laid(cards, move, seat) for move in pons(state, [seat])):
        return None
    return refusal_of(stop, state, Pon(seat, ()))


def _own(what: str) -> CallKind[State, Move]:
    """A call of the player in turn, on the own hand."""
    is_call = partial(_called, what)
    return CallKind(what, is_call, is_call, partial(_call_refused, what), partial(_about_own, what))


def _winning(what: str) -> CallKind[State, Move]:
    """A call on the last discard; the nearest player wins, whoever was first (S-20)."""
    is_call = partial(_called, what)
    return CallKind(what, is_call, is_call, partial(_call_refused, what), _about_discard, is_shared=True)


def _laying(what: str, cards: int) -> CallKind[State, Move]:
    """A call that takes the last discard; the cards that are then laid open are the move (S-5)."""
    is_call, refused = partial(_laid, cards), partial(_laying_refused, cards)
    return CallKind(what, is_call, is_call, refused, _about_discard, announces=True, takes=True)


CALLS = (_own(STOP), _own(SEVENTY), _winning(RON), _winning(HIT), _laying("pon", PON), _laying("kan", KAN))

"""What players of a game may call, and why a call is not possible now.

The rules are the engines': a call is possible when one of the moves that they list is that call.

>>> from engines import doubt
>>> state = doubt.play(doubt.start(["Aya", "Ben", "Chie"], {}), doubt.Lay("unknown"))
>>> lie, = calls_of("doubt")
>>> [lie.refused(state, seat) and lie.refused(state, seat).key for seat in range(3)]
['doubt.illegal.own_lay', None, None]
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from device.habits import habits_of
from engines import doubt, jarapon
from engines.contract import Game, IllegalMove
from engines.doubt.moves import Challenge
from engines.games import GAMES
from engines.jarapon.kinds import JARAPON, PON, SHOWN, Call, Discard, LaySet, Show
from engines.jarapon.playing import due, riichi_refused
from engines.jarapon.settling import ron_forbidden
from engines.jarapon.state import DISCARD, shorter
from engines.messages import Message, message


@dataclass(frozen=True)
class CallKind:
    """A call that a game knows, by its `name`.

    `is_call`: whether a move is this call of a seat. `belongs`: whether a move follows from it, such as the tiles laid
    open for a pon. `refused`: why the rules do not allow it, as far as everybody can see. `about`: what is called.
    `announces` a move that is still to come, which the camera sees: the call itself is no move.
    """

    name: str
    is_call: Callable[[Any, int], bool]
    belongs: Callable[[Any, int], bool]
    refused: Callable[[Any, int], Message | None]
    about: Callable[[Any, int], Message]
    announces: bool = False


def calls_of(game: str) -> tuple[CallKind, ...]:
    """The calls that a game knows, in a fixed order; most know none.

    >>> [call.name for call in calls_of("jarapon")], calls_of("reversi")
    (['pon', 'riichi', 'jarapon'], ())
    """
    return _CALLS.get(game, ())


def call_of(game: str, name: str) -> CallKind | None:
    """The call of a game by its name."""
    return next((kind for kind in calls_of(game) if kind.name == name), None)


def is_listed(game: Game, state: Any, kind: CallKind, seat: int) -> bool:
    """Whether the rules allow a player this call now; before an announced move he may have done what nobody announces.

    That is to draw a tile: the box sees it only with the discard that follows.
    """
    listed = _moves(game.NAME, state)
    if any(kind.is_call(move, seat) for move in listed):
        return True
    assumed = habits_of(game.NAME).assumed if kind.announces else ()
    before = [move for move in listed if isinstance(move, assumed) and game.mover(state, move) == seat]
    return any(kind.is_call(move, seat) for first in before for move in _moves(game.NAME, game.play(state, first)))


@lru_cache(maxsize=8)
def _moves(game: str, state: Any) -> tuple[Any, ...]:
    """The moves of a position, which is asked about for every seat and call."""
    return tuple(GAMES[game].moves(state))


def _tried(game: Game, move: Any, state: Any) -> Message | None:
    """Why the rules refuse a move, if they do."""
    try:
        game.play(state, move)
    except IllegalMove as refused:
        return refused.said
    return None


def _lie_refused(state: Any, seat: int) -> Message | None:
    return _tried(doubt, Challenge(seat), state)


def _about_lie(state: Any, _seat: int) -> Message:
    return message("calls.about.lie", player=state.players[state.last.seat], number=state.last.number)


def _pon_refused(state: Any, seat: int) -> Message | None:
    return _has_called(state, seat, PON) or _tried(jarapon, Call(seat, PON), state)


def _jarapon_refused(state: Any, seat: int) -> Message | None:
    """As the rules say, and furiten too: they let people call in spite of it, at a penalty (J7-25)."""
    refused = _has_called(state, seat, JARAPON, SHOWN) or _tried(jarapon, Call(seat, JARAPON), state)
    return refused or (None if state.last is None else ron_forbidden(state, seat, None))


def _has_called(state: Any, seat: int, *whats: str) -> Message | None:
    """What a player who has called already is to do."""
    has_called = state.claim is not None and state.claim.seat == seat and state.claim.what in whats
    return due(state) if has_called else None


def _about_taken(state: Any, _seat: int) -> Message:
    if state.last is None:
        return message("calls.about.own")
    return message("calls.about.taken", player=state.players[state.last], tile=shorter(state.taken))


def _riichi_refused(state: Any, seat: int) -> Message | None:
    if state.phase != DISCARD or state.claim or seat != state.turn:
        return due(state)
    return riichi_refused(state, seat, state.seats[seat].hand)


def _about_riichi(_state: Any, _seat: int) -> Message:
    return message("calls.about.riichi")


def _is_riichi(move: Any, seat: int) -> bool:
    return isinstance(move, Discard) and move.riichi and move.seat == seat


def _called(name: str, word: str, follows: type[Any], refused: Callable[[Any, int], Message | None]) -> CallKind:
    """A call that takes a discard, after which its player shows tiles."""
    return CallKind(
        name,
        is_call=lambda move, seat: move == Call(seat, word),
        belongs=lambda move, seat: move == Call(seat, word) or (isinstance(move, follows) and move.seat == seat),
        refused=refused,
        about=_about_taken,
    )


_CALLS = {
    "doubt": (
        CallKind(
            "lie",
            is_call=lambda move, seat: move == Challenge(seat),
            belongs=lambda move, seat: move == Challenge(seat),
            refused=_lie_refused,
            about=_about_lie,
        ),
    ),
    "jarapon": (
        _called("pon", PON, LaySet, _pon_refused),
        CallKind("riichi", _is_riichi, _is_riichi, _riichi_refused, _about_riichi, announces=True),
        _called("jarapon", JARAPON, Show, _jarapon_refused),
    ),
}

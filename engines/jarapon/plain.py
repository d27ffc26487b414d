"""A table of Galaxy Jarapon as plain JSON data and back; what cannot be a table is refused with its part named.

The data are the fields of `State` and of what it holds, by their names; the types in `engines.jarapon.state` are the
schema that data are read by.
"""

from collections.abc import Iterator
from dataclasses import asdict, fields
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Any, get_args, get_origin

from engines.contract import BadOption, BadRecord
from engines.jarapon.hand import MOST_PONS, HandScore
from engines.jarapon.kinds import JARAPON, PON, SHOWN
from engines.jarapon.payment import PLAYERS, STAKE
from engines.jarapon.settling import judged
from engines.jarapon.sheet import BONUSES
from engines.jarapon.state import (
    BONUS,
    BREAK,
    BUILD,
    DEAL,
    DICE,
    DISCARD,
    DRAW,
    FORCE,
    OVER,
    PHASES,
    TENURES,
    Entry,
    Seat,
    State,
    house_of,
    in_hand,
    unseen,
)
from engines.jarapon.wall import DEALT, IN_THE_WALL, highest, live_tiles
from engines.messages import message
from engines.options import seated
from engines.vocabulary import NUMBERS, TILE_FACES, UNKNOWN

Checks = Iterator[tuple[str, bool]]
_HIDDEN_FACES = {*TILE_FACES, UNKNOWN}
_KINDS = ("riichi", "won", "false_win", "void")
_SCALARS = (str, int, bool, type(None))


class _Wrong(ValueError):
    """What cannot be part of a table."""


def state_to_json(state: State) -> Any:
    """A state as plain JSON data."""
    return _plain(state)


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        state: State = _read(State, data, "state")
        house_of(asdict(state.house))
        seated(state.players, PLAYERS)
    except BadOption as error:
        raise BadRecord(error.said) from error
    except _Wrong as error:
        raise BadRecord(message("jarapon.bad_state", part=str(error))) from error
    for checks in (_values, _together, _hands):
        for part, fine in checks(state):
            if not fine:
                raise BadRecord(message("jarapon.bad_state", part=part))
    return state


def _plain(value: Any) -> Any:
    """A value with lists for tuples and its parts by name."""
    if isinstance(value, tuple):
        return [one if type(one) in _SCALARS else _plain(one) for one in value]
    if type(value) in _SCALARS:
        return value
    return {name: _plain(getattr(value, name)) for name, _ in _parts_of(value.__class__)}


def _read(kind: Any, data: Any, part: str) -> Any:
    """Data as a value of a type; raises `_Wrong` naming the part that is of another."""
    if kind in _SCALARS:
        if type(data) is not kind:
            raise _Wrong(part)
        return data
    inner = get_args(kind)
    if isinstance(kind, UnionType):
        return None if data is None else _read(inner[0], data, part)
    if get_origin(kind) is tuple:
        if not isinstance(data, list) or (Ellipsis not in inner and len(data) != len(inner)):
            raise _Wrong(part)
        if Ellipsis in inner and inner[0] in _SCALARS and {*map(type, data)} <= {inner[0]}:
            return tuple(data)  # most of a table: its walls and hands
        kinds = repeat(inner[0]) if Ellipsis in inner else inner
        return tuple(_read(one, value, part) for one, value in zip(kinds, data, strict=False))
    parts = _parts_of(kind)
    if not isinstance(data, dict) or data.keys() != {name for name, _ in parts}:
        raise _Wrong(part)
    return kind(**{name: _read(one, data[name], name) for name, one in parts})


@cache
def _parts_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass and their types."""
    return tuple((field.name, field.type) for field in fields(kind))


def _values(state: State) -> Checks:
    """Every value is one that there is: seats, faces, counts."""
    players = range(len(state.players))
    for part in ("first", "turn", "last", "shown"):
        yield part, getattr(state, part) in (None, *players)
    yield "turn", state.turn is not None
    yield "phase", state.phase in PHASES
    yield "tenure", state.tenure in range(TENURES * len(players))
    yield "purses", len(state.purses) == len(players) and min(*state.purses, state.chips) >= 0
    yield "purses", sum(state.purses) + state.chips * STAKE == FORCE * len(players)
    yield "dice", all(1 <= pips <= 6 for pips in state.dice)
    yield "wall", {*state.wall, state.under, state.dora, state.centre} <= _HIDDEN_FACES
    yield "drawn", state.drawn is None or state.drawn in _HIDDEN_FACES
    yield "claim", state.claim is None or (state.claim.seat in players and state.claim.what in (PON, JARAPON, SHOWN))
    yield "seats", len(state.seats) == len(players)
    for at, seat in enumerate(state.seats):
        yield "hand", set(seat.hand) <= _HIDDEN_FACES
        yield "river", {lying.tile for lying in seat.river} <= {*TILE_FACES}
        yield "passed", set(seat.passed) <= {*TILE_FACES}
        yield "sets", len(seat.sets) <= MOST_PONS
        for laid in seat.sets:
            yield "sets", laid.number in NUMBERS and laid.wilds in (0, 1, 2) and laid.taken in laid.tiles
            yield "sets", laid.giver in players and laid.giver != at
    for entry in state.account:
        yield "account", all(fine for _, fine in _entry(entry, players))


def _entry(entry: Entry, players: range) -> Checks:
    worth = entry.worth
    yield "kind", entry.kind in _KINDS and (entry.kind == "won") == (worth is not None)
    yield "seat", entry.seat in players and len(entry.gained) == len(players)
    yield "giver", worth is None or worth.giver in (None, *players)
    yield "bonuses", worth is None or all(kind in BONUSES for kind, _, _ in worth.bonuses)


def _together(state: State) -> Checks:
    """The parts of the table go together."""
    begun, between = state.hand > 0, state.phase in (BUILD, OVER)
    broken = begun and state.phase not in (BREAK, DEAL)
    yield "hand", begun or (state.hand == 0 and state.phase in (DICE, BUILD))
    yield "first", (state.first is None) == (state.phase == DICE)
    yield "deal_moves", between or not state.deal_moves
    yield "dice", _dice_are_right(state)
    yield "claim", state.claim is None or state.phase in (DRAW, DISCARD)
    yield "dora", (state.dora == UNKNOWN) != broken
    yield "turned_up", not state.turned_up or (between and state.centre != UNKNOWN)
    yield "drawn", state.drawn is None or state.phase == DISCARD
    yield "seats", broken or state.seats == (Seat(),) * len(state.players)
    if state.last is not None:
        yield "last", broken and bool(state.seats[state.last].river) and state.phase != DISCARD
    if between and begun:
        yield "account", bool(state.account) and state.account[-1].kind != "riichi"
        ending = state.account[-1]
        yield "shown", state.shown == (None if ending.kind == "void" else ending.seat)
    else:
        yield "shown", (state.shown is not None) == (state.phase == BONUS)
    yield "shown", state.shown != state.last or state.shown is None
    yield "turn", state.phase != BONUS or state.turn == state.shown


def _hands(state: State) -> Checks:
    """Hands and wall hold as many tiles as they must, no face too often, and only a hand that wins is won with."""
    broken = state.hand > 0 and state.phase not in (BREAK, DEAL)
    elsewhere = 0 if state.drawn is None else 1
    for at, seat in enumerate(state.seats):
        nine = (state.phase == DISCARD and at == state.turn) or (state.shown == at and state.last is None)
        yield "hand", len(in_hand(state, at)) == (DEALT + nine - 3 * len(seat.sets) if broken else 0)
        yield "riichi", not (seat.riichi and seat.sets)
        elsewhere += len(seat.hand) + len(seat.river) + 3 * len(seat.sets)
    walls = 0 if not state.hand else IN_THE_WALL
    if broken:
        walls = live_tiles(len(state.players)) + DEALT * len(state.players) - elsewhere
    yield "wall", len(state.wall) == walls and min(unseen(state).values()) >= 0
    if state.shown is not None:
        hand = state.seats[state.shown].hand
        yield "shown", UNKNOWN not in hand
        won = isinstance(judged(state, state.shown, hand), HandScore)
        yield "shown", won == (state.phase == BONUS or state.account[-1].kind == "won")


def _dice_are_right(state: State) -> bool:
    if state.phase == DICE:
        return len(highest(state.dice, len(state.players))[0]) > 1
    if state.phase == BREAK:
        return len(state.dice) < 2
    return len(state.dice) == (2 if state.hand else 0)

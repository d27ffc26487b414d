"""Moves and states of Character Search as text and as plain JSON data."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from engines.contract import BadOption, BadRecord
from engines.messages import message
from engines.search.rules import is_over
from engines.search.state import (
    BACK,
    COPIES,
    PLACES,
    START_CHIPS,
    TAKE,
    TILES,
    Back,
    Move,
    Purse,
    State,
    Take,
    Turn,
    score,
    start,
    still_in,
    worth_of,
)
from engines.vocabulary import NUMBERS, UNKNOWN

_TURN = re.compile(r"turn ([1-9][0-9]?) ([1-9])")
_UNSEEN = re.compile(r"back unseen ([12])")


def move_to_text(move: Move) -> str:
    """A line of a record.

    >>> move_to_text(Turn(17, "5")), move_to_text(TAKE), move_to_text(BACK)
    ('turn 17 5', 'take', 'back')
    """
    if isinstance(move, Turn):
        return f"turn {move.tile} {move.face}"
    if isinstance(move, Take):
        return "take"
    return f"back unseen {move.unseen}" if move.unseen else "back"


def move_from_text(text: str) -> Move:
    """The move that `move_to_text` wrote; raises `BadRecord`."""
    line = " ".join(text.split())
    turned = _TURN.fullmatch(line)
    if turned and int(turned[1]) in PLACES:
        return Turn(int(turned[1]), turned[2])
    if unseen := _UNSEEN.fullmatch(line):
        return Back(int(unseen[1]))
    if line not in ("take", "back"):
        raise BadRecord(message("search.bad_move", text=text[:60], last=TILES))
    return TAKE if line == "take" else BACK


def state_to_json(state: State) -> Any:
    """A state as plain JSON data; `tiles` is a text with `?` for a tile that nobody has seen."""
    return {
        "players": list(state.players),
        "chips": state.chips,
        "tiles": "".join("?" if face == UNKNOWN else face for face in state.tiles),
        "purses": [[list(purse.chips), purse.received, purse.paid, purse.thrown] for purse in state.purses],
        "seat": state.seat,
        "shown": sorted(state.shown),
        "gone": sorted(state.gone),
        "up": list(state.up),
        "out": [list(group) for group in state.out],
    }


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        state = _read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadOption):
            raise BadRecord(error.said) from error
        raise BadRecord(message("search.bad_state", part=str(error))) from error
    for part, holds in (("tiles", _tiles_hold), ("purses", _purses_hold), ("seat", _seats_hold)):
        if not holds(state):
            raise BadRecord(message("search.bad_state", part=part))
    return state


def _read(data: Any) -> State:
    return replace(
        start(data["players"], {"chips": data["chips"]}),
        tiles=tuple(UNKNOWN if face == "?" else face for face in data["tiles"]),
        purses=tuple(Purse(tuple(chips), *counted) for chips, *counted in data["purses"]),
        seat=data["seat"],
        shown=frozenset(data["shown"]),
        gone=frozenset(data["gone"]),
        up=tuple(data["up"]),
        out=tuple(tuple(group) for group in data["out"]),
    )


def _tiles_hold(state: State) -> bool:
    """72 tiles, eight of each number at most; all that were shown are known, and pairs are gone."""
    at = (*state.shown, *state.gone, *state.up)
    return (
        len(state.tiles) == TILES
        and all(face in (*NUMBERS, UNKNOWN) for face in state.tiles)
        and all(state.tiles.count(face) <= COPIES for face in NUMBERS)
        and all(type(tile) is int and tile in PLACES for tile in at)
        and all(state.tiles[tile - 1] != UNKNOWN for tile in at)
        and state.gone <= state.shown
        and state.shown - state.gone >= set(state.up)
        and len(set(state.up)) == len(state.up) <= 2
        and all(number % 2 == 0 for number in Counter(state.tiles[tile - 1] for tile in state.gone).values())
    )


def _purses_hold(state: State) -> bool:
    """Every purse holds what its player began with and what has come and gone; what was paid was received."""
    begun = START_CHIPS[state.chips]
    for purse in state.purses:
        counts = (*purse.chips, purse.received, purse.paid, purse.thrown)
        if len(purse.chips) != len(begun) or any(type(count) is not int or count < 0 for count in counts):
            return False
    flows = [purse.received - purse.paid - purse.thrown for purse in state.purses]
    return (
        len(state.purses) == len(state.players)
        and all(score(state, seat) == worth_of(begun, state.chips) + flow for seat, flow in enumerate(flows))
        and sum(purse.received for purse in state.purses) == sum(purse.paid for purse in state.purses)
    )


def _seats_hold(state: State) -> bool:
    """Just those without chips have left, and the turn is one's who has not; a finished game has no tile face up."""
    remaining = still_in(state)
    left = [seat for group in state.out for seat in group]
    return (
        type(state.seat) is int
        and state.seat in remaining
        and all(type(seat) is int for seat in left)
        and sorted((*left, *remaining)) == list(range(len(state.players)))
        and all(state.out)
        and not (state.up and is_over(state))
    )

"""States and moves of Infiltration as plain data and as lines of a record."""

import re
from typing import Any

from engines.contract import BadOption, BadRecord
from engines.infiltration.moves import INFILTRATOR, ROLES, Leave, Move, Step
from engines.infiltration.state import (
    CORNERS,
    EMPTY_SQUARE,
    FIELD,
    LETTERS,
    OF_EACH,
    State,
    as_shown,
    start,
)
from engines.messages import message

_SQUARE = "[b-g][2-7]"
_STEP = re.compile(rf"({_SQUARE})-({_SQUARE})( in)?")
_CAPTURE = re.compile(rf"({_SQUARE})x({_SQUARE}) ({'|'.join(ROLES)})")
_LEAVE = re.compile(rf"({_SQUARE}) out")
_SHOWN = re.compile("[Xx.]{36}")


def move_to_text(move: Move) -> str:
    """A line of the record.

    >>> move_to_text(Step("d5", "d4", taken="supporter")), move_to_text(Leave("b2"))
    ('d5xd4 supporter', 'b2 out')
    """
    if isinstance(move, Leave):
        return f"{move.start} out"
    if move.taken is not None:
        return f"{move.start}x{move.end} {move.taken}"
    return f"{move.start}-{move.end} in" if move.wins else f"{move.start}-{move.end}"


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    line = " ".join(text.split())
    if leave := _LEAVE.fullmatch(line):
        return Leave(leave[1])
    if step := _STEP.fullmatch(line):
        return Step(step[1], step[2], wins=bool(step[3]))
    if capture := _CAPTURE.fullmatch(line):
        return Step(capture[1], capture[2], capture[3])
    raise BadRecord(message("infiltration.bad_move", text=text[:60]))


def state_to_json(state: State) -> Any:
    """A state as plain JSON data; `board` is six rows of letters, `lost` the roles captured from each seat."""
    return {
        "players": list(state.players),
        "first": state.first,
        "exit": state.exit,
        "repetition": state.repetition,
        "board": [state.board[at : at + 6] for at in range(0, 36, 6)],
        "lost": [list(roles) for roles in state.lost],
        "seat": state.seat,
        "moved": state.moved,
        "inside": state.inside,
        "earlier": list(state.earlier),
    }


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        options = {name: data[name] for name in ("first", "exit", "repetition")}
        begun = start(_list(data, "players"), options)
        lost_first, lost_second = (tuple(roles) for roles in _list(data, "lost"))
        state = State(
            players=begun.players,
            first=begun.first,
            exit=begun.exit,
            repetition=begun.repetition,
            board="".join(_list(data, "board")),
            lost=(lost_first, lost_second),
            seat=data["seat"],
            moved=data["moved"],
            inside=data["inside"],
            earlier=tuple(_list(data, "earlier")),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadOption | BadRecord):
            raise BadRecord(error.said) from error
        raise _bad(str(error)[:60]) from error
    if part := _wrong_part(state):
        raise _bad(part)
    return state


def _list(data: Any, part: str) -> list[Any]:
    found = data[part]
    if not isinstance(found, list):
        raise _bad(part)
    return found


def _bad(part: str) -> BadRecord:
    return BadRecord(message("infiltration.bad_state", part=part))


def _wrong_part(state: State) -> str | None:
    """The part of a state that does not fit the others, the first one found."""
    if len(state.board) != len(FIELD) or not set(state.board) <= {EMPTY_SQUARE, *"".join(LETTERS)}:
        return "board"
    if not all(role in ROLES for roles in state.lost for role in roles):
        return "lost"
    if type(state.seat) is not int or state.seat not in (0, 1) or type(state.moved) is not bool:
        return "seat"
    if state.inside is not None and (type(state.inside) is not int or state.inside != 1 - state.seat):
        return "inside"
    if not all(_has_his_tiles(state, seat) for seat in range(2)):
        return "board"
    return None if _are_right(state, state.earlier) else "earlier"


def _has_his_tiles(state: State, seat: int) -> bool:
    """Whether a player's tiles are eight with those he lost, and can be four of each role (J4-1)."""
    placed = [letter for letter in state.board if letter in LETTERS[seat]]
    infiltrator, supporter, known_supporter, _ = (placed.count(letter) for letter in LETTERS[seat])
    out = state.inside == seat and state.exit == "step_out"
    infiltrators = infiltrator + out + state.lost[seat].count(INFILTRATOR)
    supporters = supporter + known_supporter + len(state.lost[seat]) - state.lost[seat].count(INFILTRATOR)
    on_own_corner = any(state.board[at] in LETTERS[seat] for at in CORNERS[seat])
    return (
        len(placed) + len(state.lost[seat]) + out == 2 * OF_EACH
        and max(infiltrators, supporters) <= OF_EACH
        and not (state.exit == "enter_square" and on_own_corner)
        and not (state.exit == "step_out" and known_supporter)
    )


def _are_right(state: State, earlier: tuple[Any, ...]) -> bool:
    """Whether the positions remembered for J4-6 end with this one, or are none where they do not count."""
    if state.repetition == "off":
        return not earlier
    return (
        all(isinstance(shown, str) and _SHOWN.fullmatch(shown) for shown in earlier)
        and bool(earlier)
        and earlier[-1] == as_shown(state)
    )

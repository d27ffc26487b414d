"""Moves and states of Kylo Ren Siege as text and as plain JSON data."""

import re
from dataclasses import replace
from typing import Any

from engines.contract import BadOption, BadRecord
from engines.hands import in_order
from engines.messages import message
from engines.sevens.hidden import enough_others, unseen
from engines.sevens.rules import is_over
from engines.sevens.state import (
    KEEP,
    KYLO_REN,
    PASS,
    ROWS,
    TILES,
    Draw,
    Keep,
    Lay,
    Move,
    Show,
    State,
    Tiles,
    in_stock,
    is_opening,
    start,
    still_in,
    stock_of,
)
from engines.vocabulary import EMPTY, TILE_FACES, UNKNOWN, WILD

_LINE = re.compile(
    r"lay (?P<row>[1-6])/(?P<number>[1-9]) (?P<face>[1-9]|wild)"
    r"|draw (?P<at>[1-9][0-9]?)(?: (?P<drawn>[1-9]|wild))?"
    r"|show (?P<player>[1-4])"
)
_FACES = {"?": UNKNOWN, ".": EMPTY} | {face: face for face in TILE_FACES if face != str(KYLO_REN)}
_WORDS = {face: word for word, face in _FACES.items()}


def move_to_text(move: Move) -> str:
    """A line of a record.

    >>> [move_to_text(move) for move in (Lay(2, 7, WILD), Draw(12, "3"), Draw(12), KEEP, Show(1))]
    ['lay 2/7 wild', 'draw 12 3', 'draw 12', 'keep', 'show 2']
    """
    if isinstance(move, Lay):
        return f"lay {move.row}/{move.number} {move.face}"
    if isinstance(move, Draw):
        return f"draw {move.at}" if move.face == UNKNOWN else f"draw {move.at} {move.face}"
    if isinstance(move, Show):
        return f"show {move.seat + 1}"
    return "keep" if isinstance(move, Keep) else "pass"


def move_from_text(text: str) -> Move:
    """The move that `move_to_text` wrote; raises `BadRecord`."""
    words = " ".join(text.split())
    if words in ("keep", "pass"):
        return KEEP if words == "keep" else PASS
    line = _LINE.fullmatch(words)
    if line is None:
        raise BadRecord(message("sevens.bad_move", text=text[:60]))
    if line["row"]:
        return Lay(int(line["row"]), int(line["number"]), line["face"])
    return Draw(int(line["at"]), line["drawn"] or UNKNOWN) if line["at"] else Show(int(line["player"]) - 1)


def state_to_json(state: State) -> Any:
    """A state as plain JSON data; in hands and stock `?` is a tile that is not known, `.` one that was drawn."""
    return {
        "players": list(state.players),
        "hands": [_written(hand) for hand in state.hands],
        "stock": _written(state.stock),
        "rows": [list(row) for row in state.rows],
        "wild": None if state.wild is None else list(state.wild),
        "seat": state.seat,
        "drawn": None if state.drawn is None else _WORDS[state.drawn],
        "holder": state.holder,
        "opener_drew": state.opener_drew,
        "finished": list(state.finished),
        "passes": state.passes,
        "news": state.news,
    }


def _written(tiles: Tiles) -> str:
    return " ".join(_WORDS[face] for face in tiles)


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        state = _read(data)
    except BadOption as error:
        raise BadRecord(error.said) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(message("sevens.bad_state", part=str(error))) from error
    for part, holds in _CHECKS.items():
        if not holds(state):
            raise BadRecord(message("sevens.bad_state", part=part))
    return state


def _read(data: Any) -> State:
    return replace(
        start(data["players"], {}),
        hands=tuple(_hand(text) for text in data["hands"]),
        stock=_tiles(data["stock"]),
        rows=tuple(_pair(row) for row in data["rows"]),
        wild=None if data["wild"] is None else _pair(data["wild"]),
        seat=_number(data["seat"]),
        drawn=None if data["drawn"] is None else _FACES[data["drawn"]],
        holder=None if data["holder"] is None else _number(data["holder"]),
        opener_drew=None if data["opener_drew"] is None else _number(data["opener_drew"]),
        finished=tuple(_number(seat) for seat in data["finished"]),
        passes=_number(data["passes"]),
        news=data["news"],
    )


def _tiles(text: str) -> Tiles:
    return tuple(_FACES[word] for word in text.split())


def _hand(text: str) -> Tiles:
    hand = _tiles(text)
    if EMPTY in hand:
        raise ValueError("hands")
    return in_order(hand)


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return _number(first), _number(second)


def _rows_hold(state: State) -> bool:
    """Six rows that reach outward from Kylo Ren (J2-1), and the almighty in one of them."""
    if len(state.rows) != len(ROWS) or any(not 1 <= low <= KYLO_REN <= high <= 9 for low, high in state.rows):
        return False
    if state.wild is None:
        return True
    row, number = state.wild
    return row in ROWS and number != KYLO_REN and state.rows[row - 1][0] <= number <= state.rows[row - 1][1]


def _tiles_hold(state: State) -> bool:
    """49 tiles besides the Kylo Rens, six of each number and one almighty."""
    laid = sum(high - low for low, high in state.rows)
    return (
        len(state.hands) == len(state.players)
        and len(state.stock) == stock_of(len(state.players))
        and laid + sum(len(hand) for hand in state.hands) + in_stock(state) == TILES
        and min(unseen(state).values()) >= 0
    )


def _seats_hold(state: State) -> bool:
    """Just those without tiles have finished, and the turn is one's who has not; nobody passes while there is stock."""
    remaining = still_in(state)
    return (
        state.seat in remaining
        and sorted((*state.finished, *remaining)) == list(range(len(state.players)))
        and 0 <= state.passes <= (0 if in_stock(state) else len(remaining))
        and (state.drawn is None or (state.drawn in state.hands[state.seat] and not state.passes))
        and not (state.drawn and is_over(state))
    )


def _almighty_holds(state: State) -> bool:
    """Whom everybody has seen take the almighty has it; and what is to be told has happened."""
    if state.holder is None:
        return state.news == "" or (state.news == "finished" and bool(state.finished))
    holds = state.holder in still_in(state) and state.wild is None and WILD in state.hands[state.holder]
    return holds and state.news in ("", "took", *(["finished"] if state.finished else []))


def _opener_holds(state: State) -> bool:
    """The tiles that the opening player has drawn are in his hand, and the others can be what they must be (J2-3)."""
    if state.opener_drew is None:
        return True
    return 0 <= state.opener_drew <= state.stock.count(EMPTY) and not is_opening(state) and enough_others(state)


_CHECKS = {
    "rows": _rows_hold,
    "hands": _tiles_hold,
    "seat": _seats_hold,
    "holder": _almighty_holds,
    "opener_drew": _opener_holds,
}

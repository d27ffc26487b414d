"""The start of a match of Galaxy Jarapon, whose move a move is, and written matches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines import record
from engines.contract import BadRecord, Record
from engines.jarapon import kinds, notation, playing
from engines.jarapon.kinds import Move
from engines.jarapon.notation import move_from_text, move_to_text
from engines.jarapon.payment import PLAYERS
from engines.jarapon.state import BUILD, DICE, FORCE, OPTIONS, OVER, Seat, State, house_of
from engines.messages import Fact, message
from engines.options import seated

NAME = "jarapon"


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """3000 Force for everybody (J7-1); the die says who deals, or the first one named (J7-2); raises `BadOption`."""
    names, house = seated(players, PLAYERS), house_of(options)
    begun = State(names, house, (FORCE,) * len(names), DICE, (Seat(),) * len(names))
    return replace(begun, phase=BUILD, first=0) if house.dealer == "first" else begun


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all that is to come known: the seed says how dice fall and how tiles lie, hand after hand."""
    return replace(start(players, options), seed=seed)


def is_over(state: State) -> bool:
    """Whether the match has ended (J7-24, J7-26)."""
    return state.phase == OVER


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a legal move; None when all do it: building walls, letting the last tile lie."""
    if isinstance(move, kinds.Deal):
        return state.dealer
    if isinstance(move, kinds.TurnUp):
        return state.turn
    return getattr(move, "seat", None)


def move_to_json(move: Move) -> Any:
    """A move as its line in a record."""
    return move_to_text(move)


def move_from_json(data: Any) -> Move:
    """The move that `move_to_json` wrote; raises `BadRecord`."""
    if not isinstance(data, str):
        raise BadRecord(message("jarapon.bad_move", text=str(data)[:60]))
    return move_from_text(data)


def write_record(players: Sequence[str], options: Mapping[str, Fact], played: Sequence[Move]) -> str:
    """A match as text, a move a line as `engines.jarapon.notation` has it.

    >>> from engines.jarapon.kinds import Draw, Throw
    >>> print(write_record(["Aya", "Ben"], {"rules": "padawan"}, [Throw(0, 6), Draw(1)]), end="")
    # player: Aya
    # player: Ben
    # rules: padawan
    1 throw 6
    2 draw
    """
    return record.written(players, options, OPTIONS, [move_to_text(move) for move in played])


def read_record(text: str) -> Record:
    """The one match of a text; raises `BadRecord` naming the line."""
    return record.only(read_records(text))


def read_records(text: str) -> tuple[Record, ...]:
    """Every match of a text; raises `BadRecord` naming the line."""
    return record.read_games(_Rules, text)


class _Rules:
    """What a reader of records asks of a game."""

    OPTIONS, PLAYERS = OPTIONS, PLAYERS
    start, play, move_from_text = staticmethod(start), staticmethod(playing.play), staticmethod(notation.move_from_text)

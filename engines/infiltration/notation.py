"""Moves of Infiltration as lines of a record."""

import re

from engines.contract import BadRecord
from engines.infiltration.rules import play
from engines.infiltration.state import OPTIONS, PLAYERS, ROLES, Leave, Move, Step, start
from engines.messages import message
from engines.record import MoveLines

_SQUARE = "[b-g][2-7]"
_STEP = re.compile(rf"({_SQUARE})-({_SQUARE})( in)?")
_CAPTURE = re.compile(rf"({_SQUARE})x({_SQUARE}) ({'|'.join(ROLES)})")
_LEAVE = re.compile(rf"({_SQUARE}) out")


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


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

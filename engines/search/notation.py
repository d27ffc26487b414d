"""Moves of Character Search as lines of a record."""

import re

from engines.contract import BadRecord
from engines.messages import message
from engines.record import MoveLines
from engines.search.rules import play
from engines.search.state import BACK, OPTIONS, PLACES, PLAYERS, TAKE, TILES, Back, Move, Take, Turn, start

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


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

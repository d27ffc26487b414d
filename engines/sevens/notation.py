"""Moves of Kylo Ren Siege as lines of a record."""

import re

from engines.contract import BadRecord
from engines.messages import message
from engines.record import MoveLines
from engines.sevens.rules import play
from engines.sevens.state import KEEP, OPTIONS, PASS, PLAYERS, Draw, Keep, Lay, Move, Show, start
from engines.vocabulary import UNKNOWN

_LINE = re.compile(
    r"lay (?P<row>[1-6])/(?P<number>[1-9]) (?P<face>[1-9]|wild)"
    r"|draw (?P<at>[1-9][0-9]?)(?: (?P<drawn>[1-9]|wild))?"
    r"|show (?P<player>[1-4])"
)


def move_to_text(move: Move) -> str:
    """A line of a record.

    >>> [move_to_text(move) for move in (Lay(2, 7, "wild"), Draw(12, "3"), Draw(12), KEEP, Show(1))]
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


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

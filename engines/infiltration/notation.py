"""Moves of Infiltration as lines of a record.

>>> move_to_text(Step("d5", "d4", taken="supporter")), move_to_text(Leave("b2"))
('d5xd4 supporter', 'b2 out')
"""

from engines.infiltration.rules import play
from engines.infiltration.state import FIELD, OPTIONS, PLAYERS, ROLES, Leave, Move, Step, start
from engines.move_grammar import Line, MoveGrammar, Words, always, words
from engines.record import MoveLines

_SQUARE = words(*FIELD)
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "infiltration.bad_move",
    Line(
        "{start}-{end}{wins}",
        Step,
        start=_SQUARE,
        end=_SQUARE,
        taken=always(None),
        wins=Words({"": False, " in": True}),
    ),
    Line("{start}x{end} {taken}", Step, start=_SQUARE, end=_SQUARE, taken=words(*ROLES)),
    Line("{start} out", Leave, start=_SQUARE),
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

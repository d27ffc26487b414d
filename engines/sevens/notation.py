"""Moves of Kylo Ren Siege as lines of a record.

>>> [move_to_text(move) for move in (Lay(2, 7, "wild"), Draw(12, "3"), Draw(12), Keep(), Show(1))]
['lay 2/7 wild', 'draw 12 3', 'draw 12', 'keep', 'show 2']
"""

from engines.move_grammar import Line, MoveGrammar, always, numbered, seats, words
from engines.record import MoveLines
from engines.sevens.rules import play
from engines.sevens.state import COLUMNS, OPTIONS, PLAYERS, ROWS, Draw, Keep, Lay, Move, Pass, Show, start
from engines.vocabulary import TILE_FACES, UNKNOWN

_FACE, _STOCK_PLACE = words(*TILE_FACES), numbered(range(1, 100))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "sevens.bad_move",
    Line("lay {row}/{number} {face}", Lay, row=numbered(ROWS), number=numbered(COLUMNS), face=_FACE),
    Line("draw {at}", Draw, at=_STOCK_PLACE, face=always(UNKNOWN)),
    Line("draw {at} {face}", Draw, at=_STOCK_PLACE, face=_FACE),
    Line("keep", Keep),
    Line("pass", Pass),
    Line("show {seat}", Show, seat=seats(PLAYERS)),
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

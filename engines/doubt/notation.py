"""Moves of Expose the Lie as lines of a record.

>>> move_to_text(Take(("3", "wild"))), move_to_text(Lay("unknown")), move_to_text(Challenge(1))
('take 3 wild', 'lay ?', 'doubt 2')
"""

from engines.doubt.rules import play
from engines.doubt.state import DEALT, OPTIONS, PLAYERS, Add, Believe, Challenge, Lay, Move, Take, Turn, start
from engines.hands import in_order
from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, always, seats, words
from engines.record import MoveLines
from engines.vocabulary import TILE_FACES

_FACE = words(*TILE_FACES)
_TILE = Either(HIDDEN, _FACE)
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "doubt.bad_move",
    Line("lay {tile}", Lay, tile=_TILE),
    Line("add {tile}", Add, tile=_TILE),
    Line("doubt {seat}", Challenge, seat=seats(PLAYERS)),
    Line("turn {tile}", Turn, tile=_FACE),
    Line("take", Take, tiles=always(())),
    Line("take {tiles}", Take, tiles=Either(HIDDEN, Several(_FACE, range(1, DEALT + 1), collect=in_order))),
    Line("believe", Believe),
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

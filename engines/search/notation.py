"""Moves of Character Search as lines of a record.

>>> [move_to_text(move) for move in (Turn(17, "5"), Take(), Back(), Back(1))]
['turn 17 5', 'take', 'back', 'back unseen 1']
"""

from engines.move_grammar import Line, MoveGrammar, Words, numbered, words
from engines.record import MoveLines
from engines.search.rules import play
from engines.search.state import OPTIONS, PLACES, PLAYERS, TILES, Back, Move, Take, Turn, start
from engines.vocabulary import NUMBERS

GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "search.bad_move",
    Line("turn {tile} {face}", Turn, tile=numbered(PLACES), face=words(*NUMBERS)),
    Line("take", Take),
    Line("back{unseen}", Back, unseen=Words({"": 0, " unseen 1": 1, " unseen 2": 2})),
    last=TILES,
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

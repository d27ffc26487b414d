"""Infiltration (潜入! 秘密基地), game 4: the rules J4-1 to J4-6 for two players.

Seat 0 moves first and sits at the side of row 7; the option `first` is his side: the Resistance (Rey and Finn) or the
First Order (Captain Phasma and Troopers). Only their owner sees the pictures. Squares are named as on the 8×8 sheet, of
which the centre 6×6 is used. Capitals are tiles of the first player, `X` and `x` unknown ones.

>>> state = start(["Aya", "Ben"], {})
>>> for move in (Step("d6", "d5"), Step("d3", "d4"), Step("d5", "d4", taken="supporter")):
...     state = play(state, move)
>>> print(state)
  b c d e f g
2 . x x x x .
3 . x . x x .
4 . . X . . .
5 . . . . . .
6 . X . X X .
7 . X X X X .
Aya has captured: supporter

A record has one move a line:

    d6-d5              from one square to another
    d5xd4 supporter    the same, capturing a tile that is a supporter
    c2-b2 in           an infiltrator reaches the corner and wins
    c2-b2              a tile reaches the corner and does not win, so it is a supporter
    b2 out             with the option `step_out`: the infiltrator on b2 leaves through the entrance and wins
"""

from engines.infiltration.rules import describe, greedy, is_over, mover, moves, play, prompt, standings
from engines.infiltration.state import (
    GRAMMAR,
    INFILTRATOR,
    NAME,
    OPTIONS,
    PLAYERS,
    SUPPORTER,
    Leave,
    Move,
    State,
    Step,
    deal,
    layout,
    owners,
    start,
    view,
)
from engines.nothing_hidden import observed
from engines.record import MoveLines

_lines = MoveLines(OPTIONS, PLAYERS, start, play, GRAMMAR.write, GRAMMAR.read)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

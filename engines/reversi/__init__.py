"""Galaxy Reversi (ギャラクシーリバーシ), game 6: the rules J6-1 to J6-4 for two players.

Seat 0 moves first. The option `first` is his side of the tiles: `"up"` (the picture) or `"down"` (the back). Squares
are named as in Othello; of the first four tiles his lie on `e4` and `d5`.

>>> state = start(["Aya", "Ben"], {})
>>> [move.square for move in moves(state)]
['d3', 'c4', 'f5', 'e6']
>>> state = play(state, Move("f5"))
>>> outflanked(state, "f6")
('e5',)
>>> print(play(state, Move("f6")))
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . o x . . .
5 . . . x o x . .
6 . . . . . o . .
7 . . . . . . . .
8 . . . . . . . .
"""

from engines.nothing_hidden import observed, view
from engines.reversi.notation import move_from_json, move_to_json, read_records, write_record
from engines.reversi.rules import (
    NAME,
    OPTIONS,
    PASS,
    PLAYERS,
    Move,
    State,
    deal,
    describe,
    greedy,
    is_over,
    layout,
    mover,
    moves,
    outflanked,
    play,
    prompt,
    standings,
    start,
)
from engines.reversi.search import choose

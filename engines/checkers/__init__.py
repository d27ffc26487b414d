"""Galaxy Checkers (ギャラクシーチェッカーゲーム), game 5: the rules J5-1 to J5-4 for two players, English draughts.

Seat 0 moves first. His tiles begin in the three rows at the top and go down: in draughts notation he is Black, and the
dark squares are numbered from 1 (`b1`) to 32 (`g8`). The option `first` is his side: `"light"` is the Resistance,
`"dark"` the First Order. Draws after forty moves and by repetition are options.

The players may also agree how the game ends: `DRAW`, or `Agreed(seat)` when that player resigns. (The rules do not
mention resigning, but most recorded games end so.) `play` accepts either at any time; `moves` lists the moves on the
board, and the draw only after forty moves without progress.

>>> state = start(["Aya", "Ben"], {})
>>> for squares in ("d3 e4", "g6 f5", "e4 g6", "h7 f5"):
...     state = play(state, Move(tuple(squares.split())))
>>> print(state)
  a b c d e f g h
1 . x . x . x . x
2 x . x . x . x .
3 . x . . . x . x
4 . . . . . . . .
5 . . . . . o . .
6 o . o . o . . .
7 . o . o . o . .
8 o . o . o . o .
"""

from engines.checkers.notation import move_from_json, move_to_json, read_records, write_record
from engines.checkers.rules import describe, greedy, is_over, mover, moves, play, prompt, standings, winner
from engines.checkers.state import (
    DRAW,
    NAME,
    OPTIONS,
    PLAYERS,
    Agreed,
    AnyMove,
    Move,
    State,
    deal,
    layout,
    owners,
    start,
)
from engines.nothing_hidden import observed, view

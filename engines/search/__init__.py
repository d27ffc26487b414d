"""Character Search (フォースで感じ取れ!キャラクターサーチ), game 1: the rules J1-1 to J1-5 for two to four players.

Seat 0 begins and the seats go clockwise. The tiles lie anywhere; the box numbers their places from 1 to 72. A turn is
three moves: a tile is turned up, a second one, and then both are taken or put back. The state keeps every face that
was once turned up, since everybody saw it.

>>> state = start(["Aya", "Ben"], {})
>>> for move in (Turn(17, "5"), Turn(40, "3"), BACK, Turn(2, "5"), Turn(17, "5"), TAKE, Turn(1, "3")):
...     state = play(state, move)
>>> print(state)
 1 [3] .  ?  ?  ?  ?  ?  ?  ?
10  ?  ?  ?  ?  ?  ?  ?  .  ?
19  ?  ?  ?  ?  ?  ?  ?  ?  ?
28  ?  ?  ?  ?  ?  ?  ?  ?  ?
37  ?  ?  ? (3) ?  ?  ?  ?  ?
46  ?  ?  ?  ?  ?  ?  ?  ?  ?
55  ?  ?  ?  ?  ?  ?  ?  ?  ?
64  ?  ?  ?  ?  ?  ?  ?  ?  ?
Aya 8  Ben 11

A record has one move a line:

    turn 17 5      turn up tile 17, which shows a 5
    take           the two tiles match: they go off the sheet, and the others pay
    back           they do not match: they go face down again, and a chip is thrown away
    back unseen 1  the same, where the record does not know the second tile (2: neither of them)
"""

from engines.nothing_hidden import observed
from engines.record import MoveLines
from engines.search.rules import describe, greedy, is_over, mover, moves, play, prompt, standings
from engines.search.state import (
    BACK,
    GRAMMAR,
    NAME,
    OPTIONS,
    PLAYERS,
    TAKE,
    Back,
    Move,
    Purse,
    State,
    Take,
    Turn,
    deal,
    layout,
    start,
    view,
)

_lines = MoveLines(OPTIONS, PLAYERS, start, play, GRAMMAR.write, GRAMMAR.read)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

"""Kylo Ren Siege (カイロ・レン包囲網!), game 2: the rules J2-1 to J2-7 for two to four players.

Seat 0 begins and the seats go clockwise. Rows are numbered from 1 at the top, places in a row by the tile that belongs
there. The stock lies face down at the edge of the table; its tiles are numbered, since any may be drawn.

>>> state = start(["Aya", "Ben"], {})
>>> for move in (Lay(2, 6, "6"), Draw(1), KEEP, Lay(2, 7, "wild"), Lay(4, 4, "4"), Lay(2, 7, "7")):
...     state = play(state, move)
>>> print(state)
1         5
2         5 6 7
3         5
4       4 5
5         5
6         5
stock 36
Aya wild ? ? ?
Ben ? ? ? ? ? ? <

A record has one move a line; unknown parts are left out:

    lay 2/7 7     lay a 7 at its place in row 2
    lay 2/7 wild  lay the almighty there, in place of a 7
    draw 12 3     draw tile 12 of the stock, which is a 3
    draw 12       the same, where the tile is unknown
    keep          lay nothing after drawing
    pass          lay nothing when the stock is empty
    show 2        player 2, counted from 1, shows the almighty when all have passed
"""

from engines.record import MoveLines
from engines.sevens.rules import describe, greedy, is_over, mover, moves, play, prompt, standings
from engines.sevens.state import (
    GRAMMAR,
    KEEP,
    NAME,
    OPTIONS,
    PASS,
    PLAYERS,
    Draw,
    Keep,
    Lay,
    Move,
    Pass,
    Show,
    State,
    deal,
    layout,
    observed,
    start,
    view,
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

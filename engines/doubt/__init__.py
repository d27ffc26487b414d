"""Expose the Lie (偽情報をあばけ!), game 3: the rules J3-1 to J3-6 for three or four players.

Seat 0 begins and the seats go clockwise. A lay is made tile by tile: `Lay` puts the first one face down under the
number that is due, `Add` another one on top, until the next player lays (J3-3). A challenge (「偽情報!」) and its
consequences are moves too: each tile of the lay is turned up, and the loser takes tiles.

>>> state = start(["Aya", "Ben", "Chie"], {})
>>> for move in (Lay("unknown"), Add("unknown"), Challenge(2), Turn("1"), Turn("7"), Take("unknown")):
...     state = play(state, move)
>>> print(state)
Aya ? ? ? ? ? ? ? ? ? ? ? ? ? (seen: 1 7)
Ben ? ? ? ? ? ? ? ? ? ? ? ?
Chie ? ? ? ? ? ? ? ? ? ? ? ?
Aya is due to say 2

A record has one move a line, with `?` for an unknown tile:

    lay 5      put a tile face down under the number that is due
    add ?      put another tile on the same lay
    doubt 2    player 2, counted from 1, challenges the lay
    turn wild  turn up a tile of the challenged lay
    take 3 3 8 take all face-down tiles, named here, and those turned up
    take ?     the same, where the face-down tiles are unknown
    believe    nobody challenges the lay of a player who has no tiles left
"""

from engines.doubt.rules import describe, greedy, is_over, moves, play, prompt, standings
from engines.doubt.state import (
    BELIEVE,
    GRAMMAR,
    NAME,
    OPTIONS,
    PLAYERS,
    Add,
    Believe,
    Challenge,
    Laid,
    Lay,
    Move,
    State,
    Take,
    Turn,
    deal,
    layout,
    mover,
    observed,
    start,
    view,
)
from engines.record import MoveLines

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

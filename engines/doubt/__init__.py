"""Expose the Lie (偽情報をあばけ!), game 3: the rules J3-1 to J3-6 for three or four players.

Seat 0 begins and the seats go clockwise. A lay is made tile by tile: `Lay` puts the first one face down under the
number that is due, `Add` another one on top, until the next player lays (J3-3). A challenge (「偽情報!」) and what
follows are moves too: each tile of the lay is turned up, and the loser takes what he must.

>>> state = start(["Aya", "Ben", "Chie"], {})
>>> for move in (Lay(UNKNOWN), Add(UNKNOWN), Challenge(2), Turn("1"), Turn("7"), Take(UNKNOWN)):
...     state = play(state, move)
>>> print(state)
Aya ? ? ? ? ? ? ? ? ? ? ? ? ? (seen: 1 7)
Ben ? ? ? ? ? ? ? ? ? ? ? ?
Chie ? ? ? ? ? ? ? ? ? ? ? ?
Aya is due to say 2

A record has one move a line, `?` for a tile that was not seen:

    lay 5      put a tile face down under the number that is due
    add ?      put another tile on the same lay
    doubt 2    player 2, counted from 1, challenges the lay
    turn wild  turn up a tile of the challenged lay
    take 3 3 8 take all face-down tiles, together with those turned up, which are not named again
    take ?     the same, as those see it who do not hold the tiles
    believe    nobody challenges the lay of a player who has no tiles left
"""

from engines.doubt.moves import BELIEVE, Add, Believe, Challenge, Lay, Move, Take, Turn
from engines.doubt.rules import is_over, mover, moves, play, seen
from engines.doubt.simple import greedy
from engines.doubt.state import NAME, OPTIONS, PLAYERS, Laid, State, deal, start, view
from engines.doubt.telling import layout, prompt, standings, tell_move
from engines.doubt.writing import move_from_text, move_to_text, state_from_json, state_to_json
from engines.record import MoveLines
from engines.vocabulary import UNKNOWN

__all__ = [
    "BELIEVE",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "UNKNOWN",
    "Add",
    "Believe",
    "Challenge",
    "Laid",
    "Lay",
    "Move",
    "State",
    "Take",
    "Turn",
    "deal",
    "greedy",
    "is_over",
    "layout",
    "move_from_json",
    "move_from_text",
    "move_to_json",
    "move_to_text",
    "mover",
    "moves",
    "play",
    "prompt",
    "read_record",
    "read_records",
    "seen",
    "standings",
    "start",
    "state_from_json",
    "state_to_json",
    "tell_move",
    "view",
    "write_record",
]

_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_record, read_records = _lines.write_record, _lines.read_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

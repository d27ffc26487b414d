"""Drop It (ドロップイット): `engines.drop_it` is the game's module, `engines.drop_it.game` its rules.

The other parts know the pieces (`pieces`), what a landing is worth (`judging`), and how a photograph's outlines become
a landing (`geometry`, `frame`, `landing`).

>>> print(write_record(["Aya", "Ben"], {"edges": "none"}, [Drop("circle/red", 2, circles=("large",))]), end="")
# player: Aya
# player: Ben
# edges: none
drop circle/red level 2 circles large
"""

from engines.drop_it.game import (
    NAME,
    deal,
    greedy,
    is_over,
    layout,
    mover,
    moves,
    play,
    seen,
    start,
    state_from_json,
    view,
)
from engines.drop_it.judging import Drop
from engines.drop_it.notation import move_from_json, move_from_text, move_to_json, move_to_text, state_to_json
from engines.drop_it.state import OPTIONS, PLAYERS, Joker, Keep, Move, State
from engines.drop_it.telling import prompt, standings, tell_move
from engines.record import MoveLines

__all__ = [
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "Drop",
    "Joker",
    "Keep",
    "Move",
    "State",
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

"""Drop It (ドロップイット): `engines.drop_it` is the game's module, `engines.drop_it.game` its rules.

The other parts know the pieces (`pieces`), what a landing is worth (`judging`), and how a photograph's outlines become
a landing (`geometry`, `frame`, `landing`).
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
    read_record,
    read_records,
    seen,
    start,
    state_from_json,
    view,
    write_record,
)
from engines.drop_it.judging import Drop
from engines.drop_it.notation import move_from_json, move_from_text, move_to_json, move_to_text, state_to_json
from engines.drop_it.state import OPTIONS, PLAYERS, Joker, Keep, Move, State
from engines.drop_it.telling import prompt, standings, tell_move

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

"""Drop It (ドロップイット): `engines.drop_it` is the game's module, `engines.drop_it.rules` its rules.

The other modules hold the pieces (`pieces`), the score of a landing (`moves`), and how outlines in a photograph become
a landing (`geometry`, `frame`, `measuring`).

>>> print(write_record(["Aya", "Ben"], {"edges": "none"}, [Drop("circle/blue", 2, circles=("large",))]), end="")
# player: Aya
# player: Ben
# colours: given
# edges: none
drop circle/blue level 2 circles large
"""

from engines.drop_it.bot import greedy
from engines.drop_it.messages import describe, prompt, standings, status
from engines.drop_it.moves import Drop, Joker, Keep, Move
from engines.drop_it.notation import move_from_json, move_to_json, read_records, write_record
from engines.drop_it.rules import is_over, mover, moves, play
from engines.drop_it.state import NAME, OPTIONS, PLAYERS, State, deal, layout, start
from engines.nothing_hidden import observed, view

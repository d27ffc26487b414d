"""Galaxy Jarapon (ギャラクシージャラポン), game 7: the rules J7-1 to J7-26 for two to four players.

Players are named counter-clockwise as they sit, which is the order of their turns (J-c7). Hands, draws and walls are
hidden from the table; discards, open sets, riichi, the dora and a hand that is shown are not. After a discard anybody
may call; the next draw says that nobody did. How moves are written is said in `engines.jarapon.notation`.

>>> game = Jarapon({})
>>> state = game.start(["Aya", "Ben"], {"rules": "padawan", "dealer": "first"})
>>> for line in ("build", "1 throw 2", "1 throw 5", "deal 7", "1 draw", "1 discard 9", "2 draw", "2 discard wild"):
...     state = play(state, move_from_text(line))
>>> print(state)
hand 1: draw, dealer Aya (1), dice 2 5, dora 7, centre ?, wall 62, stakes 0
> Aya 3000 [? ? ? ? ? ? ? ?] 9
  Ben 3000 [? ? ? ? ? ? ? ?] ★
>>> state = play(state, move_from_text("1 jarapon 1 2 3 4 5 6 7 8"))
>>> state.match.purses, [reason.key for reason in standings(state)[0].reasons[:3]]
((3160, 2840), ['jarapon.gain.start', 'jarapon.gain.won', 'jarapon.worth.hand'])
>>> print(game.write_record(["Aya", "Ben"], {"rules": "padawan"}, [move_from_text("1 throw 6")]), end="")
# player: Aya
# player: Ben
# rules: padawan
# padawan_fine: no
1 throw 6
"""

from engines.jarapon.bot import greedy
from engines.jarapon.game import Jarapon
from engines.jarapon.messages import describe, prompt, standings
from engines.jarapon.moves import Move
from engines.jarapon.notation import move_from_text, move_to_text
from engines.jarapon.payment import PLAYERS
from engines.jarapon.rules import is_over, mover, moves, play
from engines.jarapon.state import NAME, OPTIONS, State
from engines.jarapon.view import layout, observed, view

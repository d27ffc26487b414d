"""Stop (ストップゲーム): the rules S-1 to S-26 for five players, also as the Alexander campaign.

Seats go counter-clockwise, so that the next player is the right neighbour (右隣り). Cards are `"AS"`, `"10H"`, `"KC"`,
`"joker"`; a card that nobody at the table has shown is `UNKNOWN`. A call is a move of the player who calls. The last
discard may be called until the next player draws or takes.

>>> state = start(["Aya", "Ben", "Chie", "Dan", "Emi"], {})
>>> for line in ("turn 9H", "turn KS", "turn 4D", "turn 4C", "turn JH", "deal", "draw ?", "discard 7H", "take"):
...     state = play(state, move_from_text(line))
>>> print(state)
game 1: discard, dealer Chie, stakes 0
stock 18, river -
  Aya 0 [? ? ? ? ? ? ?]
  Ben 0 [? ? ? ? ? ? ?]
  Chie 0 [? ? ? ? ? ? ?]
> Dan 0 [7H ? ? ? ? ? ? ?]
  Emi 0 [? ? ? ? ? ? ?]

A record has one move a line, with `?` for unknown cards; players are counted from 1:

    turn 4D               turn up a card for the first dealer
    deal                  the dealer shuffles and deals; `deal AS 2S … / ? / ? / ? / ? / ?` with hands and stock
    draw ?                draw from the stock
    take                  take the card just discarded
    meld 4H joker 6H      lay a meld open, from its low to its high end
    lay 7H on 1           lay a card off on the first meld of the table; `lay 3H on 1 low` at its low end
    discard KC            discard; `discard unread` where the next player has taken it before anybody read it
    3 pon 8S 8H 8D        player 3 takes the discard for three of a rank; `3 kan` for four
    3 stop                player 3 calls: stop, 70, riichi (before the discard), tsumo, ron, hit, out (あがり)
    3 show AH 2D          player 3 lays his hand open; `3 show ?` while nobody has read it
    no winner             the stock is empty and nobody wins on the last discard (流れ)

How a game ended, where nobody followed it, with who put a riichi coin on the table and where jokers were:

    3 won stop first      in the first round; `3 won 70`, `3 won out`
    3 failed stop to 1 to 4
    3 won tsumo riichi 3 riichi 1 one-shot 3
    3 won from 2 joker 2 joker 2     on a card of player 2, who had two jokers; `3 won 1 won from 2`
    nobody won riichi 5
"""

from engines.record import MoveLines
from engines.stop.bot import choose, greedy
from engines.stop.messages import describe, prompt, standings, status
from engines.stop.moves import GRAMMAR, Move
from engines.stop.rules import is_over, layout, mover, moves, observed, play, view
from engines.stop.state import NAME, OPTIONS, PLAYERS, State, deal, start

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

"""Skip-Bo (スキップボー) for two to six players: the rules K-1 to K-9.

The player named first begins and the last one deals; seats go clockwise. The options: `teams` of two who sit opposite
(K-8), the `short` game with stocks of ten (K-1), and a `match` to 500 points or four games won (K-7).

>>> state = start(["Aya", "Ben"], {"short": "yes"})
>>> for line in ("turn 2", "turn 9", "lay wild hand build/1", "lay 2 stock/1 build/1 turn 7", "discard 12 discard/1/1"):
...     state = play(state, move_from_text(line))
>>> print(state)
game 1   build  2   -   -   -   draw pile 132   set aside 0
  Aya      stock  9: 7     hand ? ? ?                    discards 12 | - | - | -
> Ben      stock 10: 9     hand ? ? ? ? ?                discards - | - | - | -

A record has one move a line, with seats and piles counted from 1 and `?` for unknown cards:

    turn 7                           the next stock is turned up, the starter's first
    draw 3 wild 12                   the player in turn fills his hand; `draw ?` for the others
    lay 7 hand build/2               a card goes onto a building pile from the hand,
    lay ? hand build/2               (covered before it was read: its number, or a wild)
    lay wild discard/1/4 build/2     from a discard pile,
    lay 5 stock/1 build/2 turn 10    or from a stock, whose next card is turned up
    discard 12 discard/1/3           ends the turn
    end                              ends it without a discard
    penalty 2 ? 9                    cards for the second player's stock, the last one face up
    deal ?                           the next game of a match; the hands by seat, where they are known:
    deal 1 1 5 8 wild / ?

How a game ended, where nobody followed it:

    3 won left 5 12                  with the cards in the stock of each other player, by seat, but for a partner
    nobody won
"""

from engines.record import MoveLines
from engines.skip_bo.bot import greedy
from engines.skip_bo.dealing import deal, start
from engines.skip_bo.messages import describe, prompt, standings
from engines.skip_bo.rules import mover, moves, play
from engines.skip_bo.state import (
    END,
    GRAMMAR,
    NAME,
    OPTIONS,
    PLAYERS,
    Deal,
    Discard,
    Draw,
    End,
    Lay,
    Move,
    NobodyWon,
    Penalty,
    Result,
    State,
    Turn,
    Won,
    is_over,
    layout,
    observed,
    view,
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

"""Galaxy Jarapon in writing: a line a move, led by the number of the player who makes it.

    1 throw 5                    the die, for the first dealer or for the break of the wall
    build                        all tiles are mixed and the walls built
    deal 7: 1 1 2 3 5 5 9 wild / ?     the dora, and the eight tiles of each player as far as they are known
    1 draw 3                     one tile; `1 draw` where it is not known
    1 discard 3                  also `1 discard 3 riichi`
    2 call pon                   also `2 call jarapon`; the tiles are laid open later
    2 pon 3                      two own 3s and the discard; `2 pon 3 wild` with one almighty for an own 3
    2 jarapon 1 2 3 4 5 6 7 8    all concealed tiles as won, by ron without the discard; `2 jarapon ?` while unread
    turn up 4                    the tile in the centre, by the winner
    void                         nobody takes the last discard

>>> move_to_text(move_from_text("2 pon  3 WILD"))
'2 pon 3 wild'
"""

from engines.jarapon.moves import (
    JARAPON,
    PON,
    Build,
    Call,
    Deal,
    Discard,
    Draw,
    LaySet,
    Move,
    Show,
    Throw,
    TurnUp,
    Void,
)
from engines.jarapon.payment import PLAYERS
from engines.jarapon.shapes import HAND_SIZE
from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, Words, always, numbered, seats, words
from engines.vocabulary import NUMBERS, TILE_FACES, UNKNOWN, WILD

_SEAT, _TILE = seats(PLAYERS), words(*TILE_FACES)
_HAND = Either(HIDDEN, Several(_TILE, range(1, HAND_SIZE + 1)))
_WILDS = Words({f" {WILD}" * count: count for count in range(3)})
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "jarapon.bad_move",
    Line("{seat} throw {pips}", Throw, seat=_SEAT, pips=numbered(range(1, 7))),
    Line("build", Build),
    Line("deal {dora}", Deal, dora=_TILE, hands=always(UNKNOWN)),
    Line("deal {dora}: {hands}", Deal, dora=_TILE, hands=Several(_HAND, range(1, PLAYERS.stop), " / ")),
    Line("{seat} draw", Draw, seat=_SEAT, tile=always(UNKNOWN)),
    Line("{seat} draw {tile}", Draw, seat=_SEAT, tile=_TILE),
    Line("{seat} discard {tile}{riichi}", Discard, seat=_SEAT, tile=_TILE, riichi=Words({"": False, " riichi": True})),
    Line("{seat} call {what}", Call, seat=_SEAT, what=words(PON, JARAPON)),
    Line("{seat} pon {number}{wilds}", LaySet, seat=_SEAT, number=words(*NUMBERS), wilds=_WILDS),
    Line("{seat} jarapon {tiles}", Show, seat=_SEAT, tiles=_HAND),
    Line("turn up {tile}", TurnUp, tile=_TILE),
    Line("void", Void),
    any_case=True,
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read

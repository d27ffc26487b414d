"""Moves of Stop as lines of a record, which the package's docstring explains; as plain data they are the same lines.

>>> move_to_text(LayOff("7H", 1, LOW)), move_to_text(Draw(UNKNOWN)), move_to_text(Call(2, "seventy"))
('lay 7H on 2 low', 'draw ?', '3 70')
"""

from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, Words, always, seats, words
from engines.record import MoveLines
from engines.stop.cards import FACES, in_order
from engines.stop.melds import HIGH, LOW, UNREAD
from engines.stop.moves import (
    CALLS,
    SEVENTY,
    Call,
    Deal,
    Discard,
    Draw,
    LayOff,
    Lot,
    Meld,
    Move,
    NoWinner,
    Pon,
    Show,
    Take,
)
from engines.stop.rules import play
from engines.stop.state import OPTIONS, PLAYERS, SEATS, start
from engines.vocabulary import UNKNOWN

_MAX_CARDS = 54  # of any list, and of the melds of a table: the whole deck
_CARD, _SEAT = words(*FACES), seats(PLAYERS)
_SORTED = Several(_CARD, range(1, _MAX_CARDS + 1), collect=in_order)
_GROUP = Either(HIDDEN, Several(_CARD, range(1, _MAX_CARDS + 1)))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "stop.bad_move",
    Line("turn {card}", Lot, card=_CARD),
    Line("deal", Deal, hands=always(UNKNOWN), stock=always(UNKNOWN)),
    Line(
        "deal {hands} / {stock}",
        Deal,
        hands=Several(Either(HIDDEN, _SORTED), range(SEATS, SEATS + 1), " / "),
        stock=_GROUP,
    ),
    Line("draw {card}", Draw, card=Either(HIDDEN, _CARD)),
    Line("take", Take),
    Line("meld ? ? ?", Meld, cards=always(UNREAD)),
    Line("meld {cards}", Meld, cards=Several(_CARD, range(1, _MAX_CARDS + 1))),
    Line(
        "lay {card} on {meld}{end}",
        LayOff,
        card=_CARD,
        meld=Words({str(at + 1): at for at in range(_MAX_CARDS)}),
        end=Words({"": HIGH, f" {LOW}": LOW}),
    ),
    # `unread`: taken by the next player before anybody read it
    Line("discard {card}", Discard, card=Words({face: face for face in FACES} | {"unread": UNKNOWN})),
    Line("{seat} pon {cards}", Pon, seat=_SEAT, cards=Several(_CARD, range(3, 4), collect=in_order)),
    Line("{seat} kan {cards}", Pon, seat=_SEAT, cards=Several(_CARD, range(4, 5), collect=in_order)),
    Line("{seat} {what}", Call, seat=_SEAT, what=Words({"70" if what == SEVENTY else what: what for what in CALLS})),
    Line("{seat} show {cards}", Show, seat=_SEAT, cards=Either(HIDDEN, _SORTED)),
    Line("no winner", NoWinner),
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

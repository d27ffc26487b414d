"""Moves of Skip-Bo as lines of a record.

>>> move_to_text(Lay("7", "stock/1", "build/2", "wild")), move_to_text(Penalty(2, ("unknown", "4")))
('lay 7 stock/1 build/2 turn wild', 'penalty 3 ? 4')
"""

from collections.abc import Iterable

from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, always, seats, words
from engines.record import MoveLines
from engines.skip_bo.dealing import start
from engines.skip_bo.rules import play
from engines.skip_bo.state import (
    BUILD_AT,
    DISCARD_AT,
    FACES,
    HAND,
    HAND_PLACE,
    OPTIONS,
    PENALTY,
    PLAYERS,
    STOCK_AT,
    Cards,
    Deal,
    Discard,
    Draw,
    End,
    Lay,
    Move,
    Penalty,
    Turn,
)
from engines.vocabulary import UNKNOWN


def _deal(hands: Iterable[Cards | str]) -> tuple[Cards | str, ...] | str:
    """Hands by seat, `UNKNOWN` altogether where none is seen."""
    dealt = tuple(hands)
    return UNKNOWN if set(dealt) == {UNKNOWN} else dealt


_FACE, _STOCK, _BUILD = words(*FACES), words(*STOCK_AT), words(*BUILD_AT)
_CARD = Either(HIDDEN, _FACE)
_HAND = Either(HIDDEN, Several(_CARD, range(HAND, HAND + 1)))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "skip_bo.bad_move",
    Line("deal {hands}", Deal, hands=Either(HIDDEN, Several(_HAND, range(1, PLAYERS.stop), " / ", _deal))),
    Line("turn {card}", Turn, card=_CARD),
    Line("draw {cards}", Draw, cards=Either(HIDDEN, Several(_CARD, range(1, HAND + 1)))),
    Line(
        "lay {card} {source} {target}",
        Lay,
        card=_FACE,
        source=words(HAND_PLACE, *STOCK_AT, *DISCARD_AT),
        target=_BUILD,
        turned=always(None),
    ),
    Line("lay {card} hand {target}", Lay, card=HIDDEN, source=always(HAND_PLACE), target=_BUILD, turned=always(None)),
    Line("lay {card} {source} {target} turn {turned}", Lay, card=_FACE, source=_STOCK, target=_BUILD, turned=_CARD),
    Line("discard {card} {target}", Discard, card=_FACE, target=words(*DISCARD_AT)),
    Line("penalty {seat} {cards}", Penalty, seat=seats(PLAYERS), cards=Several(_CARD, range(1, PENALTY + 1))),
    Line("end", End),
)

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read
_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

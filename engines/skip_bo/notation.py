"""Moves of Skip-Bo as lines of a record."""

from collections.abc import Sequence

from engines.contract import BadRecord
from engines.messages import message
from engines.record import MoveLines
from engines.skip_bo.dealing import start
from engines.skip_bo.rules import play
from engines.skip_bo.state import (
    BUILD_AT,
    DISCARD_AT,
    END,
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

_OPEN = "?"
_CARDS = {face: face for face in FACES} | {_OPEN: UNKNOWN}
_SOURCES = {HAND_PLACE, *STOCK_AT, *DISCARD_AT}
_SEATS = {str(seat + 1): seat for seat in range(PLAYERS.stop - 1)}


def move_to_text(move: Move) -> str:
    """A move as a line of the record.

    >>> move_to_text(Lay("7", "stock/1", "build/2", "wild")), move_to_text(Penalty(2, (UNKNOWN, "4")))
    ('lay 7 stock/1 build/2 turn wild', 'penalty 3 ? 4')
    """
    match move:
        case Deal(hands):
            line = f"deal {_OPEN if isinstance(hands, str) else ' / '.join(map(_written, hands))}"
        case Turn(card):
            line = f"turn {_written(card)}"
        case Draw(cards):
            line = f"draw {_written(cards)}"
        case Lay(card, source, target, turned):
            line = f"lay {_written(card)} {source} {target}" + (f" turn {_written(turned)}" if turned else "")
        case Discard(card, target):
            line = f"discard {_written(card)} {target}"
        case Penalty(seat, cards):
            line = f"penalty {seat + 1} {_written(cards)}"
        case End():
            line = "end"
    return line


def _written(cards: Cards | str) -> str:
    """A card or several."""
    return " ".join((cards,) if isinstance(cards, str) else cards).replace(UNKNOWN, _OPEN)


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    move: Move | None = None
    match text.split():
        case ["deal", *words] if hands := _hands(words):
            move = Deal(UNKNOWN if set(hands) == {UNKNOWN} else hands)
        case ["turn", card] if card in _CARDS:
            move = Turn(_CARDS[card])
        case ["draw", "?"]:
            move = Draw(UNKNOWN)
        case ["draw", *cards] if len(cards) <= HAND and (drawn := _cards(cards)):
            move = Draw(drawn)
        case ["lay", card, source, target] if card in FACES and source in _SOURCES and target in BUILD_AT:
            move = Lay(card, source, target)
        case ["lay", "?", "hand", target] if target in BUILD_AT:
            move = Lay(UNKNOWN, HAND_PLACE, target)
        case ["lay", card, source, target, "turn", turned] if (
            card in FACES and source in STOCK_AT and target in BUILD_AT and turned in _CARDS
        ):
            move = Lay(card, source, target, _CARDS[turned])
        case ["discard", card, target] if card in FACES and target in DISCARD_AT:
            move = Discard(card, target)
        case ["end"]:
            move = END
        case ["penalty", seat, *cards] if seat in _SEATS and len(cards) <= PENALTY and (given := _cards(cards)):
            move = Penalty(_SEATS[seat], given)
    if move is None:
        raise BadRecord(message("skip_bo.bad_move", text=text[:60]))
    return move


def _cards(words: Sequence[str]) -> Cards:
    """Cards of a line; none when a word is no card."""
    return tuple(_CARDS[word] for word in words) if all(word in _CARDS for word in words) else ()


def _hands(words: Sequence[str]) -> tuple[Cards | str, ...]:
    """Hands between strokes, `?` for one that is not seen; none when one is no hand."""
    hands = [hand.split() for hand in " ".join(words).split("/")]
    read = tuple(UNKNOWN if hand == [_OPEN] else _cards(hand) for hand in hands)
    fits = len(read) < PLAYERS.stop and all(hand == UNKNOWN or len(hand) == HAND for hand in read)
    return read if fits else ()


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

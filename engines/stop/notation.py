"""Moves of Stop as lines of a record, which the package's docstring explains; as plain data they are the same lines."""

from engines.contract import BadRecord
from engines.messages import message
from engines.record import MoveLines
from engines.stop.cards import FACES, Cards, in_order
from engines.stop.melds import HIGH, LOW, UNREAD
from engines.stop.moves import (
    CALLS,
    NO_WINNER,
    SEVENTY,
    TAKE,
    Call,
    Deal,
    Discard,
    Draw,
    LayOff,
    Lot,
    Meld,
    Move,
    Pon,
    Show,
    Take,
)
from engines.stop.rules import play
from engines.stop.state import OPTIONS, PLAYERS, SEATS, start
from engines.vocabulary import UNKNOWN

_SEATS = {str(seat + 1): seat for seat in range(SEATS)}
_CALLS = {"70" if what == SEVENTY else what: what for what in CALLS}
_WORD = {what: word for word, what in _CALLS.items()}
_PONS = {"pon": 3, "kan": 4}
_HIDDEN = "?"
_UNREAD = "unread"  # a discard that was taken before anybody read it
_MELDS = {str(number): number - 1 for number in range(1, 55)}


def move_to_text(move: Move) -> str:
    """A line of the record.

    >>> move_to_text(LayOff("7H", 1, LOW)), move_to_text(Draw(UNKNOWN)), move_to_text(Call(2, "seventy"))
    ('lay 7H on 2 low', 'draw ?', '3 70')
    """
    match move:
        case Lot(card):
            line = f"turn {card}"
        case Deal(hands, stock):
            line = "deal" if isinstance(hands, str) else "deal " + " / ".join(map(_written, (*hands, stock)))
        case Draw(card):
            line = f"draw {_written((card,))}"
        case Take():
            line = "take"
        case Meld(cards):
            line = f"meld {_written(cards)}"
        case LayOff(card, meld, end):
            line = f"lay {card} on {meld + 1}" + f" {LOW}" * (end == LOW)
        case Discard(card):
            line = f"discard {_UNREAD if card == UNKNOWN else card}"
        case Pon(seat, cards):
            line = f"{seat + 1} {'pon' if len(cards) == _PONS['pon'] else 'kan'} {_written(cards)}"
        case Call(seat, what):
            line = f"{seat + 1} {_WORD[what]}"
        case Show(seat, cards):
            line = f"{seat + 1} show {_written(cards)}"
        case _:
            line = "no winner"
    return line


def _written(cards: Cards | str) -> str:
    if isinstance(cards, str):
        return _HIDDEN
    return " ".join(_HIDDEN if card == UNKNOWN else card for card in cards)


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    words = text.split()
    move = _move_of_a_player(words) if words and words[0] in _SEATS else _move_in_turn(words)
    if move is None:
        raise BadRecord(message("stop.bad_move", text=text[:60]))
    return move


def _move_in_turn(words: list[str]) -> Move | None:
    move: Move | None = None
    match words:
        case ["turn", card] if card in FACES:
            move = Lot(card)
        case ["deal", *groups]:
            move = _deal(" ".join(groups))
        case ["draw", card] if card in FACES or card == _HIDDEN:
            move = Draw(UNKNOWN if card == _HIDDEN else card)
        case ["take"]:
            move = TAKE
        case ["meld", *cards] if cards == [_HIDDEN] * len(UNREAD):
            move = Meld(UNREAD)
        case ["meld", *cards] if _are_cards(cards):
            move = Meld(tuple(cards))
        case ["lay", card, "on", number, *end] if card in FACES and number in _MELDS and end in ([], [LOW]):
            move = LayOff(card, _MELDS[number], LOW if end else HIGH)
        case ["discard", card] if card in FACES or card == _UNREAD:
            move = Discard(UNKNOWN if card == _UNREAD else card)
        case ["no", "winner"]:
            move = NO_WINNER
    return move


def _move_of_a_player(words: list[str]) -> Move | None:
    seat = _SEATS[words[0]]
    match words[1:]:
        case [what] if what in _CALLS:
            return Call(seat, _CALLS[what])
        case ["pon" | "kan" as what, *cards] if len(cards) == _PONS[what] and _are_cards(cards):
            return Pon(seat, in_order(cards))
        case ["show", "?"]:
            return Show(seat, UNKNOWN)
        case ["show", *cards] if _are_cards(cards):
            return Show(seat, in_order(cards))
        case _:
            return None


def _deal(text: str) -> Deal | None:
    """`deal` alone, or five hands and the stock with strokes between them."""
    if not text:
        return Deal(UNKNOWN, UNKNOWN)
    groups = [group.split() for group in text.split("/")]
    if len(groups) != SEATS + 1 or not all(group == [_HIDDEN] or _are_cards(group) for group in groups):
        return None
    *hands, stock = [UNKNOWN if group == [_HIDDEN] else tuple(group) for group in groups]
    return Deal(tuple(in_order(hand) if isinstance(hand, tuple) else hand for hand in hands), stock)


def _are_cards(words: list[str]) -> bool:
    return bool(words) and all(word in FACES for word in words)


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json

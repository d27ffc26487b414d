"""What a camera must see of Stop, and what each player may know."""

from dataclasses import replace

from engines.stop.cards import FACES, Cards, in_order
from engines.stop.moves import Deal, Draw, Move
from engines.stop.state import Seat, State, unknown
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN, Layout, Look


def view(state: State, player: int | None) -> State:
    """What one player may know: his own hand, what he has drawn, and what everybody has seen."""
    return replace(
        state,
        seed=None,
        stock=unknown(len(state.stock)),
        drawn=UNKNOWN if state.drawn is not None and state.turn != player else state.drawn,
        seats=tuple(seat if at == player else _closed(seat) for at, seat in enumerate(state.seats)),
    )


def _closed(seat: Seat) -> Seat:
    return replace(seat, hand=in_order((*seat.shown, *unknown(len(seat.hand) - len(seat.shown)))))


def observed(state: State, move: Move, player: int | None) -> Move:
    """What one player learns of a move: his own cards of a deal, and what he draws himself."""
    match move:
        case Deal(hands, _):
            if isinstance(hands, str) or player is None:
                return Deal(UNKNOWN, UNKNOWN)
            return Deal(tuple(hand if at == player else UNKNOWN for at, hand in enumerate(hands)), UNKNOWN)
        case Draw() if state.turn != player:
            return Draw(UNKNOWN)
        case _:
            return move


_ANY_CARD: Look = frozenset(FACES)


def layout(state: State) -> Layout:
    """The `stock`, the top of the `river`, and face up: `lot/1` …, melds `meld/1/1` … and hands shown `cards/1/1` ….

    Melds are counted as they were laid, their cards from low to high; lots and hands go by player.
    """
    found: dict[str, Look] = {
        "stock": FACE_DOWN if state.stock else NOTHING,
        "river": _look(state.river[-1]) if state.river else NOTHING,
    }
    for seat, card in enumerate(state.lots, start=1):
        found[f"lot/{seat}"] = _look(card)
    for count, laid in enumerate(state.melds, start=1):
        found |= _row(f"meld/{count}", laid.cards)
    for at in state.opened:
        found |= _row(f"cards/{at + 1}", state.seats[at].hand)
    return found


def _row(place: str, cards: Cards) -> dict[str, Look]:
    return {f"{place}/{count}": _look(card) for count, card in enumerate(cards, start=1)}


def _look(card: str) -> Look:
    return _ANY_CARD if card == UNKNOWN else frozenset({card})

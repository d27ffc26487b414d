"""Who knows what: the table as one player or the camera sees it, and what each learns of a move."""

from dataclasses import replace

from engines.skip_bo.moves import BUILD, DISCARDS, STOCKS, Deal, Draw, Move, Penalty
from engines.skip_bo.state import Cards, State
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN, WILD, Layout, Look


def view(state: State, player: int | None) -> State:
    """Hidden are the draw pile, the others' hands and what lies unseen in the stocks; None for what the table shows."""
    return replace(
        state,
        draw=(UNKNOWN,) * len(state.draw),
        hands=tuple(hand if seat == player else (UNKNOWN,) * len(hand) for seat, hand in enumerate(state.hands)),
        stocks=tuple(map(_covered, state.stocks, state.shown)),
        chance=None,
    )


def _covered(stock: Cards, shown: tuple[int, ...]) -> Cards:
    """A stock of which only some cards have been seen."""
    cards = [UNKNOWN] * len(stock)
    for at in shown:
        cards[at] = stock[at]
    return tuple(cards)


def observed(state: State, move: Move, player: int | None) -> Move:
    """A hand is dealt to its player and he draws for himself; a covered penalty card is seen by nobody (K-9)."""
    match move:
        case Deal(hands) if not isinstance(hands, str):
            own = tuple(hand if seat == player else UNKNOWN for seat, hand in enumerate(hands))
            return Deal(UNKNOWN if set(own) == {UNKNOWN} else own)
        case Draw() if player != state.seat:
            return Draw(UNKNOWN)
        case Penalty(seat, cards):
            return Penalty(seat, (*[UNKNOWN] * (len(cards) - 1), cards[-1]))
    return move


DRAW_PLACE = "draw"


def layout(state: State) -> Layout:
    """Draw pile, building piles, stocks, and each card of the discard piles, which lie fanned out.

    `discard/2/4/1` is the lowest card of the second player's fourth pile; the place after the last card is empty.
    """
    places = {DRAW_PLACE: FACE_DOWN if state.draw else NOTHING}
    places |= {place: _top(pile) for place, pile in zip(BUILD, state.builds, strict=True)}
    for seat, stock in enumerate(state.stocks):
        turned = state.shown[seat][-1:] == (len(stock) - 1,)
        places[STOCKS[seat]] = _top(stock) if turned or not stock else FACE_DOWN
        for place, pile in zip(DISCARDS[seat], state.discards[seat], strict=True):
            places |= {f"{place}/{at}": frozenset({card}) for at, card in enumerate(pile, start=1)}
            places[f"{place}/{len(pile) + 1}"] = NOTHING
    return places


def _top(pile: Cards) -> Look:
    if pile[-1:] == (UNKNOWN,):
        return frozenset({str(len(pile)), WILD})
    return frozenset(pile[-1:]) or NOTHING

"""The greedy bot of Skip-Bo: plays from the stock whenever possible, then what fits, and keeps its wild cards."""

from dataclasses import replace

from engines.skip_bo.rules import mover, moves
from engines.skip_bo.state import (
    BUILD_AT,
    DISCARDS,
    END,
    HAND_PLACE,
    RANK,
    STOCK_AT,
    Deal,
    Discard,
    Draw,
    Lay,
    Move,
    State,
    Turn,
)
from engines.vocabulary import UNKNOWN, WILD

_DUE: dict[str, Move] = {"deal": Deal(UNKNOWN), "turn": Turn(UNKNOWN), "draw": Draw(UNKNOWN)}


def greedy(state: State, player: int) -> Move | None:
    """The move of the bot; a card that is turned up is `UNKNOWN` in it. None while it waits for others."""
    due = state.phase
    if due == "play":
        return (_lay(state) or _discard(state)) if player == state.seat else None
    move = _DUE.get(due)
    return move if move is not None and mover(state, move) == player else None


def _lay(state: State) -> Lay | None:
    """The best card to lay; None where none is worth laying."""
    lays = [move for move in moves(state) if isinstance(move, Lay)]
    best = max(lays, key=lambda lay: _worth(state, lay), default=None)
    if best is None or not _worth(state, best):
        return None
    return best if best.turned is None else replace(best, turned=UNKNOWN)


def _worth(state: State, lay: Lay) -> int:
    """Rates a lay: own stock, partner's, hand, discard piles; a wild only to free a stock, or from a hand of wilds."""
    if lay.source in STOCK_AT:
        return 6 if STOCK_AT[lay.source] == state.seat else 5
    if lay.card != WILD:
        return 4 if lay.source == HAND_PLACE else 3
    after = str(len(state.builds[BUILD_AT[lay.target]]) + 2)
    if any((after,) == state.stocks[owner][-1:] for owner in state.team(state.seat)):
        return 2
    return int(set(state.hands[state.seat]) == {WILD})


def _discard(state: State) -> Move:
    """The discard that keeps the piles tidiest; without a card in the hand the end of the turn."""
    tidy = [
        (_tidiness(pile, card), Discard(card, place))
        for card in state.hands[state.seat]
        for place, pile in zip(DISCARDS[state.seat], state.discards[state.seat], strict=True)
    ]
    return max(tidy, key=lambda rated: rated[0])[1] if tidy else END


def _tidiness(pile: tuple[str, ...], card: str) -> tuple[int, int]:
    """Rates a discard: on the same number, the next higher, an empty place, anywhere; high cards first, a wild last."""
    if card == WILD:
        return -1, 0
    if not pile:
        return 1, RANK[card]
    step = RANK[pile[-1]] - RANK[card]
    return (3 if step == 0 else 2 if step == 1 else 0), RANK[card]

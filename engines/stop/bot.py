"""The greedy bot of Stop: takes every win, keeps pairs together, melds what it can, stops when it has few points."""

from collections import Counter

from engines.stop.calls import calls, pons
from engines.stop.cards import HAND, JOKER, POINTS, Cards, number_of, rank_of, suit_of, total
from engines.stop.melds import all_melds
from engines.stop.moves import (
    NO_WINNER,
    RIICHI,
    STOP,
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
)
from engines.stop.state import CALLED, DEAL, DISCARD, LAST, LOTS, TURN, State
from engines.stop.turns import turn_moves
from engines.vocabulary import UNKNOWN

LITTLE = 3  # points a card of whoever has fewest cards, with less than which he calls Stop
PAIRS_TO_KEEP = 3  # with so many pairs he stays closed and waits for riichi


def greedy(state: State, player: int) -> Move | None:
    """Wins when he can; lets others win on a discard; in turn draws, melds, and discards what is worth most."""
    if state.phase in (LOTS, DEAL):
        return _to_begin(state) if player == state.turn else None
    own = calls(state, [player])
    if wins := [call for call in own if call.what not in (STOP, RIICHI)]:
        return wins[0]
    if player in state.pending:
        return Show(player, state.seats[player].hand)
    if state.phase == LAST:
        return NO_WINNER if player == state.last else None
    if state.phase == TURN:
        return _before_drawing(state, player, own)
    return _after_drawing(state, own) if player == state.turn and state.phase in (DISCARD, CALLED) else None


def _to_begin(state: State) -> Move:
    return Lot(UNKNOWN) if state.phase == LOTS else Deal(UNKNOWN, UNKNOWN)


def _before_drawing(state: State, player: int, own: list[Call]) -> Move | None:
    hand = state.seats[player].hand
    if Call(player, STOP) in own and _has_little(state, player):
        return Call(player, STOP)
    if _pairs(hand) < PAIRS_TO_KEEP and (pon := _dearest_pon(state, player)):
        return pon
    if player != state.turn:
        return None
    return TAKE if _can_use(state, hand) else Draw(UNKNOWN)


def _has_little(state: State, player: int) -> bool:
    """Whether his points are so few that the others, by their cards, should have more."""
    fewest = min(len(seat.hand) for at, seat in enumerate(state.seats) if at != player)
    return total(state.seats[player].hand) < LITTLE * fewest


def _dearest_pon(state: State, player: int) -> Pon | None:
    return max(pons(state, [player]), key=lambda pon: len(pon.cards), default=None)


def _can_use(state: State, hand: Cards) -> bool:
    """Whether the discard makes a meld with the hand at once, and a card is left to discard."""
    top = state.top
    if top is None or state.seats[state.turn].riichi or _pairs(hand) >= PAIRS_TO_KEEP:
        return False
    return any(top in meld and len(meld) <= len(hand) for meld in all_melds((*hand, top), state.rules.around))


def _after_drawing(state: State, own: list[Call]) -> Move:
    if own:
        return own[0]
    legal = turn_moves(state)
    hand = state.seats[state.turn].hand
    opening = [move for move in legal if isinstance(move, Meld | LayOff)]
    if opening and _pairs(hand) < PAIRS_TO_KEEP:
        return max(opening, key=_points_laid)
    discards = [move for move in legal if isinstance(move, Discard)]
    return max(discards, key=lambda move: _to_spare(hand, move.card))


def _points_laid(move: Meld | LayOff) -> int:
    return total(move.cards if isinstance(move, Meld) else (move.card,))


def _pairs(hand: Cards) -> int:
    """How many pairs a closed hand has, jokers helping; none where cards have been laid open."""
    ranks = Counter(rank_of(card) for card in hand if card != UNKNOWN)
    jokers = ranks.pop(JOKER, 0)
    return 0 if len(hand) < HAND else sum(count >= 2 for count in ranks.values()) + jokers


def _to_spare(hand: Cards, card: str) -> tuple[bool, int, int]:
    """How gladly a card is discarded: singles before pairs and neighbours, then by points; a joker last of all."""
    if card == JOKER:
        return False, -1, 0
    others = [other for other in hand if other not in (card, JOKER, UNKNOWN)]
    same = sum(rank_of(other) == rank_of(card) for other in others)
    near = sum(suit_of(other) == suit_of(card) and abs(number_of(other) - number_of(card)) <= 2 for other in others)
    return True, -2 * min(same, 1) - min(near, 1), POINTS[card]

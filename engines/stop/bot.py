"""Computer players of Stop in three strengths, which know only their own view.

All take every win, keep pairs together and meld what they can. The greedy one, of medium strength, calls Stop when it
has few points for the number of cards that others hold. The strong one calls Stop when that pays on average over
sampled deals of the hidden cards, and avoids discards on which a player in riichi may win. The easy one never calls
Stop and discards at random.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engines.bots import EASY, STRONG
from engines.stop.calls import calls, pons
from engines.stop.cards import (
    HAND,
    JOKER,
    POINTS,
    RANKS,
    SUITS,
    Cards,
    number_of,
    rank_of,
    suit_of,
    total,
)
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
from engines.stop.payment import FROM_EACH, FROM_ONE
from engines.stop.state import SEATS, Phase, Seat, State
from engines.stop.turns import turn_moves
from engines.vocabulary import UNKNOWN

MAX_POINTS_TO_STOP = 3  # per card of the opponent with fewest cards; with fewer points he calls Stop
MIN_PAIRS_TO_KEEP = 3  # pairs with which he keeps his hand closed for riichi
# Of the strong player, tuned by `jarapon bench computers`.
MAX_POINTS_TO_WEIGH = 5.5  # per card of the opponent with fewest cards; with more points Stop is not considered
SAMPLED_DEALS = 60  # of the hidden cards
WEIGHT_LOSS = 0.2  # loss of the weight of a card in hidden hands, for each turn played and each of its points
MIN_STOP_GAIN = 0.3  # expected coins
POINTS_A_COIN = 10  # points in his hand that weigh as much as an expected coin


@dataclass(frozen=True)
class _Strategy:
    """What differs between the strengths."""

    calls_stop: Callable[[State, int], bool]  # in a state, as a player
    rate_discard: Callable[[State, Cards, str], tuple[float, ...]]  # of a card of a hand; the greatest is discarded


def choose(state: State, player: int, strength: str) -> Move | None:
    """The move of a computer player of this strength in his own view; None while he waits for others."""
    return _choose(state, player, {EASY: _EASY, STRONG: _STRONG}.get(strength, _GREEDY))


def greedy(state: State, player: int) -> Move | None:
    """Takes every win; else in turn draws, melds, and discards the card worth most, whoever may win on it."""
    return _choose(state, player, _GREEDY)


def _choose(state: State, player: int, strategy: _Strategy) -> Move | None:
    if state.phase in (Phase.LOTS, Phase.DEAL):
        return _opening(state) if player == state.turn else None
    own = calls(state, [player])
    if wins := [call for call in own if call.what not in (STOP, RIICHI)]:
        return wins[0]
    if player in state.showdown.pending:
        return Show(player, state.seats[player].hand)
    if state.phase == Phase.LAST:
        return NO_WINNER if player == state.last else None
    if state.phase == Phase.TURN:
        return _before_drawing(state, player, own, strategy)
    may_discard = player == state.turn and state.phase in (Phase.DISCARD, Phase.CALLED)
    return _after_drawing(state, own, strategy) if may_discard else None


def _opening(state: State) -> Move:
    return Lot(UNKNOWN) if state.phase == Phase.LOTS else Deal(UNKNOWN, UNKNOWN)


def _before_drawing(state: State, player: int, own: list[Call], strategy: _Strategy) -> Move | None:
    hand = state.seats[player].hand
    if Call(player, STOP) in own and strategy.calls_stop(state, player):
        return Call(player, STOP)
    if _pairs(hand) < MIN_PAIRS_TO_KEEP and (pon := _dearest_pon(state, player)):
        return pon
    if player != state.turn:
        return None
    return TAKE if _can_use(state, hand) else Draw(UNKNOWN)


def _has_little(state: State, player: int) -> bool:
    """Whether his points are few, so that by their number of cards the others should have more."""
    return total(state.seats[player].hand) < MAX_POINTS_TO_STOP * min(len(seat.hand) for seat in _others(state, player))


def _others(state: State, player: int) -> list[Seat]:
    return [seat for at, seat in enumerate(state.seats) if at != player]


def _dearest_pon(state: State, player: int) -> Pon | None:
    return max(pons(state, [player]), key=lambda pon: len(pon.cards), default=None)


def _can_use(state: State, hand: Cards) -> bool:
    """Whether the discard makes a meld with the hand at once, and a card is left to discard."""
    top = state.top
    if top is None or state.seats[state.turn].riichi or _pairs(hand) >= MIN_PAIRS_TO_KEEP:
        return False
    return any(top in meld and len(meld) <= len(hand) for meld in all_melds((*hand, top), state.house.around))


def _after_drawing(state: State, own: list[Call], strategy: _Strategy) -> Move:
    if own:
        return own[0]
    legal = turn_moves(state)
    hand = state.seats[state.turn].hand
    opening = [move for move in legal if isinstance(move, Meld | LayOff)]
    if opening and _pairs(hand) < MIN_PAIRS_TO_KEEP:
        return max(opening, key=_points_laid)
    discards = [move for move in legal if isinstance(move, Discard)]
    return max(discards, key=lambda move: strategy.rate_discard(state, hand, move.card))


def _points_laid(move: Meld | LayOff) -> int:
    return total(move.cards if isinstance(move, Meld) else (move.card,))


def _pairs(hand: Cards) -> int:
    """How many pairs a closed hand has, jokers helping; none where cards have been laid open."""
    ranks = Counter(rank_of(card) for card in hand if card != UNKNOWN)
    jokers = ranks.pop(JOKER, 0)
    return 0 if len(hand) < HAND else sum(count >= 2 for count in ranks.values()) + jokers


def _rate_discard(_: State, hand: Cards, card: str) -> tuple[float, ...]:
    """Rates a discard: singles before pairs and neighbours, then by points; a joker last."""
    if card == JOKER:
        return False, -1, 0
    others = [other for other in hand if other not in (card, JOKER, UNKNOWN)]
    same = sum(rank_of(other) == rank_of(card) for other in others)
    near = sum(suit_of(other) == suit_of(card) and abs(number_of(other) - number_of(card)) <= 2 for other in others)
    return True, -2 * min(same, 1) - min(near, 1), POINTS[card]


def _pays_to_stop(state: State, player: int) -> bool:
    """Whether Stop gains coins on average over sampled deals of the hidden cards."""
    own, others = state.seats[player].hand, _others(state, player)
    if total(own) > MAX_POINTS_TO_WEIGH * min(len(seat.hand) for seat in others):
        return False
    pool = [card for card, count in state.unseen.items() for _ in range(count)]
    turns = state.discards / SEATS
    inverse_weights = [1 + WEIGHT_LOSS * turns * POINTS[card] for card in pool]
    pick = random.Random(f"{player} {own} {state.river}")
    worth = 0.0
    for _ in range(SAMPLED_DEALS):
        # weighted sampling without replacement (Efraimidis and Spirakis)
        order = sorted(range(len(pool)), key=lambda at: -(pick.random() ** inverse_weights[at]))
        worth += _worth_of_stop(own, others, [pool[at] for at in order])
    return worth / SAMPLED_DEALS > MIN_STOP_GAIN


def _worth_of_stop(own: Cards, others: list[Seat], dealt: list[str]) -> int:
    """The coins that a Stop gains if the hidden cards of the others are these (S-11, S-12, S-18)."""
    lower = won = taken = 0
    for seat in others:
        hidden = len(seat.hand) - len(seat.shown)
        hand = (*seat.shown, *dealt[taken : taken + hidden])
        taken += hidden
        doubled = 2 ** hand.count(JOKER)
        lower += total(hand) * doubled <= total(own)
        won += FROM_EACH * doubled
    return -FROM_ONE * lower * 2 ** own.count(JOKER) if lower else won


def _rate_safe_discard(state: State, hand: Cards, card: str) -> tuple[float, ...]:
    """Rates a discard, less the coins at risk if a player in riichi waits for the card."""
    is_plain, alone, points = _rate_discard(state, hand, card)
    risk = sum(_risk(state, seat, card) for at, seat in enumerate(state.seats) if at != state.turn and seat.riichi)
    return (is_plain, POINTS_A_COIN * (alone - risk * 2 ** hand.count(JOKER)) + points)


def _risk(state: State, seat: Seat, card: str) -> float:
    """The expected cost in coins of a discard for which a player in riichi may wait (S-9)."""
    coins = float(FROM_ONE * (2 if seat.one_shot else 1))
    if card == JOKER:
        return coins
    own = set(map(rank_of, seat.discarded))
    if rank_of(card) in own:
        return 0.0
    left = sum(state.unseen[rank_of(card) + suit] for suit in SUITS)
    return coins * (2 + left) / len(SUITS) / len(set(RANKS) - own)


def _never(_: State, __: int) -> bool:
    return False


def _rate_at_random(state: State, hand: Cards, card: str) -> tuple[float, ...]:
    """Rates discards at random, differently in each turn; a joker last."""
    return (card != JOKER, random.Random(f"{hand} {len(state.river)} {card}").random())


_GREEDY = _Strategy(_has_little, _rate_discard)
_STRONG = _Strategy(_pays_to_stop, _rate_safe_discard)
_EASY = _Strategy(_never, _rate_at_random)

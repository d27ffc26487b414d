"""Computer players of Stop in three strengths, which know no more than their own view.

All take every win, keep pairs together and meld what they can. The greedy one, of medium strength, calls Stop when it
has few points for its cards. The strong one deals the cards that it cannot see again and again, and calls Stop when
that pays on average; and it keeps back what may win for a player in riichi. The easy one never calls Stop and discards
anything.
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

MAX_POINTS_TO_STOP = 3  # points a card of whoever has fewest cards; with less he calls Stop
MIN_PAIRS_TO_KEEP = 3  # with so many pairs he stays closed and waits for riichi
# Of the strong one, tried out by `jarapon bench computers`.
MAX_POINTS_TO_WEIGH = 5.5  # points a card of whoever has fewest cards; with more he does not weigh a Stop
SAMPLED_DEALS = 60  # of the cards that are not seen
WEIGHT_LOSS = 0.2  # how much less likely a card is still in a hand, for each turn played and each of its points
MIN_STOP_GAIN = 0.3  # coins on average
POINTS_A_COIN = 10  # points in his hand for which he would risk a coin


@dataclass(frozen=True)
class _Manner:
    """What differs between the strengths: when he calls Stop, and how gladly he discards a card."""

    stops: Callable[[State, int], bool]
    spares: Callable[[State, Cards, str], tuple[float, ...]]


def choose(state: State, player: int, strength: str) -> Move | None:
    """The move of a computer player of this strength in his own view; None while he waits for others."""
    return _choose(state, player, {EASY: _EASY, STRONG: _STRONG}.get(strength, _GREEDY))


def greedy(state: State, player: int) -> Move | None:
    """Wins when he can; lets others win on a discard; in turn draws, melds, and discards what is worth most."""
    return _choose(state, player, _GREEDY)


def _choose(state: State, player: int, manner: _Manner) -> Move | None:
    if state.phase in (Phase.LOTS, Phase.DEAL):
        return _to_begin(state) if player == state.turn else None
    own = calls(state, [player])
    if wins := [call for call in own if call.what not in (STOP, RIICHI)]:
        return wins[0]
    if player in state.showdown.pending:
        return Show(player, state.seats[player].hand)
    if state.phase == Phase.LAST:
        return NO_WINNER if player == state.last else None
    if state.phase == Phase.TURN:
        return _before_drawing(state, player, own, manner)
    may_discard = player == state.turn and state.phase in (Phase.DISCARD, Phase.CALLED)
    return _after_drawing(state, own, manner) if may_discard else None


def _to_begin(state: State) -> Move:
    return Lot(UNKNOWN) if state.phase == Phase.LOTS else Deal(UNKNOWN, UNKNOWN)


def _before_drawing(state: State, player: int, own: list[Call], manner: _Manner) -> Move | None:
    hand = state.seats[player].hand
    if Call(player, STOP) in own and manner.stops(state, player):
        return Call(player, STOP)
    if _pairs(hand) < MIN_PAIRS_TO_KEEP and (pon := _dearest_pon(state, player)):
        return pon
    if player != state.turn:
        return None
    return TAKE if _can_use(state, hand) else Draw(UNKNOWN)


def _has_little(state: State, player: int) -> bool:
    """Whether his points are so few that the others, by their cards, should have more."""
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


def _after_drawing(state: State, own: list[Call], manner: _Manner) -> Move:
    if own:
        return own[0]
    legal = turn_moves(state)
    hand = state.seats[state.turn].hand
    opening = [move for move in legal if isinstance(move, Meld | LayOff)]
    if opening and _pairs(hand) < MIN_PAIRS_TO_KEEP:
        return max(opening, key=_points_laid)
    discards = [move for move in legal if isinstance(move, Discard)]
    return max(discards, key=lambda move: manner.spares(state, hand, move.card))


def _points_laid(move: Meld | LayOff) -> int:
    return total(move.cards if isinstance(move, Meld) else (move.card,))


def _pairs(hand: Cards) -> int:
    """How many pairs a closed hand has, jokers helping; none where cards have been laid open."""
    ranks = Counter(rank_of(card) for card in hand if card != UNKNOWN)
    jokers = ranks.pop(JOKER, 0)
    return 0 if len(hand) < HAND else sum(count >= 2 for count in ranks.values()) + jokers


def _to_spare(_: State, hand: Cards, card: str) -> tuple[float, ...]:
    """How gladly a card is discarded: singles before pairs and neighbours, then by points; a joker last of all."""
    if card == JOKER:
        return False, -1, 0
    others = [other for other in hand if other not in (card, JOKER, UNKNOWN)]
    same = sum(rank_of(other) == rank_of(card) for other in others)
    near = sum(suit_of(other) == suit_of(card) and abs(number_of(other) - number_of(card)) <= 2 for other in others)
    return True, -2 * min(same, 1) - min(near, 1), POINTS[card]


def _pays_to_stop(state: State, player: int) -> bool:
    """Whether Stop brings coins on average, over many ways in which the cards that he cannot see may lie."""
    own, others = state.seats[player].hand, _others(state, player)
    if total(own) > MAX_POINTS_TO_WEIGH * min(len(seat.hand) for seat in others):
        return False
    pool = [card for card, count in state.unseen.items() for _ in range(count)]
    turns = state.discards / SEATS
    heavy = [1 + WEIGHT_LOSS * turns * POINTS[card] for card in pool]  # Efraimidis and Spirakis: weights of 1 / heavy
    pick = random.Random(f"{player} {own} {state.river}")
    worth = 0.0
    for _ in range(SAMPLED_DEALS):
        order = sorted(range(len(pool)), key=lambda at: -(pick.random() ** heavy[at]))
        worth += _worth_of_stop(own, others, [pool[at] for at in order])
    return worth / SAMPLED_DEALS > MIN_STOP_GAIN


def _worth_of_stop(own: Cards, others: list[Seat], dealt: list[str]) -> int:
    """The coins of a Stop where the hidden cards of the others are these (S-11, S-12, S-18)."""
    lower = won = taken = 0
    for seat in others:
        hidden = len(seat.hand) - len(seat.shown)
        hand = (*seat.shown, *dealt[taken : taken + hidden])
        taken += hidden
        doubled = 2 ** hand.count(JOKER)
        lower += total(hand) * doubled <= total(own)
        won += FROM_EACH * doubled
    return -FROM_ONE * lower * 2 ** own.count(JOKER) if lower else won


def _safely_to_spare(state: State, hand: Cards, card: str) -> tuple[float, ...]:
    """How gladly a card is discarded, less what it may cost if a player in riichi waits for it."""
    is_plain, alone, points = _to_spare(state, hand, card)
    risk = sum(_risk(state, seat, card) for at, seat in enumerate(state.seats) if at != state.turn and seat.riichi)
    return (is_plain, POINTS_A_COIN * (alone - risk * 2 ** hand.count(JOKER)) + points)


def _risk(state: State, seat: Seat, card: str) -> float:
    """The coins that a discard costs on average when it may be the card that a player in riichi waits for (S-9)."""
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


def _any_card(state: State, hand: Cards, card: str) -> tuple[float, ...]:
    """Some order of the cards, another one in each turn."""
    return (card != JOKER, random.Random(f"{hand} {len(state.river)} {card}").random())


_GREEDY = _Manner(_has_little, _to_spare)
_STRONG = _Manner(_pays_to_stop, _safely_to_spare)
_EASY = _Manner(_never, _any_card)

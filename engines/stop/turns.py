"""A turn of Stop: drawing or taking, melding, laying off and discarding (S-1 to S-4, S-19)."""

from collections import Counter
from dataclasses import replace

from engines.hands import replaced, without
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.dealing import off_the_stock
from engines.stop.melds import ENDS, UNREAD, all_melds, arranged, extended, fitting
from engines.stop.moves import TAKE, Discard, Draw, LayOff, Meld, Move, check_face, refused
from engines.stop.payment import STAKE, booked
from engines.stop.state import Laid, Phase, Seat, State, after, unknown
from engines.stop.waits import could_wait
from engines.vocabulary import UNKNOWN


def draw(state: State, card: str) -> State:
    """The top card of the stock goes to the hand (S-1)."""
    drawn = off_the_stock(state, card)
    seat = state.seats[state.turn]
    seats = replaced(state.seats, state.turn, replace(seat, hand=in_order((*seat.hand, drawn))))
    return replace(state, seats=seats, stock=state.stock[1:], phase=Phase.DISCARD, drawn=drawn, last=None)


def take(state: State) -> State:
    """The last discard goes to the hand, where everybody knows it unless it was not read; raises `IllegalMove`.

    Not allowed on the very first turn or in riichi (S-1).
    """
    seat, top, player = state.seats[state.turn], state.top, state.players[state.turn]
    if top is None:
        raise refused("nothing_to_take", player=player)
    if seat.riichi:
        raise refused("frozen_take", player=player)
    taken = None if top == UNKNOWN else top
    shown = seat.shown if taken is None else in_order((*seat.shown, taken))
    seats = replaced(state.seats, state.turn, replace(seat, hand=in_order((*seat.hand, top)), shown=shown))
    return replace(state, seats=seats, river=state.river[:-1], phase=Phase.DISCARD, taken=taken, last=None)


def meld(state: State, cards: Cards) -> State:
    """Three or more cards of a rank, or in a row of one suit, lie open (S-3); raises `IllegalMove`."""
    _check_melds(state)
    lying = cards if cards == UNREAD else arranged(cards, state.house.around)
    if lying is None:
        for card in cards:
            check_face(card)
        raise refused("no_meld", player=state.players[state.turn])
    return replace(_laid_open(state, lying), melds=(*state.melds, Laid(state.turn, lying)))


def lay_off(state: State, card: str, at: int, end: str) -> State:
    """A single card, never a joker, goes to any open meld of any player (S-4); raises `IllegalMove`."""
    _check_melds(state)
    check_face(card)
    if at not in range(len(state.melds)) or end not in ENDS:
        raise refused("no_such_meld", meld=at + 1, melds=len(state.melds))
    if card == JOKER:
        raise refused("joker_alone", player=state.players[state.turn])
    on = state.melds[at]
    longer = extended(on.cards, card, end, state.house.around)
    if longer is None:
        raise refused("not_fitting", player=state.players[state.turn], card=card, meld=at + 1)
    melds = replaced(state.melds, at, replace(on, cards=longer))
    return replace(_laid_open(state, (card,)), melds=melds)


def _check_melds(state: State) -> None:
    """Raises `IllegalMove` where the player in turn may not meld or lay off: in riichi (S-8)."""
    seat, player = state.seats[state.turn], state.players[state.turn]
    if seat.riichi:
        raise refused("frozen_meld", player=player)
    if seat.declared:
        raise refused("declared", player=player)


def _laid_open(state: State, cards: Cards) -> State:
    """Cards leave the hand of the player in turn, who must keep one that he may discard (S-19)."""
    seat, player = state.seats[state.turn], state.players[state.turn]
    if cards == UNREAD:
        return _laid_open_unread(state, seat)
    hand = released(state, seat.hand, cards)
    taken = None if state.taken in cards else state.taken
    if not hand:
        raise refused("nothing_left", player=player)
    if hand == (taken,):
        raise refused("only_taken_left", player=player, card=hand[0])
    seats = replaced(state.seats, state.turn, replace(seat, hand=hand, shown=less(seat.shown, cards)))
    return replace(state, seats=seats, taken=taken)


def _laid_open_unread(state: State, seat: Seat) -> State:
    """An unread meld leaves the hand, after which none of its cards is known."""
    player = state.players[state.turn]
    if UNKNOWN not in seat.hand:
        raise refused("name_cards", player=player)
    if len(seat.hand) <= len(UNREAD):
        raise refused("nothing_left", player=player)
    hand = unknown(len(seat.hand) - len(UNREAD))
    return replace(state, seats=replaced(state.seats, state.turn, replace(seat, hand=hand, shown=())), taken=None)


def released(state: State, hand: Cards, cards: Cards, kept: Cards = ()) -> Cards:
    """The hand without some cards, none of them `kept`; raises `IllegalMove` naming one that cannot be in it."""
    left = state.taken_out(hand, cards, kept)
    if left is None:
        lacking = next(card for at, card in enumerate(cards) if state.taken_out(hand, cards[: at + 1], kept) is None)
        raise refused("not_in_hand", card=lacking)
    return left


def less(shown: Cards, cards: Cards) -> Cards:
    """The known cards of a hand that are left after these cards."""
    return in_order((Counter(shown) - Counter(cards)).elements())


def discard(state: State, card: str) -> State:
    """A card goes to the river (S-2); raises `IllegalMove`.

    It may not be the card just taken (S-1); in riichi it must be the one just drawn (S-8). `UNKNOWN` is a card that the
    next player took before it was read.
    """
    seat, player = state.seats[state.turn], state.players[state.turn]
    kept = _kept_back(state, seat)
    if card == UNKNOWN and UNKNOWN in seat.hand:
        return _discarded_unread(state, seat, kept)
    check_face(card)
    if seat.riichi and state.drawn not in (UNKNOWN, card):
        raise refused("frozen_discard", player=player)
    if not seat.riichi and card in kept and state.taken_out(seat.hand, (card,), kept) is None:
        raise refused("just_taken", player=player, card=card)
    hand = released(state, seat.hand, (card,), kept)
    shown = seat.shown if card in kept else less(seat.shown, (card,))
    then = _discarded(state, replace(seat, hand=hand, shown=shown, discarded=(*seat.discarded, card)), card)
    if seat.declared and not could_wait(hand, state.house.pairs_distinct, then.unseen):
        raise refused("not_waiting", player=player, card=card)
    return then


def _discarded_unread(state: State, seat: Seat, kept: Cards) -> State:
    """After an unread discard the hand is unknown, except for cards that the player may not have discarded."""
    hand = in_order((*kept, *unknown(len(seat.hand) - len(kept) - 1)))
    then = _discarded(state, replace(seat, hand=hand, shown=kept, discarded=(*seat.discarded, UNKNOWN)), UNKNOWN)
    if then.phase != Phase.TURN or then.seats[then.turn].riichi:
        raise refused("name_card", player=state.players[state.turn])
    return then


def _kept_back(state: State, seat: Seat) -> Cards:
    """The cards that the player in turn may not discard: the one just taken, or in riichi all known ones."""
    if seat.riichi:
        return seat.shown
    return () if state.taken is None or state.phase == Phase.CALLED else (state.taken,)


def _discarded(state: State, seat: Seat, card: str) -> State:
    """The state after a discard: a pon ends first round and one-shots (S-6), riichi costs a coin and starts one."""
    at, match, stake = state.turn, state.match, STAKE * seat.declared
    now = replace(seat, riichi=seat.riichi or seat.declared, one_shot=seat.declared, declared=False)
    seats = replaced(state.seats, at, now)
    if state.phase == Phase.CALLED:
        seats = tuple(replace(other, one_shot=False) for other in seats)
    phase = Phase.OUT if not now.hand else Phase.TURN if state.stock else Phase.LAST  # S-14, S-21
    return replace(
        state,
        seats=seats,
        phase=phase,
        turn=after(at) if phase == Phase.TURN else at,
        river=(*state.river, card),
        last=at,
        drawn=None,
        taken=None,
        called=state.called or state.phase == Phase.CALLED,
        match=replace(match, ledger=booked(match.ledger, at, "riichi", -stake), stakes=match.stakes + stake),
    )


def turn_moves(state: State) -> list[Move]:
    """The moves of the player in turn with his cards; for an unknown hand, one meld stands for all."""
    seat = state.seats[state.turn]
    if state.phase == Phase.TURN and state.top == UNKNOWN:
        return [TAKE]
    if state.phase == Phase.TURN:
        return [Draw(state.stock[0]), *([TAKE] if state.last is not None and not seat.riichi else [])]
    if state.phase not in (Phase.DISCARD, Phase.CALLED):
        return []
    found: list[Move] = []
    if state.phase == Phase.DISCARD and not seat.riichi and not seat.declared:
        found = [*_melds(state, seat), *_lay_offs(state, seat)]
    return [*found, *_discards(state, seat)]


def _discards(state: State, seat: Seat) -> list[Move]:
    if seat.riichi and state.drawn not in (None, UNKNOWN):
        return [Discard(str(state.drawn))]
    faces = state.could_hold(seat.hand, _kept_back(state, seat))
    if not seat.declared:
        return [Discard(face) for face in faces]
    leaving = waiting_without(state)
    return [Discard(face) for face in faces if (face if face in seat.hand else UNKNOWN) in leaving]


def waiting_without(state: State) -> list[str]:
    """The cards in hand, possibly `UNKNOWN`, without which the rest could be waiting (S-7)."""
    hand, kept, left = state.seats[state.turn].hand, (state.taken,), state.unseen
    free = [card for card in dict.fromkeys(hand) if card not in kept or hand.count(card) > 1]
    return [card for card in free if could_wait(without(hand, card), state.house.pairs_distinct, left)]


def _melds(state: State, seat: Seat) -> list[Move]:
    if UNKNOWN in seat.hand:
        return [Meld(UNREAD)] if len(seat.hand) > len(UNREAD) else []
    return [Meld(cards) for cards in all_melds(seat.hand, state.house.around) if _leaves_one(state, seat, cards)]


def _leaves_one(state: State, seat: Seat, cards: Cards) -> bool:
    """Whether a card stays in hand that may be discarded (S-19, S-1)."""
    left = len(seat.hand) - len(cards)
    return left > 1 or (left == 1 and (state.taken is None or state.taken in cards))


def _lay_offs(state: State, seat: Seat) -> list[Move]:
    held = set(state.could_hold(seat.hand))
    return [
        LayOff(card, at, end)
        for at, laid in enumerate(state.melds)
        for card, end in fitting(laid.cards, state.house.around)
        if card in held and _leaves_one(state, seat, (card,))
    ]

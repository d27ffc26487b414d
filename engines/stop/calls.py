"""The calls Stop, 70, riichi, self-draw, ron, hit, out, pon and kan, and their precedence (S-5 to S-20)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from engines.contract import IllegalMove
from engines.hands import replaced
from engines.stop.cards import HAND, JOKER, SUITS, TEN_POINTS, Cards, in_order, rank_of
from engines.stop.moves import HIT, OUT, RIICHI, RON, SEVENTY, STOP, TSUMO, Call, Pon, refused
from engines.stop.state import SEATS, WINDOWS, Claim, Laid, Phase, Showdown, State, after, steps
from engines.stop.turns import less, released, waiting_without
from engines.stop.waits import could_be_pairs
from engines.vocabulary import UNKNOWN

WHEN = {
    STOP: (Phase.TURN,),
    SEVENTY: (Phase.TURN,),
    RIICHI: (Phase.DISCARD,),
    TSUMO: (Phase.DISCARD,),
    RON: WINDOWS,
    HIT: WINDOWS,
    OUT: (Phase.OUT,),
}
PON, KAN = 3, 4  # cards of one rank


def calls(state: State, callers: Iterable[int] = range(SEATS)) -> list[Call]:
    """Every call that these callers may make now, as far as is known, by kind and seat."""
    found = []
    for what in (what for what, phases in WHEN.items() if state.phase in phases):
        near = _who_may(state, what)
        found += [Call(seat, what) for seat in callers if seat in near and refusal(state, seat, what) is None]
    return found


def _who_may(state: State, what: str) -> Iterable[int]:
    """The seats that could make a call: those in turn, or in riichi."""
    if what == RON:
        return [at for at, seat in enumerate(state.seats) if seat.riichi]
    if what == HIT:
        return [] if state.last is None else [after(state.last)]
    return [state.turn]


def call(state: State, seat: int, what: str) -> State:
    """The state after a call; raises `IllegalMove`."""
    if why := refusal(state, seat, what):
        raise why
    if what == RIICHI:
        declared = replace(state.seats[seat], declared=True)
        return replace(state, seats=replaced(state.seats, seat, declared))
    if what in (RON, HIT):
        return _claimed(state, Claim(seat, what))
    everybody = [(seat + step) % SEATS for step in range(SEATS)]
    phase = Phase.CLAIMED if what == OUT else Phase.SHOW  # S-14: a ron or hit still beats an out
    return _to_show(state, phase, (Claim(seat, what),), everybody)


def refusal(state: State, seat: int, what: str) -> IllegalMove | None:
    """Why a player may not call this now, or None where he may, as far as is known."""
    if state.phase not in WHEN[what]:
        return refused(f"no_{what}_now")
    return _CHECKS[what](state, seat)


def _no_stop(state: State, at: int) -> IllegalMove | None:
    """Stop is called before drawing (S-1), and not in riichi (S-8)."""
    if why := _not_in_turn(state, at):
        return why
    return refused("frozen_call", player=state.players[at]) if state.seats[at].riichi else None


def _no_seventy(state: State, at: int) -> IllegalMove | None:
    """70 is called like Stop, with seven closed cards that all are 10, J, Q or K (S-13)."""
    if why := _no_stop(state, at):
        return why
    hand = state.seats[at].hand
    tens = [face for face in state.could_hold(hand) if rank_of(face) in TEN_POINTS]
    if len(hand) < HAND or len(tens) < HAND or not set(hand) <= {*tens, UNKNOWN}:
        return refused("not_seventy", player=state.players[at])
    return None


def _not_in_turn(state: State, at: int) -> IllegalMove | None:
    if at == state.turn:
        return None
    return refused("not_your_turn", player=state.players[at], turn=state.players[state.turn])


def _no_out(state: State, at: int) -> IllegalMove | None:
    """Whoever has discarded his last card is out, if nobody wins on it (S-14)."""
    return None if at == state.last else refused("not_out", player=state.players[at])


def _no_riichi(state: State, at: int) -> IllegalMove | None:
    """Riichi needs seven closed cards that wait, once one of eight is discarded (S-7)."""
    if why := _not_in_turn(state, at):
        return why
    seat, player = state.seats[at], state.players[at]
    if seat.riichi or seat.declared:
        return refused("riichi_already", player=player)
    if len(seat.hand) != HAND + 1:
        return refused("riichi_open", player=player)
    if not waiting_without(state):
        return refused("riichi_no_pairs", player=player)
    return None


def _no_tsumo(state: State, at: int) -> IllegalMove | None:
    """The drawn card makes four pairs, with or without riichi (S-15); in riichi not one of his own discards (S-9)."""
    if why := _not_in_turn(state, at):
        return why
    seat, player = state.seats[at], state.players[at]
    if state.drawn is None or seat.declared:
        return refused("tsumo_not_drawn", player=player)
    if len(seat.hand) != HAND + 1 or not _pairs(state, seat.hand):
        return refused("not_four_pairs", player=player)
    if seat.riichi and state.house.own_discards == "both" and _has_discarded(state, at, state.drawn):
        return refused("own_discard", player=player, card=state.drawn)
    return None


def _no_ron(state: State, at: int) -> IllegalMove | None:
    """In riichi any other player's discard wins, except of a rank that he has discarded himself (S-16, S-9)."""
    seat, player, top = state.seats[at], state.players[at], state.top
    if top is None or at == state.last:
        return refused("nothing_to_win_on", player=player)
    if not seat.riichi:
        return refused("ron_without_riichi", player=player)
    if _has_discarded(state, at, top):
        return refused("own_discard", player=player, card=top)
    if not _pairs(state, (*seat.hand, top)):
        return refused("not_four_pairs", player=player)
    return _not_nearer(state, at)


def _no_hit(state: State, at: int) -> IllegalMove | None:
    """Without riichi the discard of the previous player wins, if all seven cards are still closed (S-17)."""
    seat, player, top = state.seats[at], state.players[at], state.top
    if top is None or state.last is None or at != after(state.last):
        return refused("hit_not_next", player=player)
    if seat.riichi:
        return refused("hit_with_riichi", player=player)
    if len(seat.hand) != HAND or not _pairs(state, (*seat.hand, top)):
        return refused("not_four_pairs", player=player)
    return _not_nearer(state, at)


def _pairs(state: State, cards: Cards) -> bool:
    return could_be_pairs(cards, state.house.pairs_distinct, state.unseen)


def _has_discarded(state: State, seat: int, card: str) -> bool:
    """Whether a player has discarded a card of this rank; a joker is a rank of its own (S-9)."""
    known = (face for face in state.seats[seat].discarded if face != UNKNOWN)
    return card != UNKNOWN and rank_of(card) in map(rank_of, known)


def win_on_discard(state: State, seat: int) -> str | None:
    """`RON` or `HIT` if a hand wins on the last discard, called or not; else None."""
    return next((what for what in (RON, HIT) if _CHECKS[what](state, seat) is None), None)


def _not_nearer(state: State, seat: int) -> IllegalMove | None:
    """Of several wins on a discard the nearest counts, or all of them (S-20); an out gives way (S-14)."""
    claims = state.showdown.claims
    if state.phase != Phase.CLAIMED or state.last is None or claims[0].kind == OUT:
        return None
    first = claims[0].seat
    if seat in (claim.seat for claim in claims):
        return refused("called_already", player=state.players[seat])
    if state.house.rons == "nearest" and steps(state.last, seat) > steps(state.last, first):
        return refused("nearer", player=state.players[seat], by=state.players[first])
    return None


_CHECKS = {
    STOP: _no_stop,
    SEVENTY: _no_seventy,
    RIICHI: _no_riichi,
    TSUMO: _no_tsumo,
    RON: _no_ron,
    HIT: _no_hit,
    OUT: _no_out,
}


def _claimed(state: State, claim: Claim) -> State:
    """Ron and hit precede an out (S-14), and pon and kan, which are then taken back (S-20)."""
    if state.phase == Phase.CALLED:
        state = _pon_taken_back(state)
    giver = state.last or 0
    before = [] if state.house.rons == "nearest" else [made for made in state.showdown.claims if made.kind != OUT]
    claims = tuple(sorted((*before, claim), key=lambda made: steps(giver, made.seat)))
    return _to_show(state, Phase.CLAIMED, claims, [*(made.seat for made in claims), giver])


def _to_show(state: State, phase: Phase, claims: tuple[Claim, ...], seats: list[int]) -> State:
    """These players must lay their hands open; `seats` is the usual order."""
    pending = tuple(seat for seat in seats if state.seats[seat].hand)
    return replace(state, phase=phase, showdown=Showdown(claims, pending))


def pon(state: State, at: int, cards: Cards) -> State:
    """Two (pon) or three (kan) cards in hand lie open with another player's discard (S-5); raises `IllegalMove`."""
    seat, player, top = state.seats[at], state.players[at], state.top
    if top is None or state.last in (None, at):
        raise refused("no_pon_now", player=player)
    if seat.riichi:
        raise refused("frozen_pon", player=player)
    if top not in cards or cards not in _pons_with(top):
        raise refused("no_pon", player=player, card=top)
    own = tuple(card for card in cards if card != top)
    hand = released(state, seat.hand, own)
    if not hand:
        raise refused("nothing_left", player=player)
    return replace(
        state,
        seats=replaced(state.seats, at, replace(seat, hand=hand, shown=less(seat.shown, own))),
        river=state.river[:-1],
        melds=(*state.melds, Laid(at, cards)),
        phase=Phase.CALLED,
        turn=at,
        taken=top,
    )


def pons(state: State, callers: Iterable[int] = range(SEATS)) -> list[Pon]:
    """Every pon or kan that these callers may make of the last discard."""
    top = state.top
    if state.phase != Phase.TURN or top is None:
        return []
    spare = state.unseen
    return [
        Pon(at, cards)
        for at in callers
        if at != state.last and not state.seats[at].riichi
        for cards in _pons_with(top)
        if _may_hold(state.seats[at].hand, [card for card in cards if card != top], spare)
    ]


def _may_hold(hand: Cards, own: list[str], spare: Mapping[str, int]) -> bool:
    """Whether a hand may hold these cards, and one more to discard (S-19)."""
    open_cards = [card for card in own if card not in hand]
    possible = len(open_cards) <= hand.count(UNKNOWN) and all(spare[card] for card in open_cards)
    return possible and len(own) < len(hand)


def _pons_with(card: str) -> list[Cards]:
    """Three or four cards of a card's rank, including it; jokers do not count here."""
    if card in (JOKER, UNKNOWN):
        return []
    same = [rank_of(card) + suit for suit in SUITS]
    return [cards for count in (PON, KAN) for cards in combinations(same, count) if card in cards]


def _pon_taken_back(state: State) -> State:
    """The last pon is void: its cards return to the river and to the hand, where everybody knows them."""
    at, top = state.turn, str(state.taken)
    seat = state.seats[at]
    own = tuple(card for card in state.melds[-1].cards if card != top)
    return replace(
        state,
        seats=replaced(
            state.seats, at, replace(seat, hand=in_order((*seat.hand, *own)), shown=in_order((*seat.shown, *own)))
        ),
        river=(*state.river, top),
        melds=state.melds[:-1],
        taken=None,
    )

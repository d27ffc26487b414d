"""What a player of Stop alone may know of his hand: its points, what it waits for, and what a pon would cost."""

from engines.messages import Message, message
from engines.stop.calls import pons
from engines.stop.cards import HAND, JOKER, rank_of, total
from engines.stop.settling import stop_total
from engines.stop.state import BETWEEN_GAMES, State
from engines.stop.waits import waits


def own_notes(state: State, seat: int) -> tuple[Message, ...]:
    """Notes on a known hand while a game is played."""
    if state.phase in BETWEEN_GAMES or not state.seats[seat].hand:
        return ()
    return (_points(state, seat), *_waits(state, seat), *_cost_of_pon(state, seat))


def _points(state: State, seat: int) -> Message:
    """The total of the hand, and against another player's Stop, where jokers double it (S-18)."""
    points, against = total(state.seats[seat].hand), stop_total(state, seat)
    key = "stop.own.points" if points == against else "stop.own.points_doubled"
    return message(key, points=points, doubled=against)


def _waits(state: State, seat: int) -> list[Message]:
    """What completes seven closed cards; in riichi nothing that this player has discarded (S-9)."""
    me = state.seats[seat]
    if len(me.hand) != HAND:
        return []
    found = waits(me.hand, state.house.pairs_distinct)
    if me.riichi and state.house.own_discards == "both":
        found = tuple(rank for rank in found if rank not in map(rank_of, me.discarded))
    ranks = " ".join(rank for rank in found if rank != JOKER)
    if not ranks:
        return [message("stop.own.waits_joker")] if JOKER in found else []
    return [message("stop.own.waits" if JOKER in found else "stop.own.waits_no_joker", ranks=ranks)]


def _cost_of_pon(state: State, seat: int) -> list[Message]:
    """What a pon or kan would cost, where the hand allows one (S-5, S-6)."""
    if not pons(state, [seat]):
        return []
    is_closed = len(state.seats[seat].hand) == HAND
    ends_doubling = state.is_first_round or any(other.one_shot for other in state.seats)
    costs = {"stop.own.pon_opens": is_closed, "stop.own.pon_ends_doubling": ends_doubling}
    return [message(key) for key, is_due in costs.items() if is_due]

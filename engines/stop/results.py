"""How a game ended, as people enter it who have kept the score without the box (S-8 to S-22).

>>> from engines.stop import move_from_text, start
>>> state = enter(start(["Aya", "Ben", "Chie", "Dan", "Emi"], {}), move_from_text("3 won stop first joker 1"))
>>> state.coins, state.match.dealer
((-4, -2, 10, -2, -2), 2)
"""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.stop.moves import HIT, NOBODY, ON_DISCARD, RON, STOP, TSUMO, Result, refused
from engines.stop.payment import FAILED_STOP, STAKE, booked
from engines.stop.settling import next_game, settle
from engines.stop.state import Claim, Showdown, State, after, steps, stock_for_lots


def enter(state: State, result: Result) -> State:
    """The state after a game that ended so, whatever was seen of it; raises `IllegalMove`.

    Riichi that were followed in this game count, too. The cards are forgotten. While nobody knows who dealt, nobody
    knows who deals after a draw or a failed Stop: the next game begins with lots, or with its result.
    """
    claims = claims_of(state, result)
    if why := _refusal(state, result, claims):
        raise why
    match = state.match
    for seat in result.riichi:
        if not state.at_play[seat].riichi:
            ledger = booked(match.ledger, seat, "riichi", -STAKE)
            match = replace(match, ledger=ledger, stakes=match.stakes + STAKE)
    stock = stock_for_lots(state.house, match.seed)
    cleared = State(state.players, state.house, match, stock, showdown=Showdown(entered=True))
    return settle(cleared, claims, result) if claims else next_game(cleared)


def _in_riichi(state: State, result: Result) -> set[int]:
    return {at for at, seat in enumerate(state.at_play) if seat.riichi} | {*result.riichi}


def claims_of(state: State, result: Result) -> tuple[Claim, ...]:
    """The wins or the failed Stop, nearest first; those in riichi win on a discard by ron, others by hit (S-20)."""
    if result.kind == ON_DISCARD:
        nearest = sorted(result.seats, key=lambda seat: steps(result.giver or 0, seat))
        in_riichi = _in_riichi(state, result)
        return tuple(Claim(seat, RON if seat in in_riichi else HIT) for seat in nearest)
    kind = STOP if result.kind == FAILED_STOP else result.kind
    return tuple(Claim(seat, kind) for seat in result.seats)


def _refusal(state: State, result: Result, claims: tuple[Claim, ...]) -> IllegalMove | None:
    """Why a game cannot have ended so; None where it can."""
    players, in_riichi = state.players, _in_riichi(state, result)
    if without := {*result.one_shot} - in_riichi:
        return refused("one_shot_without_riichi", player=players[min(without)])
    if len(result.jokers) > state.house.jokers:
        return refused("many_jokers", jokers=state.house.jokers)
    if both := {*result.seats} & {*result.lower, result.giver}:
        return refused("on_both_sides", player=players[min(both)])
    if result.kind == ON_DISCARD:
        return _no_win_on_discard(state, result, claims)
    if result.kind not in (TSUMO, NOBODY) and {*result.seats} & in_riichi:
        return refused("result_in_riichi", player=players[result.seats[0]])
    return None


def _no_win_on_discard(state: State, result: Result, claims: tuple[Claim, ...]) -> IllegalMove | None:
    """A hit wins on the card of the previous player only (S-17); several win by option only (S-20)."""
    giver = result.giver or 0
    for claim in claims:
        if claim.kind == HIT and claim.seat != after(giver):
            return refused("hit_from_afar", player=state.players[claim.seat], giver=state.players[giver])
    if len(claims) > 1 and state.house.rons == "nearest":
        return refused("nearest_wins", player=state.players[claims[0].seat])
    return None

"""Calls of Galaxy Jarapon: pon, jarapon, and tiles laid open (J7-7, J7-8, J7-10, J7-11)."""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.hands import in_order, replaced
from engines.jarapon.hand import MAX_PONS, HandScore
from engines.jarapon.moves import (
    JARAPON,
    PON,
    SHOWN,
    Call,
    LaySet,
    Show,
    Tiles,
    illegal,
)
from engines.jarapon.settling import judged, paid, penalty
from engines.jarapon.state import Claim, OpenSet, Phase, State, shorter
from engines.jarapon.turns import not_called
from engines.messages import Message, message
from engines.vocabulary import NUMBERS, TILE_FACES, WILD


def call(state: State, move: Call) -> State:
    """Somebody has called pon or jarapon, and has yet to lay his tiles open; raises `IllegalMove`."""
    refused = pon_refused(state, move.seat) if move.what == PON else jarapon_refused(state, move.seat)
    if refused or move.what not in (PON, JARAPON):
        raise IllegalMove(refused or state.due)
    if move.what == PON and not open_sets(state, move.seat):
        raise illegal("pon_not_held", player=state.players[move.seat], tile=shorter(state.taken))
    return replace(state, claim=Claim(move.seat, move.what))


def lay_set(state: State, move: LaySet) -> State:
    """A pon lies open, and its player must discard (J7-7, J7-8); raises `IllegalMove`."""
    if refused := pon_refused(state, move.seat):
        raise IllegalMove(refused)
    if (move.number, move.wilds) not in open_sets(state, move.seat):
        raise illegal("pon_not_held", player=state.players[move.seat], tile=shorter(state.taken))
    assert state.last is not None  # otherwise the pon was refused
    giver, passed = state.last, not_called(state)
    me, taken = passed.seats[move.seat], state.seats[giver].river[-1]
    left = state.taken_out(me.hand, _own_of_set(move.number, move.wilds))
    laid = OpenSet(move.number, move.wilds + (taken.tile == WILD), giver, taken.tile)
    # J7-9: the mark of riichi moves on to the next discard
    gave = replace(passed.seats[giver], river=passed.seats[giver].river[:-1], lay_sideways=taken.sideways)
    me = replace(me, hand=in_order(left or ()), sets=(*me.sets, laid))
    seats = replaced(replaced(passed.seats, giver, gave), move.seat, me)
    return replace(passed, seats=seats, claim=None, turn=move.seat, phase=Phase.DISCARD)


def open_sets(state: State, seat: int) -> list[tuple[str, int]]:
    """The sets that a player could lay open with the last discard: number and count of own almighty tiles (J7-8)."""
    may, taken, hand = state.house.almighty_pon, state.taken, state.seats[seat].hand
    numbers = NUMBERS if taken == WILD and may == "discarded" else [taken] if taken in NUMBERS else []
    sets = [(number, wilds) for number in numbers for wilds in ((0,) if may == "never" else (0, 1, 2))]
    return [(number, wilds) for number, wilds in sets if state.taken_out(hand, _own_of_set(number, wilds)) is not None]


def _own_of_set(number: str, wilds: int) -> Tiles:
    return (number,) * (2 - wilds) + (WILD,) * wilds


def pon_refused(state: State, seat: int) -> Message | None:
    """Why a player may not call pon now, judged by what the table shows (J7-7, J7-8)."""
    me, name = state.seats[seat], state.players[seat]
    if state.house.rules == "padawan":
        return message("jarapon.illegal.pon_padawan")
    if refused := _cannot_call(state, seat, PON):
        return refused
    if me.riichi:
        return message("jarapon.illegal.pon_after_riichi", player=name)
    if len(me.sets) == MAX_PONS:
        return message("jarapon.illegal.pon_third", player=name, most=MAX_PONS)
    if state.taken == WILD and state.house.almighty_pon != "discarded":
        return message("jarapon.illegal.pon_almighty")
    return None


def jarapon_refused(state: State, seat: int) -> Message | None:
    """Why a player may not call jarapon now, whether or not he has won."""
    if state.phase == Phase.DISCARD and seat == state.turn and state.drawn is not None:
        return None
    return _cannot_call(state, seat, JARAPON)


def _cannot_call(state: State, seat: int, what: str) -> Message | None:
    """Why a player cannot call the last discard: there is none, it is his own, or another's call comes first."""
    if state.phase != Phase.DRAW or state.last is None:
        return state.due
    if seat == state.last:
        return message("jarapon.illegal.own_discard", player=state.players[seat])
    first = state.claim
    if first is None or (seat == first.seat and what in (JARAPON, first.what)):
        return None
    if first.what == SHOWN or _priority(state, Claim(seat, what)) > _priority(state, first):
        return message("jarapon.illegal.comes_first", player=state.players[first.seat])
    return None


def _priority(state: State, claim: Claim) -> tuple[bool, int]:
    """Sort key of calls: ron before pon, then the nearest to the dealer counter-clockwise (J7-7, J7-11)."""
    return claim.what == PON, (claim.seat - state.dealer) % len(state.players)


def show(state: State, move: Show) -> State:
    """A hand lies open: a win is paid, a false win fined (J7-10, J7-25); raises `IllegalMove`."""
    if refused := jarapon_refused(state, move.seat):
        raise IllegalMove(refused)
    if not isinstance(move.tiles, tuple):
        return replace(state, claim=Claim(move.seat, SHOWN))
    mine, tiles = state.in_hand(move.seat), in_order(move.tiles) if set(move.tiles) <= set(TILE_FACES) else ()
    if len(tiles) != len(mine):
        raise illegal("show_all", player=state.players[move.seat], tiles=len(mine))
    if state.taken_out(mine, tiles) is None:
        raise illegal("show_not_held", player=state.players[move.seat])
    seats = replaced(state.seats, move.seat, replace(state.seats[move.seat], hand=tiles))
    shown = replace(state, seats=seats, drawn=None, claim=None, shown=move.seat, turn=move.seat)
    score = judged(shown, move.seat, tiles)
    if not isinstance(score, HandScore):
        return penalty(shown, move.seat)
    if state.seats[move.seat].riichi and "bonus" in state.house.scored_by.bonuses:
        return replace(shown, phase=Phase.BONUS)
    return paid(shown)

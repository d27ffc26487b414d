"""What each move does to a table of Galaxy Jarapon, and why it may be refused (J7-2 to J7-13).

What is known already and what a move says must agree; what only the move says is believed if it could be true.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.contract import IllegalMove
from engines.hands import in_order
from engines.jarapon import kinds, settling, wall
from engines.jarapon.hand import MOST_PONS, HandScore
from engines.jarapon.kinds import JARAPON, PON, SHOWN, Move, Tiles
from engines.jarapon.payment import STAKE
from engines.jarapon.state import (
    BONUS,
    BREAK,
    BUILD,
    DEAL,
    DICE,
    DISCARD,
    DRAW,
    OVER,
    Claim,
    Discarded,
    OpenSet,
    Seat,
    State,
    could_be,
    in_hand,
    shorter,
    taken_out,
    told,
    with_seat,
)
from engines.jarapon.wall import DEALT
from engines.messages import Fact, Message, message
from engines.vocabulary import NUMBERS, TILE_FACES, UNKNOWN, WILD

DIE = range(1, 7)


def play(state: State, move: Move) -> State:
    """The state after a legal move; raises `IllegalMove` with a `jarapon.illegal.*` message."""
    seat = getattr(move, "seat", 0)
    if seat not in range(len(state.players)):
        raise _illegal("no_seat", seat=seat + 1, players=len(state.players))
    if state.phase == OVER:
        raise _illegal("over")
    return _ACTS[type(move)](state, move)


def thrower(state: State) -> int:
    """Who throws the die: whoever still has to for the first dealer, later the dealer (J7-2, J7-4)."""
    if state.phase != DICE:
        return state.dealer
    throwing, thrown = wall.highest(state.dice, len(state.players))
    return throwing[len(thrown)]


def _throw(state: State, move: kinds.Throw) -> State:
    if state.phase not in (DICE, BREAK) or move.seat != thrower(state):
        raise IllegalMove(due(state))
    if move.pips not in DIE:
        raise _illegal("die", pips=move.pips)
    known = wall.die(state.seed, state.hand, len(state.dice))
    if known not in (None, move.pips):
        raise _illegal("not_so", player=state.players[move.seat])
    dice = (*state.dice, int(move.pips))
    if state.phase == BREAK:
        return replace(state, dice=dice, phase=DEAL if len(dice) == 2 else BREAK)
    throwing, _ = wall.highest(dice, len(state.players))
    if len(throwing) > 1:
        return replace(state, dice=dice)
    return replace(state, dice=(), first=throwing[0], phase=BUILD)


def _build(state: State, _: kinds.Build) -> State:
    """A new hand: the deal moves now, so that until then the finished table can be looked at."""
    if state.phase != BUILD:
        raise IllegalMove(due(state))
    tiles, centre = wall.built(state.seed, state.hand + 1)
    return replace(
        state,
        phase=BREAK,
        seats=(Seat(),) * len(state.players),
        tenure=state.tenure + state.deal_moves,
        hand=state.hand + 1,
        deal_moves=False,
        dice=(),
        wall=tiles,
        under=UNKNOWN,
        dora=UNKNOWN,
        centre=centre,
        turned_up=False,
        last=None,
        shown=None,
    )


def in_walls(state: State) -> wall.Broken:
    """What the walls hold for everybody, as far as they are known."""
    return wall.broken(state.wall, state.dice, state.dealer, len(state.players))


def _deal(state: State, move: kinds.Deal) -> State:
    if state.phase != DEAL:
        raise IllegalMove(due(state))
    held = in_walls(state)
    dora = told(held.dora, move.dora)
    if dora is None or dora not in TILE_FACES:
        raise _illegal("dora")
    hands = move.hands if isinstance(move.hands, tuple) else (UNKNOWN,) * len(state.players)
    if len(hands) != len(state.players):
        raise _illegal("deal")
    seats = tuple(Seat(hand) for hand in held.hands)
    state = replace(state, dora=dora, under=held.under, wall=held.live, seats=seats, phase=DRAW, turn=state.dealer)
    for seat, hand in enumerate(hands):
        if isinstance(hand, tuple):
            state = replace(state, seats=with_seat(state, seat, hand=_dealt(state, seat, hand)))
    return state


def _dealt(state: State, seat: int, hand: Tiles) -> Tiles:
    """The eight tiles that a player was told to have."""
    if len(hand) != DEALT or UNKNOWN in hand or taken_out(state, state.seats[seat].hand, hand) is None:
        raise _illegal("deal")
    return in_order(hand)


def _draw(state: State, move: kinds.Draw) -> State:
    if state.phase != DRAW or state.claim or move.seat != state.turn or not state.wall:
        raise IllegalMove(due(state))
    tile = told(state.wall[0], move.tile)
    if tile != UNKNOWN and tile not in could_be(state, state.wall[:1]):
        raise _illegal("cannot_be", tile=shorter(move.tile))
    return replace(_not_called(state), drawn=tile, wall=state.wall[1:], phase=DISCARD)


def _not_called(state: State) -> State:
    """The last discard stays: whoever is in riichi and might have taken it to win has let it pass (J7-10)."""
    if state.last is None:
        return state
    seats = tuple(
        replace(seat, passed=settling.let_pass(state, at)) if seat.riichi and at != state.last else seat
        for at, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, last=None)


def _discard(state: State, move: kinds.Discard) -> State:
    if state.phase != DISCARD or state.claim or move.seat != state.turn:
        raise IllegalMove(due(state))
    me, name = state.seats[move.seat], state.players[move.seat]
    if me.riichi and move.tile not in could_be(state, (str(state.drawn),)):
        raise _illegal("frozen", player=name)
    left = me.hand if me.riichi else taken_out(state, in_hand(state, move.seat), (move.tile,))
    if left is None:
        raise _illegal("not_held", player=name, tile=shorter(move.tile))
    if move.riichi and (refused := riichi_refused(state, move.seat, left)):
        raise IllegalMove(refused)
    river = (*me.river, Discarded(move.tile, move.riichi or me.lay_sideways))
    seats = with_seat(
        state, move.seat, hand=in_order(left), river=river, riichi=me.riichi or move.riichi, lay_sideways=False
    )
    after = replace(state, seats=seats, drawn=None, last=move.seat, turn=state.after(move.seat), phase=DRAW)
    return settling.staked(after, move.seat) if move.riichi else after


def riichi_refused(state: State, seat: int, left: Tiles) -> Message | None:
    """Why a player may not say riichi and keep these tiles; whether they wait, only who knows them can say (J7-9)."""
    me, name = state.seats[seat], state.players[seat]
    if me.riichi:
        return message("jarapon.illegal.riichi_twice", player=name)
    if me.sets:
        return message("jarapon.illegal.riichi_with_pon", player=name)
    if state.purses[seat] < STAKE:
        return message("jarapon.illegal.riichi_without_chip", player=name, stake=STAKE)
    if not settling.is_waiting(state, left):
        return message("jarapon.illegal.riichi_not_waiting", player=name)
    return None


def _call(state: State, move: kinds.Call) -> State:
    refused = pon_refused(state, move.seat) if move.what == PON else jarapon_refused(state, move.seat)
    if refused or move.what not in (PON, JARAPON):
        raise IllegalMove(refused or due(state))
    if move.what == PON and not open_sets(state, move.seat):
        raise _illegal("pon_not_held", player=state.players[move.seat], tile=shorter(state.taken))
    return replace(state, claim=Claim(move.seat, move.what))


def _lay_set(state: State, move: kinds.LaySet) -> State:
    if refused := pon_refused(state, move.seat):
        raise IllegalMove(refused)
    if (move.number, move.wilds) not in open_sets(state, move.seat):
        raise _illegal("pon_not_held", player=state.players[move.seat], tile=shorter(state.taken))
    assert state.last is not None  # otherwise the pon was refused
    giver, passed = state.last, _not_called(state)
    me, taken = passed.seats[move.seat], state.seats[giver].river[-1]
    left = taken_out(state, me.hand, _own_of_set(move.number, move.wilds))
    laid = OpenSet(move.number, move.wilds + (taken.tile == WILD), giver, taken.tile)
    given = with_seat(
        passed,
        giver,
        river=passed.seats[giver].river[:-1],
        lay_sideways=taken.sideways,  # J7-9: the mark of riichi moves on to the next discard
    )
    seats = with_seat(replace(passed, seats=given), move.seat, hand=in_order(left or ()), sets=(*me.sets, laid))
    return replace(passed, seats=seats, claim=None, turn=move.seat, phase=DISCARD)


def open_sets(state: State, seat: int) -> list[tuple[str, int]]:
    """The sets that a player could lay open with the last discard: number, and how many own almighty tiles (J7-8)."""
    may, taken, hand = state.house.almighty_pon, state.taken, state.seats[seat].hand
    numbers = NUMBERS if taken == WILD and may == "discarded" else [taken] if taken in NUMBERS else []
    ways = [(number, wilds) for number in numbers for wilds in ((0,) if may == "never" else (0, 1, 2))]
    return [way for way in ways if taken_out(state, hand, _own_of_set(*way)) is not None]


def _own_of_set(number: str, wilds: int) -> Tiles:
    return (number,) * (2 - wilds) + (WILD,) * wilds


def pon_refused(state: State, seat: int) -> Message | None:
    """Why a player may not call pon now, as far as everybody can see (J7-7, J7-8)."""
    me, name = state.seats[seat], state.players[seat]
    if state.house.rules == "padawan":
        return message("jarapon.illegal.pon_padawan")
    if refused := _cannot_call(state, seat, PON):
        return refused
    if me.riichi:
        return message("jarapon.illegal.pon_after_riichi", player=name)
    if len(me.sets) == MOST_PONS:
        return message("jarapon.illegal.pon_third", player=name, most=MOST_PONS)
    if state.taken == WILD and state.house.almighty_pon != "discarded":
        return message("jarapon.illegal.pon_almighty")
    return None


def jarapon_refused(state: State, seat: int) -> Message | None:
    """Why a player may not say that he has won now, rightly or not."""
    if state.phase == DISCARD and seat == state.turn and state.drawn is not None:
        return None
    if refused := _cannot_call(state, seat, JARAPON):
        return refused
    return None if settling.may_take_almighty(state) else message("hand.wild_not_taken")


def _cannot_call(state: State, seat: int, what: str) -> Message | None:
    """Why a player cannot call the last discard: there is none, it is his own, or another's call comes first."""
    if state.phase != DRAW or state.last is None:
        return due(state)
    if seat == state.last:
        return message("jarapon.illegal.own_discard", player=state.players[seat])
    first = state.claim
    if first is None or (seat == first.seat and what in (JARAPON, first.what)):
        return None
    if first.what == SHOWN or _priority(state, Claim(seat, what)) > _priority(state, first):
        return message("jarapon.illegal.comes_first", player=state.players[first.seat])
    return None


def _priority(state: State, claim: Claim) -> tuple[bool, int]:
    """Ron beats pon; of equal calls the one nearest to the dealer counter-clockwise comes first (J7-7, J7-11)."""
    return claim.what == PON, (claim.seat - state.dealer) % len(state.players)


def _show(state: State, move: kinds.Show) -> State:
    if refused := jarapon_refused(state, move.seat):
        raise IllegalMove(refused)
    if not isinstance(move.tiles, tuple):
        return replace(state, claim=Claim(move.seat, SHOWN))
    mine, tiles = in_hand(state, move.seat), in_order(move.tiles) if set(move.tiles) <= set(TILE_FACES) else ()
    if len(tiles) != len(mine):
        raise _illegal("show_all", player=state.players[move.seat], tiles=len(mine))
    if taken_out(state, mine, tiles) is None:
        raise _illegal("show_not_held", player=state.players[move.seat])
    shown = replace(
        state, seats=with_seat(state, move.seat, hand=tiles), drawn=None, claim=None, shown=move.seat, turn=move.seat
    )
    score = settling.judged(shown, move.seat, tiles)
    if not isinstance(score, HandScore):
        return settling.penalty(shown, move.seat)
    if state.seats[move.seat].riichi and "bonus" in state.house.scored_by.bonuses:
        return replace(shown, phase=BONUS)
    return settling.paid(shown)


def _turn_up(state: State, move: kinds.TurnUp) -> State:
    if state.phase != BONUS:
        raise IllegalMove(due(state))
    if told(state.centre, move.tile) != move.tile or move.tile not in could_be(state, (state.centre,)):
        raise _illegal("centre")
    return settling.paid(replace(state, centre=move.tile, turned_up=True))


def _void(state: State, _: kinds.Void) -> State:
    if state.phase != DRAW or state.wall or state.claim:
        raise IllegalMove(due(state))
    return settling.void(state)


def due(state: State) -> Message:
    """What is due now instead of what was tried."""
    if state.claim:
        key = "jarapon.due.pon" if state.claim.what == PON else "jarapon.due.show"
        return message(key, player=state.players[state.claim.seat])
    if state.phase == DRAW and not state.wall:
        return message("jarapon.due.void")
    seat = thrower(state) if state.phase in (DICE, BREAK) else state.dealer if state.phase == DEAL else state.turn
    return message(f"jarapon.due.{state.phase}", player=state.players[seat])


def _illegal(why: str, **facts: Fact) -> IllegalMove:
    return IllegalMove(message(f"jarapon.illegal.{why}", **facts))


_ACTS: dict[type, Callable[[State, Any], State]] = {
    kinds.Throw: _throw,
    kinds.Build: _build,
    kinds.Deal: _deal,
    kinds.Draw: _draw,
    kinds.Discard: _discard,
    kinds.Call: _call,
    kinds.LaySet: _lay_set,
    kinds.Show: _show,
    kinds.TurnUp: _turn_up,
    kinds.Void: _void,
}

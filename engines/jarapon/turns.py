"""The turn of a player of Galaxy Jarapon: draw, discard, riichi (J7-6, J7-9, J7-10)."""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.hands import in_order, replaced
from engines.jarapon.moves import Discard, Draw, Tiles, illegal
from engines.jarapon.settling import is_waiting, let_pass, staked
from engines.jarapon.state import STAKE, Discarded, Phase, State, merge_face, shorter
from engines.messages import Message, message
from engines.vocabulary import UNKNOWN


def draw(state: State, move: Draw) -> State:
    """The player in turn draws, so that the last discard can no longer be called (J7-6); raises `IllegalMove`."""
    if state.phase != Phase.DRAW or state.claim or move.seat != state.turn or not state.wall:
        raise IllegalMove(state.due)
    tile = merge_face(state.wall[0], move.tile)
    if tile != UNKNOWN and tile not in state.could_be(state.wall[:1]):
        raise illegal("cannot_be", tile=shorter(move.tile))
    return replace(not_called(state), drawn=tile, wall=state.wall[1:], phase=Phase.DISCARD)


def not_called(state: State) -> State:
    """Nobody has called the last discard: players in riichi who might have won on it have let it pass (J7-10)."""
    if state.last is None:
        return state
    seats = tuple(
        replace(seat, passed=let_pass(state, at)) if seat.riichi and at != state.last else seat
        for at, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, last=None)


def discard(state: State, move: Discard) -> State:
    """The player in turn discards, with riichi or without (J7-6, J7-9); raises `IllegalMove`."""
    if state.phase != Phase.DISCARD or state.claim or move.seat != state.turn:
        raise IllegalMove(state.due)
    me, name = state.seats[move.seat], state.players[move.seat]
    if me.riichi and move.tile not in state.could_be((str(state.drawn),)):
        raise illegal("frozen", player=name)
    left = me.hand if me.riichi else state.taken_out(state.in_hand(move.seat), (move.tile,))
    if left is None:
        raise illegal("not_held", player=name, tile=shorter(move.tile))
    if move.riichi and (refused := riichi_refused(state, move.seat, left)):
        raise IllegalMove(refused)
    river = (*me.river, Discarded(move.tile, move.riichi or me.lay_sideways))
    me = replace(me, hand=in_order(left), river=river, riichi=me.riichi or move.riichi, lay_sideways=False)
    seats = replaced(state.seats, move.seat, me)
    after = replace(state, seats=seats, drawn=None, last=move.seat, turn=state.after(move.seat), phase=Phase.DRAW)
    return staked(after, move.seat) if move.riichi else after


def riichi_refused(state: State, seat: int, left: Tiles) -> Message | None:
    """Why a player may not declare riichi and keep these tiles (J7-9); unknown tiles count as waiting."""
    me, name = state.seats[seat], state.players[seat]
    if me.riichi:
        return message("jarapon.illegal.riichi_twice", player=name)
    if me.sets:
        return message("jarapon.illegal.riichi_with_pon", player=name)
    if state.match.purses[seat] < STAKE:
        return message("jarapon.illegal.riichi_without_chip", player=name, stake=STAKE)
    if not is_waiting(state, left):
        return message("jarapon.illegal.riichi_not_waiting", player=name)
    return None

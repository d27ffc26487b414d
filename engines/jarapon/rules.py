"""The rules of Galaxy Jarapon behind the contract: legal moves and their effects.

A false win (J7-25) is a foul, not a choice: `play` accepts it, `moves` does not list it. Nor does it list the results
of a score pad (`engines.jarapon.results`).
"""

from collections.abc import Callable, Iterable, Iterator

from engines.jarapon.calls import call, jarapon_refused, lay_set, open_sets, pon_refused, show
from engines.jarapon.dealing import DIE, build, give_out, in_walls, throw
from engines.jarapon.hand import HandScore
from engines.jarapon.moves import (
    JARAPON,
    PON,
    SHOWN,
    Build,
    Call,
    Deal,
    Discard,
    Draw,
    LaySet,
    Move,
    Show,
    Throw,
    TurnUp,
    Void,
    illegal,
)
from engines.jarapon.results import book
from engines.jarapon.settling import judged, ron_forbidden, turn_up, void
from engines.jarapon.state import Phase, State
from engines.jarapon.turns import discard, draw, riichi_refused
from engines.jarapon.wall import die
from engines.vocabulary import UNKNOWN


def play(state: State, move: Move) -> State:  # noqa: PLR0911  (a result for each kind of move)
    """The state after a legal move; raises `IllegalMove` with a `jarapon.illegal.*` message."""
    seat = getattr(move, "seat", 0)
    if seat not in range(len(state.players)):
        raise illegal("no_seat", seat=seat + 1, players=len(state.players))
    if state.phase == Phase.OVER:
        raise illegal("over")
    match move:
        case Draw():
            return draw(state, move)
        case Discard():
            return discard(state, move)
        case Call():
            return call(state, move)
        case LaySet():
            return lay_set(state, move)
        case Show():
            return show(state, move)
        case Throw():
            return throw(state, move)
        case Build():
            return build(state)
        case Deal():
            return give_out(state, move)
        case TurnUp():
            return turn_up(state, move)
        case Void():
            return void(state)
    return book(state, move)


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move in a fixed order; for an unknown hand, every move that it could make."""
    return tuple(_LISTED[state.phase](state))


def _throws(state: State) -> Iterator[Throw]:
    known = die(state.match.seed, state.match.hand, len(state.dice))
    return (Throw(state.thrower, pips) for pips in ([known] if known else DIE))


def _deals(state: State) -> Iterator[Deal]:
    """One deal for each possible dora; with hands only where the whole deal is known."""
    held = in_walls(state)
    known = not any(UNKNOWN in hand for hand in held.hands)
    for dora in state.could_be((held.dora,)) if held.dora == UNKNOWN else (held.dora,):
        yield Deal(dora, held.hands if known else UNKNOWN)


def _turned_up(state: State) -> Iterator[TurnUp]:
    return (TurnUp(tile) for tile in state.could_be((state.centre.tile,)))


def _after_discard(state: State) -> Iterator[Move]:
    """What may follow a discard: calls, and without one the next draw or a void hand (J7-6, J7-13)."""
    if state.claim and state.claim.what == SHOWN:
        yield _show(state, state.claim.seat)
        return
    if state.claim is None:
        yield Draw(state.turn, state.wall[0]) if state.wall else Void()
    if state.last is not None:
        yield from _calls(state)


def _calls(state: State) -> Iterator[Move]:
    """Every call of the last discard, and all tiles that may be laid open with it (J7-7, J7-10)."""
    for seat in state.others:
        mine = state.claim and state.claim.seat == seat and state.claim.what
        if mine == JARAPON or (jarapon_refused(state, seat) is None and _may_win(state, seat)):
            if mine != JARAPON:
                yield Call(seat, JARAPON)
            yield _show(state, seat)
        if pon_refused(state, seat) is None and (sets := open_sets(state, seat)):
            if mine != PON:
                yield Call(seat, PON)
            yield from (LaySet(seat, number, wilds) for number, wilds in sets)


def _with_nine(state: State) -> Iterator[Move]:
    """What the player in turn can do after drawing: win, or discard (J7-6, J7-9)."""
    seat = state.turn
    if state.claim:
        yield _show(state, seat)
        return
    if state.drawn is not None and _may_win(state, seat):
        yield from (Call(seat, JARAPON), _show(state, seat))
    frozen = state.seats[seat].riichi
    tiles = (str(state.drawn),) if frozen else state.in_hand(seat)
    for tile in state.could_be(tiles):
        yield Discard(seat, tile)
        if not frozen and riichi_refused(state, seat, state.taken_out(tiles, (tile,)) or ()) is None:
            yield Discard(seat, tile, riichi=True)


def _may_win(state: State, seat: int) -> bool:
    """Whether a player has won; with unknown tiles, whether he could have."""
    tiles = state.in_hand(seat)
    if UNKNOWN in tiles:
        return state.last is None or ron_forbidden(state, seat, None) is None
    return isinstance(judged(state, seat, tiles), HandScore)


def may_err(state: State) -> bool:
    """Whether somebody may call jarapon, which may be a false win (J7-25)."""
    return state.phase != Phase.OVER and any(jarapon_refused(state, seat) is None for seat in range(len(state.players)))


def _show(state: State, seat: int) -> Show:
    tiles = state.in_hand(seat)
    return Show(seat, UNKNOWN if UNKNOWN in tiles else tiles)


_LISTED: dict[str, Callable[[State], Iterable[Move]]] = {
    Phase.DICE: _throws,
    Phase.BUILD: lambda _: (Build(),),
    Phase.BREAK: _throws,
    Phase.DEAL: _deals,
    Phase.DRAW: _after_discard,
    Phase.DISCARD: _with_nine,
    Phase.BONUS: _turned_up,
    Phase.OVER: lambda _: (),
}


def is_over(state: State) -> bool:
    """Whether the match has ended (J7-24, J7-26)."""
    return state.phase == Phase.OVER


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a legal move; None for building walls and a void hand, which all do."""
    if isinstance(move, Deal):
        return state.dealer
    if isinstance(move, TurnUp):
        return state.turn
    return getattr(move, "seat", None)

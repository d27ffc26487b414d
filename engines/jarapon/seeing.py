"""What lies on a table of Galaxy Jarapon for a camera, and what each player may know of it.

Places: `wall/2/7` is the seventh stack from the right end of the second side (two high or one), `bonus` the tile in the
centre, `river/2/7` the second player's seventh discard that lies there still, `pon/2/1/3` the third tile of his first
open set, `hand/2/9` a tile of the hand that he shows. Whether a tile lies sideways is in the state's rivers.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from engines.jarapon import kinds
from engines.jarapon.kinds import SHOWN, Move
from engines.jarapon.state import BREAK, DEAL, Seat, State, in_hand
from engines.jarapon.wall import DEALERS_STACKS, SIDES, STACKS, dora_stack, place_of
from engines.vocabulary import EMPTY, FACE_DOWN, FACE_UP, NOTHING, UNKNOWN, Layout, Look


def layout(state: State) -> Layout:
    """What must lie on the table; the tiles in the racks are not seen."""
    looks = dict.fromkeys(_WALL_PLACES, NOTHING)
    looks["bonus"] = frozenset({state.centre}) if state.turned_up else FACE_DOWN if state.hand else NOTHING
    if state.hand:
        looks.update(_walls(state))
    for seat in range(len(state.players)):
        looks.update(_river(state, seat))
        looks.update(_open_sets(state, seat))
        looks.update(_shown(state, seat))
    return looks


def _walls(state: State) -> Iterator[tuple[str, Look]]:
    """The stacks that still stand, and the dora where it is turned up (J7-3, J7-4)."""
    players = len(state.players)
    places = _stacks(SIDES[players][state.dealer])
    if state.phase in (BREAK, DEAL):
        yield from ((place, FACE_DOWN) for place in places)
        return
    dora = dora_stack(state.dice)
    yield places[dora], frozenset({state.dora})
    live = (len(state.wall) + 1) // 2  # stacks, one of which may have lost its upper tile
    yield from ((places[(dora - count) % STACKS], FACE_DOWN) for count in range(1, live + 1))


@cache
def _stacks(side: int) -> tuple[str, ...]:
    """The places of all stacks clockwise from the right end of the dealer's side."""
    places = (place_of(stack, side) for stack in range(STACKS))
    return tuple(f"wall/{wall + 1}/{at}" for wall, at in places)


_WALL_PLACES = tuple(f"wall/{side}/{at}" for side in range(1, 5) for at in range(1, DEALERS_STACKS + 1))


def _river(state: State, seat: int) -> Iterator[tuple[str, Look]]:
    """The discards from left to right and the free place after them (J7-6); a winner may take the last one."""
    river = state.seats[seat].river
    for at, lying in enumerate(river, start=1):
        taken = state.shown is not None and state.last == seat and at == len(river)
        yield f"river/{seat + 1}/{at}", frozenset({lying.tile, EMPTY} if taken else {lying.tile})
    yield f"river/{seat + 1}/{len(river) + 1}", NOTHING


def _open_sets(state: State, seat: int) -> Iterator[tuple[str, Look]]:
    """Each open set; the called tile lies where its discarder sits: left, in the middle or right (J7-7)."""
    sides = SIDES[len(state.players)]
    for count, laid in enumerate(state.seats[seat].sets, start=1):
        called = {3: 1, 2: 2, 1: 3}[(sides[laid.giver] - sides[seat]) % 4]
        own = list(laid.tiles)
        own.remove(laid.taken)
        for at in (1, 2, 3):
            yield f"pon/{seat + 1}/{count}/{at}", frozenset({laid.taken} if at == called else own)


def _shown(state: State, seat: int) -> Iterator[tuple[str, Look]]:
    """The hand that lies open, in whatever order; with the taken tile or without it."""
    if state.claim and state.claim.what == SHOWN and state.claim.seat == seat:
        for at in range(1, len(in_hand(state, seat)) + 1):
            yield f"hand/{seat + 1}/{at}", FACE_UP
    if state.shown != seat:
        return
    hand = state.seats[seat].hand
    taken = {state.taken} if state.last is not None else set()
    for at in range(1, len(hand) + 1):
        yield f"hand/{seat + 1}/{at}", frozenset({*hand, *taken})
    if taken:
        yield f"hand/{seat + 1}/{len(hand) + 1}", frozenset({*hand, *taken, EMPTY})


def view(state: State, player: int | None) -> State:
    """What one player may know: his own tiles, what lies open, and nothing that is to come; None: the table."""

    def seen_hand(at: int, seat: Seat) -> Seat:
        if at in (player, state.shown):
            return seat
        return replace(seat, hand=(UNKNOWN,) * len(seat.hand))

    return replace(
        state,
        seed=None,
        wall=(UNKNOWN,) * len(state.wall),
        under=UNKNOWN,
        centre=state.centre if state.turned_up else UNKNOWN,
        drawn=state.drawn if state.drawn is None or player == state.turn else UNKNOWN,
        seats=tuple(seen_hand(at, seat) for at, seat in enumerate(state.seats)),
    )


def seen(state: State, move: Move, player: int | None) -> Move:  # noqa: ARG001  (moves tell all that is seen of them)
    """What one player learns of a move: of a deal his own tiles, of a draw the tile if it is his."""
    if isinstance(move, kinds.Draw) and move.seat != player:
        return kinds.Draw(move.seat)
    if isinstance(move, kinds.Deal) and isinstance(move.hands, tuple):
        if player is None:
            return kinds.Deal(move.dora)
        return kinds.Deal(move.dora, tuple(hand if seat == player else UNKNOWN for seat, hand in enumerate(move.hands)))
    return move

"""The layout of a table of Galaxy Jarapon, and what each player may know of a state.

Places are numbered by the sides of the table, 1 to 4 counter-clockwise; side 1 is the first player's, and two players
sit at sides 1 and 3. A quarter turn of the table before the camera only adds to the numbers of the sides.

- `river/2/7`: the seventh discard of side 2 that still lies there; one laid sideways shows a face `across` (J7-9);
- `pon/2/1/3`: the third tile of the first open set, from the player's left. It may lie across or not, and the camera
  cannot tell whether the right one does: only beside an almighty tile does the place of the called one count (J7-7);
- `hand/2/9`: a tile of the hand that he shows, from his left;
- `dora`: the tile that is turned up, wherever its stack stands;
- `wall/2/7`: the seventh stack from the right end of side 2, of one or two tiles, except the stack of the dora;
- `bonus`: the tile in the centre.

A camera reports `wall` and `bonus` only after it has seen four whole walls, since their rest may be pushed to the
middle, and open sets and hands only where they lie on the sheet.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from engines.jarapon.moves import SHOWN, Deal, Draw, Move, Tiles
from engines.jarapon.state import Centre, Phase, Seat, State
from engines.jarapon.wall import DEALERS_STACKS, SIDES, STACKS, dora_stack, place_in_set, place_of
from engines.vocabulary import EMPTY, FACE_DOWN, FACE_UP, NOTHING, TILE_FACES, UNKNOWN, Faces, Layout, across


def layout(state: State) -> Layout:
    """What must lie on the table, without the tiles in the racks."""
    found = dict.fromkeys((*_WALL_PLACES, "dora"), NOTHING)
    found["bonus"] = NOTHING
    if state.match.hand and not state.is_cleared:
        found["bonus"] = frozenset({state.centre.tile}) if state.centre.turned_up else FACE_DOWN
        _put_walls(state, found)
    for seat, side in enumerate(SIDES[len(state.players)]):
        found.update(_river(state, seat, side + 1))
        found.update(_open_sets(state, seat, side + 1))
        found.update(_shown(state, seat, side + 1))
    return found


def _put_walls(state: State, found: dict[str, Faces]) -> None:
    """Adds the stacks that still stand, and the dora, whose stack has no place of its own (J7-3, J7-4)."""
    places = _stacks(SIDES[len(state.players)][state.dealer])
    if state.phase in (Phase.BREAK, Phase.DEAL):
        found.update(dict.fromkeys(places, FACE_DOWN))
        return
    dora = dora_stack(state.dice)
    found["dora"] = frozenset({state.dora})
    del found[places[dora]]
    live = (len(state.wall) + 1) // 2  # stacks, one of which may have lost its upper tile
    found.update((places[(dora - count) % STACKS], FACE_DOWN) for count in range(1, live + 1))


@cache
def _stacks(side: int) -> tuple[str, ...]:
    """The places of all stacks clockwise from the right end of the dealer's side."""
    places = (place_of(stack, side) for stack in range(STACKS))
    return tuple(f"wall/{wall + 1}/{at}" for wall, at in places)


_WALL_PLACES = tuple(f"wall/{side}/{at}" for side in range(1, 5) for at in range(1, DEALERS_STACKS + 1))


def _river(state: State, seat: int, side: int) -> Iterator[tuple[str, Faces]]:
    """The discards from left to right and the free place after them (J7-6); a winner may take the last one."""
    river = state.seats[seat].river
    lies_open = state.shown is not None or (state.claim is not None and state.claim.what == SHOWN)
    for at, lying in enumerate(river, start=1):
        taken = lies_open and state.last == seat and at == len(river)
        shows = across(lying.tile) if lying.sideways else lying.tile
        yield f"river/{side}/{at}", frozenset({shows, EMPTY} if taken else {shows})
    yield f"river/{side}/{len(river) + 1}", NOTHING


def _open_sets(state: State, seat: int, side: int) -> Iterator[tuple[str, Faces]]:
    """Each open set; the called tile lies where its discarder sits: left, in the middle or right (J7-7)."""
    for count, laid in enumerate(state.seats[seat].sets, start=1):
        called = place_in_set(seat, laid.giver, len(state.players))
        own = list(laid.tiles)
        own.remove(laid.taken)
        for at in (1, 2, 3):
            yield f"pon/{side}/{count}/{at}", frozenset({laid.taken} if at == called else own)


def _shown(state: State, seat: int, side: int) -> Iterator[tuple[str, Faces]]:
    """The hand that lies open, in any order, with or without the taken tile."""
    if state.claim and state.claim.what == SHOWN and state.claim.seat == seat:
        count = len(state.in_hand(seat))
        yield from ((f"hand/{side}/{at}", FACE_UP) for at in range(1, count + 1))
        if state.last is not None:
            yield f"hand/{side}/{count + 1}", FACE_UP | NOTHING
    if state.shown != seat:
        return
    hand = state.seats[seat].hand
    taken = {state.taken} if state.last is not None else set()
    for at in range(1, len(hand) + 1):
        yield f"hand/{side}/{at}", frozenset({*hand, *taken})
    if taken:
        yield f"hand/{side}/{len(hand) + 1}", frozenset({*hand, *taken, EMPTY})


def lying_open(state: State, seat: int) -> Tiles:
    """The faces that everybody sees outside a player's hand and open sets."""
    lying = [state.dora, state.centre.tile if state.centre.turned_up else UNKNOWN]
    for at, other in enumerate(state.seats):
        lying += [one.tile for one in other.river]
        lying += [tile for laid in other.sets if at != seat for tile in laid.tiles]
    return tuple(tile for tile in lying if tile in TILE_FACES)


def view(state: State, player: int | None) -> State:
    """What one player may know: his own tiles and what lies open; None for the table."""

    def visible_hand(at: int, seat: Seat) -> Seat:
        if at in (player, state.shown):
            return seat
        return replace(seat, hand=(UNKNOWN,) * len(seat.hand))

    return replace(
        state,
        match=replace(state.match, seed=None),
        wall=(UNKNOWN,) * len(state.wall),
        under=UNKNOWN,
        centre=state.centre if state.centre.turned_up else Centre(),
        drawn=state.drawn if state.drawn is None or player == state.turn else UNKNOWN,
        seats=tuple(visible_hand(at, seat) for at, seat in enumerate(state.seats)),
    )


def observed(state: State, move: Move, player: int | None) -> Move:  # noqa: ARG001  (a move holds all that is visible of it)
    """What one player learns of a move: of a deal his own tiles, of a draw the tile if it is his."""
    if isinstance(move, Draw) and move.seat != player:
        return Draw(move.seat)
    if isinstance(move, Deal) and isinstance(move.hands, tuple):
        if player is None:
            return Deal(move.dora)
        return Deal(move.dora, tuple(hand if seat == player else UNKNOWN for seat, hand in enumerate(move.hands)))
    return move

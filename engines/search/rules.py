"""The rules of Character Search, J1-1 to J1-5: which moves there are and what they do."""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.messages import Message, message
from engines.search.moves import BACK, TAKE, Back, Move, Take, Turn
from engines.search.state import (
    COPIES,
    PLACES,
    TILES,
    WORTH,
    Purse,
    State,
    is_match,
    payers,
    possible_faces,
    smallest,
    still_in,
)
from engines.vocabulary import NUMBERS, UNKNOWN


def moves(state: State) -> tuple[Move, ...]:
    """Every tile that may be turned up with every number that it may show; with two up, what becomes of them.

    Whoever does not know all tiles may have missed some that were turned up and back again.
    """
    if is_over(state):
        return ()
    if len(state.up) == 2:
        return (TAKE if is_match(state) else BACK,)
    open_faces = possible_faces(state)
    turns = (
        Turn(tile, face)
        for tile in PLACES
        if tile not in state.gone and tile not in state.up
        for face in (open_faces if state.tiles[tile - 1] == UNKNOWN else (state.tiles[tile - 1],))
    )
    return (*turns, *((Back(2 - len(state.up)),) if UNKNOWN in state.tiles else ()))


def is_over(state: State) -> bool:
    """Whether one player alone has chips, or the last tile is gone (J1-5)."""
    return len(still_in(state)) == 1 or len(state.gone) == TILES


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `search.illegal.*` message."""
    if is_over(state):
        raise IllegalMove(message("search.illegal.over"))
    if isinstance(move, Turn):
        return _turn(state, move)
    if isinstance(move, Back) and move.unseen:
        return _put_back_unseen(state, move.unseen)
    if len(state.up) < 2:
        raise IllegalMove(message("search.illegal.turn_first", player=state.players[state.seat]))
    first, second = (state.tiles[tile - 1] for tile in state.up)
    if isinstance(move, Take):
        if first != second:
            raise IllegalMove(message("search.illegal.no_match", first=first, second=second))
        return _settled(state, _paid_to_mover(state), state.gone.union(state.up))
    if first == second:
        raise IllegalMove(message("search.illegal.match", face=first))
    return _settled(state, _thrown_away(state), state.gone)


def _put_back_unseen(state: State, unseen: int) -> State:
    """The state after two tiles went face down again, so many of which nobody saw who keeps the record."""
    if unseen != 2 - len(state.up):
        raise IllegalMove(message("search.illegal.unseen", unseen=unseen, up=len(state.up)))
    if UNKNOWN not in state.tiles:
        raise IllegalMove(message("search.illegal.all_known"))
    return _settled(state, _thrown_away(state), state.gone)


def _turn(state: State, move: Turn) -> State:
    if why := _why_not(state, move):
        raise IllegalMove(why)
    tiles = (*state.tiles[: move.tile - 1], move.face, *state.tiles[move.tile :])
    return replace(state, tiles=tiles, shown=state.shown | {move.tile}, up=(*state.up, move.tile))


def _why_not(state: State, move: Turn) -> Message | None:
    """Why this tile cannot be turned up now, or cannot show this number."""
    player, tile = state.players[state.seat], move.tile
    if tile not in PLACES:
        return message("search.illegal.no_tile", tile=tile, last=TILES)
    if len(state.up) == 2:
        return message("search.illegal.two_are_up", player=player)
    if tile in state.up:
        return message("search.illegal.same_tile", player=player, tile=tile)
    if tile in state.gone:
        return message("search.illegal.gone", player=player, tile=tile)
    return _why_not_that(state, move)


def _why_not_that(state: State, move: Turn) -> Message | None:
    """Why this tile cannot show this number; never what it shows instead."""
    known = state.tiles[move.tile - 1]
    if move.face not in NUMBERS:
        return message("search.illegal.no_face", face=move.face)
    if known not in (UNKNOWN, move.face):
        return message("search.illegal.another_face", tile=move.tile, face=move.face)
    if known == UNKNOWN and move.face not in possible_faces(state):
        return message("search.illegal.all_seen", tile=move.tile, face=move.face, copies=COPIES)
    return None


def _paid_to_mover(state: State) -> tuple[Purse, ...]:
    """All purses when every other player still in has given the mover a chip (J1-1)."""
    purses, mine = list(state.purses), state.purses[state.seat]
    for payer in payers(state):
        purse = purses[payer]
        kind = smallest(purse)
        worth = WORTH[state.chips][kind]
        purses[payer] = replace(purse, chips=_changed(purse.chips, kind, -1), paid=purse.paid + worth)
        mine = replace(mine, chips=_changed(mine.chips, kind, 1), received=mine.received + worth)
    purses[state.seat] = mine
    return tuple(purses)


def _thrown_away(state: State) -> tuple[Purse, ...]:
    """All purses when the mover has thrown a chip away for good (J1-1)."""
    purses, mine = list(state.purses), state.purses[state.seat]
    kind = smallest(mine)
    thrown = mine.thrown + WORTH[state.chips][kind]
    purses[state.seat] = replace(mine, chips=_changed(mine.chips, kind, -1), thrown=thrown)
    return tuple(purses)


def _changed(chips: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*chips[:kind], chips[kind] + by, *chips[kind + 1 :])


def _settled(state: State, purses: tuple[Purse, ...], gone: frozenset[int]) -> State:
    """Who has no chip left is out at once (J1-4); the turn goes to the next still in, also after a match (J1-2)."""
    leaving = tuple(seat for seat in still_in(state) if not any(purses[seat].chips))
    out = (*state.out, leaving) if leaving else state.out
    clockwise = [(state.seat + step) % len(purses) for step in range(1, len(purses) + 1)]
    seat = next(seat for seat in clockwise if any(purses[seat].chips))
    return replace(state, purses=purses, gone=gone, up=(), out=out, seat=seat)


def mover(state: State, move: Move) -> int:  # noqa: ARG001  (in other games a move says who makes it)
    """The seat of the player whose turn it is."""
    return state.seat

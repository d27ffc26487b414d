"""The landings that stand for all others, since a dropped piece can come to rest in countless ways."""

from functools import cache

from engines.drop_it.judging import BONUS, COLOUR, LEVELS, NO_EDGES, SHAPE, Drop, breaches
from engines.drop_it.pieces import ALL, colour_of, shape_of
from engines.drop_it.state import State, drops_of, shares, side_count, side_of

_LEVELS = range(1, LEVELS + 1)
_CIRCLES: tuple[tuple[str, ...], ...] = ((), *((size,) for size in BONUS))


def outcomes(state: State) -> tuple[Drop, ...]:
    """For each piece that the side in turn may drop the landings that stand for all.

    Clean ones on every level with no circle and with one of each size, which touch the latest piece that they may; and
    one breach at a time on every level: it touches the latest piece of its shape, the latest of its colour, an edge
    segment of its own, or it sticks out.
    """
    dropped = tuple(drop.piece for drop in reversed(state.drops))
    found: list[Drop] = []
    for piece in shares(state).open_to(side_of(state, len(state.drops))):
        shape, colour = shape_of(piece), colour_of(piece)
        same_shape = next((other for other in dropped if shape_of(other) == shape), None)
        same_colour = next((other for other in dropped if colour_of(other) == colour), None)
        unlike = next((other for other in dropped if shape_of(other) != shape and colour_of(other) != colour), None)
        found += _clean(piece, unlike)
        for other in dict.fromkeys((same_shape, same_colour)):
            found += _touching(piece, other) if other is not None else ()
        found += _at_the_edge(piece, state.edges) if state.edges != NO_EDGES else ()
        found.append(Drop(piece, LEVELS, above=True))
    return tuple(found)


@cache
def _clean(piece: str, touched: str | None) -> tuple[Drop, ...]:
    touches = () if touched is None else (touched,)
    return tuple(Drop(piece, level, circles, touches) for level in _LEVELS for circles in _CIRCLES)


@cache
def _touching(piece: str, other: str) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, touches=(other,)) for level in _LEVELS)


@cache
def _at_the_edge(piece: str, edges_by: str) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, edges=(_own_mark(piece, edges_by),)) for level in _LEVELS)


def simple_drop(state: State) -> Drop:
    """What a simple player drops, and how it lands in a frame that fills evenly.

    He takes a piece that has least in common with the one dropped last, and of these one of which he has dropped
    fewest. It comes to rest on that piece, on the level to which the frame is full, and circles and edges come by
    turns; the very last piece no longer fits in. Nobody can choose how a piece lands: this stands in for gravity.
    """
    count, side = len(state.drops), side_of(state, len(state.drops))
    top = state.drops[-1].piece if state.drops else ""
    made = [state.drops[drop].piece for drop in drops_of(state, side)]
    piece = min(shares(state).open_to(side), key=lambda one: (_in_common(one, top), made.count(one)))
    if count == ALL - 1:
        return Drop(piece, LEVELS, above=True)
    level, touches = 1 + count * LEVELS // ALL, (top,) if top else ()
    if _in_common(piece, top):
        return Drop(piece, level, touches=touches)
    if state.edges != NO_EDGES and count % 7 == 6:
        return Drop(piece, level, edges=(_own_mark(piece, state.edges),))
    return Drop(piece, level, _CIRCLES[count // side_count(state) % len(_CIRCLES)], touches)


def _in_common(piece: str, top: str) -> int:
    """How many breaches it is if one piece touches the other."""
    return len(breaches(Drop(piece, 1, touches=(top,)), NO_EDGES)) if top else 0


def _own_mark(piece: str, edges_by: str) -> str:
    return {SHAPE: shape_of, COLOUR: colour_of}[edges_by](piece)

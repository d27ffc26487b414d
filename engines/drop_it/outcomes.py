"""The landings that stand for all others, since a dropped piece can come to rest in countless ways."""

from functools import cache

from engines.drop_it.judging import BONUS, COLOUR, NO_EDGES, SHAPE
from engines.drop_it.moves import Drop
from engines.drop_it.pieces import colour_of, shape_of
from engines.drop_it.state import State, shares, side_of

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
        found += _clean(piece, unlike, state.levels)
        for other in dict.fromkeys((same_shape, same_colour)):
            found += _touching(piece, other, state.levels) if other is not None else ()
        found += _at_the_edge(piece, state.edges, state.levels) if state.edges != NO_EDGES else ()
        found.append(Drop(piece, state.levels, above=True))
    return tuple(found)


@cache
def _clean(piece: str, touched: str | None, levels: int) -> tuple[Drop, ...]:
    touches = () if touched is None else (touched,)
    return tuple(Drop(piece, level, circles, touches) for level in range(1, levels + 1) for circles in _CIRCLES)


@cache
def _touching(piece: str, other: str, levels: int) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, touches=(other,)) for level in range(1, levels + 1))


@cache
def _at_the_edge(piece: str, edges_by: str, levels: int) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, edges=(_own_mark(piece, edges_by),)) for level in range(1, levels + 1))


def _own_mark(piece: str, edges_by: str) -> str:
    return {SHAPE: shape_of, COLOUR: colour_of}[edges_by](piece)

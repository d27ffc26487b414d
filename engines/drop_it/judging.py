"""What a drop is worth: breaches of the landing rules (D-6) and points (D-7).

>>> drop = Drop("circle/red", level=5, circles=("small", "large"), touches=("square/green",), edges=("square",))
>>> breaches(drop, "shape"), points(drop)
((), 9)
>>> breaches(Drop("square/red", level=5, touches=("square/green",), edges=("square",)), "shape")
('shape', 'edge')
"""

from engines.drop_it.moves import Drop
from engines.drop_it.pieces import colour_of, shape_of

LEVELS, MANY_LEVELS = 8, range(4, 13)  # of the usual frame (D-2), and of any other
BONUS = {"large": 1, "medium": 2, "small": 3}  # the smaller the circle, the more it is worth (D-2)
SHAPE, COLOUR, EDGE, HEIGHT = "shape", "colour", "edge", "height"  # the landing rules (D-6)
NO_EDGES = "none"
EDGES_BY = (SHAPE, COLOUR, NO_EDGES)  # what the edge rule goes by (D-12), or no edge rule at all (D-13)


def breaches(drop: Drop, edges_by: str) -> tuple[str, ...]:
    """The landing rules that a drop breaks (D-6); `edges_by` is one of `EDGES_BY`."""
    shape, colour = shape_of(drop.piece), colour_of(drop.piece)
    marked = {SHAPE: shape, COLOUR: colour}.get(edges_by)  # D-12, D-13
    broken = {
        SHAPE: any(shape_of(other) == shape for other in drop.touches),
        COLOUR: any(colour_of(other) == colour for other in drop.touches),
        EDGE: marked in drop.edges,
        HEIGHT: drop.above,
    }
    return tuple(rule for rule, is_broken in broken.items() if is_broken)


def bonus(drop: Drop) -> int:
    """The bonus points of a drop: every circle that it covers, added up (D-7)."""
    return sum(BONUS[size] for size in drop.circles)


def points(drop: Drop) -> int:
    """What a drop is worth when it breaks no rule, or when a joker cancels the breach (D-7, D-14)."""
    return drop.level + bonus(drop)

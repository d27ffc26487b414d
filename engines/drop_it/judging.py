"""What a drop is worth: breaches of the landing rules (D-6) and points (D-7).

>>> drop = Drop("circle/red", level=5, circles=("small", "large"), touches=("square/green",), edges=("square",))
>>> breaches(drop, "shape"), points(drop)
((), 9)
>>> breaches(Drop("square/red", level=5, touches=("square/green",), edges=("square",)), "shape")
('shape', 'edge')
"""

from dataclasses import dataclass

from engines.drop_it.pieces import colour_of, shape_of

LEVELS = 8
BONUS = {"large": 1, "medium": 2, "small": 3}  # the smaller the circle, the more it is worth (D-2)
SHAPE, COLOUR, EDGE, HEIGHT = "shape", "colour", "edge", "height"  # the landing rules (D-6)
NO_EDGES = "none"
EDGES_BY = (SHAPE, COLOUR, NO_EDGES)  # what the edge rule goes by (D-12), or no edge rule at all (D-13)


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece dropped, and how it came to rest: everything that its judgement needs, at the moment of landing (D-8).

    `level` is that of its highest point, `circles` the bonus circles that it covers wholly or in part, `touches` the
    pieces that it touches, `edges` what is printed on the edge segments that it touches. `above` says that it sticks
    out above the top line or is jammed in the mouth; its level is then 8. The order within each list says nothing.
    """

    piece: str
    level: int
    circles: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    above: bool = False

    def __post_init__(self) -> None:
        # equal drops are to be equal, in whatever order a camera lists what it saw
        object.__setattr__(self, "circles", tuple(sorted(self.circles)))
        object.__setattr__(self, "touches", tuple(sorted(self.touches)))
        object.__setattr__(self, "edges", tuple(sorted(set(self.edges))))


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

"""The moves of Drop It: a piece dropped, with what it is worth (D-6, D-7), and a joker used or not.

>>> drop = Drop("circle/red", level=5, circles=("small", "large"), touches=("square/green",), edges=("square",))
>>> drop.breaches("shape"), drop.points
((), 9)
>>> Drop("square/red", level=5, touches=("square/green",), edges=("square",)).breaches("shape")
('shape', 'edge')
"""

from dataclasses import dataclass

from engines.drop_it.pieces import colour_of, shape_of

LEVELS, MANY_LEVELS = 8, range(4, 13)  # of the usual frame (D-2), and of any other
BONUS = {"large": 1, "medium": 2, "small": 3}  # the smaller the circle, the more it is worth (D-2)
SHAPE, COLOUR, EDGE, HEIGHT = "shape", "colour", "edge", "height"  # the landing rules (D-6)
NO_EDGES = "none"
EDGES_BY = (SHAPE, COLOUR, NO_EDGES)  # what the edge rule goes by (D-12), or no edge rule at all (D-13)


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece dropped, and how it came to rest: everything that its judgement needs, at the moment of landing (D-8).

    The order within each list says nothing.
    """

    piece: str
    level: int  # of its highest point
    circles: tuple[str, ...] = ()  # the bonus circles that it covers wholly or in part
    touches: tuple[str, ...] = ()  # the pieces that it touches
    edges: tuple[str, ...] = ()  # what is printed on the edge segments that it touches
    above: bool = False  # it sticks out above the top line or is jammed in the mouth; its level is then the topmost

    def __post_init__(self) -> None:
        # equal drops are to be equal, in whatever order a camera lists what it saw
        object.__setattr__(self, "circles", tuple(sorted(self.circles)))
        object.__setattr__(self, "touches", tuple(sorted(self.touches)))
        object.__setattr__(self, "edges", tuple(sorted(set(self.edges))))

    def breaches(self, edges_by: str) -> tuple[str, ...]:
        """The landing rules that it breaks (D-6); `edges_by` is one of `EDGES_BY`."""
        shape, colour = shape_of(self.piece), colour_of(self.piece)
        marked = {SHAPE: shape, COLOUR: colour}.get(edges_by)  # D-12, D-13
        broken = {
            SHAPE: any(shape_of(other) == shape for other in self.touches),
            COLOUR: any(colour_of(other) == colour for other in self.touches),
            EDGE: marked in self.edges,
            HEIGHT: self.above,
        }
        return tuple(rule for rule, is_broken in broken.items() if is_broken)

    @property
    def bonus(self) -> int:
        """The bonus points: every circle that it covers, added up (D-7)."""
        return sum(BONUS[size] for size in self.circles)

    @property
    def points(self) -> int:
        """What it is worth when it breaks no rule, or when a joker cancels the breach (D-7, D-14)."""
        return self.level + self.bonus


@dataclass(frozen=True, slots=True)
class Joker:
    """The player who has just dropped uses a joker (D-14)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """After the very last drop, which no other follows: its player uses no joker (D-14)."""


Move = Drop | Joker | Keep

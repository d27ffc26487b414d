"""The moves of Drop It: a dropped piece with its score (D-6, D-7), and a joker used or kept.

>>> drop = Drop("circle/red", level=5, circles=("small", "large"), touches=("square/green",), edges=("square",))
>>> drop.breaches("shape"), drop.points
((), 9)
>>> Drop("square/red", level=5, touches=("square/green",), edges=("square",)).breaches("shape")
('shape', 'edge')
>>> Drop("unknown", level=5, broke=True).breaches("shape")
('unsaid',)
"""

from dataclasses import dataclass

from engines.drop_it.pieces import colour_of, shape_of

LEVELS, MANY_LEVELS = 8, range(4, 13)  # of the usual frame (D-2); allowed for any frame
BONUS = {"large": 1, "medium": 2, "small": 3}  # the smaller the circle, the more it is worth (D-2)
SHAPE, COLOUR, EDGE, HEIGHT = "shape", "colour", "edge", "height"  # the landing rules (D-6)
UNSAID = "unsaid"  # one of them, where nobody says which
NO_EDGES = "none"
EDGES_BY = (SHAPE, COLOUR, NO_EDGES)  # the print that the edge rule compares (D-12), or no edge rule (D-13)


@dataclass(frozen=True, slots=True)
class Drop:
    """A dropped piece and how it came to rest: all that the rules judge, at the moment of landing (D-8).

    The order within each list has no meaning.
    """

    piece: str  # `UNKNOWN` where people say only what the drop is worth
    level: int  # of its highest point
    circles: tuple[str, ...] = ()  # sizes of the bonus circles that it covers at least in part
    touches: tuple[str, ...] = ()  # the pieces that it touches
    edges: tuple[str, ...] = ()  # the prints on the edge segments that it touches
    above: bool = False  # whether it sticks out above the top line or is jammed in the mouth; its level is the topmost
    broke: bool = False  # whether an unknown piece broke a rule

    def __post_init__(self) -> None:
        # equal drops must compare equal, in whatever order a camera lists their parts
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
            UNSAID: self.broke,
        }
        return tuple(rule for rule, is_broken in broken.items() if is_broken)

    @property
    def bonus(self) -> int:
        """The bonus points of all circles that it covers (D-7)."""
        return sum(BONUS[size] for size in self.circles)

    @property
    def points(self) -> int:
        """Its points where it breaks no rule, or a joker cancels the breach (D-7, D-14)."""
        return self.level + self.bonus


@dataclass(frozen=True, slots=True)
class Joker:
    """The player who has just dropped uses a joker (D-14)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The player of the very last drop uses no joker (D-14)."""


Move = Drop | Joker | Keep

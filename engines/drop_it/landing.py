"""From outlines in a frame to the drop that the rules judge."""

from collections.abc import Sequence

from engines.drop_it.frame import TOUCH, Frame, circles_covered, edges_touched, jams, level_of, sticks_out
from engines.drop_it.geometry import Polygon, touching
from engines.drop_it.judging import NO_EDGES, SHAPE
from engines.drop_it.moves import Drop

Resting = tuple[str, Polygon]  # a piece that lies in the frame, and its outline


def landing(
    frame: Frame, piece: str, outline: Polygon, others: Sequence[Resting], edges_by: str = SHAPE, slack: float = TOUCH
) -> Drop:
    """How a piece came to rest among the others (D-6, D-7); `edges_by` says which side of the edges shows (D-12).

    >>> from engines.drop_it.frame import Circle, Edge, Line
    >>> frame = Frame(
    ...     "box", False, outline=((-50, 90), (-50, 0), (50, 0), (50, 90)), mouth=((-30, 80), (30, 80)),
    ...     lines=tuple(Line((-50, 10 * n), (50, 10 * n + 5)) for n in range(1, 8)),
    ...     edges=(Edge(((-50, 0), (0, 0)), "square", "red"), Edge(((0, 0), (50, 0)), "circle", "blue")),
    ...     circles=(Circle((20, 18), 5, "small"),),
    ... )
    >>> square = lambda x, y: ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20))
    >>> landing(frame, "square/red", square(5, 0), [("circle/blue", square(26, 0)), ("diamond/red", square(5, 20))])
    Drop(piece='square/red', level=2, circles=('small',), touches=('diamond/red',), edges=('circle',), above=False)
    """
    touched = edges_touched(frame, outline, slack)
    above = sticks_out(frame, outline) or jams(frame, outline, slack)
    return Drop(
        piece,
        level=frame.levels if above else level_of(frame, outline),  # D-14: above the top line counts as the topmost
        circles=tuple(circle.size for circle in circles_covered(frame, outline)),
        touches=tuple(other for other, polygon in others if touching(outline, polygon, slack)),
        edges=() if edges_by == NO_EDGES else tuple(edge.printed(edges_by) for edge in touched),
        above=above,
    )

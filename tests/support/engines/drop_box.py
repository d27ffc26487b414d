"""A plain frame of Drop It, a box, and square pieces in it."""

from engines.drop_it.frame import Circle, Edge, Frame, Line
from engines.drop_it.geometry import Point

FRAME = Frame(
    name="box",
    measured=True,
    outline=((-100, 400), (-100, 0), (100, 0), (100, 400)),
    mouth=((-60, 390), (60, 390)),
    lines=tuple(Line((-100, 45 * n), (100, 45 * n + 10)) for n in range(1, 8)),
    edges=(Edge(((-100, 0), (0, 0)), "square", "red"), Edge(((0, 0), (100, 0)), "circle", "blue")),
    circles=(Circle((50, 70), 8, "small"),),
)


def box(x: float, y: float) -> tuple[Point, ...]:
    """The outline of a piece, 40 mm wide and high, from its lower left corner (mm)."""
    return ((x, y), (x + 40, y), (x + 40, y + 40), (x, y + 40))

"""Whether a piece can rest as it was measured: what it touches holds it up on both sides of its middle.

Where it is held on one side only it would fall: on the other side it touches something that was measured to be apart.

>>> square = lambda x, y: ((x, y), (x + 20.0, y), (x + 20.0, y + 20.0), (x, y + 20.0))
>>> lacking_sides(square(0.0, 30.0), [square(-13.0, 10.0)]), lacking_sides(square(0.0, 30.0), [square(-9.0, 10.0)])
((1,), ())
"""

from collections.abc import Iterable, Sequence

from engines.drop_it.geometry import Polygon, distance, sides, within

_NEAR = 0.9  # mm: points of outlines that touch are not farther apart, by what a photograph shows
_ABOUT = 1.0  # mm of its middle


def lacking_sides(outline: Polygon, touched: Iterable[Polygon], slack: float = _NEAR) -> tuple[int, ...]:
    """The sides of its middle, -1 for the left and 1 for the right, on which nothing that it touches holds a piece.

    `slack`: what is no farther away (mm) touches.
    """
    middle = _middle(outline)
    across = [x for other in touched for x in _contact(outline, other, slack)]
    is_held = {-1: any(x <= middle + _ABOUT for x in across), 1: any(x >= middle - _ABOUT for x in across)}
    return tuple(side for side, held in is_held.items() if not held)


def is_on_side(outline: Polygon, x: float, side: int) -> bool:
    """Whether something at x lies on a side of a piece's middle."""
    return (x - _middle(outline)) * side > 0


def _contact(one: Polygon, other: Polygon, slack: float) -> Sequence[float]:
    """From where to where two outlines touch: x of the points of each that are near the other."""
    return [
        point[0]
        for outline, target in ((one, other), (other, one))
        for point in within(outline, target, slack)
        if distance(target, point) <= slack
    ]


def _middle(outline: Polygon) -> float:
    """How far to the right the middle of an outline's area is (mm)."""
    parts = [(ax * by - bx * ay, ax + bx) for (ax, ay), (bx, by) in sides(outline)]
    return sum(area * both for area, both in parts) / (3 * sum(area for area, _ in parts))

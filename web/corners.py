"""Four taps on a photograph as the corners of a playing field."""

from math import atan2, isfinite
from typing import Any

from engines.messages import message
from web.errors import Refused

Corner = tuple[float, float]
_SMALLEST = 400.0  # px²: twice the area of the smallest triangle of three taps that can be a board


def sent_corners(taps: list[Any]) -> list[Corner]:
    """Four corners as they were sent; raises `Refused` when they are none."""
    corners = [_corner(tap) for tap in taps]
    if len(corners) != 4:
        raise Refused(message("web.error.bad_corners"), 422)
    return corners


def clockwise(taps: list[Any]) -> tuple[Corner, ...]:
    """Four corners, clockwise from the top left one as the camera sees them, whatever the order of the taps.

    Raises `Refused` when they are no four corners of a board.

    >>> clockwise([[300, 20], [310, 200], [10, 210], [20, 10]])
    ((20.0, 10.0), (300.0, 20.0), (310.0, 200.0), (10.0, 210.0))
    """
    corners = sent_corners(taps)
    middle_x, middle_y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    # y grows downward, so growing angles go clockwise.
    corners.sort(key=lambda corner: atan2(corner[1] - middle_y, corner[0] - middle_x))
    first = min(range(4), key=lambda i: sum(corners[i]))
    around = corners[first:] + corners[:first]
    if min(_turning(*(around[(i + step) % 4] for step in range(3))) for i in range(4)) < _SMALLEST:
        raise Refused(message("web.error.bad_corners"), 422)
    return tuple(around)


def _corner(tap: Any) -> Corner:
    try:
        x, y = (float(value) for value in tap)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused(message("web.error.bad_corners"), 422) from error
    if not (isfinite(x) and isfinite(y)):
        raise Refused(message("web.error.bad_corners"), 422)
    return x, y


def _turning(a: Corner, b: Corner, c: Corner) -> float:
    """Twice the area of the triangle, positive where the way a → b → c turns clockwise."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])

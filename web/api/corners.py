"""Four taps on a photograph as the corners of a playing field."""

from collections.abc import Sequence
from math import atan2, isfinite
from typing import Annotated

from engines.messages import message
from web.api.fields import documented
from web.errors import Refused

Corner = tuple[float, float]
SentCorners = Annotated[list[Corner], documented(minItems=4, maxItems=4)]
BAD_CORNERS = message("web.error.bad_corners"), 422
_SMALLEST = 400.0  # px²: twice the area of the smallest triangle of three taps that can be a board


def four(taps: Sequence[Corner]) -> list[Corner]:
    """The corners as they were sent; raises `Refused` when they are not four."""
    if len(taps) != 4 or not all(isfinite(value) for tap in taps for value in tap):
        raise Refused(*BAD_CORNERS)
    return list(taps)


def clockwise(taps: Sequence[Corner]) -> tuple[Corner, ...]:
    """Four corners, clockwise from the top left one as the camera sees them, whatever the order of the taps.

    Raises `Refused` when they are no four corners of a board.

    >>> clockwise([(300, 20), (310, 200), (10, 210), (20, 10)])
    ((20, 10), (300, 20), (310, 200), (10, 210))
    """
    corners = four(taps)
    middle_x, middle_y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    # y grows downward, so growing angles go clockwise.
    corners.sort(key=lambda corner: atan2(corner[1] - middle_y, corner[0] - middle_x))
    first = min(range(4), key=lambda i: sum(corners[i]))
    around = corners[first:] + corners[:first]
    if min(_turning(*(around[(i + step) % 4] for step in range(3))) for i in range(4)) < _SMALLEST:
        raise Refused(*BAD_CORNERS)
    return tuple(around)


def _turning(a: Corner, b: Corner, c: Corner) -> float:
    """Twice the area of the triangle, positive where the path a → b → c turns clockwise."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])

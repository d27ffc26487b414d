"""Geometry of outlines in the plane of the frame: millimetres, x to the right, y up.

>>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
>>> contains(square, (5.0, 5.0)), contains(square, (15.0, 5.0)), distance(square, (13.0, 14.0))
(True, False, 5.0)
"""

import math
from collections.abc import Iterable, Iterator, Sequence

Point = tuple[float, float]
Polygon = Sequence[Point]
Segment = tuple[Point, Point]

_MAX_CONTACT_DISTANCE = 5.0  # mm: limits the search for the nearest points of outlines that meet
_CONTACT_TOLERANCE = 0.3  # mm: points that are farther apart than the nearest ones by less than this touch as well


def polygon_of(points: Iterable[Sequence[float]]) -> tuple[Point, ...]:
    """An outline from rows of two numbers, such as an array (n × 2).

    >>> polygon_of([[0, 1], [2, 3]])
    ((0.0, 1.0), (2.0, 3.0))
    """
    return tuple((float(x), float(y)) for x, y in points)


def sides(polygon: Polygon) -> Iterator[Segment]:
    """The sides of a closed outline."""
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies inside an outline."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in sides(polygon):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def to_segment(point: Point, segment: Segment) -> float:
    """The distance of a point from a segment."""
    (x, y), ((ax, ay), (bx, by)) = point, segment
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


def distance(polygon: Polygon, point: Point) -> float:
    """The distance of a point from an outline; 0 inside."""
    return 0.0 if contains(polygon, point) else min(to_segment(point, side) for side in sides(polygon))


def touching(first: Polygon, second: Polygon, slack: float) -> bool:
    """Whether two outlines overlap or come as near as `slack`."""
    if not _boxes_meet(first, second, slack):
        return False
    return (
        any(touches_segment(first, side, slack) for side in sides(second))
        or contains(first, second[0])
        or contains(second, first[0])
    )


def touches_segment(polygon: Polygon, segment: Segment, slack: float) -> bool:
    """Whether an outline crosses a segment or comes as near as `slack`; a segment well inside it counts too."""
    if not _boxes_meet(polygon, segment, slack):
        return False
    return contains(polygon, segment[0]) or any(
        _boxes_meet(side, segment, slack) and _segments_meet(side, segment, slack) for side in sides(polygon)
    )


def _boxes_meet(first: Polygon, second: Polygon, slack: float) -> bool:
    return all(
        min(point[axis] for point in first) <= max(point[axis] for point in second) + slack
        and min(point[axis] for point in second) <= max(point[axis] for point in first) + slack
        for axis in (0, 1)
    )


def _segments_meet(first: Segment, second: Segment, slack: float) -> bool:
    ends = [to_segment(point, second) for point in first] + [to_segment(point, first) for point in second]
    return min(ends) <= slack or (
        _side_of(first[0], second) * _side_of(first[1], second) < 0
        and _side_of(second[0], first) * _side_of(second[1], first) < 0
    )


def _side_of(point: Point, segment: Segment) -> float:
    (x, y), ((ax, ay), (bx, by)) = point, segment
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


def gap(first: Polygon, second: Polygon, most: float) -> float:
    """The gap between two outlines, 0 where they meet, at most `most`.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> gap(square, [(x + 12, y) for x, y in square], 5.0), gap(square, [(x + 5, y + 5) for x, y in square], 5.0)
    (2.0, 0.0)
    """
    if not _boxes_meet(first, second, most):
        return most
    if touching(first, second, 0.0):
        return 0.0
    pairs = ((first, second), (second, first))
    return min(most, *(_nearest(within(outline, target, most), sides(target)) for outline, target in pairs))


def gap_to_segment(polygon: Polygon, segment: Segment, most: float) -> float:
    """The gap between an outline and a segment, 0 where they meet or the segment lies inside, at most `most`."""
    if not _boxes_meet(polygon, segment, most):
        return most
    if touches_segment(polygon, segment, 0.0):
        return 0.0
    return min(most, _nearest(within(polygon, segment, most), (segment,)), _nearest(segment, sides(polygon)))


def within(points: Polygon, outline: Polygon, slack: float) -> list[Point]:
    """The points within `slack` of the bounding box of an outline."""
    left, right = min(x for x, _ in outline) - slack, max(x for x, _ in outline) + slack
    low, high = min(y for _, y in outline) - slack, max(y for _, y in outline) + slack
    return [(x, y) for x, y in points if left <= x <= right and low <= y <= high]


def grown(polygon: Polygon, by: float) -> Polygon:
    """A convex anticlockwise outline with its sides moved outwards by `by` mm, or inwards where that is negative.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> [(round(x, 2), round(y, 2)) for x, y in grown(square, 0.5)]
    [(-0.5, -0.5), (10.5, -0.5), (10.5, 10.5), (-0.5, 10.5)]
    """
    outward = []  # of each side, of length 1
    for (x0, y0), (x1, y1) in sides(polygon):
        length = math.hypot(x1 - x0, y1 - y0)
        outward.append(((y1 - y0) / length, (x0 - x1) / length))
    found = []
    for (x, y), (x0, y0), (x1, y1) in zip(polygon, (outward[-1], *outward[:-1]), outward, strict=True):
        times = by / (1 + x0 * x1 + y0 * y1)
        found.append((x + (x0 + x1) * times, y + (y0 + y1) * times))
    return tuple(found)


def meeting_point(first: Polygon, second: Polygon) -> Point:
    """The mean of the points where two outlines touch or come nearest; either may be a segment.

    >>> square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    >>> meeting_point(square, [(x + 10.5, y) for x, y in square])
    (10.25, 5.0)
    """
    pairs = ((first, second), (second, first))
    close = [(point, target) for points, target in pairs for point in within(points, target, _MAX_CONTACT_DISTANCE)]
    if not close:
        close = [(point, target) for points, target in pairs for point in points]
    away = [(distance(target, point), point) for point, target in close]
    nearest = min(away)[0]
    near = [point for far, point in away if far <= nearest + _CONTACT_TOLERANCE]
    return sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)


def outward(polygon: Polygon, point: Point) -> Point:
    """The outward direction (of length 1) of that side of an anticlockwise outline which is nearest to a point.

    >>> outward(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)), (11.0, 4.0))
    (1.0, 0.0)
    """
    (x0, y0), (x1, y1) = min(sides(polygon), key=lambda side: to_segment(point, side))
    length = math.hypot(x1 - x0, y1 - y0)
    return (y1 - y0) / length, (x0 - x1) / length


def _nearest(points: Sequence[Point], segments: Iterable[Segment]) -> float:
    return min((to_segment(point, segment) for segment in segments for point in points), default=math.inf)

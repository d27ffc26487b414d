"""What is drawn over a photograph of a drop, so that people can see why it counts as it does, and argue with it.

Lines and circles are drawn where the rules judge them: in the plane of the fronts of the pieces. In the picture their
print is seen beside that, as it lies deeper.
"""

from collections.abc import Iterator

import numpy as np

from engines.drop_it.frame import Circle, Frame, Line
from engines.drop_it.geometry import Polygon, distance, polygon_of
from engines.drop_it.measuring import MAX_NEAR_GAP, MAX_TOUCH_GAP, Measured, Near
from engines.drop_it.moves import BONUS
from vision.frame.shapes import circle_points
from vision.frame.view import FrameView
from vision.reading import Mark, MarkKind

_BESIDE = 14.0  # mm of a level line to each side of a piece
_ON_A_CIRCLE = 40
_MEETING = 0.05  # mm: what is nearer is not said to be apart
_Drawn = tuple[MarkKind, Polygon, str]


def marks_of(view: FrameView, frame: Frame, outline: Polygon, measured: Measured) -> tuple[Mark, ...]:
    """The outline of a piece, what it touches or nearly touches, the level lines by its highest point, its circles.

    What is doubtful is what was measured to be so.
    """
    found = (("piece", outline, ""), *_contacts(measured), *_levels(frame, outline, measured))
    found = (*found, *_circles(frame, outline, measured))
    drawn = ((kind, view.camera.project(np.array(points), view.front), label) for kind, points, label in found)
    return tuple(Mark(kind, polygon_of(pixels), label) for kind, pixels, label in drawn)


def _doubts(measured: Measured) -> dict[Near | Line | Circle, float]:
    """How far away what is doubtful was measured to be (mm)."""
    return {doubt.about: doubt.away for doubt in measured.doubts}


def _contacts(measured: Measured) -> Iterator[_Drawn]:
    doubts = _doubts(measured)
    for near in measured.near:
        kind: MarkKind = "doubtful" if near in doubts else "touch" if near.gap <= MAX_TOUCH_GAP else "apart"
        yield kind, (near.at,), "" if near.gap < _MEETING else _mm(near.gap)


def _levels(frame: Frame, outline: Polygon, measured: Measured) -> Iterator[_Drawn]:
    """The lines below and above the level, with how far the highest point is from each."""
    top = max(outline, key=lambda point: point[1])
    left, right = min(x for x, _ in outline) - _BESIDE, max(x for x, _ in outline) + _BESIDE
    lines, doubts = [*frame.lines, frame.top], _doubts(measured)
    near = lines[-1:] if measured.drop.above else lines[max(measured.drop.level - 2, 0) : measured.drop.level]
    for line in lines:
        if line in doubts or line in near:
            away = doubts.get(line, abs(line.height_at(top[0]) - top[1]))
            yield "doubtful" if line in doubts else "line", _part_of(line, left, right), _mm(away)
    yield "line", (top,), str(measured.drop.level)


def _part_of(line: Line, left: float, right: float) -> Polygon:
    ends = max(left, line.left[0]), min(right, line.right[0])
    return tuple((x, line.height_at(x)) for x in ends)


def _circles(frame: Frame, outline: Polygon, measured: Measured) -> Iterator[_Drawn]:
    """The circles that are covered, with what they add, and those that nearly are, with how far away they are."""
    doubts = _doubts(measured)
    for circle in frame.circles:
        away = distance(outline, circle.centre) - circle.radius
        if away < MAX_NEAR_GAP:
            points = polygon_of(circle_points(_ON_A_CIRCLE) * circle.radius + circle.centre)
            kind: MarkKind = "doubtful" if circle in doubts else "circle" if away <= 0 else "apart"
            yield kind, points, f"+{BONUS[circle.size]}" if kind == "circle" else _mm(abs(away))


def _mm(length: float) -> str:
    return f"{length:.1f} mm"

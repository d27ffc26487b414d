"""Marks drawn over a picture of a drop, so that people can see why it counts as it does, and argue with it.

Lines and circles are drawn where the rules judge them: in the plane of the pieces' fronts. Their print lies deeper, so
in the picture it appears beside them.
"""

from collections.abc import Iterator

import numpy as np

from engines.drop_it.frame import Circle, Frame, Line
from engines.drop_it.geometry import Polygon, distance, polygon_of
from engines.drop_it.measuring import MAX_NEAR_GAP, MAX_TOUCH_GAP, Contact, Measured
from engines.drop_it.moves import BONUS
from vision.frame.shapes import circle_points
from vision.frame.view import FrameView
from vision.reading import Mark, MarkKind

_LINE_MARGIN = 14.0  # mm of a level line on each side of a piece
_CIRCLE_POINTS = 40
_MIN_LABELLED_GAP = 0.05  # mm: smaller gaps are not labelled
_Drawn = tuple[MarkKind, Polygon, str]


def marks_of(view: FrameView, frame: Frame, outline: Polygon, measured: Measured) -> tuple[Mark, ...]:
    """The marks of a drop: the piece's outline, its contacts and near contacts, the level lines by its top, its
    circles.

    Measurements that are too close to call are marked as doubtful.
    """
    found = (("piece", outline, ""), *_contacts(measured), *_levels(frame, outline, measured))
    found = (*found, *_circles(frame, outline, measured))
    drawn = ((kind, view.camera.project(np.array(points), view.front), label) for kind, points, label in found)
    return tuple(Mark(kind, polygon_of(pixels), label) for kind, pixels, label in drawn)


def _doubts(measured: Measured) -> dict[Contact | Line | Circle, float]:
    """The measured distances (mm) of what is too close to call."""
    return {doubt.about: doubt.away for doubt in measured.doubts}


def _contacts(measured: Measured) -> Iterator[_Drawn]:
    doubts = _doubts(measured)
    for contact in measured.contacts:
        kind: MarkKind = "doubtful" if contact in doubts else "touch" if contact.gap <= MAX_TOUCH_GAP else "apart"
        yield kind, (contact.at,), "" if contact.gap < _MIN_LABELLED_GAP else _mm(contact.gap)


def _levels(frame: Frame, outline: Polygon, measured: Measured) -> Iterator[_Drawn]:
    """The lines below and above the level, with their distances from the piece's highest point."""
    top = max(outline, key=lambda point: point[1])
    left, right = min(x for x, _ in outline) - _LINE_MARGIN, max(x for x, _ in outline) + _LINE_MARGIN
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
    """The covered circles with their bonus, and the nearly covered ones with their distance."""
    doubts = _doubts(measured)
    for circle in frame.circles:
        away = distance(outline, circle.centre) - circle.radius
        if away < MAX_NEAR_GAP:
            points = polygon_of(circle_points(_CIRCLE_POINTS) * circle.radius + circle.centre)
            kind: MarkKind = "doubtful" if circle in doubts else "circle" if away <= 0 else "apart"
            yield kind, points, f"+{BONUS[circle.size]}" if kind == "circle" else _mm(abs(away))


def _mm(length: float) -> str:
    return f"{length:.1f} mm"

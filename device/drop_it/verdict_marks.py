"""What is drawn over a photograph of a drop, so that people can see why it counts as it does, and argue with it.

Lines and circles are drawn where the rules judge them: in the plane of the fronts of the pieces. In the picture their
print is seen beside that, as it lies deeper.
"""

from collections.abc import Iterator

import numpy as np

from engines.drop_it.frame import Frame, Line
from engines.drop_it.geometry import Polygon, distance, polygon_of
from engines.drop_it.judging import BONUS
from engines.drop_it.measuring import APART, ERROR, Measured
from vision.drop_it.frame_view import FrameView
from vision.drop_it.shapes import circle_points
from vision.reading import Mark, MarkKind

_BESIDE = 14.0  # mm of a level line to each side of a piece
_ON_A_CIRCLE = 40
_MEETING = 0.05  # mm: what is nearer is not said to be apart


def marks_of(view: FrameView, frame: Frame, outline: Polygon, measured: Measured) -> tuple[Mark, ...]:
    """The outline of a piece, what it touches or nearly touches, the level lines by its highest point, its circles."""
    found = (("piece", outline, ""), *_near(measured), *_levels(frame, outline, measured), *_circles(frame, outline))
    drawn = ((kind, view.camera.project(np.array(points), view.front), label) for kind, points, label in found)
    return tuple(Mark(kind, polygon_of(pixels), label) for kind, pixels, label in drawn)


_Drawn = tuple[MarkKind, Polygon, str]


def _near(measured: Measured) -> Iterator[_Drawn]:
    for near in measured.near:
        kind: MarkKind = "touch" if near.gap <= APART else "apart"
        label = "" if near.gap < _MEETING else _mm(near.gap)
        yield "doubtful" if abs(near.gap - APART) < ERROR else kind, (near.at,), label


def _levels(frame: Frame, outline: Polygon, measured: Measured) -> Iterator[_Drawn]:
    """The lines below and above the level, with how far the highest point is from each."""
    top = max(outline, key=lambda point: point[1])
    left, right = min(x for x, _ in outline) - _BESIDE, max(x for x, _ in outline) + _BESIDE
    lines = [*frame.lines, frame.top]
    is_doubtful = any(item in ("level", "above") for item, _ in measured.doubtful)
    near = lines[-1:] if measured.drop.above else lines[max(measured.drop.level - 2, 0) : measured.drop.level]
    for line in near:
        away = abs(line.height_at(top[0]) - top[1])
        yield "doubtful" if is_doubtful and away < 2 * ERROR else "line", _part_of(line, left, right), _mm(away)
    yield "line", (top,), str(measured.drop.level)


def _part_of(line: Line, left: float, right: float) -> Polygon:
    ends = max(left, line.left[0]), min(right, line.right[0])
    return tuple((x, line.height_at(x)) for x in ends)


def _circles(frame: Frame, outline: Polygon) -> Iterator[_Drawn]:
    """The circles that are covered, with what they add, and those that are nearly, with how far they are."""
    for circle in frame.circles:
        away = distance(outline, circle.centre) - circle.radius
        if away < ERROR:
            points = polygon_of(circle_points(_ON_A_CIRCLE) * circle.radius + circle.centre)
            is_doubtful = abs(away) < ERROR
            yield (
                "doubtful" if is_doubtful else "circle",
                points,
                _mm(-away) if is_doubtful else f"+{BONUS[circle.size]}",
            )


def _mm(length: float) -> str:
    return f"{length:.1f} mm"

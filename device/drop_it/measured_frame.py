"""Measures a frame (mm) from a sketch on a picture of it, and projects it back onto the picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from device.drop_it.frame_sketch import Sketch, SketchedCircle, Wall
from engines.drop_it.frame import Circle, Edge, Frame, Line
from engines.drop_it.geometry import Point, contains, polygon_of
from engines.messages import Refusal, message
from vision.frame.camera import FrameCamera
from vision.frame.profiles import rim_near
from vision.frame.ruled_camera import Ring, points_along, ruled_camera
from vision.frame.shapes import circle_points
from vision.reading import Picture, Points

MAX_OFF = 25.0  # px in a picture 1280 px wide: with larger errors no camera fits the sketch
_MAX_SNAP = 3.0  # px: maximum distance of detected print from where people marked it
_MAX_MOUTH = 1.02  # maximum width of the mouth, in multiples of the narrowest opening
_RIM_POINTS, _LINE_POINTS = 32, 9  # number of points drawn


@dataclass(frozen=True)
class DrawnFrame:
    """A frame as its camera sees it (each n × 2 px)."""

    outline: Points
    lines: tuple[Points, ...]
    circles: tuple[Points, ...]
    edges: tuple[Points, ...]


@dataclass(frozen=True)
class MeasuredFrame:
    """A frame, its projection, and the distances of that from people's marks."""

    frame: Frame
    drawn: DrawnFrame
    mean_off: float  # px
    most_off: float  # px
    farthest: tuple[str, int]  # the farthest mark: "corner", "line" or "circle", and its number from 1


def measure_frame(picture: Picture, sketch: Sketch) -> MeasuredFrame:
    """Measure the frame of a valid sketch; raises `Refusal` if no camera can see it so."""
    outline_px = np.array(sketch.outline, np.float64)
    lines_px = [_left_first(line) for line in sketch.lines]
    camera = ruled_camera(picture, outline_px, lines_px, sketch.width, sketch.height, sketch.depth)
    if camera is None:
        raise Refusal(message("frame_lesson.no_camera"))
    ring = Ring.of(outline_px)
    outline = polygon_of(
        ring.straightened(camera.on_plane(outline_px, sketch.depth), sketch.width, sketch.height).round(2)
    )
    frame = Frame(
        name=" ".join(sketch.name.split()),
        measured=True,
        outline=outline,
        mouth=_mouth(outline, ring.base),
        lines=_lines(picture, camera, lines_px, outline),
        edges=tuple(edge for wall in sketch.walls for edge in _edges(wall, outline)),
        circles=_circles(picture, camera, sketch.circles, outline),
        depth=sketch.depth,
        pieces=sketch.pieces,
    )
    return _with_distances(frame, _drawn(frame, camera), outline_px, lines_px, sketch.circles, picture.shape[1])


def _left_first(line: Sequence[tuple[float, float]]) -> Points:
    return np.array(sorted(line), np.float64)


def _mouth(outline: Sequence[Point], base: int) -> tuple[Point, Point]:
    """The lips of the mouth: the lowest pair of corners where the opening is narrowest.

    Raises `Refusal` where left and right are exchanged.
    """
    pairs = list(zip(outline[:base], reversed(outline[base + 2 :]), strict=False)) or [(outline[0], outline[-1])]
    least = min(right[0] - left[0] for left, right in pairs)
    if least <= 0:
        raise Refusal(message("frame_lesson.no_camera"))
    return next(pair for pair in reversed(pairs) if pair[1][0] - pair[0][0] <= least * _MAX_MOUTH)


def _lines(
    picture: Picture, camera: FrameCamera, lines: Sequence[Points], outline: Sequence[Point]
) -> tuple[Line, ...]:
    """The printed lines up to the outline, from the lowest to the highest."""
    found = []
    for number, ends in enumerate(lines, start=1):
        points = points_along(picture, ends)
        flat = camera.on_plane(points if len(points) else ends, 0.0)
        straight = np.polynomial.Polynomial.fit(flat[:, 0], flat[:, 1], 1)
        across = _between_walls(straight, float(flat[:, 0].mean()), outline)
        if across is None:
            raise Refusal(message("frame_lesson.line_outside", line=number))
        found.append((Line(*polygon_of(np.column_stack([across, straight(across)]).round(2))), number))
    found.sort(key=lambda one: one[0].left[1] + one[0].right[1])
    for (low, number), (high, other) in pairwise(found):
        if any(high.height_at(x) <= low.height_at(x) for x, _ in outline):
            raise Refusal(message("frame_lesson.lines_cross", one=number, other=other))
    return tuple(line for line, _ in found)


def _between_walls(
    straight: np.polynomial.Polynomial, middle: float, outline: Sequence[Point]
) -> tuple[float, float] | None:
    """The x coordinates (mm) of a line's intersections with the walls on either side of `middle`."""
    meets = []
    for (x1, y1), (x2, y2) in pairwise(outline):
        start, end = y1 - straight(x1), y2 - straight(x2)
        if start * end <= 0 and start != end:
            meets.append(float(x1 + (x2 - x1) * start / (start - end)))
    left, right = [x for x in meets if x < middle], [x for x in meets if x > middle]
    return (max(left), min(right)) if left and right else None


def _edges(wall: Wall, outline: Sequence[Point]) -> list[Edge]:
    start, end = np.array(outline[wall.start]), np.array(outline[wall.start + 1])
    shares = np.linspace(0, 1, len(wall.prints) + 1)[:, None]
    cuts = pairwise(polygon_of((start + (end - start) * shares).round(2)))
    return [Edge(cut, shape, colour) for cut, (shape, colour) in zip(cuts, wall.prints, strict=True)]


def _circles(
    picture: Picture, camera: FrameCamera, circles: Sequence[SketchedCircle], outline: Sequence[Point]
) -> tuple[Circle, ...]:
    """The bonus circles; all of one size get the same radius."""
    snap = _MAX_SNAP * max(1.0, picture.shape[1] / 1280)
    centres, radii = [], []
    for number, circle in enumerate(circles, start=1):
        centre, rim = circle.centre, rim_near(picture, circle.centre, circle.radius)
        if rim is not None and np.hypot(*np.subtract(rim[0], centre)) < snap and abs(rim[1] - circle.radius) < snap:
            centre = rim[0]
        around = camera.on_plane(_around(centre, circle.radius), 0.0)
        middle = camera.on_plane(np.array([centre]), 0.0)[0]
        if not contains(outline, *polygon_of(middle[None])):
            raise Refusal(message("frame_lesson.circle_outside", circle=number))
        centres.append(middle)
        radii.append(float(np.hypot(*(around - middle).T).mean()))
    usual = {
        size: float(np.median([radius for radius, one in zip(radii, circles, strict=True) if one.size == size]))
        for size in {one.size for one in circles}
    }
    return tuple(
        Circle(polygon_of(np.array([centre]).round(2))[0], round(usual[one.size], 2), one.size)
        for centre, one in zip(centres, circles, strict=True)
    )


def _around(centre: tuple[float, float], radius: float) -> Points:
    return circle_points(_RIM_POINTS) * radius + centre


def _drawn(frame: Frame, camera: FrameCamera) -> DrawnFrame:
    def along(points: Sequence[Point], z: float) -> Points:
        shares = np.linspace(0, 1, _LINE_POINTS)[:, None]
        parts = [np.array(start) * (1 - shares) + np.array(end) * shares for start, end in pairwise(points)]
        return camera.project(np.vstack(parts), z)

    return DrawnFrame(
        along(frame.outline, frame.depth),
        tuple(along((line.left, line.right), 0.0) for line in frame.lines),
        tuple(camera.project(_around(one.centre, one.radius), 0.0) for one in frame.circles),
        tuple(along(edge.segment, frame.depth) for edge in frame.edges),
    )


def _with_distances(
    frame: Frame,
    drawn: DrawnFrame,
    outline: Points,
    lines: Sequence[Points],
    circles: Sequence[SketchedCircle],
    wide: int,
) -> MeasuredFrame:
    """The measured frame with the distances of its projection from people's marks."""
    corners = np.vstack([drawn.outline[::_LINE_POINTS], drawn.outline[-1:]])
    off = [(float(np.hypot(*away)), ("corner", at)) for at, away in enumerate(corners - outline, start=1)]
    for at, ends in enumerate(lines, start=1):
        beside = [np.abs(_beside(ends, line)).max() for line in drawn.lines]
        off.append((float(min(beside)), ("line", at)))
    for at, (rim, circle) in enumerate(zip(drawn.circles, circles, strict=True), start=1):
        off.append((float(np.hypot(*(rim.mean(axis=0) - circle.centre))), ("circle", at)))
    most, farthest = max(off)
    if most > MAX_OFF * max(1.0, wide / 1280):
        raise Refusal(message("frame_lesson.no_camera"))
    return MeasuredFrame(frame, drawn, float(np.mean([one for one, _ in off])), most, farthest)


def _beside(ends: Points, line: Points) -> Points:
    """How far two ends lie above or below a projected line (px)."""
    curve = np.polynomial.Polynomial.fit(line[:, 0], line[:, 1], 2)
    return np.asarray(ends[:, 1] - curve(ends[:, 0]))

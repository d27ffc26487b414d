"""A frame of Drop It as data (D-2, D-3): millimetres, x from its middle to the right, y up from its base.

Each real frame has a file; the shipped one is marked as not measured. `[frame]` has `name`, `outline` (the inside, from
the left end of the top line down, round and up to its right end) and `mouth` (the two points where the opening is
narrowest), and optionally `measured = true`, `depth` (from the print to the fronts of the bars) and `pieces` (from the
print to the backs and the fronts of pieces). There are three to eleven `[[line]]` (`left`, `right`) from the lowest to
the highest, one between each two levels, `[[edge]]` segments (`from`, `to`, `shape`, and the `colour` on their other
side), and bonus `[[circle]]`s (`at`, `radius`, `size`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from engines.data_file import Table, is_number, many_tables, one_table, read_tables
from engines.drop_it.geometry import Point, Polygon, Segment, contains, distance, to_segment, touches_segment
from engines.drop_it.moves import BONUS, MANY_LEVELS, SHAPE
from engines.drop_it.pieces import COLOURS, SHAPES
from engines.messages import Message, message

TOUCH = 0.5  # mm: maximum gap of things that touch; the accuracy of a photograph
LINE_TOLERANCE = 1e-6  # mm: maximum distance of points that lie on a line
MAX_TAP_ERROR = 5.0  # mm: maximum distance of the tapped ends of an edge segment from the outline
MAX_LENGTH = 1000.0  # mm: bounds coordinates and radii
USUAL_DEPTH, USUAL_PIECE_DEPTHS = 20.5, (1.0, 17.0)  # mm before the print; defaults
MAX_DEPTH = 80.0  # mm


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line across the frame, mostly a slanted one."""

    left: Point
    right: Point

    def height_at(self, x: float) -> float:
        """Its y at x, also beyond its ends."""
        (ax, ay), (bx, by) = self.left, self.right
        return ay + (by - ay) * (x - ax) / (bx - ax)


@dataclass(frozen=True, slots=True)
class Edge:
    """A printed segment of a side or the base."""

    segment: Segment
    shape: str
    colour: str  # printed on the other side of the part

    def printed(self, edges_by: str) -> str:
        """The print that shows where the edge rule goes by shape or by colour (D-12)."""
        return self.shape if edges_by == SHAPE else self.colour


@dataclass(frozen=True, slots=True)
class Circle:
    """A printed bonus circle."""

    centre: Point
    radius: float  # mm
    size: str  # a key of `BONUS`


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame: its inner outline and what is printed on it."""

    name: str
    measured: bool
    outline: tuple[Point, ...]  # of the inside, from the left end of the top line to its right end
    mouth: Segment  # where the opening is narrowest
    lines: tuple[Line, ...]  # between the levels, from the lowest
    edges: tuple[Edge, ...]
    circles: tuple[Circle, ...]
    depth: float = USUAL_DEPTH  # mm from the print to the fronts of the bars
    pieces: tuple[float, float] = USUAL_PIECE_DEPTHS  # mm from the print to the backs and the fronts of pieces

    @property
    def levels(self) -> int:
        """The number of levels."""
        return len(self.lines) + 1

    @property
    def top(self) -> Line:
        """The top line, above which no piece may stick out."""
        return Line(self.outline[0], self.outline[-1])


def level_of(frame: Frame, piece: Polygon) -> int:
    """The level of a piece's highest point; exactly on a line, the lower level (D-7).

    Where several points are the highest, the best of their levels counts.
    """
    highest = max(y for _, y in piece)
    tops = [point for point in piece if point[1] >= highest - LINE_TOLERANCE]
    return max(1 + sum(line.height_at(x) < y - LINE_TOLERANCE for line in frame.lines) for x, y in tops)


def circles_covered(frame: Frame, piece: Polygon) -> tuple[Circle, ...]:
    """The bonus circles that a piece covers at least in part, whether or not others cover them too (D-7)."""
    return tuple(circle for circle in frame.circles if distance(piece, circle.centre) <= circle.radius)


def edges_touched(frame: Frame, piece: Polygon, slack: float = TOUCH) -> tuple[Edge, ...]:
    """The edge segments that a piece touches (D-6); `slack`: maximum gap in mm."""
    return tuple(edge for edge in frame.edges if touches_segment(piece, edge.segment, slack))


def sticks_out(frame: Frame, piece: Polygon) -> bool:
    """Whether any part of a piece is above the top line (D-6)."""
    return any(y > frame.top.height_at(x) + LINE_TOLERANCE for x, y in piece)


def jams(frame: Frame, piece: Polygon, slack: float = TOUCH) -> bool:
    """Whether a piece is jammed in the mouth: it lies across it and touches one of its ends (D-6)."""
    across = Line(*frame.mouth)
    heights = [y - across.height_at(x) for x, y in piece]
    return min(heights) < 0 < max(heights) and any(distance(piece, lip) <= slack for lip in frame.mouth)


def frame_note(frame: Frame) -> Message:
    """The message that names the frame, marked where nobody has measured it (D-3)."""
    return message("drop_it.frame" if frame.measured else "drop_it.frame_not_measured", frame=frame.name)


def parse_frame(text: str, file: str) -> Frame:
    """A frame from TOML; raises `BadData` naming file, table, key and what is allowed."""
    data = read_tables(text, file, ("frame", "line", "edge", "circle"))
    heading = one_table(data, "frame", file, ("name", "measured", "outline", "mouth", "depth", "pieces"))
    outline = _points(heading, "outline", fewest=4)
    mouth = _points(heading, "mouth", fewest=2)
    width = max(x for x, _ in outline) - min(x for x, _ in outline)
    if len(mouth) != 2 or not 0 < mouth[1][0] - mouth[0][0] <= width or outline[0][0] >= outline[-1][0]:
        raise heading.wrong("bad_mouth", "mouth")
    return Frame(
        name=heading.text("name"),
        measured=heading.switch("measured"),
        outline=outline,
        mouth=(mouth[0], mouth[1]),
        lines=_lines(many_tables(data, "line", file, ("left", "right")), outline),
        edges=tuple(_edge(table, outline) for table in many_tables(data, "edge", file, _EDGE_KEYS)),
        circles=tuple(_circle(table, outline) for table in many_tables(data, "circle", file, _CIRCLE_KEYS)),
        depth=_depth(heading),
        pieces=_depths(heading),
    )


_EDGE_KEYS = ("from", "to", "shape", "colour")
_CIRCLE_KEYS = ("at", "radius", "size")


def _lines(tables: list[Table], outline: Polygon) -> tuple[Line, ...]:
    """The lines between the levels; raises `BadData` unless each is above the one before across the frame."""
    lines: list[Line] = []
    for table in tables:
        line = Line(_point(table, "left"), _point(table, "right"))
        if line.left[0] >= line.right[0]:
            raise table.wrong("not_left_to_right", "right")
        if lines and any(line.height_at(x) <= lines[-1].height_at(x) for x, _ in outline):
            raise table.wrong("lines_cross", "left")
        lines.append(line)
    if len(lines) + 1 not in MANY_LEVELS:
        fewest, most = MANY_LEVELS[0] - 1, MANY_LEVELS[-1] - 1
        raise tables[-1].wrong("wrong_lines", "line", lines=len(lines), fewest=fewest, most=most)
    return tuple(lines)


def _edge(table: Table, outline: Polygon) -> Edge:
    walls = list(pairwise(outline))
    ends = (_point(table, "from"), _point(table, "to"))
    for key, end in zip(("from", "to"), ends, strict=True):
        if min(to_segment(end, wall) for wall in walls) > MAX_TAP_ERROR:
            raise table.wrong("off_the_outline", key, most=int(MAX_TAP_ERROR))
    return Edge(ends, _word(table, "shape", SHAPES), _word(table, "colour", COLOURS))


def _circle(table: Table, outline: Polygon) -> Circle:
    centre = _point(table, "at")
    radius = table.values.get("radius")
    if not _is_length(radius) or radius <= 0:
        raise table.wrong("not_a_length", "radius", highest=int(MAX_LENGTH))
    if not contains(outline, centre):
        raise table.wrong("outside", "at")
    return Circle(centre, float(radius), _word(table, "size", tuple(BONUS)))


def _depth(table: Table) -> float:
    depth = table.values.get("depth", USUAL_DEPTH)
    if not is_number(depth) or not 0 < depth <= MAX_DEPTH:
        raise table.wrong("not_a_length", "depth", highest=int(MAX_DEPTH))
    return float(depth)


def _depths(table: Table) -> tuple[float, float]:
    depths = table.values.get("pieces", list(USUAL_PIECE_DEPTHS))
    if not _is_point(depths) or not 0 <= depths[0] < depths[1] <= MAX_DEPTH:
        raise table.wrong("not_depths", "pieces", deepest=int(MAX_DEPTH))
    return float(depths[0]), float(depths[1])


def _word(table: Table, key: str, allowed: tuple[str, ...]) -> str:
    """A required word, one of those allowed."""
    table.text(key)
    return table.choice(key, allowed)


def _point(table: Table, key: str) -> Point:
    point = table.values.get(key)
    if not _is_point(point):
        raise table.wrong("not_a_point", key, farthest=int(MAX_LENGTH))
    return float(point[0]), float(point[1])


def _points(table: Table, key: str, fewest: int) -> tuple[Point, ...]:
    points = table.values.get(key)
    if not isinstance(points, list) or len(points) < fewest or not all(_is_point(point) for point in points):
        raise table.wrong("not_points", key, fewest=fewest, farthest=int(MAX_LENGTH))
    return tuple((float(x), float(y)) for x, y in points)


def _is_point(value: object) -> TypeGuard[Sequence[float]]:
    return isinstance(value, list) and len(value) == 2 and all(_is_length(number) for number in value)


def _is_length(value: object) -> TypeGuard[float]:
    return is_number(value) and abs(value) <= MAX_LENGTH  # false for infinity and NaN


def write_frame(frame: Frame) -> str:
    """The TOML text of a frame for `parse_frame`, lengths rounded to a hundredth of a millimetre."""
    tables = [
        f"[frame]\nname = {json.dumps(frame.name, ensure_ascii=False)}\nmeasured = {str(frame.measured).lower()}\n"
        f"outline = {_list(frame.outline)}\nmouth = {_list(frame.mouth)}\n"
        f"depth = {frame.depth:g}\npieces = {_written(frame.pieces)}"
    ]
    tables += [f"[[line]]\nleft = {_written(line.left)}\nright = {_written(line.right)}" for line in frame.lines]
    tables += [
        f"[[edge]]\nfrom = {_written(edge.segment[0])}\nto = {_written(edge.segment[1])}\n"
        f'shape = "{edge.shape}"\ncolour = "{edge.colour}"'
        for edge in frame.edges
    ]
    tables += [
        f'[[circle]]\nat = {_written(circle.centre)}\nradius = {circle.radius:.2f}\nsize = "{circle.size}"'
        for circle in frame.circles
    ]
    return "\n\n".join(tables) + "\n"


def _list(points: Sequence[Point]) -> str:
    return f"[{', '.join(map(_written, points))}]"


def _written(point: Point) -> str:
    return f"[{point[0]:.2f}, {point[1]:.2f}]"

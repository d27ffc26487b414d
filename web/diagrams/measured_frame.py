"""The plan of a frame as its camera sees it: walls, level lines and circles to scale, and each piece where it lies."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import cast

from device.drop_it.frame_contents import FrameContents
from device.games.drop_it import matched_pieces
from engines.drop_it.frame import Circle, Edge
from engines.drop_it.geometry import Point, Polygon
from engines.drop_it.moves import BONUS, COLOUR, NO_EDGES
from engines.drop_it.pieces import colour_of
from engines.drop_it.state import SIGNS, State
from web.diagrams.plan import WIDE, DrawnLine, Label, LineKind, Plan

_ROOM = 7.0  # beside the frame, for the numbers of levels and what is printed on the edges
_HIGHEST = 1.3 * WIDE
_HALF_A_LETTER = 1.4
_AROUND = 24


class Scale:
    """Turns millimetres of a frame into units of a plan that begins at a height; `size` is one unit in mm."""

    def __init__(self, outline: Polygon, top: float) -> None:
        (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*outline, strict=True))
        self.size = max((right - left) / (WIDE - 2 * _ROOM), (high - low) / _HIGHEST)
        self._middle, self._high, self._top = (left + right) / 2, high, top
        self.height = (high - low) / self.size

    def at(self, point: Point) -> Point:
        """A point (mm) on the plan."""
        return WIDE / 2 + (point[0] - self._middle) / self.size, self._top + (self._high - point[1]) / self.size


def add_measured(plan: Plan, contents: FrameContents, state: State) -> Mapping[int, Point]:
    """Draw a frame and what lies in it; gives where on the plan each drop's piece lies, by its number from 0."""
    frame, scale = contents.frame, Scale(contents.frame.outline, plan.height + 1.0)
    plan.lines.append(DrawnLine("wall", tuple(map(scale.at, frame.outline))))
    plan.lines.append(DrawnLine("top", (scale.at(frame.outline[0]), scale.at(frame.outline[-1]))))
    plan.lines += [DrawnLine("level", (scale.at(line.left), scale.at(line.right))) for line in frame.lines]
    plan.lines += [DrawnLine("circle", tuple(map(scale.at, _rim(circle)))) for circle in frame.circles]
    plan.labels += [_label(str(BONUS[circle.size]), scale.at(circle.centre)) for circle in frame.circles]
    plan.labels += _levels(contents, scale)
    plan.labels += [_label(_sign(edge, state.edges), at) for edge, at in _edges(contents, scale, state.edges)]
    found = matched_pieces([drop.piece for drop in state.drops], [lying.piece for lying in contents.pieces])
    last = found.get(len(state.drops) - 1)
    for at, lying in enumerate(contents.pieces):
        ring = tuple(map(scale.at, (*lying.outline, lying.outline[0])))
        plan.lines.append(DrawnLine(cast(LineKind, colour_of(lying.piece)), ring, last=at == last))
    plan.height += scale.height + 7.0
    return {drop: scale.at(_middle(contents.pieces[at].outline)) for drop, at in found.items()}


def _levels(contents: FrameContents, scale: Scale) -> Iterator[Label]:
    """The number of each level, beside the side that bounds it, or else beside the neck."""
    outline = contents.frame.outline
    left, neck = min(x for x, _ in outline), outline[0]
    high = max(y for x, y in outline if x == left)
    lines = [line.height_at for line in contents.frame.lines]
    for level in range(1, contents.frame.levels + 1):
        low = lines[level - 2](left) if level > 1 else min(y for _, y in outline)
        top = lines[level - 1](left) if level < contents.frame.levels else neck[1]
        at = (left, (low + min(top, high)) / 2) if low < high else (neck[0], (lines[level - 2](neck[0]) + neck[1]) / 2)
        x, y = scale.at(at)
        yield Label(str(level), x - _ROOM / 2 - 1.2, y + _HALF_A_LETTER)


def _edges(contents: FrameContents, scale: Scale, edges_by: str) -> Iterator[tuple[Edge, Point]]:
    """Each edge segment with where its print stands: outside of it."""
    for edge in contents.frame.edges if edges_by != NO_EDGES else ():
        (ax, ay), (bx, by) = map(scale.at, edge.segment)
        is_base, is_left = abs(ax - bx) > abs(ay - by), (ax + bx) / 2 < WIDE / 2
        shift = (0.0, 3.4) if is_base else (-1.6 if is_left else 1.6, 0.0)
        yield edge, ((ax + bx) / 2 + shift[0], (ay + by) / 2 + shift[1])


def _sign(edge: Edge, edges_by: str) -> str:
    return edge.colour[0].upper() if edges_by == COLOUR else SIGNS[edge.shape]


def _label(text: str, at: Point) -> Label:
    return Label(text, at[0], at[1] + _HALF_A_LETTER)


def _rim(circle: Circle) -> Polygon:
    turns = [2 * pi * step / _AROUND for step in range(_AROUND + 1)]
    (x, y), radius = circle.centre, circle.radius
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _middle(outline: Polygon) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)

"""The marks and measures that people enter on a picture of their empty frame, and whether they can be a frame."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isfinite

from engines.drop_it.frame import MAX_DEPTH, USUAL_DEPTH, USUAL_PIECE_DEPTHS
from engines.drop_it.moves import BONUS, MANY_LEVELS
from engines.drop_it.pieces import COLOURS, SHAPES
from engines.messages import Message, message

Pixel = tuple[float, float]
Print = tuple[str, str]  # a shape, and the colour on the other side of the part

MIN_CORNERS, MAX_CORNERS = 4, 16
MAX_CIRCLES, MAX_PARTS = 40, 16
MAX_NAME_LENGTH = 40
WIDTH, HEIGHT, DEPTH = (80.0, 600.0), (100.0, 800.0), (1.0, MAX_DEPTH)  # mm


@dataclass(frozen=True)
class SketchedCircle:
    """A bonus circle on a picture."""

    centre: Pixel
    radius: float  # px
    size: str  # its value: a key of `BONUS`


@dataclass(frozen=True)
class Wall:
    """A straight part of the outline with prints along it."""

    start: int  # number of the corner where it starts; it ends at the next one
    prints: tuple[Print, ...]  # evenly spaced


@dataclass(frozen=True)
class Sketch:
    """A frame on a picture of it (px), and what was measured (mm)."""

    name: str
    # The inner corners of the bars' fronts, from the left end of the top down, along the base, and up to the top's
    # right end.
    outline: tuple[Pixel, ...]
    lines: tuple[tuple[Pixel, Pixel], ...]  # the ends of each level line
    circles: tuple[SketchedCircle, ...]
    walls: tuple[Wall, ...]
    width: float  # mm between the sides
    height: float  # mm from the base to the top
    depth: float = USUAL_DEPTH  # mm from the print to the bars' fronts
    pieces: tuple[float, float] = USUAL_PIECE_DEPTHS  # mm from the print to the backs and to the fronts of pieces


def first_mistake(sketch: Sketch, size: tuple[int, int]) -> Message | None:
    """The first thing wrong with a sketch on a picture of `size` (width, height), or None.

    >>> first_mistake(Sketch("ours", (), (), (), (), 200, 300), (1280, 960)).key
    'frame_lesson.corners'
    """
    return next(_mistakes(sketch, size), None)


def _mistakes(sketch: Sketch, size: tuple[int, int]) -> Iterator[Message]:
    yield from _wrong_corners(sketch.outline, size)
    yield from _wrong_print(sketch, size)
    yield from _wrong_walls(sketch)
    lengths = (("width", sketch.width, WIDTH), ("height", sketch.height, HEIGHT), ("depth", sketch.depth, DEPTH))
    for what, given, (least, most) in lengths:
        if not least <= given <= most:
            yield message(f"frame_lesson.{what}", given=_shown(given), least=int(least), most=int(most))
    back, front = sketch.pieces
    if not 0 <= back < front <= sketch.depth:
        yield message("frame_lesson.pieces", depth=_shown(sketch.depth))
    if not 0 < len(sketch.name.strip()) <= MAX_NAME_LENGTH:
        yield message("frame_lesson.name", most=MAX_NAME_LENGTH)


def _wrong_corners(outline: Sequence[Pixel], size: tuple[int, int]) -> Iterator[Message]:
    if not MIN_CORNERS <= len(outline) <= MAX_CORNERS:
        yield message("frame_lesson.corners", fewest=MIN_CORNERS, most=MAX_CORNERS, corners=len(outline))
        return
    for number, corner in enumerate(outline, start=1):
        if not _inside(corner, size):
            yield message("frame_lesson.corner_outside", corner=number)
    walls = [*pairwise(outline), (outline[-1], outline[0])]
    for (number, one), (other_number, other) in combinations(enumerate(walls), 2):
        if 1 < other_number - number < len(walls) - 1 and _cross(one, other):
            yield message("frame_lesson.outline_crosses")
    if _area(outline) > -0.02 * size[0] * size[1]:
        yield message("frame_lesson.wrong_way_round")


def _wrong_print(sketch: Sketch, size: tuple[int, int]) -> Iterator[Message]:
    fewest, most = MANY_LEVELS[0] - 1, MANY_LEVELS[-1] - 1
    if not fewest <= len(sketch.lines) <= most:
        yield message("frame_lesson.lines", fewest=fewest, most=most, lines=len(sketch.lines))
    for number, (one, other) in enumerate(sketch.lines, start=1):
        if not (_inside(one, size) and _inside(other, size) and abs(one[0] - other[0]) > abs(one[1] - other[1])):
            yield message("frame_lesson.line", line=number)
    if not 1 <= len(sketch.circles) <= MAX_CIRCLES:
        yield message("frame_lesson.circles", most=MAX_CIRCLES, circles=len(sketch.circles))
    for number, circle in enumerate(sketch.circles, start=1):
        if not (_inside(circle.centre, size) and 2 <= circle.radius <= size[0] / 4 and circle.size in BONUS):
            yield message("frame_lesson.circle", circle=number)


def _wrong_walls(sketch: Sketch) -> Iterator[Message]:
    number = 0
    for wall in sketch.walls:
        if not (0 <= wall.start < len(sketch.outline) - 1 and len(wall.prints) <= MAX_PARTS):
            yield message("frame_lesson.parts", most=MAX_PARTS)
        for shape, colour in wall.prints:
            number += 1
            if shape not in SHAPES or colour not in COLOURS:
                yield message("frame_lesson.no_print", segment=number)
    if number == 0:
        yield message("frame_lesson.no_parts")


def _inside(point: Pixel, size: tuple[int, int]) -> bool:
    return all(isfinite(at) and 0 <= at <= most for at, most in zip(point, size, strict=True))


def _cross(one: tuple[Pixel, Pixel], other: tuple[Pixel, Pixel]) -> bool:
    """Whether two segments cross."""
    return _turn(*one, other[0]) * _turn(*one, other[1]) < 0 and _turn(*other, one[0]) * _turn(*other, one[1]) < 0


def _turn(a: Pixel, b: Pixel, c: Pixel) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _area(ring: Sequence[Pixel]) -> float:
    """The area of a ring (px²), negative where it runs anticlockwise in the picture."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2


def _shown(length: float) -> str:
    return f"{length:g}" if isfinite(length) else "?"

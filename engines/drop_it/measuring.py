"""Derives from outlines in a frame, exact or measured, the drop that the rules judge, and what of it is doubtful."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from statistics import median

from engines.drop_it.frame import TOUCH, Circle, Frame, Line, circles_covered, edges_touched, jams, level_of, sticks_out
from engines.drop_it.geometry import (
    Point,
    Polygon,
    Segment,
    distance,
    gap,
    gap_to_segment,
    grown,
    meeting_point,
    outward,
    sides,
    touching,
    within,
)
from engines.drop_it.moves import NO_EDGES, SHAPE, Drop

MAX_TOUCH_GAP = 0.85  # mm: measured gap of what touches; touching pieces measure up to 0.7 mm apart in a photograph
MEASURING_ERROR = 0.15  # mm: maximum error of a measured outline
MAX_NEAR_GAP = 3.0  # mm: maximum gap of a reported contact
_DEVIATIONS = 1.5  # of an outline from where it was measured, standard ones, within which it may well lie
_TYPICAL_TOUCH_GAP = 0.1  # mm: usual measured gap of neighbours that touch
_PRIOR_PIECES = 4  # weight of that prior, in measured pieces
_MIN_TOUCHING_PIECES = 5  # with fewer the outlines are not corrected
_MAX_NEIGHBOUR_GAP = 1.3  # mm: maximum measured gap of neighbours that hold each other
_MAX_HOLDING_GAP = 2.0  # mm: maximum measured gap of what may hold a piece
_MAX_CONTACT_GAP = 0.9  # mm: maximum measured gap of a contact that supports a piece
_MIDDLE_TOLERANCE = 1.0  # mm: a contact within this of the middle supports both sides
Resting = tuple[str, Polygon]  # the name of a piece that lies in the frame, and its outline
# How far (mm, a standard deviation) an outline may be off at a point, along a direction of length 1.
Spread = Callable[[Point, Point], float]


def landing(
    frame: Frame, piece: str, outline: Polygon, others: Sequence[Resting], edges_by: str = SHAPE, slack: float = TOUCH
) -> Drop:
    """How a piece came to rest among the others (D-6, D-7); `edges_by`: which side of the edges shows (D-12).

    >>> from engines.drop_it.frame import Circle, Edge, Line
    >>> frame = Frame(
    ...     "box", False, outline=((-50, 90), (-50, 0), (50, 0), (50, 90)), mouth=((-30, 80), (30, 80)),
    ...     lines=tuple(Line((-50, 10 * n), (50, 10 * n + 5)) for n in range(1, 8)),
    ...     edges=(Edge(((-50, 0), (0, 0)), "square", "red"), Edge(((0, 0), (50, 0)), "circle", "blue")),
    ...     circles=(Circle((20, 18), 5, "small"),),
    ... )
    >>> square = lambda x, y: ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20))
    >>> others = [("circle/blue", square(26, 0)), ("diamond/red", square(5, 20))]
    >>> drop = landing(frame, "square/red", square(5, 0), others)
    >>> drop.level, drop.circles, drop.touches, drop.edges, drop.above
    (2, ('small',), ('diamond/red',), ('circle',), False)
    """
    touched = edges_touched(frame, outline, slack)
    above = sticks_out(frame, outline) or jams(frame, outline, slack)
    return Drop(
        piece,
        level=frame.levels if above else level_of(frame, outline),  # D-14: above the top line counts as the topmost
        circles=tuple(circle.size for circle in circles_covered(frame, outline)),
        touches=tuple(other for other, polygon in others if touching(outline, polygon, slack)),
        edges=() if edges_by == NO_EDGES else tuple(edge.printed(edges_by) for edge in touched),
        above=above,
    )


@dataclass(frozen=True, slots=True)
class Contact:
    """Something that a piece touches, or nearly."""

    item: str  # as in `Measured.doubtful`: `touch square/green`, `edge circle`
    gap: float  # mm, 0 where the outlines meet
    at: Point = (0.0, 0.0)  # where they come nearest (mm)
    is_certain: bool = True  # whether it certainly lies where it was measured
    error: float = 0.0  # mm by which the gap may be off, 0 where the piece would fall without this contact


@dataclass(frozen=True, slots=True)
class Doubt:
    """A measured fact that is within the measuring error of its alternative."""

    item: str  # as in `Measured.doubtful`
    # mm from `about`: a gap, or from a line to the highest point, or from the outline to the rim of a circle
    away: float
    about: Contact | Line | Circle  # what the piece lies close to
    is_covered: bool = False  # whether the piece was measured to cover the circle

    def alternative(self, drop: Drop, other_level: int) -> Drop:
        """A drop with this fact replaced by its alternative."""
        match self.item.split(" "):
            case ["touch", piece]:
                return replace(drop, touches=_toggled(drop.touches, piece))
            case ["edge", printed]:
                return replace(drop, edges=_toggled(drop.edges, printed))
            case ["circle", size] if self.is_covered:
                at = drop.circles.index(size)  # of two circles of a size only one is doubtful
                return replace(drop, circles=(*drop.circles[:at], *drop.circles[at + 1 :]))
            case ["circle", size]:
                return replace(drop, circles=(*drop.circles, size))
            case ["above"]:
                return replace(drop, above=not drop.above, level=other_level)
        return drop if drop.above else replace(drop, level=other_level)


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured drop, and what of it is too close to call."""

    drop: Drop
    contacts: tuple[Contact, ...]  # pieces and edges within 3 mm
    doubts: tuple[Doubt, ...]
    other_level: int  # the alternative where the level, or `above`, is doubtful

    @property
    def doubtful(self) -> tuple[tuple[str, float], ...]:
        """The doubtful items, each once, with the smallest distance (mm).

        Items: `touch square/green`, `edge circle`, `level`, `circle small`, `above`.
        """
        found: dict[str, float] = {}
        for doubt in self.doubts:
            found[doubt.item] = min(doubt.away, found.get(doubt.item, doubt.away))
        return tuple(found.items())

    @property
    def possible_drops(self) -> tuple[Drop, ...]:
        """All drops that it may have been, the measured one first: every combination of the doubtful items.

        >>> drop = Drop("square/red", 3, touches=("circle/red",))
        >>> touch, line = Contact("touch circle/red", 0.8), Line((-50, 30), (50, 30))
        >>> doubts = Doubt(touch.item, 0.8, touch), Doubt("level", 0.1, line)
        >>> measured = Measured(drop, (touch,), doubts, other_level=4)
        >>> [(drop.level, drop.touches) for drop in measured.possible_drops]
        [(3, ('circle/red',)), (3, ()), (4, ('circle/red',)), (4, ())]
        """
        found = [self.drop]
        by_item = {doubt.about if isinstance(doubt.about, Circle) else doubt.item: doubt for doubt in self.doubts}
        for doubt in by_item.values():
            found += [doubt.alternative(drop, self.other_level) for drop in found]
        return tuple(dict.fromkeys(found))


def measured_landing(
    frame: Frame,
    piece: str,
    outline: Polygon,
    others: Sequence[Resting],
    error: float = MEASURING_ERROR,
    edges_by: str = SHAPE,
    uncertain: Sequence[Polygon] = (),
    spreads: Sequence[Spread] = (),
) -> Measured:
    """How a piece came to rest among the others (D-6, D-7), and what an `error` in mm could change.

    `uncertain`: those of the others' outlines that may be wrong; a piece that was measured apart from one may touch it.
    `spreads`: of the piece's outline, and of each of the others, where they may be farther off than by `error`.

    >>> from engines.drop_it.frame import Edge, Line
    >>> frame = Frame(
    ...     "box", False, outline=((-50, 90), (-50, 0), (50, 0), (50, 90)), mouth=((-30, 80), (30, 80)),
    ...     lines=tuple(Line((-50, 10 * n), (50, 10 * n)) for n in range(1, 8)),
    ...     edges=(Edge(((-50, 0), (50, 0)), "square", "red"),), circles=(),
    ... )
    >>> square = lambda x, y: ((x, y), (x + 18, y), (x + 18, y + 18), (x, y + 18))
    >>> measured = measured_landing(frame, "square/red", square(5, 0), [("circle/blue", square(23.95, 0))], error=0.2)
    >>> measured.drop.edges, measured.drop.touches, [(item, round(away, 2)) for item, away in measured.doubtful]
    (('square',), (), [('touch circle/blue', 0.95)])
    """
    by = _outline_shrinkage([outline, *(other for _, other in others)])
    outline, others = grown(outline, by), [(name, grown(other, by)) for name, other in others]
    own, *its = [_doubted(spread) for spread in spreads] or [_no_spread] * (len(others) + 1)
    near = _contacts_near(frame, outline, others, edges_by, [grown(other, by) for other in uncertain], own, its)
    drop = landing(frame, piece, outline, others, edges_by, slack=MAX_TOUCH_GAP)
    contacts = _doubtful_contacts(frame, outline, others, near, error)
    doubts = [Doubt(contact.item, contact.gap, contact) for contact in contacts]
    for circle in frame.circles:
        if abs(away := distance(outline, circle.centre) - circle.radius) < max(error, own(*_towards(outline, circle))):
            doubts.append(Doubt(f"circle {circle.size}", abs(away), circle, is_covered=away <= 0))
    error = max(error, own(max(outline, key=lambda point: point[1]), (0.0, 1.0)))
    line, away, other_level = _other_line(frame, outline, drop.above, error)
    if away < error:
        doubts.append(Doubt("above" if line == frame.top else "level", away, line))
    return Measured(drop, near, tuple(doubts), other_level)


def _outline_shrinkage(outlines: Sequence[Polygon]) -> float:
    """How far outlines lie inside the true edges of the pieces (mm), as with well rounded edges.

    Pieces hold each other, so the nearest neighbour of each is assumed to touch it.
    """
    nearest = [_MAX_NEIGHBOUR_GAP] * len(outlines)
    for (i, outline), (j, other) in combinations(enumerate(outlines), 2):
        away = gap(outline, other, _MAX_NEIGHBOUR_GAP)
        nearest[i], nearest[j] = min(nearest[i], away), min(nearest[j], away)
    gaps = [away for away in nearest if away < _MAX_NEIGHBOUR_GAP]
    if len(gaps) < _MIN_TOUCHING_PIECES:
        return 0.0
    return (median(gaps) - _TYPICAL_TOUCH_GAP) / 2 * len(gaps) / (len(gaps) + _PRIOR_PIECES)


def is_held(frame: Frame, outline: Polygon, others: Sequence[Polygon]) -> bool:
    """Whether a hand holds a piece, or it still falls: what is near cannot support it.

    A piece that sticks out or is jammed in the mouth needs support on both sides, others on one.
    """
    lacking = _unsupported_sides(frame, outline, others, MAX_NEAR_GAP)
    return len(lacking) > (0 if sticks_out(frame, outline) or jams(frame, outline, MAX_TOUCH_GAP) else 1)


def is_supported(frame: Frame, outline: Polygon, others: Sequence[Polygon]) -> bool:
    """Whether what is near a piece may hold it on both sides; else it was measured wrongly, or its neighbour was."""
    return not _unsupported_sides(frame, outline, others, _MAX_HOLDING_GAP)


def _unsupported_sides(frame: Frame, outline: Polygon, others: Sequence[Polygon], slack: float) -> tuple[int, ...]:
    walls = [wall for wall in pairwise(frame.outline) if gap_to_segment(outline, wall, slack) < slack]
    return unsupported_sides(
        outline, [*walls, *(other for other in others if gap(outline, other, slack) < slack)], slack
    )


def _no_spread(_at: Point, _along: Point) -> float:
    return 0.0


def _doubted(spread: Spread) -> Spread:
    return lambda at, along: _DEVIATIONS * spread(at, along)


def _contacts_near(
    frame: Frame,
    outline: Polygon,
    others: Sequence[Resting],
    edges_by: str,
    uncertain: Sequence[Polygon],
    own: Spread,
    its: Sequence[Spread],
) -> tuple[Contact, ...]:
    """The pieces and edges within 3 mm of an outline, the nearest first. `own`, `its`: how far each may be off."""
    found = []
    for (name, other), spread in zip(others, its, strict=True):
        if (away := gap(outline, other, MAX_NEAR_GAP)) < MAX_NEAR_GAP:
            at = meeting_point(outline, other)
            along = _across(outline, other, at)
            both = math.hypot(own(at, along), spread(at, along))
            if both > MAX_TOUCH_GAP - away > 0 and _is_held_by(frame, outline, others, other):
                both = 0.0
            found.append(Contact(f"touch {name}", away, at, other not in uncertain, both))
    for edge in frame.edges if edges_by != NO_EDGES else ():
        if (away := gap_to_segment(outline, edge.segment, MAX_NEAR_GAP)) < MAX_NEAR_GAP:
            at = meeting_point(outline, edge.segment)
            error = own(at, outward(outline, at))
            found.append(Contact(f"edge {edge.printed(edges_by)}", away, at, error=error))
    return tuple(sorted(found, key=lambda contact: contact.gap))


def _across(outline: Polygon, other: Polygon, at: Point) -> Point:
    """The direction (of length 1) across the gap between two outlines that come nearest at a point."""
    (x, y), (x1, y1) = outward(outline, at), outward(other, at)
    length = math.hypot(x - x1, y - y1)
    return ((x - x1) / length, (y - y1) / length) if length > 0 else (x, y)


def _towards(outline: Polygon, circle: Circle) -> tuple[Point, Point]:
    """The point of an outline that is nearest to a circle's centre, and the direction (of length 1) from it."""
    (x, y), away = circle.centre, distance(outline, circle.centre)
    across, up = outward(outline, circle.centre)
    return (x - across * away, y - up * away), (across, up)


def _is_held_by(frame: Frame, outline: Polygon, others: Sequence[Resting], other: Polygon) -> bool:
    """Whether a piece would fall if it did not touch one of the others."""
    walls, touched = _touched(frame, outline, others)
    return bool(unsupported_sides(outline, [*walls, *(one for one in touched if one is not other)]))


def _doubtful_contacts(
    frame: Frame, outline: Polygon, others: Sequence[Resting], near: Sequence[Contact], error: float
) -> Iterator[Contact]:
    """The contacts that are doubtful, without those where another piece of the same name certainly touches."""
    certain = {contact.item for contact in near if contact.gap <= MAX_TOUCH_GAP - max(error, contact.error)}
    close = [
        contact
        for contact in near
        if abs(contact.gap - MAX_TOUCH_GAP) < max(error, contact.error)
        or (contact.gap > MAX_TOUCH_GAP and not contact.is_certain)
    ]
    doubtful = dict.fromkeys((*close, *_doubtful_support(frame, outline, others, near)))
    yield from (contact for contact in doubtful if contact.item not in certain)


def _doubtful_support(
    frame: Frame, outline: Polygon, others: Sequence[Resting], near: Sequence[Contact]
) -> Iterator[Contact]:
    """The nearest contacts on each side of a piece that nothing else supports."""
    walls, touched = _touched(frame, outline, others)
    for side in unsupported_sides(outline, [*walls, *touched]):
        apart = [contact for contact in near if contact.gap > MAX_TOUCH_GAP]
        there = [contact for contact in apart if is_on_side(outline, contact.at[0], side)]
        nearest = min((contact.gap for contact in there), default=MAX_NEAR_GAP)
        yield from (contact for contact in there if contact.gap <= nearest + MEASURING_ERROR)


def _touched(frame: Frame, outline: Polygon, others: Sequence[Resting]) -> tuple[list[Segment], list[Polygon]]:
    """The sides of the frame, and the outlines among the others, that a piece was measured to touch."""
    walls = [wall for wall in pairwise(frame.outline) if gap_to_segment(outline, wall, MAX_TOUCH_GAP) < MAX_TOUCH_GAP]
    return walls, [other for _, other in others if gap(outline, other, MAX_TOUCH_GAP) < MAX_TOUCH_GAP]


def _toggled(listed: tuple[str, ...], item: str) -> tuple[str, ...]:
    """A list with an item toggled: removed where it is listed, else added."""
    return tuple(other for other in listed if other != item) if item in listed else (*listed, item)


def _other_line(frame: Frame, outline: Polygon, above: bool, error: float) -> tuple[Line, float, int]:
    """The line nearest to a piece's top, the distance (mm), and the level beyond that line.

    The distance is `error` or more where the piece comes close to no line.
    """
    if (away := min(abs(y - frame.top.height_at(x)) for x, y in outline)) < error or above:
        return frame.top, away, level_of(frame, outline) if above else frame.levels
    away, other = _to_another_level(frame, outline, error)
    return frame.lines[min(level_of(frame, outline), other) - 1], away, other


def _to_another_level(frame: Frame, outline: Polygon, error: float) -> tuple[float, int]:
    """The distance of the highest point from another level (mm), at most `error`, and that level.

    Every point within half the error of the highest may be the highest, as where a side lies nearly level.
    """
    highest = max(y for _, y in outline)
    own = level_of(frame, outline)
    tops = [point for point in outline if point[1] >= highest - error / 2]
    if other := next((level for top in tops if (level := level_of(frame, [top])) != own), 0):
        return 0.0, other
    margins = ((abs(line.height_at(x) - y), number) for x, y in tops for number, line in enumerate(frame.lines, 1))
    margin, line = min(margins, default=(error, own))
    return min(margin, error), line if own > line else line + 1


def unsupported_sides(outline: Polygon, touched: Iterable[Polygon], slack: float = _MAX_CONTACT_GAP) -> tuple[int, ...]:
    """The sides of a piece, -1 for left and 1 for right of its middle, on which nothing that it touches supports it.

    A piece that is supported on one side only would fall, so on the other side it must touch something that was
    measured to be apart from it. `slack`: maximum gap (mm) of a contact.

    >>> square = lambda x, y: ((x, y), (x + 20.0, y), (x + 20.0, y + 20.0), (x, y + 20.0))
    >>> [unsupported_sides(square(0.0, 30.0), [square(x, 10.0)]) for x in (-13.0, -9.0)]
    [(1,), ()]
    """
    middle = _middle(outline)
    across = [x for other in touched for x in _contact(outline, other, slack)]
    is_held = {
        -1: any(x <= middle + _MIDDLE_TOLERANCE for x in across),
        1: any(x >= middle - _MIDDLE_TOLERANCE for x in across),
    }
    return tuple(side for side, held in is_held.items() if not held)


def is_on_side(outline: Polygon, x: float, side: int) -> bool:
    """Whether something at x lies on a side of a piece's middle."""
    return (x - _middle(outline)) * side > 0


def _contact(outline: Polygon, other: Polygon, slack: float) -> Sequence[float]:
    """The x of the points of two outlines that are near the other outline."""
    return [
        point[0]
        for points, target in ((outline, other), (other, outline))
        for point in within(points, target, slack)
        if distance(target, point) <= slack
    ]


def _middle(outline: Polygon) -> float:
    """The x of the centroid of an outline (mm)."""
    parts = [(ax * by - bx * ay, ax + bx) for (ax, ay), (bx, by) in sides(outline)]
    return sum(area * both for area, both in parts) / (3 * sum(area for area, _ in parts))

"""Proposes the inner outline of a frame of which only the printed lines are known: people drag what is not right."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from vision.frame.pictograms import Row, marks_in, row_along
from vision.frame.printed_lines import common_edge
from vision.frame.profiles import STEP, across, slopes
from vision.geometry.camera_pose import usual_matrix
from vision.reading import Picture, Points

# As shares of the width between the sides.
_BESIDE = 0.10  # how far from the ends of the lines a bar's edge is searched for
_USUALLY = 0.04  # and how far off it usually is
_ROW_BESIDE, _ROW_INSIDE = 0.13, 0.02  # how far outside, and inside, of the ends of the lines shapes are printed
_CUT = 0.12  # of a step: a row that ends so far above the base ends at a corner that is cut off
_DEEP = 0.095  # of the width: how far the fronts of most frames' bars lie before the print
_STRIP = 0.028  # from the ends of the lines to a row on the back, at most; to one on the bars it is farther
_HALF_A_STRIP = 0.018  # from a row on the back to the bar
_HALF_A_BAR, _HALF_A_BAR_MAY_BE = 0.028, 0.018  # from a row on a bar to its inner edge, and how far that differs
_LEAN = 12  # px, at a width of 1280, that an edge may lie askew over its length
_SAMPLES = 60
_CLEAR = 60.0  # a change of colour beyond this makes no edge clearer
# Where most frames have their lips and their top, as shares of the width above the shoulders, and of half of it.
_ANYWHERE = np.array([[0.3, 0.25], [0.3, 0.85], [0.7, 0.85], [0.7, 0.25]])  # of the picture: a body
_LIP, _TOP, _MOUTH = 0.14, 0.23, 0.47


@dataclass(frozen=True)
class Rows:
    """What is printed in rows along the left side, the base and the right side, where it is seen."""

    left: Row | None = None
    base: Row | None = None
    right: Row | None = None


def printed_rows(picture: Picture, lines: Sequence[Points]) -> Rows:
    """The rows of shapes round the lines (2 × 2 px each, lowest first); from the top down, and from left to right."""
    if len(lines) < 2:
        return Rows()
    marks, place = marks_in(picture), _place(picture, lines)
    high, low = place.top - place.between, place.low + 1.5 * place.between
    sides = []
    for edge, beside in zip(place.edges, (1, -1), strict=True):
        # Numbers of levels stand between the lines, rows of shapes outside.
        inside = [(mark.middle[0] - float(edge(mark.middle[1]))) * beside / place.width for mark in marks]
        outside = [mark for mark, far in zip(marks, inside, strict=True) if far < _ROW_INSIDE]
        start, end = (np.array([float(edge(y)), y]) for y in (high, low))
        sides.append(row_along(outside, start, end, _ROW_BESIDE * place.width))
    left, right = (float(edge(place.low)) for edge in place.edges)
    lower = [
        mark
        for mark in marks
        if left < mark.middle[0] < right and 0.2 < (mark.middle[1] - place.low) / place.between < 2.2
    ]
    start, end = np.add(lines[0], (0, 1.2 * place.between))
    return Rows(sides[0], row_along(lower, start, end, place.between), sides[1])


def proposed_outline(picture: Picture, lines: Sequence[Points], rows: Rows) -> Points:
    """The inner corners (n × 2 px) from the left end of the top round to the right end.

    By the lines (2 × 2 px each, lowest first), and by the rows of shapes, which reach from corner to corner.
    """
    high, wide = picture.shape[:2]
    if len(lines) < 2:
        return _inside(_outline(_ANYWHERE * (wide, high)), wide, high)
    place = _place(picture, lines)
    is_behind = _are_behind(rows, place)
    sides = [
        _beside(picture, row, 0, inward, is_behind, place)
        if row
        else _side(picture, np.array(lines)[:, at], edge, place)
        for at, (row, inward, edge) in enumerate(zip((rows.left, rows.right), (1, -1), place.edges, strict=True))
    ]
    base = _beside(picture, rows.base, 1, -1, is_behind, place) if rows.base else _base(picture, sides, rows, place)
    ends = [_ends(row, 1) if row else (place.top, np.inf) for row in (rows.left, rows.right)]
    low = [float(base(side(place.low + place.between))) for side in sides]
    # Where a row ends well above the base, the corner between them is cut off.
    is_cut = rows.base is not None and all(row and low[at] - ends[at][1] > _CUT * _step(row)
                                           for at, row in enumerate((rows.left, rows.right)))  # fmt: skip
    if is_cut and rows.base is not None:
        first, last = _ends(rows.base, 0)
        corners = [(first, float(base(first))), (last, float(base(last)))]
        upper = [(float(side(bottom)), bottom) for side, (_, bottom) in zip(sides, ends, strict=True)]
        bottom = [upper[0], *corners, upper[1]]
    else:
        bottom = [(float(side(y)), y) for side, y in zip(sides, low, strict=True)]
    tops = [(float(side(top)), top) for side, (top, _) in zip(sides, ends, strict=True)]
    body = np.array([tops[0], *bottom, tops[1]])
    if is_behind:
        # The fronts of the bars are nearer to the camera, which stands about before the middle.
        middle = (body.min(axis=0) + body.max(axis=0)) / 2
        body = middle + (body - middle) / (1 - _DEEP * place.width / usual_matrix((wide, high))[0, 0])
    return _inside(_outline(body), wide, high)


@dataclass(frozen=True)
class _Place:
    """Where the lines are: their height at the top and at the bottom, and between two of them; how wide they are (px).

    `edges`: x(y) of their left and right ends; `scale`: of a picture that is 1280 px wide.
    """

    top: float
    low: float
    between: float
    width: float
    edges: tuple[Polynomial, Polynomial]
    scale: float


def _place(picture: Picture, lines: Sequence[Points]) -> _Place:
    ends, scale = np.array(lines), picture.shape[1] / 1280
    width = float(np.median(ends[:, 1, 0] - ends[:, 0, 0]))
    top, low = float(ends[-1, :, 1].mean()), float(ends[0, :, 1].mean())
    between = max((low - top) / (len(lines) - 1), 0.1 * width)
    return _Place(top, low, between, width, (common_edge(ends[:, 0], scale), common_edge(ends[:, 1], scale)), scale)


def _are_behind(rows: Rows, place: _Place) -> bool:
    """Whether the shapes are printed on the back, in strips at which the lines end, and not on the bars."""
    away = [
        abs(row.middle[0] - float(edge(row.middle[1]))) / place.width
        for row, edge in zip((rows.left, rows.right), place.edges, strict=True)
        if row is not None
    ]
    return bool(away) and sum(away) / len(away) < _STRIP


def _beside(picture: Picture, row: Row, axis: int, inward: int, is_behind: bool, place: _Place) -> Polynomial:
    """The inner edge of the bar along a row of shapes, as x(y) for `axis` 0 and as y(x) for 1.

    That is the clearest edge beside the row, or, where the row is printed on the back, about the far edge of its strip.
    """
    along = np.linspace(*_ends(row, 1 - axis), _SAMPLES)
    line = Polynomial.fit([row.first[1 - axis], row.last[1 - axis]], [row.first[axis], row.last[axis]], 1)
    if is_behind:
        return Polynomial.fit(along, line(along) - inward * _HALF_A_STRIP * place.width, 1)
    usual = line(along) + inward * _HALF_A_BAR * place.width
    at, normal = (
        (np.column_stack([usual, along]), [1.0, 0.0]) if axis == 0 else (np.column_stack([along, usual]), [0, 1.0])
    )
    reach = _HALF_A_BAR_MAY_BE * place.width
    start, end = _clearest(picture, at, np.array(normal), reach, reach / 2, place.scale)
    return Polynomial.fit(along, usual + np.linspace(start, end, _SAMPLES), 1)


def _step(row: Row) -> float:
    return float(np.hypot(*row.step))


def _ends(row: Row, axis: int) -> tuple[float, float]:
    """Where a row begins and ends: half a step beyond its first and its last shape."""
    return row.first[axis] - row.step[axis] / 2, row.last[axis] + row.step[axis] / 2


def _outline(body: Points) -> Points:
    """An outline with the usual shoulders and mouth above a body (n × 2 px), which runs from shoulder to shoulder."""
    across = body[-1] - body[0]
    middle, half, up = (body[0] + body[-1]) / 2, across / 2, np.array([0.0, -float(np.hypot(*across))])
    lips = [middle - half * _MOUTH + up * _LIP, middle + half * _MOUTH + up * _LIP]
    rise = up * (_TOP - _LIP)
    return np.array([lips[0] + rise, lips[0], *body, lips[1], lips[1] + rise])


def _inside(points: Points, wide: int, high: int) -> Points:
    return np.clip(points, 0, (wide - 1, high - 1))


def _side(picture: Picture, ends: Points, edge: Polynomial, place: _Place) -> Polynomial:
    """The clearest straight edge x(y) near the ends (n × 2 px) of the lines."""
    rows = np.linspace(ends[:, 1].min(), ends[:, 1].max(), _SAMPLES)
    at = np.column_stack([edge(rows), rows])
    reach, usual = _BESIDE * place.width, _USUALLY * place.width
    start, end = _clearest(picture, at, np.array([1.0, 0.0]), reach, usual, place.scale)
    return Polynomial.fit(rows, edge(rows) + np.linspace(start, end, _SAMPLES), 1)


def _base(picture: Picture, sides: Sequence[Polynomial], rows: Rows, place: _Place) -> Polynomial:
    """The clearest level edge y(x) where the rows along the sides end, or else below the lowest line."""
    ends = [_ends(row, 1)[1] for row in (rows.left, rows.right) if row is not None]
    if ends:
        middle, reach, usual = sum(ends) / len(ends), _BESIDE * place.width, _USUALLY * place.width
    else:
        middle, reach, usual = place.low + 1.1 * place.between, 0.9 * place.between, place.between
    left, right = (float(side(middle)) for side in sides)
    columns = np.linspace(left + 0.05 * (right - left), right - 0.05 * (right - left), _SAMPLES)
    at = np.column_stack([columns, np.full(_SAMPLES, middle)])
    start, end = _clearest(picture, at, np.array([0.0, 1.0]), reach, usual, place.scale)
    return Polynomial.fit(columns, middle + np.linspace(start, end, _SAMPLES), 1)


def _clearest(
    picture: Picture, at: Points, normal: NDArray[np.float64], reach: float, usual: float, scale: float
) -> tuple[float, float]:
    """How far (px) the clearest straight edge is off at both ends of a row of points (n × 2 px)."""
    steep = np.minimum(slopes(across(picture, at, np.tile(normal, (len(at), 1)), reach)), _CLEAR)
    steep = cv2.GaussianBlur(steep, (5, 1), 1.0)
    offsets = np.arange(steep.shape[1])
    near = np.exp(-0.5 * np.square((offsets * STEP - reach) / usual))
    best, most = (0.0, 0.0), -1.0
    leans = np.arange(-2 * _LEAN * scale, 2 * _LEAN * scale + 1)  # samples of half a pixel
    for lean in leans:
        shift = np.round(lean * np.linspace(-0.5, 0.5, len(at))).astype(int)[:, None]
        where = offsets[None, :] + shift
        inside = (where >= 0) & (where < steep.shape[1])
        rows = np.arange(len(at))[:, None]
        value = np.where(inside, steep[rows, np.clip(where, 0, steep.shape[1] - 1)], 0).mean(axis=0) * near
        top = int(value.argmax())
        if value[top] > most:
            middle = top * STEP - reach
            best, most = (middle - lean * STEP / 2, middle + lean * STEP / 2), float(value[top])
    return best

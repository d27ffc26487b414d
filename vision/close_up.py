"""Enlarges parts of pictures, so that people can recognise pieces on a phone, and draws what was measured over them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

from vision.letters import written
from vision.reading import Mark, Picture, Points, Reading

_MARGIN = 0.55  # of the size of what is shown, round it
_COLOURS = {
    "piece": (255, 255, 255),
    "touch": (60, 60, 255),
    "apart": (90, 220, 70),
    "line": (255, 220, 60),
    "circle": (255, 90, 255),
    "doubtful": (0, 200, 255),
}
_SHADOW_COLOUR = (0, 0, 0)
_LINES_ACROSS = 220  # widths of a line in the picture's width
_POINT_RADIUS = 3  # widths of a line: the radius of a point
_UNSCALED_WIDTH = 480  # px of width at which letters are not scaled; a phone shows the picture less than 400 px wide
_LABEL_ORDER = ("doubtful", "line", "circle", "apart", "touch")  # the first take the best places
_DIMMING = 0.35  # share of the brightness that is left under a label
_GAP = 0.4  # of the height of letters: between a label and its mark

CROP_WIDTH = 1280  # px that a part around places is made wide
_PIECE_MARGIN = 0.6  # around it, in sizes of a piece
_MAX_ENLARGEMENT = 4.0  # more shows nothing new

_Box = tuple[float, float, float, float]  # left, top, right, bottom (px)


def close_up(picture: Picture, marks: Sequence[Mark], size: tuple[int, int]) -> Picture:
    """The part of a picture round the marks of pieces, with all marks drawn over it; `size`: its width and height (px).

    >>> ring = ((40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0))
    >>> marks = [Mark("piece", ring), Mark("touch", ((60.0, 50.0),))]
    >>> close_up(np.zeros((96, 128, 3), np.uint8), marks, (640, 480)).shape
    (480, 640, 3)
    """
    rings = np.vstack([mark.points for mark in marks if mark.kind == "piece"])
    middle, wide = (rings.min(axis=0) + rings.max(axis=0)) / 2, float(np.ptp(rings, axis=0).max())
    times = min(size) / (wide * (1 + 2 * _MARGIN))
    shift = np.array(size) / 2 - middle * times
    matrix = np.array([[times, 0, shift[0]], [0, times, shift[1]]])
    part = np.asarray(cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)
    moved = [(mark, np.array(mark.points) * times + shift) for mark in marks]
    thick = max(2, size[0] // _LINES_ACROSS)
    for mark, points in moved:
        _draw(part, mark, points, thick)
    written(_label, part, moved, thick)
    return part


def crop_to_places(picture: Picture, reading: Reading, places: str) -> tuple[Picture, Reading]:
    """The enlarged part of a picture around the pieces on places whose names begin with `places`, with its reading.

    Returns the whole picture where nothing was read on such places.

    >>> from vision.reading import DetectedPiece
    >>> ring = ((100.0, 100.0), (140.0, 100.0), (140.0, 150.0), (100.0, 150.0))
    >>> piece = DetectedPiece("5", "flat", (120.0, 125.0), "hand/1/1", 0.9, {}, ring)
    >>> part, read = crop_to_places(np.zeros((960, 1280, 3), np.uint8), Reading(None, (piece,)), "hand/")
    >>> part.shape, read.pieces[0].xy
    ((440, 400, 3), (200.0, 220.0))
    """
    near = [piece for piece in reading.pieces if (piece.place or "").startswith(places)]
    if not near:
        return picture, reading
    points = np.array([xy for piece in near for xy in piece.corners])
    margin = _PIECE_MARGIN * np.ptp(np.array(near[0].corners), axis=0).max()
    high, wide = picture.shape[:2]
    left, top = np.clip(np.floor(points.min(axis=0) - margin), 0, (wide - 1, high - 1)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0) + margin), (left + 1, top + 1), (wide, high)).astype(int)
    times = min(_MAX_ENLARGEMENT, CROP_WIDTH / (right - left))
    part = cv2.resize(picture[top:bottom, left:right], None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)

    def moved(xy: tuple[float, float]) -> tuple[float, float]:
        return float((xy[0] - left) * times), float((xy[1] - top) * times)

    pieces = tuple(replace(piece, xy=moved(piece.xy), corners=tuple(map(moved, piece.corners))) for piece in near)
    return np.asarray(part, np.uint8), Reading(None, pieces)


def _draw(drawn: Picture, mark: Mark, points: Points, thick: int) -> None:
    line = np.round(points * 16).astype(np.int32)
    for colour, wide in ((_SHADOW_COLOUR, thick + 4), (_COLOURS[mark.kind], thick)):
        if len(points) == 1:
            cv2.circle(drawn, tuple(map(int, line[0])), 16 * _POINT_RADIUS * thick, colour, wide, cv2.LINE_AA, shift=4)
        else:
            cv2.polylines(drawn, [line], len(points) > 2, colour, wide, cv2.LINE_AA, shift=4)


def _label(drawn: Picture, marks: Sequence[tuple[Mark, Points]], thick: int) -> None:
    """The label of each mark beside what decides, with a leader line where it stands apart from its mark.

    No label stands on a piece, in a circle, on a point or on another label, as far as there is room in the picture.
    """
    high, wide = drawn.shape[:2]
    scale = wide / _UNSCALED_WIDTH
    strong = max(1, round(2 * scale))
    deciding, lines = _areas(marks, drawn.shape[:2], thick)
    ordered = sorted(marks, key=lambda pair: pair[0].kind in _LABEL_ORDER and _LABEL_ORDER.index(pair[0].kind))
    for mark, points in ordered:
        if not mark.label or not _is_inside(points, wide, high):
            continue
        (long, tall), _ = cv2.getTextSize(mark.label, cv2.FONT_HERSHEY_SIMPLEX, scale, strong)
        margin = tall * _GAP / 2
        badness = partial(_badness, points, margin, tall, _sums(deciding), _sums(lines))
        near = (_kept_inside(box, wide, high) for box in _places(points, long, tall, _POINT_RADIUS * thick + thick))
        box = min(near, key=badness)
        if badness(box)[0]:  # it is crowded there
            box = min((box, *_everywhere(long, tall, wide, high)), key=badness)
        _fill(deciding, box, margin)
        _lead(drawn, box, points, tall, (_COLOURS[mark.kind], thick))
        at = (round(box[0]), round(box[3]))
        _darken(drawn, box, margin)
        cv2.putText(drawn, mark.label, at, cv2.FONT_HERSHEY_SIMPLEX, scale, _COLOURS[mark.kind], strong, cv2.LINE_AA)


def _badness(
    points: Points, margin: float, tall: float, taken: Points, crossed: Points, box: _Box
) -> tuple[float, float]:
    """How much a label covers that decides; then how far it is from its mark, a line that it crosses included."""
    return _within(taken, box, margin), _apart(box, points)[0] + 2 * tall * bool(_within(crossed, box, margin))


def _sums(area: Picture) -> Points:
    return np.asarray(cv2.integral(area), np.float64)


def _areas(marks: Sequence[tuple[Mark, Points]], shape: tuple[int, int], thick: int) -> tuple[Picture, Picture]:
    """Where pieces, circles and points are, which no label may cover, and where lines are, which it should not."""
    deciding, lines = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for _, points in marks:
        drawn = np.round(points).astype(np.int32)
        if len(points) == 1:
            cv2.circle(deciding, tuple(map(int, drawn[0])), (_POINT_RADIUS + 1) * thick, 1, -1)
        elif len(points) == 2:
            cv2.polylines(lines, [drawn], False, 1, 2 * thick)
        else:
            cv2.fillPoly(deciding, [drawn], 1)
            cv2.polylines(deciding, [drawn], True, 1, 2 * thick)
    return deciding, lines


def _everywhere(long: float, tall: float, wide: float, high: float) -> Iterator[_Box]:
    """Places for a label all over the picture, half its height apart."""
    for top in np.arange(tall / 2, high - 1.5 * tall, tall / 2):
        for left in np.arange(tall / 2, wide - long - tall / 2, tall / 2):
            yield (left, top, left + long, top + tall)


def _pixels(box: _Box, margin: float, shape: tuple[int, int]) -> tuple[int, int, int, int]:
    """The left, top, right and bottom pixels of a box with its margin, in a picture of so many rows and columns."""
    left, top = (max(0, int(at - margin)) for at in box[:2])
    return left, top, min(shape[1], int(box[2] + margin) + 1), min(shape[0], int(box[3] + margin) + 1)


def _within(sums: Points, box: _Box, margin: float) -> float:
    """How many pixels of an area a box covers; `sums` is the integral of the area."""
    left, top, right, bottom = _pixels(box, margin, (sums.shape[0] - 1, sums.shape[1] - 1))
    return float(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _fill(area: Picture, box: _Box, margin: float) -> None:
    left, top, right, bottom = _pixels(box, margin, area.shape[:2])
    area[top:bottom, left:right] = 1


def _apart(box: _Box, points: Points) -> tuple[float, Points, Points]:
    """How far a box is from a mark (px), and the nearest points of both."""
    line = _along(points, 4.0)
    nearest = np.clip(line, box[:2], box[2:])
    away = np.hypot(*(line - nearest).T)
    at = int(away.argmin())
    return float(away[at]), nearest[at], line[at]


def _lead(drawn: Picture, box: _Box, points: Points, tall: float, how: tuple[tuple[int, int, int], int]) -> None:
    """Draws a line from a label to its mark, unless they are side by side."""
    away, start, end = _apart(box, points)
    if away <= tall:
        return
    colour, thick = how
    for wide, shade in ((thick + 2, _SHADOW_COLOUR), (max(1, thick // 2), colour)):
        cv2.line(drawn, tuple(map(round, start)), tuple(map(round, end)), shade, wide, cv2.LINE_AA)


def _darken(drawn: Picture, box: _Box, beside: float) -> None:
    """Darkens the picture under a label, which is then legible over pieces and bars of any colour."""
    left, top, right, bottom = (max(0, round(at)) for at in (*np.subtract(box[:2], beside), *np.add(box[2:], beside)))
    drawn[top:bottom, left:right] = drawn[top:bottom, left:right] * _DIMMING


def _places(points: Points, long: float, tall: float, around: float) -> Iterator[_Box]:
    """Where a label may stand, the best place first: at the ends of a line, else to the right, left, above, below."""
    gap = tall * _GAP
    left, top = points.min(axis=0)
    right, bottom = points.max(axis=0)
    if len(points) == 2:
        (x0, y0), (x1, y1) = points[points[:, 0].argsort()]
        for start in (x1 - long, x0):
            level = sorted(float(np.interp(x, (x0, x1), (y0, y1))) for x in (start, start + long))
            yield (start, level[0] - gap - tall, start + long, level[0] - gap)
            yield (start, level[1] + gap, start + long, level[1] + gap + tall)
        return
    x, y = (left + right) / 2, (top + bottom) / 2
    beside = (right - left) / 2 + around + gap
    above = (bottom - top) / 2 + around + gap
    for away in (0.0, tall + gap):
        for down in (0.0, -away, away):
            yield (x + beside, y + down - tall / 2, x + beside + long, y + down + tall / 2)
            yield (x - beside - long, y + down - tall / 2, x - beside, y + down + tall / 2)
        yield (x - long / 2, y - above - away - tall, x + long / 2, y - above - away)
        yield (x - long / 2, y + above + away, x + long / 2, y + above + away + tall)


def _is_inside(points: Points, wide: float, high: float) -> bool:
    """Whether a part of a mark is within the picture."""
    low, top = points.min(axis=0), points.max(axis=0)
    return bool((low < (wide, high)).all() and (top > 0).all())


def _kept_inside(box: _Box, wide: float, high: float) -> _Box:
    left, top, right, bottom = box
    across = min(0.0, wide - right) + max(0.0, -left)
    down = min(0.0, high - bottom) + max(0.0, -top)
    return (left + across, top + down, right + across, bottom + down)


def _along(points: Points, step: float) -> Points:
    """Points (n × 2) along a line or an outline, about `step` px apart."""
    if len(points) == 1:
        return points
    ends = list(pairwise(points if len(points) == 2 else [*points, points[0]]))
    return np.vstack([np.linspace(a, b, max(2, round(float(np.hypot(*(b - a))) / step))) for a, b in ends])

"""Checks that a picture shows the whole frame and nothing in it, from the frame's data alone."""

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.colours import COLOURS, NONE, balance, colours_of
from vision.frame.piece_search import Patch, best_of_each
from vision.frame.profiles import across, peaks, slopes
from vision.frame.reader import view_of
from vision.frame.shapes import SHAPES, segment_points
from vision.frame.sizes import Sizes
from vision.frame.view import FrameView
from vision.reading import Picture, PictureWarning, Points

if TYPE_CHECKING:
    from engines.drop_it.frame import Frame

_SAMPLE_DISTANCE = 2.0  # mm between two samples of a printed line or rim
_SEARCH_REACH = 4.0  # px across it that are searched
# Of the usual strength of all samples, and of 255: what is weaker than both is not visible
_MIN_STRENGTH_RATIO, _MIN_STRENGTH = 0.35, 9.0
_MAX_GAP = 10.0  # mm of a line or a rim in one piece that no light or shadow hides
_MARGIN = 2.0  # mm round a circle in which lines and colours are its own
_MAX_PRINT_WIDTH = 15  # px: thinner regions are print, not pieces
_MIN_PATCH = 250  # px: a smaller patch of colour is the rest of something
_MAX_BACK_DIFFERENCE = 40.0  # of 255: what differs less from the median of the frame is its back
_MIN_PIECE_SCORE = 0.6  # how well a shape explains a patch of colour that is a piece


def empty_view(frame: "Frame", picture: Picture) -> FrameView | PictureWarning:
    """The view of a picture of the empty frame; `no_frame` where it is not found, `not_empty` with the place where
    something hides the print or may be a piece."""
    view = view_of(frame, picture)
    if view is None:
        return PictureWarning("no_frame")
    if (at := _find_hidden_print(view, picture)) is not None:
        return PictureWarning("not_empty", view.pixel_of(at, 0.0))
    if (at := _find_piece(view, picture)) is not None:
        return PictureWarning("not_empty", view.pixel_of(at, view.front))
    return view


def _find_hidden_print(view: FrameView, picture: Picture) -> Points | None:
    """Where a printed rim or line is hidden (mm), if any is."""
    rims = [_rim(circle.centre, circle.radius) for circle in view.frame.circles]
    lines = [_line(view, line.left, line.right) for line in view.frame.lines]
    for marks in (rims, lines):
        strengths = [_strengths(view, picture, *mark) for mark in marks]
        least = min(_MIN_STRENGTH_RATIO * float(np.median(np.concatenate(strengths))), _MIN_STRENGTH)
        for (points, _), strength in zip(marks, strengths, strict=True):
            gap = _longest_gap(strength < least)
            if (gap.stop - gap.start) * _SAMPLE_DISTANCE > _MAX_GAP:
                return np.asarray(points[gap].mean(axis=0))
    return None


def _rim(centre: tuple[float, float], radius: float) -> tuple[Points, Points]:
    angles = np.arange(0, 2 * np.pi, _SAMPLE_DISTANCE / radius)
    around = np.column_stack([np.cos(angles), np.sin(angles)])
    return around * radius + centre, around


def _line(view: FrameView, left: tuple[float, float], right: tuple[float, float]) -> tuple[Points, Points]:
    """Samples of a line that are not in a circle, and the direction across it for each."""
    length = float(np.hypot(*np.subtract(right, left)))
    shares = np.arange(_SAMPLE_DISTANCE, length - _SAMPLE_DISTANCE, _SAMPLE_DISTANCE) / length
    points, normals = segment_points(np.array(left), np.array(right), shares)
    clear = np.ones(len(points), np.bool_)
    for circle in view.frame.circles:
        clear &= np.hypot(*(points - circle.centre).T) > circle.radius + _MARGIN
    return points[clear], normals[clear]


def _strengths(view: FrameView, picture: Picture, points: Points, normals: Points) -> NDArray[np.float64]:
    """The strength of the edge at each sample; inf where the bars hide it."""
    at, outward = view.camera.project_normals(points, normals, 0.0)
    _, strength = peaks(slopes(across(picture, at, outward, _SEARCH_REACH)), _SEARCH_REACH)
    opening = view.flattened(view.outline, view.depth).astype(np.float32)
    flat = view.flattened(points, 0.0)
    hidden = [cv2.pointPolygonTest(opening, (float(x), float(y)), True) < _MARGIN for x, y in flat]
    return np.where(hidden, np.inf, strength)


def _longest_gap(missing: NDArray[np.bool_]) -> slice:
    steps = np.flatnonzero(np.diff(np.concatenate([[0], missing.astype(np.int8), [0]])))
    gaps = [slice(int(start), int(end)) for start, end in steps.reshape(-1, 2)]
    return max(gaps, key=lambda gap: gap.stop - gap.start, default=slice(0, 0))


def _find_piece(view: FrameView, picture: Picture) -> Points | None:
    """Where something has the colour and the outline of a piece (mm), if anything has."""
    flat = view.rectified(picture)
    flat = flat * balance(flat, view.circles, picture)
    colours = colours_of(flat)
    colours[np.abs(flat - np.median(flat[view.inside], axis=0)).max(axis=2) < _MAX_BACK_DIFFERENCE] = NONE
    printed = view.mask([view.flattened(rim, 0.0) for rim in view.rims(_MARGIN)])
    sizes = {shape: Sizes().known(shape) for shape in SHAPES}
    for number, colour in enumerate(COLOURS):
        mask = ((colours == number) & view.inside & ~printed).astype(np.uint8)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((_MAX_PRINT_WIDTH, _MAX_PRINT_WIDTH), np.uint8))
        count, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
        layers = [np.where(printed, 0.0, np.where(mask > 0, 1.0, other)) for other in (-1.0, 0.0)]
        value = np.dstack(layers).astype(np.float32)
        for one in range(1, count):
            middle = (view.left + middles[one][0], view.top - middles[one][1])
            patch = Patch(colour, np.asarray(labels == one), value, middle)
            if stats[one, cv2.CC_STAT_AREA] >= _MIN_PATCH and best_of_each(view, patch, sizes)[0][0] > _MIN_PIECE_SCORE:
                return np.array(middle)
    return None

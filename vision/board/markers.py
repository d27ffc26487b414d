"""Finds the sheet by printed markers in its corners, which are optional and help in bad light.

Each is a white card of `CARD` mm that lies in the free margin of a corner, with a black square of `MARKER` mm on it and
three by three cells in that. All four are equal, so they may be laid in any order and at any rotation.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dimensions import CELL, SHEET
from vision.geometry.camera_pose import rotation_matrix, sheet_corners, solve_pose, usual_matrix
from vision.geometry.homography import homography, inverse, mapped
from vision.reading import Picture, Points

CARD = (SHEET - 8 * CELL) / 2  # mm: what a board of 8 × 8 cells leaves free in a corner
CELLS = np.array([[1, 0, 1], [1, 1, 0], [0, 0, 1]], np.uint8)  # 1 is white; different in each turn
RIM = 0.75  # mm of white round the black square
MARKER = CARD - 2 * RIM
_MODULES = len(CELLS) + 2  # the black border is one cell wide

_SCALE = 2  # px per mm of the pattern that is matched with pictures, about a camera's resolution
_SIDE = int(CARD * _SCALE)
_MIN_ROUGH_CORRELATION, _MIN_CORRELATION = 0.4, 0.62  # correlation with the pattern before and after exact alignment
_MIN_SIDE, _MAX_SIDE = 0.009, 0.05  # the black square's side as a share of the picture's height
_MAX_WIDTH = 1280  # px: wider pictures are shrunk; the time saved is worth the accuracy lost
_BLUR = 0.8  # px: sigma of the blur against noise
_WINDOWS = (9, 17)  # px of a picture 960 px high: windows of the adaptive threshold
_MIN_CONTRAST = 3.0  # grey levels below the mean of the window
_MIN_SQUARENESS, _MIN_FILLED = 0.7, 0.6  # how nearly an outline is a square, and how much of that it fills
_ECC_CRITERIA = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
_MAX_CANDIDATES = 8  # best ones that are combined; artwork may give more
_MAX_MISFIT = 1.5  # mm that every corner of every marker may be off
_MAX_POSE_MISFIT = 3.0  # the same from where a usual camera would see it: lenses differ
_MAX_DISAGREEMENT = 3.0  # mm by which estimates from different markers may differ
_MAX_OUTSIDE = 2.0  # px that the sheet's corners may lie outside the picture
_SEARCH_MARGIN = 40.0  # px round the search area, more than any window reaches
_MAX_MARKER_DISTANCE = 0.25  # of the sheet's longest side, between a marker and a corner found without it
_OUTLINE = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]) * MARKER / 2  # mm from its middle, clockwise

Placement = NDArray[np.float64]  # 2 × 3: mm on a card, from its middle, to px
_Warp = NDArray[np.float64]  # 2 × 3: px of the pattern to px of the picture


def card(scale: int) -> NDArray[np.uint8]:
    """A card with its marker as it is printed: `CARD` mm square in grey, `scale` px a mm, a multiple of 4.

    >>> card(20).shape
    (280, 280)
    """
    black = np.zeros((_MODULES, _MODULES), np.uint8)
    black[1:-1, 1:-1] = CELLS * 255
    side, rim = round(MARKER * scale), round(RIM * scale)
    marker = cv2.resize(black, (side, side), interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.pad(marker, rim, constant_values=255), np.uint8)


def marked_corners(picture: Picture, near: Points | None = None) -> Points | None:
    """The sheet's corners (4 × 2 px, clockwise in the picture) from at least three of its markers, or None.

    `picture`: height × width × 3, BGR. None also where markers contradict each other: one of them was displaced.
    `near`: corners (4 × 2 px) that were found otherwise; markers are searched for near them only, which is faster.
    """
    size = (picture.shape[1], picture.shape[0])
    found = find_markers(picture, near)
    for count in (4, 3):
        tried = (_fit_sheet(some, size) for some in combinations(found, count))
        answers = [corners for corners in tried if corners is not None]
        if answers:
            return answers[0] if all(_agree(answers[0], answer) for answer in answers[1:]) else None
    return None


def find_markers(picture: Picture, near: Points | None = None) -> list[Placement]:
    """The best marker candidates, best first: each as the affine map (2 × 3) from mm on its card to px."""
    scale = min(1.0, _MAX_WIDTH / picture.shape[1])
    high, left_top = picture.shape[0] * scale, np.zeros(2, np.int64)
    if near is not None:
        left_top, right_low = _search_box(near)
        picture = picture[left_top[1] : right_low[1], left_top[0] : right_low[0]]
    grey = _soft_grey(picture, scale)
    where = np.full(grey.shape, 255, np.uint8) if near is None else _corner_mask((near - left_top) * scale, grey.shape)
    found: list[tuple[float, Placement]] = []
    for middle, side, degrees in _find_squares(grey, where, high):
        if any(np.hypot(*(marker[:, 2] - middle)) < side / 2 for _, marker in found):
            continue
        rough = _align_roughly(grey, middle, side, degrees)
        exact = None if rough is None else _align_exactly(grey, rough, middle, side)
        if exact is not None:
            found.append(exact)
    best = sorted(found, key=lambda candidate: -candidate[0])[:_MAX_CANDIDATES]
    return [np.column_stack([at[:, :2] / scale, at[:, 2] / scale + left_top]) for _, at in best]


def _soft_grey(picture: Picture, scale: float) -> Picture:
    """The picture in grey (height × width), shrunk by `scale`, a little blurred against noise."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), _BLUR), np.uint8)


def _search_box(corners: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The box in which markers may lie, by the corners of a sheet (4 × 2 px): its left top and right bottom (px)."""
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    reach = _MAX_MARKER_DISTANCE * side + _SEARCH_MARGIN
    low, high = corners.min(axis=0) - reach, corners.max(axis=0) + reach
    return np.maximum(low, 0).astype(np.int64), np.maximum(high, 1).astype(np.int64)


def _corner_mask(corners: Points, shape: tuple[int, ...]) -> Picture:
    """A mask: 255 around the corners of a sheet (4 × 2 px)."""
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    mask = np.zeros(shape, np.uint8)
    for x, y in np.round(corners).astype(int):
        cv2.circle(mask, (int(x), int(y)), round(_MAX_MARKER_DISTANCE * float(side)), 255, cv2.FILLED)
    return mask


def _find_squares(grey: Picture, where: Picture, high: float) -> Iterator[tuple[Points, float, float]]:
    """Dark squares of a marker's size where a mask is not 0: middle (px), side (px), turn (degrees).

    `high`: of the whole picture (px).
    """
    for window in _WINDOWS:
        reach = max(3, round(window * high / 960) | 1)
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, reach, _MIN_CONTRAST)
        dark = cv2.medianBlur(cv2.bitwise_and(dark, where), 3)  # noise gives thousands of outlines
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            if not 2.5 * _MIN_SIDE * high < len(outline) < 5 * _MAX_SIDE * high:
                continue
            middle, sides, degrees = cv2.minAreaRect(outline)
            short, long = sorted(sides)
            is_square = _MIN_SIDE * high < short and long < _MAX_SIDE * high and short > _MIN_SQUARENESS * long
            if is_square and cv2.contourArea(outline) > _MIN_FILLED * short * long:
                yield np.array(middle), (short + long) / 2, degrees


@cache
def _pattern() -> NDArray[np.float32]:
    """The card as a camera sees it (`_SIDE` px square)."""
    fine = cv2.resize(card(4 * _SCALE), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(fine, (0, 0), 1.0), np.float32)


@cache
def _pattern_turned() -> NDArray[np.float32]:
    """The pattern in its four turns, each clockwise of the one before, as rows of unit length without their mean.

    Its outermost pixels are left out: they depend on what lies beside the card.
    """
    turns = [np.rot90(_pattern(), -turn)[1:-1, 1:-1].ravel() for turn in range(4)]
    return np.array([_normalise(pattern) for pattern in turns], np.float32)


def _normalise(values: NDArray[np.float32]) -> NDArray[np.float32]:
    off = values - values.mean()
    return np.asarray(off / max(1e-6, float(np.linalg.norm(off))), np.float32)


def _align_roughly(grey: Picture, middle: Points, side: float, degrees: float) -> _Warp | None:
    """The pattern aligned with a dark square in the best of four turns; None where it fits in none."""
    level = _pattern_warp(middle, side, degrees)
    pixels = cv2.warpAffine(grey, level, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    correlations = _pattern_turned() @ _normalise(pixels[1:-1, 1:-1].ravel().astype(np.float32))
    turn = int(np.argmax(correlations))
    return _pattern_warp(middle, side, degrees + 90 * turn) if correlations[turn] > _MIN_ROUGH_CORRELATION else None


def _pattern_warp(middle: Points, side: float, degrees: float) -> _Warp:
    """Lays the pattern with its middle on `middle` (px), its black square `side` px wide, turned clockwise."""
    angle = np.radians(degrees)
    right = np.array([np.cos(angle), np.sin(angle)]) * side / (MARKER * _SCALE)
    turned = np.column_stack([right, [-right[1], right[0]]])
    return np.column_stack([turned, middle - turned @ np.full(2, (_SIDE - 1) / 2)])


def _align_exactly(grey: Picture, warp: _Warp, middle: Points, side: float) -> tuple[float, Placement] | None:
    """Aligns the pattern by an affine map: its correlation, and the card's placement."""
    low = np.maximum(np.floor(middle - 1.5 * side), 0).astype(int)
    high = np.ceil(middle + 1.5 * side).astype(int)
    part = np.asarray(grey[low[1] : high[1], low[0] : high[0]], np.float32)
    start = np.column_stack([warp[:, :2], warp[:, 2] - low]).astype(np.float32)
    try:
        confidence, moved = cv2.findTransformECC(
            _pattern(), part, start, cv2.MOTION_AFFINE, _ECC_CRITERIA, np.empty(0), 1
        )
    except cv2.error:  # the pattern was moved out of the picture
        return None
    if confidence < _MIN_CORRELATION:
        return None
    linear = np.asarray(moved[:, :2], np.float64)
    at = moved[:, 2] + low + linear @ np.full(2, (_SIDE - 1) / 2)
    return confidence, np.column_stack([linear * np.array([_SCALE, -_SCALE]), at])  # on a card y points up


def _fit_sheet(markers: Sequence[Placement], size: tuple[int, int]) -> Points | None:
    """The sheet's corners (px) where these three or four markers lie in its corners exactly, else None."""
    ring = _sort_clockwise(markers)
    middles = np.array([marker[:, 2] for marker in ring], np.float32)
    places = sheet_corners(SHEET - CARD)[: len(ring)]
    known = (places[:, None] + _OUTLINE).reshape(-1, 2)
    rough = (
        homography(places, middles)
        if len(ring) == 4
        else np.vstack([cv2.getAffineTransform(places.astype(np.float32), middles), [0, 0, 1]])
    )
    expected_outlines = mapped(known, rough).reshape(-1, 4, 2)
    pixels = np.vstack(
        [_turn_to(_outline(marker), expected) for marker, expected in zip(ring, expected_outlines, strict=True)]
    )
    fitted = _fit_usual_camera(known, pixels, size)
    if len(ring) == 4:
        if _max_residual(known, pixels, fitted) > _MAX_POSE_MISFIT:
            return None
        # three markers determine the perspective poorly: there the pose of a usual camera is more accurate
        fitted = np.asarray(cv2.findHomography(known, pixels, 0)[0], np.float64)
    if _max_residual(known, pixels, fitted) > _MAX_MISFIT:
        return None
    corners = mapped(sheet_corners(), fitted)
    inside = (corners > -_MAX_OUTSIDE).all() and (corners < np.array(size) + _MAX_OUTSIDE).all()
    return corners if inside else None


def _sort_clockwise(markers: Sequence[Placement]) -> list[Placement]:
    """The markers clockwise in the picture; of three the one between the other two corners is the second."""
    middles = np.array([marker[:, 2] for marker in markers])
    about = middles - middles.mean(axis=0)
    ring = np.argsort(np.arctan2(about[:, 1], about[:, 0]))
    if len(ring) == 3:
        across = [np.linalg.norm(middles[ring[k - 1]] - middles[ring[k - 2]]) for k in range(3)]
        ring = np.roll(ring, 1 - int(np.argmax(across)))
    return [markers[k] for k in ring]


def _outline(marker: Placement) -> Points:
    """The corners of a marker's black square (4 × 2 px), clockwise."""
    return np.asarray(_OUTLINE @ marker[:, :2].T + marker[:, 2])


def _turn_to(outline: Points, expected: Points) -> Points:
    """Corners in the order that fits `expected` best, since cards lie in any turn."""
    turns = (np.roll(outline, turn, axis=0) for turn in range(4))
    return min(turns, key=lambda ring: float(((ring - expected) ** 2).sum()))


def _fit_usual_camera(known: Points, pixels: Points, size: tuple[int, int]) -> NDArray[np.float64]:
    """The homography (3×3) from mm to px that a camera of the usual kind has where it fits best."""
    matrix = usual_matrix(size)
    flat = np.column_stack([known, np.zeros(len(known))])
    pose = solve_pose(flat, pixels, matrix)
    return np.asarray(matrix @ np.column_stack([rotation_matrix(pose[:3])[:, :2], pose[3:]]), np.float64)


def _max_residual(known: Points, pixels: Points, to_pixels: NDArray[np.float64]) -> float:
    """The largest residual (mm) of a homography; infinite where it is degenerate."""
    if abs(np.linalg.det(to_pixels)) < 1e-9:
        return float("inf")
    apart = mapped(pixels, inverse(to_pixels)) - known
    return float(np.linalg.norm(apart, axis=1).max())


def _agree(corners: Points, estimate: Points) -> bool:
    """Whether two estimates of the sheet's corners agree, whichever corner comes first."""
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    apart = max(float(np.linalg.norm(estimate - corner, axis=1).min()) for corner in corners)
    return apart < _MAX_DISAGREEMENT * float(side) / SHEET

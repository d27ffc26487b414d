"""Finds the playing sheet in a picture, in any turn, whatever lies on it, and hands above it."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.field_view import CORNERS, field_view, from_field_view
from vision.networks import Maps, run_network
from vision.reading import Picture, Points

_WIDE, _HIGH = 320, 256
_CELL = 4.0  # px of the small picture a cell of the network's map
_LEAST_SHARE = 0.04  # of the picture: a smaller sheet leaves tiles too small to read
_LEAST_OVERLAP = 0.88  # of the sheet's mask with its quadrilateral: below, it is no whole rectangular board
_LOOKS = 3
_UNSETTLED = 4.0  # px of the field view (10 mm): corners that still move by this much are not corners
_NARROW = 5  # cells
_SAMPLES = 48  # points a side at which the edge is looked up


@dataclass(frozen=True)
class BoardSeen:
    """Where the sheet is: `corners` 4 × 2 px clockwise from its top left as the camera sees it, or None.

    `overlap`: how well a quadrilateral explains the sheet (1 perfectly). `hand`: the share of the sheet that a hand or
    an arm hides (0 to 1), and `hand_at` its middle in px.
    """

    corners: Points | None
    overlap: float
    hand: float
    hand_at: tuple[int, int] | None = None


def find_board(picture: Picture) -> BoardSeen:
    """Looks for the sheet in a picture of any size."""
    small, scale, offset = _letterboxed(picture)
    maps = run_network("board", [small])[0]
    sheet = maps[0]
    hull = _largest(sheet > 0)
    if hull is None or cv2.contourArea(hull) < _LEAST_SHARE * sheet.size:
        return BoardSeen(None, 0.0, 0.0)
    quad = np.asarray(cv2.approxPolyN(hull, 4), np.float64).reshape(4, 2)
    for _ in range(2):
        quad = _refined(sheet, quad)
    overlap = _overlap(sheet > 0, quad)
    corners = ((quad * _CELL) - offset) / scale
    hand, hand_at = _hand(maps[1], quad)
    x, y = (np.array(hand_at or (0, 0)) * _CELL - offset) / scale
    at = None if hand_at is None else (int(x), int(y))
    if overlap < _LEAST_OVERLAP or not cv2.isContourConvex(corners.astype(np.float32)):
        return BoardSeen(None, overlap, hand, at)
    settled = _settled(picture, ordered(corners))
    return BoardSeen(None if settled is None else ordered(settled), overlap, hand, at)


def _settled(picture: Picture, corners: Points) -> Points | None:
    """The corners looked at closely until they stay where they are; None when they do not, or lie outside."""
    for _ in range(_LOOKS):
        offsets = run_network("corners", [field_view(picture, corners)]).reshape(4, 2) * 10.0
        corners = from_field_view(CORNERS + offsets, corners)
    inside = (corners > -2).all() and (corners < np.array(picture.shape[1::-1]) + 2).all()
    return corners if inside and np.abs(offsets).max() < _UNSETTLED else None


def ordered(corners: Points) -> Points:
    """The four corners clockwise in the picture, beginning with the one that is the field's top left as seen.

    The side that is nearest to level and on top is the top.
    """
    middle = corners.mean(0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ring = corners[np.argsort(angles)]
    sides = np.roll(ring, -1, axis=0) - ring
    return np.roll(ring, -int(np.argmax(sides[:, 0] / np.linalg.norm(sides, axis=1))), axis=0)


def _letterboxed(picture: Picture) -> tuple[Picture, float, np.ndarray]:
    """The picture at the network's size with its proportions kept; scale and offset (px) of that."""
    high, wide = picture.shape[:2]
    scale = min(_WIDE / wide, _HIGH / high)
    small = cv2.resize(picture, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)
    left, top = (_WIDE - small.shape[1]) // 2, (_HIGH - small.shape[0]) // 2
    right, bottom = _WIDE - small.shape[1] - left, _HIGH - small.shape[0] - top
    framed = cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(115, 115, 115))
    return np.asarray(framed, np.uint8), scale, np.array([left, top], np.float64)


def _largest(mask: np.ndarray) -> np.ndarray | None:
    """The convex hull of the largest patch; what is narrow (reflections on the tray's rails) is cut off first."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_NARROW, _NARROW), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    return np.asarray(cv2.convexHull(max(contours, key=cv2.contourArea)))


def _refined(sheet: Maps, quad: Points) -> Points:
    """The quadrilateral (cells) with each side fitted to where the map crosses zero."""
    middle = quad.mean(0)
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
        normal = np.array([along[1], -along[0]])
        if normal @ (start - middle) < 0:
            normal = -normal
        lines.append(_edge(sheet, start, end, normal))
    corners = [np.cross(lines[i - 1], lines[i]) for i in range(4)]
    return np.array([c[:2] / c[2] for c in corners]) if all(abs(c[2]) > 1e-9 for c in corners) else quad


def _edge(sheet: Maps, start: np.ndarray, end: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """The line (a, b, c) through the map's zero crossings beside the side from `start` to `end`."""
    spots = start + np.linspace(0.06, 0.94, _SAMPLES)[:, None] * (end - start)
    reach = np.arange(-2.5, 2.51, 0.125)
    grid = spots[:, None, :] + reach[None, :, None] * normal
    # a cell's value stands for its middle
    columns, rows = grid[..., 0].astype(np.float32) - 0.5, grid[..., 1].astype(np.float32) - 0.5
    values = cv2.remap(sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    crossing = (values[:, :-1] > 0) & (values[:, 1:] <= 0)
    found = crossing.any(axis=1)
    if found.sum() < 8:
        return np.cross([*start, 1.0], [*end, 1.0])
    # of several crossings the one nearest to where the side is thought to be
    first = np.where(crossing[found], np.abs(reach[:-1])[None, :], np.inf).argmin(axis=1)
    inner, outer = (values[found, first + step] for step in (0, 1))
    depth = reach[first] + 0.125 * inner / np.maximum(inner - outer, 1e-6)
    points = spots[found] + depth[:, None] * normal
    vx, vy, x, y = (float(v) for v in np.ravel(cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)))
    return np.array([vy, -vx, vx * y - vy * x])


def _filled(quad: Points, shape: tuple[int, ...]) -> np.ndarray:
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask.astype(bool)


def _overlap(mask: np.ndarray, quad: Points) -> float:
    filled = _filled(quad, mask.shape)
    return float((filled & mask).sum() / max(1, (filled | mask).sum()))


def _hand(hand: Maps, quad: Points) -> tuple[float, tuple[float, float] | None]:
    hidden = (hand > 0) & _filled(quad, hand.shape)
    share = float(hidden.sum()) / max(1.0, float(_filled(quad, hand.shape).sum()))
    if not hidden.any():
        return 0.0, None
    rows, columns = np.nonzero(hidden)
    return share, (float(columns.mean()), float(rows.mean()))

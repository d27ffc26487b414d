"""Finds cards without an index, backs and faces such as jokers: whole outlines of the size of the deck's other cards.

They carry nothing that could be read, so they are looked for only beside cards that were read, whose size is known. A
card's right angle and its size give the rest of its outline.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.edges import Bytes, direction_maps, straight_edges, support
from vision.reading import Picture, Points

_SHORT = 60.0  # px of a card's shorter side in the picture in which edges are looked for
_LEAST_EDGE = 11.0  # px: shorter edges are texture
_MOST_EDGES = 200
_MOST_LOOKS = 60  # outlines that are looked into, those on most edges first
_SQUARE = 0.2  # cosine between two edges of a right angle at most
_GAP = 8.0  # px between the ends of edges and the corner that they make: corners of cards are rounded
# Against the expected sides: where the index is printed is known by half, and cards lie nearer and farther away.
_SHORTER, _LONGER = np.linspace(0.86, 1.14, 10), np.linspace(0.9, 1.1, 8)
_SAMPLES = 14  # points of a side that are looked at
_LEAST_SIDE, _LEAST, _LEAST_OF_FACE = 0.4, 0.87, 0.88  # share of one side, and of all, that must lie on edges
_BEYOND = 0.15  # of the way from an outline's middle to a side
_OF_THREE = 0.93  # the same of three sides of a face whose fourth lies on paper like its own
_APART = 0.4  # of the shorter side, between the middles of two outlines
_VIEW = (42, 60)  # px of an outline seen straight
_BAND = (4, 8)  # px of that view: the band along the sides that backs are printed in, and faces hardly
_PRINTED, _BLANK = 0.34, 0.22  # share of the band, of a back at least and of a face at most
_UNEVEN = 0.28  # along the sides of a back at most
_DRAWN = 0.05  # share of the middle that is printed, of a face at least


@dataclass(frozen=True)
class CardOutline:
    """A whole outline: corners (4 × 2 px, clockwise, a short side first), the share of its sides that lies on edges,
    the side (0 to 3, from that corner) that does not, and what `look_of` says."""

    corners: Points
    support: float
    open_side: int | None
    printed: float
    uneven: float
    drawn: float

    @property
    def is_back(self) -> bool:
        """Whether it is the back of a card."""
        return self.open_side is None and self.printed > _PRINTED and self.uneven < _UNEVEN

    def beyond(self, side: int) -> Points:
        """A spot (2, px) a little outside the middle of a side."""
        middle = (self.corners[side] + self.corners[(side + 1) % 4]) / 2
        return np.asarray(middle + _BEYOND * (middle - self.corners.mean(axis=0)))

    @property
    def has_drawing(self) -> bool:
        """Whether something is drawn in its middle."""
        return self.drawn > _DRAWN

    @property
    def may_be_face(self) -> bool:
        """Whether it may be the face of a card."""
        return self.printed < _BLANK and self.uneven < _UNEVEN and self.support > _LEAST_OF_FACE


def find_backs(
    picture: Picture, size: Sequence[float], paper: NDArray[np.float64], indices: Sequence[NDArray[np.float64]]
) -> list[CardOutline]:
    """Backs, and what may be faces, whose sides are about `size` px (short, long), of a deck of `paper` (BGR).

    `indices`: where one is (2, px each); outlines about these are of cards that are known.
    """
    scale = _SHORT / size[0]
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=method)
    grey = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), np.uint8)
    ends = straight_edges(grey)
    long = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    order = np.argsort(-long)[:_MOST_EDGES]
    ends = ends[order[long[order] >= _LEAST_EDGE]]
    maps = direction_maps(ends, (grey.shape[0], grey.shape[1]))
    rings = _rectangles(maps, *_right_angles(ends), _SHORT, _SHORT * size[1] / size[0])
    if not len(rings):
        return []
    on_edges = support(maps, rings, np.roll(rings, -1, axis=1), _SAMPLES)
    closed = (on_edges.min(axis=1) >= _LEAST_SIDE) & (on_edges.mean(axis=1) > _LEAST)
    three = (on_edges.sum(axis=1) - on_edges.min(axis=1)) / 3
    good = closed | (three > _OF_THREE)
    rings, closed, weakest = rings[good], closed[good], on_edges[good].argmin(axis=1)
    shares = np.where(closed, on_edges[good].mean(axis=1), three[good])
    kept: list[CardOutline] = []
    for at in np.lexsort((-shares, ~closed))[:_MOST_LOOKS]:
        corners = (rings[at] + 0.5) / scale - 0.5
        away = [np.hypot(*(corners.mean(axis=0) - other.corners.mean(axis=0))) for other in kept]
        if all(far > _APART * size[0] for far in away) and not any(is_inside(point, corners) for point in indices):
            side = None if closed[at] else int(weakest[at])
            outline = CardOutline(corners, float(shares[at]), side, *look_of(picture, corners, paper))
            kept += [outline] if outline.is_back or outline.may_be_face else []
    return kept


def is_inside(point: NDArray[np.float64], ring: NDArray[np.float64]) -> bool:
    """Whether a point (2, px) lies within an outline (n × 2 px)."""
    return cv2.pointPolygonTest(ring.astype(np.float32), (float(point[0]), float(point[1])), False) > 0


def _right_angles(ends: NDArray[np.float64]) -> tuple[Points, Points, Points]:
    """Corners that edges (n × 2 × 2) make, and the unit vectors along both edges away from them (each m × 2)."""
    along = ends[:, 1] - ends[:, 0]
    unit = along / np.maximum(np.linalg.norm(along, axis=1), 1e-9)[:, None]
    i, j = np.nonzero(np.triu(np.abs(unit @ unit.T) < _SQUARE, 1))
    cross = unit[i, 0] * unit[j, 1] - unit[i, 1] * unit[j, 0]
    off = ends[j, 0] - ends[i, 0]
    at = ends[i, 0] + unit[i] * ((off[:, 0] * unit[j, 1] - off[:, 1] * unit[j, 0]) / cross)[:, None]
    near, arms = np.ones(len(i), bool), []
    for one in (i, j):
        away = np.linalg.norm(ends[one] - at[:, None], axis=2)
        near &= away.min(axis=1) <= _GAP
        arm = ends[one, away.argmax(axis=1)] - at
        arms.append(arm / np.maximum(np.linalg.norm(arm, axis=1), 1e-9)[:, None])
    return at[near], arms[0][near], arms[1][near]


def _rectangles(maps: Bytes, at: Points, one: Points, other: Points, short: float, long: float) -> NDArray[np.float64]:
    """Outlines (n × 4 × 2) of cards with one of these corners, either way round, each in the size that fits best."""
    out = []
    for across, down in ((one, other), (other, one)):
        far = at[:, None] + across[:, None] * (short * _SHORTER)[:, None]  # n × sizes × 2
        low = at[:, None] + down[:, None] * (long * _LONGER)[:, None]
        far_side = support(maps, far, far + down[:, None] * long, _SAMPLES)
        low_side = support(maps, low, low + across[:, None] * short, _SAMPLES)
        rows = np.arange(len(at))
        step, fall = far[rows, far_side.argmax(axis=1)] - at, low[rows, low_side.argmax(axis=1)] - at
        out.append(np.stack([at, at + step, at + step + fall, at + fall], axis=1))
    return np.concatenate(out)


def look_of(picture: Picture, corners: Points, paper: NDArray[np.float64]) -> tuple[float, float, float]:
    """Of an outline: the share of the band along its sides that is printed, how uneven it is along them, and the share
    of its middle that is printed.

    A back is printed up to a thin rim, and alike all along it; a chequered cloth in whose lines an outline fits is not.
    """
    wide, high = _VIEW
    straight = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), straight)
    fine = cv2.warpPerspective(picture, np.diag([3.0, 3.0, 1.0]) @ matrix, (3 * wide, 3 * high))
    view = np.asarray(cv2.resize(fine, _VIEW, interpolation=cv2.INTER_AREA), np.float64) / paper
    bright = view.max(axis=2)
    grey = bright - view.min(axis=2) < 0.2 * bright + 0.02  # of the paper's own tint, in light or shade
    is_paper = grey & (bright > 0.75 * np.percentile(bright, 95))
    band = np.ones((high, wide), bool)
    band[_BAND[1] : -_BAND[1], _BAND[1] : -_BAND[1]] = False
    inside = (slice(_BAND[0], -_BAND[0]),) * 2
    blocks = np.asarray(cv2.resize(view[1:-1, 1:-1], (8, 11), interpolation=cv2.INTER_AREA))
    rim = np.concatenate([blocks[0], blocks[-1], blocks[1:-1, 0], blocks[1:-1, -1]])
    uneven = np.abs(rim - np.median(rim, axis=0)).mean(axis=0).max() / max(float(rim.mean()), 0.02)
    printed = float(1 - is_paper[inside][band[inside]].mean())
    return printed, float(uneven), float(1 - is_paper[~band].mean())

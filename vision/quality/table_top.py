"""Finds cards that the reader misses, and coins: changes of the bare table of their size and shape.

A card that the reader misses would pass for bare table, and a print on the table may be detected as a card. So every
picture is compared with a background model of the bare table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.outlines import covered_by
from vision.reading import Picture, Points

_LENGTH = 480  # px of the longer side of the small pictures that are compared
_LIGHT_STEP = 4  # px of these, between those by which the light is measured
_MIN_CHANGE = 24.0  # of 255, in any colour
_OVEREXPOSED = 250.0  # of 255: from here on a value may be any brighter
_MAX_CHANGED = 0.4  # share of the table: more changes only with the camera, the table or the light
_CHANGED_SCALE = 1.1  # scale of the area that a card changes, its shadow and edge included
_MIN_STRIP = 0.13  # of a card's shorter side: the narrowest part of a card that counts
_MIN_CHANGE_AREA, _MAX_CHANGE_AREA = 0.07, 6.0  # of a card's area, of a component of the changes
_MIN_STILL_DIFFERENT = 0.5  # share of an outline that differs from the table, for its card to still lie there
_MIN_EXCESS = 0.2  # of a card's shorter side by which several cards are longer than one
_MIN_FILLED = 0.82  # share of its smallest rectangle that a card fills, and a round glass does not
_COIN_AREAS = (0.035, 0.32)  # of a card's area: a coin of 15 mm, and a chip of 42 mm
_MAX_COVER_DISTANCE = 0.3  # of a card's shorter side, from another card, which may cover part of what lies there
# Pictures in a row after which an unknown spot, and a changed one, is learnt as the table
_MIN_STREAK, _MIN_CHANGED_STREAK = 5, 60
_WARM_UP_PICTURES = 5  # first pictures; where one of them shows a card or an arm, the table is not known
_MIN_KNOWN = 0.9  # share of an outline of which the bare table is known
_MAX_PRINT_CHANGE, _MAX_PRINT_RATIO = 0.03, 0.5  # share of a printed outline that differs; its ratio to that of cards
_INNER_SCALE = 0.9  # scale of a card's outline within which it is compared: its edge may lie beside the print
_QUANTILES = (0.1, 0.5, 0.9)  # of each colour, by which a spot is compared with the table beside it
_MIN_SURROUNDINGS = 0.3  # of the changed area: bare table with which it is compared
_FOLLOW_RATE = 0.1  # share of each picture in the background model, which so follows the light
# Radii about a disc's middle: the part that is examined, and from where on it shows the table
_DISC_VIEW, _DISC_GROUND = 2.0, 1.5
_DISC_ROUNDNESS = (0.94, 1.06)  # of its area to that of the ellipse in the smallest rectangle round it
_MIN_DISC_PROPORTION = 0.7  # of the shorter to the longer side of that rectangle
_MIN_DISC_CONVEXITY = 0.93  # share of its convex hull
_MIN_DISC_RADIUS = 5.0  # px of a radius


class TableTop:
    """A background model of one table, learnt from the pictures that are read.

    >>> table, ace = np.full((240, 320, 3), 90, np.uint8), np.array([[9.0, 9], [69, 9], [69, 93], [9, 93]])
    >>> top, with_another = TableTop(), table.copy()
    >>> with_another[100:184, 200:260] = 230
    >>> top.unread(table, [ace]), [ring.mean(axis=0).round().tolist() for ring in top.unread(with_another, [ace])]
    ([], [[230.0, 142.0]])
    """

    def __init__(self) -> None:
        # Of the last picture
        self.coins: list[Points] = []  # the middles (2, px) of coins and chips that have come
        self.printed: frozenset[int] = frozenset()  # which of the given outlines show mostly the bare table
        self.is_bare = False  # whether no card was given and nothing else has come
        self._pictures = 0
        self._size = np.zeros(2)  # of a card (px of the small pictures)
        self._unread: list[Points] = []  # the outlines that the last picture showed (px of the small pictures)
        self._table: NDArray[np.float32] | None = None
        self._before: NDArray[np.float32] | None = None  # as before a lasting change was learnt
        self._known = np.zeros((0, 0), bool)
        self._streak = np.zeros((0, 0), np.int32)  # pictures in a row in which a spot is neither covered nor as known

    def unread(self, picture: Picture, cards: Sequence[Points]) -> list[Points]:
        """The outlines (4 × 2 px each) of cards beside the detected ones; none in the first picture."""
        scale = _LENGTH / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        now, covered = np.asarray(small, np.float32), covered_by(cards, picture.shape, small.shape, _CHANGED_SCALE)
        self.coins, self.printed, self.is_bare, self._pictures = [], frozenset(), False, self._pictures + 1
        self._size = _size_of(cards) * scale if len(cards) else self._size
        if self._table is None:
            self._table, self._before, self._known = now, now.copy(), ~covered
            self._streak = np.zeros(covered.shape, np.int32)
            return []
        now, is_other = self._compared(now, covered)
        self._known &= ~covered | (self._pictures > _WARM_UP_PICTURES)
        if self._pictures <= _WARM_UP_PICTURES:
            self._known &= ~_from_edge(is_other | covered) | ~is_other
        differs = is_other & self._known & ~covered
        self.printed = self._without_cards(cards, picture, is_other)
        self.is_bare = not len(cards) and int((differs | ~self._known).sum()) < _MIN_CHANGE_AREA * self._size.prod()
        self._learn(now, covered, is_other)
        return self._classified(picture, now, differs, covered, scale) if len(cards) else []

    def _without_cards(self, cards: Sequence[Points], picture: Picture, is_other: NDArray[np.bool_]) -> frozenset[int]:
        """Which outlines show the bare table: it is hidden hardly at all there, or half as much as by cards at most."""
        hidden = dict[int, float]()
        for at, ring in enumerate(cards):
            inside = covered_by([ring], picture.shape, is_other.shape, _INNER_SCALE)
            if inside.any() and self._known[inside].mean() > _MIN_KNOWN:
                hidden[at] = float(is_other[inside].mean())
        bound = max(_MAX_PRINT_CHANGE, _MAX_PRINT_RATIO * float(np.median([*hidden.values()]))) if hidden else 0.0
        return frozenset(at for at, share in hidden.items() if share < bound)

    def _classified(
        self,
        picture: Picture,
        now: NDArray[np.float32],
        differs: NDArray[np.bool_],
        covered: NDArray[np.bool_],
        scale: float,
    ) -> list[Points]:
        """The outlines of cards among the changes, known ones first; finds the coins among them."""
        size = self._size
        self._unread = [ring for ring in self._unread if _share(differs, ring) > _MIN_STILL_DIFFERENT]
        covered = covered | covered_by(self._unread, covered.shape, covered.shape, _CHANGED_SCALE)
        wide = max(3, round(_MIN_STRIP * size[0])) | 1
        closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8))
        whole = np.asarray(np.where(covered, 0, closed), np.uint8)
        bare = (cv2.dilate(whole, np.ones((3, 3), np.uint8)) == 0) & ~covered
        for part in _parts(whole, covered, size, wide):
            if _matches_surroundings(now, part, whole, covered, wide):
                continue  # something is gone from here that the background model held
            middle = (part.spots.mean(axis=0) + 0.5) / scale - 0.5
            if part.may_be_coin and is_disc(picture, middle, part.radius / scale):
                self.coins.append(middle)
            elif part.may_be_card:
                self._unread += _outlines(part.spots, part.turn, size, bare)
        return [(ring + 0.5) / scale - 0.5 for ring in self._unread]

    def _compared(
        self, now: NDArray[np.float32], covered: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """A picture in the light of the model, and where it differs from the bare table."""
        assert self._table is not None and self._before is not None
        bare = self._known & ~covered
        gain = _gain(
            now[::_LIGHT_STEP, ::_LIGHT_STEP],
            self._table[::_LIGHT_STEP, ::_LIGHT_STEP],
            bare[::_LIGHT_STEP, ::_LIGHT_STEP],
        )
        lit = np.asarray(np.minimum(now * gain, 255.0), np.float32)
        is_other = _is_other(now, lit, self._table)
        is_back = bare & is_other & ~_is_other(now, lit, self._before)
        cv2.copyTo(self._before, is_back.astype(np.uint8), self._table)
        is_other &= ~is_back
        if (is_other & bare).sum() > _MAX_CHANGED * bare.sum():
            self._table, self._before, self._known, is_other = lit, lit.copy(), ~covered, np.zeros_like(is_other)
        return lit, is_other

    def _learn(self, now: NDArray[np.float32], covered: NDArray[np.bool_], is_other: NDArray[np.bool_]) -> None:
        """Updates the model: an unknown spot is the table once some pictures in a row show the same there."""
        assert self._table is not None and self._before is not None
        pending = ~covered & (~self._known | is_other)
        first = pending & ~self._known & (is_other | (self._streak == 0))
        self._streak = np.where(pending, np.where(first, 1, self._streak + 1), 0)
        learnt = pending & (self._streak >= np.where(self._known, _MIN_CHANGED_STREAK, _MIN_STREAK))
        follows = self._known & ~covered & ~pending
        cv2.accumulateWeighted(now, self._table, _FOLLOW_RATE, follows.astype(np.uint8))
        cv2.copyTo(self._table, (learnt & self._known).astype(np.uint8), self._before)
        cv2.copyTo(now, (learnt | first).astype(np.uint8), self._table)
        cv2.copyTo(now, (learnt & ~self._known).astype(np.uint8), self._before)
        self._known |= learnt


def _share(spots: NDArray[np.bool_], ring: Points) -> float:
    """The share of an outline (px of the same picture) that a mask covers."""
    inside = covered_by([ring], spots.shape, spots.shape, _INNER_SCALE)
    return float(spots[inside].mean()) if inside.any() else 0.0


def _from_edge(spots: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The components of a mask that touch the picture's edge."""
    _, parts = cv2.connectedComponents(spots.astype(np.uint8))
    at_edge = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    return np.asarray(spots & np.isin(parts, at_edge))


def _is_other(now: NDArray[np.float32], lit: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a picture, `lit` like the known one, differs from it; overexposed values of `now` may be any brighter."""
    off = cv2.absdiff(lit, known)
    off[(now >= _OVEREXPOSED) & (lit < known)] = 0.0
    return np.asarray((off > _MIN_CHANGE).any(axis=-1))


def _gain(now: NDArray[np.float32], before: NDArray[np.float32], bare: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The ratio of the bare table's brightness before and now, in each colour, without overexposed values."""
    clear = bare & (now < _OVEREXPOSED).all(axis=-1) & (before < _OVEREXPOSED).all(axis=-1)
    if not clear.any():
        return np.ones(3, np.float32)
    return np.asarray(np.median((before[clear] + 1) / (now[clear] + 1), axis=0), np.float32)


def _size_of(cards: Sequence[Points]) -> NDArray[np.float64]:
    """A card's shorter and longer side (2, px)."""
    sides = [np.sort(np.linalg.norm(np.diff(ring[:3], axis=0), axis=1)) for ring in cards]
    return np.asarray(np.median(sides, axis=0))


@dataclass(frozen=True)
class _Part:
    """A component of the changes."""

    spots: Points  # its pixels (n × 2 px)
    turn: float  # of its smallest rectangle (degrees)
    radius: float  # half the mean of that rectangle's sides (px)
    may_be_card: bool
    may_be_coin: bool


def _parts(
    whole: NDArray[np.uint8], covered: NDArray[np.bool_], size: NDArray[np.float64], wide: int
) -> Iterator[_Part]:
    """The components of the changes that may be coins, or cards of a `size` (2, px)."""
    parts = cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(parts)
    beside = cv2.dilate(
        covered.astype(np.uint8), np.ones((2 * round(_MAX_COVER_DISTANCE * size[0]) + 1,) * 2, np.uint8)
    )
    high, width = parts.shape
    for part in range(1, count):
        left, top, across, down, area = (int(value) for value in stats[part])
        at_edge = left == 0 or top == 0 or left + across == width or top + down == high
        share = area / (size[0] * size[1])
        if at_edge or not _COIN_AREAS[0] < share < _MAX_CHANGE_AREA:
            continue
        spots = np.argwhere(labels == part)[:, ::-1].astype(np.float64)
        _, sides, turn = cv2.minAreaRect(spots.astype(np.float32))
        fills = area >= _MIN_FILLED * (sides[0] + 1) * (sides[1] + 1)
        may_be_card = share > _MIN_CHANGE_AREA and (fills or bool(beside[labels == part].any()))
        yield _Part(spots, turn, (float(np.mean(sides)) + 1) / 2, may_be_card, share < _COIN_AREAS[1])


def _matches_surroundings(
    now: NDArray[np.float32], part: _Part, whole: NDArray[np.uint8], covered: NDArray[np.bool_], wide: int
) -> bool:
    """Whether a component has the colours of the table round it."""
    inside = np.zeros_like(whole)
    x, y = part.spots.astype(np.int64).T
    inside[y, x] = 1
    beside = (cv2.dilate(inside, np.ones((4 * wide + 1,) * 2, np.uint8)) > 0) & (whole == 0) & ~covered
    if beside.sum() < _MIN_SURROUNDINGS * len(x):
        return False
    there, around = (np.quantile(spots, _QUANTILES, axis=0) for spots in (now[y, x], now[beside]))
    return bool((np.abs(there - around) < _MIN_CHANGE).all())


def _outlines(
    spots: Points, turn: float, size: NDArray[np.float64], bare: NDArray[np.bool_]
) -> list[NDArray[np.float64]]:
    """The outline (4 × 2 px) of a card that covers most of these pixels and fewest bare ones.

    Where they reach farther than one card, the outlines of the cards at both ends.
    """
    found: list[tuple[float, list[NDArray[np.float64]]]] = []
    half = size / 2
    for quarter in (0, 90):
        angle = np.deg2rad(turn + quarter)
        axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        along = spots @ axes.T
        ends = np.array([along.min(axis=0) + half, along.max(axis=0) - half])
        is_farther = ends[1] - ends[0] > _MIN_EXCESS * size[0]
        for share in map(np.array, product((0.0, 0.5, 1.0), repeat=2)):
            middle = ends[0] * (1 - share) + ends[1] * share
            ring = _ring(middle, half, axes)
            inside = np.zeros(bare.shape, np.uint8)
            cv2.fillConvexPoly(inside, np.rint(ring).astype(np.int32), 1)
            within = (np.abs(along - middle) <= half + 0.5).all(axis=1).sum()
            several = [_ring(np.where(is_farther, end, middle), half, axes) for end in ends]
            found.append((float(within) - float((inside > 0)[bare].sum()), several if is_farther.any() else [ring]))
    return max(found, key=lambda candidate: candidate[0])[1]


def _ring(middle: Points, half: Points, axes: Points) -> NDArray[np.float64]:
    """The corners of a card round a middle, both along its axes (4 × 2 px)."""
    return np.asarray((middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])) @ axes)


def is_disc(picture: Picture, middle: Points, radius: float) -> bool:
    """Whether a disc of about this radius (px) lies at a point (2, px) of a picture (height × width × 3, BGR).

    >>> picture = np.full((90, 90, 3), 60, np.uint8)
    >>> coin = cv2.circle(picture.copy(), (45, 45), 12, (120, 170, 190), -1)
    >>> die = cv2.rectangle(picture.copy(), (34, 34), (56, 56), (240, 240, 240), -1)
    >>> [is_disc(shown, np.array([45.0, 45.0]), 12.0) for shown in (picture, coin, die)]
    [False, True, False]
    """
    high, wide = picture.shape[:2]
    left, top = np.maximum(np.rint(middle - _DISC_VIEW * radius), 0).astype(int)
    right, bottom = np.minimum(np.rint(middle + _DISC_VIEW * radius) + 1, (wide, high)).astype(int)
    part, at = picture[top:bottom, left:right], middle - (left, top)
    down, across = np.indices(part.shape[:2])
    ground = part[np.hypot(across - at[0], down - at[1]) > _DISC_GROUND * radius]
    if radius < _MIN_DISC_RADIUS or not len(ground):
        return False
    off = np.abs(part.astype(np.float32) - np.median(ground, axis=0)).max(axis=-1)
    _, shown = cv2.threshold(cv2.GaussianBlur(off, (3, 3), 0).astype(np.uint8), 0, 1, cv2.THRESH_OTSU)
    rings, _ = cv2.findContours(shown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    about = [ring for ring in rings if cv2.pointPolygonTest(ring, (float(at[0]), float(at[1])), False) > 0]
    return any(_is_round(np.asarray(ring), radius) for ring in about)


def _is_round(ring: Points, radius: float) -> bool:
    """Whether an outline (n × 1 × 2 px, along the outermost pixels) is an ellipse's, of about this radius."""
    hull = cv2.convexHull(ring)
    _, sides, _ = cv2.minAreaRect(hull)
    area = float(cv2.contourArea(hull))
    if min(sides) < _MIN_DISC_PROPORTION * max(sides) or not 0.7 < max(sides) / (2 * radius) < 1.4:
        return False
    return (
        cv2.contourArea(ring) > _MIN_DISC_CONVEXITY * area
        and _DISC_ROUNDNESS[0] < area / (np.pi / 4 * sides[0] * sides[1]) < _DISC_ROUNDNESS[1]
    )

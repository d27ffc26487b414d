"""Joins indices to cards: where each whole card lies, which it is, and which lies on which.

All cards of a deck have one size, with their indices at one place. So two opposite indices of one card give the offset
from an index to its card's middle, and the same offset locates all other cards, however far they are covered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import LONG, SHORT
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import MIN_CLEAR_PROBABILITY, ReadIndex

_COLUMN, _ABOVE = 4.5, 3.0  # mm from a card's edges to an index's middle column, and to its rank
_USUAL_HALF_HEIGHT = 7.0  # mm: half an index's height, where nothing says it
_MAX_OFF_PLACE = 0.2  # of a card's shorter side that an index may be off the place where another one's card has one
_MAX_MIDDLE_DISTANCE = 0.35  # of the shorter side, between the middles of a card by two of its indices
_SAME_PLACE = 0.1  # the same of two indices that may say different things
_CONFLICT = 0.15  # the same of two single indices that say different things, of which one must be wrong
_SAME_OUTLINE = 0.12  # of a card's shorter side, between corners of two outlines that are one
_SAME_CORNER = 0.06  # the same between the indices in one corner of these: neighbours in a fan are farther apart
_MIN_AGREEMENT = 0.02  # probability that these say the same
_MIN_OVERLAP_DEPTH = 0.03  # of a card's shorter side, between two cards' visible points within each other's outline
_SAME_INDEX = 0.4  # of half an index's height, between the middles of one index that was found twice
_MAX_OPPOSITE_COSINE = -0.92  # cosine between the directions of two indices at opposite corners, at most
_MAX_SIZE_RATIO = 1.35  # between the sizes of two indices of one card at most
# From an index to the opposite one, right and down, in halves of its height
_OPPOSITE_RANGES = ((2.4, 14.0), (2.6, 18.0))

Offset = tuple[float, float]  # right and down, in halves of an index's height


@dataclass(frozen=True)
class Layout:
    """How a deck is printed: from a left index to the card's middle, and half a card, all in halves of its height."""

    right: float
    down: float
    half_short: float
    half_long: float

    @classmethod
    def of(cls, right: float, down: float) -> "Layout":
        """From the offset (right, down) from an index to the one in the opposite corner."""
        unit = ((SHORT - 2 * _COLUMN) / right + (LONG - 2 * _ABOVE) / (down + 2)) / 2  # mm
        return cls(right / 2, down / 2, SHORT / 2 / unit, LONG / 2 / unit)

    @classmethod
    def of_size(cls, half_short: float, half_long: float) -> "Layout":
        """Of a deck of which only the cards' size is known."""
        right, down = half_short * (1 - 2 * _COLUMN / SHORT), half_long * (1 - 2 * _ABOVE / LONG) - 1
        return cls(right, down, half_short, half_long)

    @classmethod
    def by(cls, offsets: Iterable[Offset]) -> "Layout":
        """By the median of the offsets between opposite indices of cards, at least one."""
        right, down = np.median(np.array([*offsets]), axis=0)
        return cls.of(float(right), float(down))

    @classmethod
    def usual(cls) -> "Layout":
        """Of a deck of which nothing is known."""
        return cls.of((SHORT - 2 * _COLUMN) / _USUAL_HALF_HEIGHT, (LONG - 2 * _ABOVE) / _USUAL_HALF_HEIGHT - 2)


def offsets_to_opposite(read: Sequence[ReadIndex], is_suit_certain: bool = True) -> list[Offset]:
    """The offsets (right, down) from an index to the opposite one of its card, of all cards that show both.

    Without `is_suit_certain` those of one rank and colour count: their suits are confused.
    """
    clearest = [one for one in read if one.best[1] > 0.8]
    offsets = []
    for one, other in combinations(clearest, 2):
        is_one_card = (
            one.best[0] == other.best[0] if is_suit_certain else _rank_and_colour(one) == _rank_and_colour(other)
        )
        if not is_one_card or not _are_opposite(one.index, other.index):
            continue
        there, back = one.index.coordinates_of(other.index.middle), other.index.coordinates_of(one.index.middle)
        offset = (there[0] + back[0]) / 2, (there[1] + back[1]) / 2
        if all(low < value < high for value, (low, high) in zip(offset, _OPPOSITE_RANGES, strict=True)):
            offsets.append(offset)
    return offsets


def _rank_and_colour(one: ReadIndex) -> tuple[str, bool]:
    code = one.best[0]
    return code[:-1], code[-1] in "HD"


def has_four_indices(read: Sequence[ReadIndex], layout: Layout) -> bool:
    """Whether a card has an index at both ends of one of its shorter sides, and so all cards of the deck."""
    for one, other in combinations(read, 2):
        at, parallel = one.index.coordinates_of(other.index.middle), float(one.index.up @ other.index.up)
        if one.best[0] == other.best[0] and parallel > -_MAX_OPPOSITE_COSINE * one.index.half * other.index.half:
            off = np.hypot(abs(at[0]) - 2 * layout.right, at[1]) / (2 * layout.half_short)
            if off < _MAX_OFF_PLACE and min(one.best[1], other.best[1]) > 0.8:
                return True
    return False


def _are_opposite(one: DetectedIndex, other: DetectedIndex) -> bool:
    cosine = float(one.up @ other.up) / (one.half * other.half)
    return cosine < _MAX_OPPOSITE_COSINE and max(one.half, other.half) < _MAX_SIZE_RATIO * min(one.half, other.half)


@dataclass
class _Card:
    """A card in the making: its indices, and its corners as they give them (4 × 2 px)."""

    read: list[ReadIndex]
    corners: NDArray[np.float64]


def corners_by(index: DetectedIndex, layout: Layout, right: bool) -> NDArray[np.float64]:
    """The whole card's corners (4 × 2 px) by one index, from the top left one as it is read."""
    middle = -layout.right if right else layout.right
    across, down = layout.half_short, layout.half_long
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([index.at(middle + x * across, layout.down + y * down) for x, y in signs])


def places_by(corners: NDArray[np.float64], layout: Layout, is_left: bool) -> list[DetectedIndex]:
    """Where a card with these corners (4 × 2, clockwise, the first side short) may have an index: at the left of both
    ends, and unless all cards of the deck have it there (`is_left`), at the right."""
    half = float(np.hypot(*(corners[1] - corners[0]))) / (2 * layout.half_short)
    places = []
    for ring in (corners, np.roll(corners, 2, axis=0)):
        up = (ring[0] - ring[3]) * half / np.hypot(*(ring[0] - ring[3]))
        middle = DetectedIndex(ring.mean(axis=0), up, 1.0)
        offsets = (-layout.right,) if is_left else (-layout.right, layout.right)
        places += [DetectedIndex(middle.at(offset, -layout.down), up, 1.0) for offset in offsets]
    return places


def cards_of(read: Sequence[ReadIndex], layout: Layout) -> list[tuple[list[ReadIndex], NDArray[np.float64]]]:
    """The cards that the indices belong to: of each its indices and its corners."""
    cards: list[_Card] = []
    for one in sorted(read, key=lambda r: -r.best[1]):
        corners = corners_by(one.index, layout, one.right > 0.5)
        card = next((card for card in cards if _belongs(one, card, layout)), None)
        if card is None:
            cards.append(_Card([one], corners))
        else:
            card.read.append(one)
            card.corners = _corners_by_all(card.read, layout)
    return [(card.read, card.corners) for card in _merged(cards, layout)]


def _merged(cards: list[_Card], layout: Layout) -> list[_Card]:
    """Merges cards that coincide, whatever their indices say: one of these is wrong."""
    gone: list[int] = []
    for one, other in combinations(sorted(cards, key=lambda card: -len(card.read)), 2):
        if id(one) in gone or id(other) in gone:
            continue
        alone = len(one.read) == len(other.read) == 1
        away = distance_from_opposite(one.read[0].index, other.read[0].index, layout) if alone else np.inf
        doubtful = alone and _are_ends_in_doubt(one.read[0], other.read[0], layout)
        if away < _CONFLICT or doubtful or _coincide(one, other):
            one.read += other.read
            one.corners = _corners_by_all(one.read, layout)
            gone.append(id(other))
    return [card for card in cards if id(card) not in gone]


def _are_ends_in_doubt(one: ReadIndex, other: ReadIndex, layout: Layout) -> bool:
    """Whether two doubtful indices, upside down to each other, may be the two ends of one card that is half covered."""
    opposite = float(one.index.up @ other.index.up) < _MAX_OPPOSITE_COSINE * one.index.half * other.index.half
    return opposite and max(one.best[1], other.best[1]) < MIN_CLEAR_PROBABILITY and _have_one_middle(one, other, layout)


def _coincide(one: _Card, other: _Card) -> bool:
    """Whether two outlines are one, either way round: of two such cards the lower one could not be seen."""
    short = float(np.hypot(*(one.corners[1] - one.corners[0])))
    off = one.corners - other.corners
    if np.abs(off.mean(axis=0)).max() > _SAME_OUTLINE * short:
        return False
    turned = one.corners - np.roll(other.corners, 2, axis=0)
    if min(np.abs(off).max(), np.abs(turned).max()) > _SAME_OUTLINE * short:
        return False
    apart = [
        float(np.hypot(*(each.index.middle - another.index.middle)))
        for each in one.read
        for another in other.read
        if float(each.index.up @ another.index.up) > 0 and (each.right > 0.5) == (another.right > 0.5)
    ]
    return min(apart, default=0.0) < _SAME_CORNER * short


def _belongs(one: ReadIndex, card: _Card, layout: Layout) -> bool:
    """Whether an index is another one of the same card: at another corner of it, and saying the same."""
    for other in card.read:
        near = _distance_from_place(one.index, other.index, layout)
        if one.best[0] == other.best[0]:
            is_there = near < _MAX_OFF_PLACE or _have_one_middle(one, other, layout)
        else:
            is_there = near == 0 or distance_from_opposite(one.index, other.index, layout) < _SAME_PLACE
        if is_there and (one.best[0] == other.best[0] or _agree(one, other) > _MIN_AGREEMENT):
            return True
    return False


def _have_one_middle(one: ReadIndex, other: ReadIndex, layout: Layout) -> bool:
    """Whether two indices put the middle of their card at one spot."""
    corners, others = (corners_by(each.index, layout, each.right > 0.5) for each in (one, other))
    off = float(np.hypot(*(corners.mean(axis=0) - others.mean(axis=0))))
    return off < _MAX_MIDDLE_DISTANCE * float(np.hypot(*(corners[1] - corners[0])))


def _distance_from_place(one: DetectedIndex, other: DetectedIndex, layout: Layout) -> float:
    """How far an index is from the nearest place where another one's card has one, in shorter sides of the card."""
    cosine = float(one.up @ other.up) / (one.half * other.half)
    if abs(cosine) < -_MAX_OPPOSITE_COSINE:
        return np.inf
    across, down = 2 * layout.right, 2 * layout.down
    at = np.array(other.coordinates_of(one.middle))
    if cosine > 0 and np.hypot(*at) < _SAME_INDEX:
        return 0.0
    places = ((across, 0.0), (-across, 0.0)) if cosine > 0 else ((across, down), (-across, down), (0.0, down))
    return min(float(np.hypot(*(at - place))) for place in places) / (2 * layout.half_short)


def distance_from_opposite(one: DetectedIndex, other: DetectedIndex, layout: Layout) -> float:
    """The same for the opposite corner, where every deck has an index: the larger of the distances by either index."""
    if not _are_opposite(one, other):
        return np.inf
    offsets = np.array([one.coordinates_of(other.middle), other.coordinates_of(one.middle)])
    return float(np.hypot(*(offsets - (2 * layout.right, 2 * layout.down)).T).max()) / (2 * layout.half_short)


def _agree(one: ReadIndex, other: ReadIndex) -> float:
    """The probability that two indices say the same."""
    return float((one.ranks[:-1] @ other.ranks[:-1]) * (one.suits[:-1] @ other.suits[:-1]))


def _corners_by_all(read: Sequence[ReadIndex], layout: Layout) -> NDArray[np.float64]:
    """The corners by several indices: by a pair at opposite corners, if there is one, else by their mean."""
    first = read[0].index
    for one, other in combinations([each.index for each in read], 2):
        right, down = one.coordinates_of(other.middle)
        if _are_opposite(one, other) and abs(right) > layout.right and down > layout.down:
            return _by_pair(one, other, layout, first)
    turned = []
    for each in read:
        corners = corners_by(each.index, layout, each.right > 0.5)
        turned.append(corners if float(each.index.up @ first.up) > 0 else np.roll(corners, 2, axis=0))
    return np.asarray(np.mean(turned, axis=0))


def _by_pair(one: DetectedIndex, other: DetectedIndex, layout: Layout, first: DetectedIndex) -> NDArray[np.float64]:
    """The corners by two indices at opposite corners: each gives its own half."""
    right, _ = one.coordinates_of(other.middle)
    upper, lower = corners_by(one, layout, right < 0), corners_by(other, layout, right < 0)
    ring = np.vstack([upper[:2], lower[:2]])
    middle = (one.middle + other.middle) / 2
    ring = ring + (middle - ring.mean(axis=0))
    return np.asarray(ring if float(one.up @ first.up) > 0 else np.roll(ring, 2, axis=0))


def levels_of(
    outlines: Sequence[NDArray[np.float64]], visible_points: Sequence[Sequence[NDArray[np.float64]]]
) -> list[int]:
    """The level of each card; `visible_points`: the visible points (px) of each.

    A card whose visible point lies within another one's outline lies on that one. Where both lie on each other, as
    outlines of neighbours in a tight fan may, the deeper overlap decides; a small difference decides nothing.
    """
    count = len(outlines)
    inside = np.zeros((count, count))  # px by which a visible point of the first lies within the outline of the second
    for upper in range(count):
        for lower in range(count):
            ring = outlines[lower].astype(np.float32)
            points = visible_points[upper] if upper != lower else []
            depths = [cv2.pointPolygonTest(ring, (float(p[0]), float(p[1])), True) for p in points]
            inside[upper, lower] = max([0.0, *depths])
    short = np.array([np.hypot(*(ring[1] - ring[0])) for ring in outlines])
    above = (inside > 0) & (inside - inside.T > np.where(inside.T > 0, _MIN_OVERLAP_DEPTH * short, 0.0))
    levels = np.zeros(count, int)
    for _ in range(count):
        raised = np.where(above, levels[None] + 1, 0).max(axis=1, initial=0)
        if (raised <= levels).all():
            break
        levels = np.maximum(levels, raised)
    return [int(level) for level in levels]

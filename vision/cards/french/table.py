"""The table under French-suited cards: the plane on which they and their indices have one size, and the deck's layout.

At which side of its card each index of a deck with four on a card is printed is shown by the paper where the card would
lie, and by the card of a fan that is seen whole. The card beside it shows nothing: what covers a card is like its
edge.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, plane_of_cards
from vision.cards.common.whole_cards import WholeCard, aligned, find_whole_cards
from vision.cards.french.index_cards import (
    Layout,
    Offset,
    corners_by,
    distance_from_opposite,
    has_four_indices,
    offsets_to_opposite,
    places_by,
)
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import MIN_CLEAR_PROBABILITY, ReadIndex
from vision.geometry.homography import mapped
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.reading import Picture, Points

_SIZES = (0.93, 1.0, 1.075)  # of what cards are expected to have, at which they are searched for
_JUMBO_SCALE = 0.5  # how large cards with jumbo indices are beside those that have usual ones of one size
_MAX_CORNER_DISTANCE = 0.25  # of a card's shorter side, between the corners of a find and those that its index tells
_MIN_DISTANCE = 0.5  # of a card's shorter side, between the middles of two
_MIN_WHOLE = 0.5  # the probability that nothing covers a card whose outline tells the plane, at least
_MIN_CLEAR = 0.5  # how clear its sides are, at least
# Share of indices at the right up to which none is, in a deck of which no card shows two at one end
_MAX_RIGHT_SHARE = 0.5
_MIN_CARD_LIKENESS = 1.05  # how much a find is like a card, at least
_SMALLER, _LARGER = 0.88, 1.3  # than by its indices that outline may be
_PAPER_WEIGHT = 10.0  # of the share of paper where a card would lie, in logarithms of odds
_NEAR_WEIGHT = 4.0  # the same of a card's width by which it would lie nearer to a card that is seen whole
_MIN_SIDE_PROBABILITY = 0.01  # probability of a side, before that
_MAX_OFF_OPPOSITE = 0.15  # of a card's width, between where two indices put the opposite corner of their card
_MIN_PARALLEL = 0.85  # cosine between two cards of one fan
_MAX_FAN_STEP = 1.3  # of a card's width, between two cards of one fan


@dataclass(frozen=True)
class Outlined:
    """A card that is seen whole, its outline (4 × 2 px) on the edges beside it, and how clear these are (0 to 1)."""

    card: WholeCard
    corners: NDArray[np.float64]
    clear: float


@dataclass(frozen=True)
class FrenchTable:
    """A table of French cards."""

    plane: CardPlane  # on which a card is 1 wide
    flat: list[ReadIndex]  # the indices there, all of one size
    layout: Layout
    is_known: bool  # whether two indices of one card showed the layout
    whole: list[Outlined]  # all cards that nothing covers

    @cached_property
    def has_four(self) -> bool:
        """Whether the deck has four indices a card."""
        return has_four_indices(self.flat, self.layout)

    @cached_property
    def is_left(self) -> bool:
        """Whether all indices of the deck are at the left of an end of their card."""
        return not self.has_four and sum(one.right for one in self.flat) < _MAX_RIGHT_SHARE * len(self.flat)

    def places(self, corners: NDArray[np.float64]) -> list[DetectedIndex]:
        """Where a card with these corners (4 × 2 px) may have an index."""
        return places_by(corners, self.layout, self.is_left)

    def is_like_card(self, one: Outlined) -> bool:
        """Whether a find may be a card of this table: by the network, its sides, and its size."""
        return 2 * one.card.confidence + one.clear - self.misfit(one) > _MIN_CARD_LIKENESS

    def misfit(self, one: Outlined) -> float:
        """How far a find's worst side or diagonal is from its length, in widths of a card."""
        return float(self.plane.misfit(one.corners[None])[0])

    def in_picture(self, corners: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the plane (n × 2) in px."""
        return mapped(corners, self.plane.to_picture)


def table_of(picture: Picture, read: Sequence[ReadIndex], offsets: deque[Offset]) -> FrenchTable:
    """The table by the outlines of cards that are seen whole, and by their indices (at least one).

    `offsets`: between the two indices of cards in the last pictures, to which those of this one are added.
    """
    pairs = _layout_by(offsets, read)
    guess = pairs or Layout.usual()
    clearest = [one for one in read if one.best[1] >= MIN_CLEAR_PROBABILITY] or list(read)
    short = 2 * guess.half_short * float(np.median([one.index.half for one in clearest]))
    found = _find_whole(picture, short) if pairs else _find_whole_by_guess(picture, short, clearest)
    whole = [Outlined(card, *aligned(picture, card.corners)) for card in found]
    clear = [one.corners for one in whole if one.card.whole > _MIN_WHOLE and one.clear > _MIN_CLEAR]
    if pairs:
        clear = [ring for ring in clear if _fits(ring, clearest, pairs)]
    marks = np.array([(one.index.middle, one.index.middle + one.index.up) for one in clearest])
    size = (picture.shape[1], picture.shape[0])
    plane = plane_of_cards(np.array(clear).reshape(-1, 4, 2), size, marks=marks, mark=1 / (2 * guess.half_short))
    ends = plane.on_plane(marks.reshape(-1, 2)).reshape(-1, 2, 2)
    half = float(np.median(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)))
    flat = _on_plane(plane, half, read)
    offsets.extend(offsets_to_opposite(flat))
    layout, known = Layout.of_size(0.5 / half, plane.proportion / 2 / half), _layout_by(offsets, flat)
    if known:
        layout = replace(layout, right=known.right, down=known.down)
    return FrenchTable(plane, flat, layout, known is not None, whole)


def _layout_by(offsets: Sequence[Offset], read: Sequence[ReadIndex]) -> Layout | None:
    """The layout by the offsets of the last pictures, else by these indices; None where no card shows two of them."""
    known = offsets or offsets_to_opposite(read) or offsets_to_opposite(read, is_suit_certain=False)
    return Layout.by(known) if known else None


def _find_whole(picture: Picture, short: float) -> list[WholeCard]:
    """What may be whole cards with a shorter side of about `short` px, each with the mean of what the network says at
    several sizes: it meets a card a little otherwise at each."""
    every = find_whole_cards(picture, [size * short for size in _SIZES])
    every.sort(key=lambda card: -card.confidence)
    middles = np.array([card.middle for card in every]).reshape(-1, 2)
    shares = np.array([card.confidence for card in every])
    probabilities = np.array([(card.back, card.whole) for card in every]).reshape(-1, 2)
    out = []
    for first in suppress_overlaps(middles, _MIN_DISTANCE * short):
        same = np.linalg.norm(middles - middles[first], axis=1) <= _MIN_DISTANCE * short
        back, whole = np.average(probabilities[same], axis=0, weights=shares[same]).tolist()
        confidence = min(1.0, float(shares[same].sum() / len(_SIZES)))
        out.append(WholeCard(every[first].corners, confidence, back, whole))
    return out


def _find_whole_by_guess(picture: Picture, short: float, read: Sequence[ReadIndex]) -> list[WholeCard]:
    """The same where `short` is that of a usual deck with indices of one size: those of this one may be jumbo ones."""
    found = _find_whole(picture, short)
    if any(_has_index(card, read) for card in found):
        return found
    larger = _find_whole(picture, _JUMBO_SCALE * short)
    return larger if not found or any(_has_index(card, read) for card in larger) else found


def _has_index(card: WholeCard, read: Sequence[ReadIndex]) -> bool:
    """Whether an index tells by its place that a card as large as this find lies there."""
    short, long = np.hypot(*(card.corners[1:3] - card.corners[:2]).T) / 2
    away = []
    for index in (one.index for one in read):
        layout = Layout.of_size(short / index.half, long / index.half)
        rings = [corners_by(index, layout, right) for right in (False, True)]
        away += [
            np.linalg.norm(ring - np.roll(card.corners, turn, axis=0), axis=1).max()
            for ring in rings
            for turn in (0, 2)
        ]
    return bool(min(away) < _MAX_CORNER_DISTANCE * 2 * short)


def _fits(ring: NDArray[np.float64], read: Sequence[ReadIndex], layout: Layout) -> bool:
    """Whether an outline (4 × 2 px) is about as large as the index beside it lets expect: not a frame within a card."""
    away = [float(np.hypot(*(one.index.middle - ring.mean(axis=0)))) for one in read]
    half = read[int(np.argmin(away))].index.half
    sides = np.hypot(*(ring[1:3] - ring[:2]).T) / (2 * half)
    off = sides / (layout.half_short, layout.half_long)
    return bool((off > _SMALLER).all() and (off < _LARGER).all())


def _on_plane(plane: CardPlane, half: float, read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """The indices as they are printed on the plane, with half their height there."""
    ends = np.array([(one.index.middle, one.index.middle + one.index.up) for one in read]).reshape(-1, 2)
    flat = plane.on_plane(ends).reshape(-1, 2, 2)
    ups = flat[:, 1] - flat[:, 0]
    ups *= half / np.linalg.norm(ups, axis=1, keepdims=True)
    return [
        replace(one, index=DetectedIndex(middle, up, one.index.confidence))
        for one, middle, up in zip(read, flat[:, 0], ups, strict=True)
    ]


def sided(picture: Picture, table: FrenchTable, paper: NDArray[np.float64]) -> list[ReadIndex]:
    """The indices (on the table's plane) with the side at which they are printed made more certain.

    Where the card would lie there must be paper; and cards of a fan lie beside that one of them which is seen whole.
    """
    whole = _seen_whole(table)
    out = []
    for one in table.flat:
        rings = [corners_by(one.index, table.layout, right) for right in (False, True)]
        shares = [_paper_share(picture, table.in_picture(ring), paper) for ring in rings]
        right = float(np.clip(one.right, _MIN_SIDE_PROBABILITY, 1 - _MIN_SIDE_PROBABILITY))
        odds = right / (1 - right) * np.exp(_PAPER_WEIGHT * (shares[1] - shares[0]))
        odds *= np.exp(_NEAR_WEIGHT * _nearer(one.index, rings, whole))
        out.append(replace(one, right=float(odds / (1 + odds))))
    return out


def _seen_whole(table: FrenchTable) -> list[DetectedIndex]:
    """The middles of the cards that show both of two opposite indices, each with the direction of its card."""
    return [
        DetectedIndex((one.index.middle + other.index.middle) / 2, (one.index.up - other.index.up) / 2, 1.0)
        for one, other in combinations(table.flat, 2)
        if one.best[0] == other.best[0]
        and distance_from_opposite(one.index, other.index, table.layout) < _MAX_OFF_OPPOSITE
    ]


def _nearer(one: DetectedIndex, rings: Sequence[Points], whole: Sequence[DetectedIndex]) -> float:
    """By how much nearer, in widths of a card, its card would lie to one of those if it is printed at the right."""
    parallel = [other.middle for other in whole if abs(one.up @ other.up) > _MIN_PARALLEL * one.half * other.half]
    if not parallel:
        return 0.0
    left, right = (float(min(np.hypot(*(ring.mean(axis=0) - spot)) for spot in parallel)) for ring in rings)
    return float(np.clip(left - right, -1, 1)) if min(left, right) < _MAX_FAN_STEP else 0.0


def _paper_share(picture: Picture, ring: NDArray[np.float64], paper: NDArray[np.float64]) -> float:
    """The share of an outline where paper shows, in light or shade."""
    across, down = (part.ravel() for part in np.meshgrid(np.linspace(0.08, 0.92, 9), np.linspace(0.08, 0.92, 12)))
    spots = ring[0] + across[:, None] * (ring[1] - ring[0]) + down[:, None] * (ring[3] - ring[0])
    x, y = np.rint(spots).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < picture.shape[1]) & (y < picture.shape[0])
    if not inside.any():
        return 0.0
    shown = picture[y[inside], x[inside]] / paper
    bright = shown.max(axis=1)
    return float(((bright > 0.4) & (bright - shown.min(axis=1) < 0.2 * bright)).mean())

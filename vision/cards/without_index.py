"""Finds the cards of a French deck on which no index can be seen: those that lie face down, and jokers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.french_table import FrenchTable, Outlined
from vision.cards.index_cards import Layout, detected
from vision.cards.index_crop import cut_index
from vision.cards.index_detector import DetectedIndex
from vision.cards.index_reader import ReadIndex, read_indices
from vision.cards.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.cards.whole_cards import side_of, stands_out
from vision.quality.surface import overexposed
from vision.reading import Picture, Points

_APART, _APART_FACE = 0.4, 0.12  # of a card's shorter side, from its middle to that of a back, or of a joker
_BESIDE = 1.12  # how much larger than a card without an index is what has none of another card
_WHOLE = 0.7  # the probability that nothing covers a joker, at least
_SEEN = 1.05  # how much a card without an index is like one (`FrenchTable.likeness`), at least
_MISFIT = 0.2  # of a card's width, of the sides and diagonals of a joker: nothing covers it
_NAMED = 0.98  # the probability of a back or a joker that is named: 40 of 40 were right on rendered tables of Stop
_WITHIN = 0.9  # of an outline, within those of other cards, from which it is printed on these
_NO_INDEX = 0.2  # the probability up to which there is none in a joker's corner
_GLARE = 0.35  # of an index's crop that is overexposed, from which an index may be hidden
_BRIGHT = 225  # of 255: paper that bright looks overexposed without glare


def cards_without_index(
    picture: Picture,
    cards: Sequence[DetectedCard],
    read: Sequence[ReadIndex],
    table: FrenchTable,
    paper: NDArray[np.float64],
) -> list[DetectedCard]:
    """Face-down cards and jokers: whole ones, as large as the `cards` that are named, and none of these.

    Jokers only where two indices of one card told how the deck is printed.
    """
    out = []
    for one in table.whole:
        away = _nearest(one, cards)
        if away < _APART_FACE or table.likeness(one) < _SEEN or not stands_out(picture, one.corners):
            continue
        is_back = side_of(picture, one.card, one.corners, paper)
        if is_back and away < _APART:
            continue
        if one.card.whole > _WHOLE and _lies_within(one.corners, cards):
            continue
        code = BACK if is_back else UNSURE
        if is_back is False and one.card.whole > _WHOLE and table.is_known and table.misfit(one) < _MISFIT:
            code = _face_without_index(picture, one.corners, table.layout, paper)
        shares = {} if code == UNSURE else {code: _NAMED}
        around = one.corners.mean(axis=0) + _BESIDE * (one.corners - one.corners.mean(axis=0))
        if not any(detected(code, 0.0, {}, around, 0).covers(index.index.middle) for index in read):
            out.append(detected(code, one.card.confidence, shares, one.corners, 0))
    return out


def _nearest(one: Outlined, cards: Sequence[DetectedCard]) -> float:
    """From a find's middle to that of the nearest card, in shorter sides of that."""
    middle = one.corners.mean(axis=0)
    return min(float(np.hypot(*(np.array(card.xy) - middle))) / card.shorter_side for card in cards)


def _lies_within(corners: Points, cards: Sequence[DetectedCard]) -> bool:
    """Whether an outline lies within those of other cards: what nothing covers there would cover these."""
    shares = np.linspace(0.05, 0.95, 10)
    spots = [corners[0] + x * (corners[1] - corners[0]) + y * (corners[3] - corners[0]) for x in shares for y in shares]
    return bool(np.mean([any(card.covers(spot) for card in cards) for spot in spots]) > _WITHIN)


def _face_without_index(picture: Picture, corners: Points, layout: Layout, paper: NDArray[np.float64]) -> str:
    """`"joker"` where all four corners show that there is no index; `"?"` where one may be there, or glare hides it."""
    short = float(np.hypot(*(corners[1] - corners[0])))
    spots = []
    for ring in (corners, np.roll(corners, 2, axis=0)):
        down = (ring[3] - ring[0]) / np.hypot(*(ring[3] - ring[0]))
        up = -down * short / (2 * layout.half_short)
        across = np.array([-up[1], up[0]])
        spots += [
            DetectedIndex(ring.mean(axis=0) + up * layout.down + across * way * layout.right, up, 1.0)
            for way in (-1, 1)
        ]
    lost = [overexposed(cut_index(picture, spot.middle, spot.up)) for spot in spots]
    if max(lost) > _GLARE and paper.min() < _BRIGHT:
        return UNSURE
    hidden = any(one.is_index > _NO_INDEX for one in read_indices(picture, spots))
    return UNSURE if hidden else JOKER

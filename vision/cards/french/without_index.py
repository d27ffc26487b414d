"""Finds the cards of a French deck on which no index can be seen: those that lie face down, and jokers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.cards.common.whole_cards import side_of, stands_out
from vision.cards.french.index_cards import detected
from vision.cards.french.index_places import IndexPlaces
from vision.cards.french.index_reader import ReadIndex
from vision.cards.french.table import FrenchTable
from vision.reading import Picture, Points

_APART, _APART_FACE = 0.4, 0.12  # of a card's shorter side, from its middle to that of a back, or of a joker
_WHOLE, _MISFIT = 0.4, 0.25  # the probability that nothing covers a card, and how far it is from its size, in widths
_NAMED = 0.97  # the probability of a back or a joker that is named: 99 of 102 jokers were right in games of Stop
_WITHIN = 0.9  # of an outline, within those of other cards, from which it is printed on these


def cards_without_index(
    picture: Picture,
    cards: Sequence[DetectedCard],
    read: Sequence[ReadIndex],
    table: FrenchTable,
    paper: NDArray[np.float64],
) -> list[DetectedCard]:
    """Face-down cards and jokers: whole ones, as large as the `cards` that are named, and none of these.

    Jokers only where two indices of one card told how the deck is printed. Of these one of the named cards may cover a
    part, as long as the place of an index can be seen.
    """
    out = []
    places = IndexPlaces(picture, cards, read, table, paper)
    for one in table.whole:
        away = places.nearest(one)
        if away < _APART_FACE or not table.is_like_card(one) or not stands_out(picture, one.corners):
            continue
        is_back = side_of(picture, one.card, one.corners, paper)
        is_whole = one.card.whole > _WHOLE and table.misfit(one) < _MISFIT
        if (is_back and away < _APART) or (is_whole and _lies_within(one.corners, cards)):
            continue
        above = places.above(one)
        if above is None or (above and (is_back or not is_whole)):
            continue
        code = BACK if is_back else UNSURE
        if is_back is False and is_whole and table.is_known and places.show_none(one, above):
            code = JOKER
        shares = {} if code == UNSURE else {code: _NAMED}
        out.append(detected(code, one.card.confidence, shares, one.corners, 0))
    return out


def _lies_within(corners: Points, cards: Sequence[DetectedCard]) -> bool:
    """Whether an outline lies within those of other cards: what nothing covers there would cover these."""
    shares = np.linspace(0.05, 0.95, 10)
    spots = [corners[0] + x * (corners[1] - corners[0]) + y * (corners[3] - corners[0]) for x in shares for y in shares]
    return bool(np.mean([any(card.covers(spot) for card in cards) for spot in spots]) > _WITHIN)

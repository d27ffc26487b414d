"""Finds the cards of a French deck on which no index can be seen: those that lie face down, and jokers.

A card has no index where the places at which the deck prints them show none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.cards.common.whole_cards import fitted, side_of, stands_out
from vision.cards.french.deck_back import DeckBack
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex, cut_index, read_indices
from vision.cards.french.table import FrenchTable, Outlined
from vision.geometry.quadrilaterals import are_within
from vision.quality.surface import overexposed
from vision.reading import Picture, Points

# Of a card's shorter side, from its middle to that of a back, or of a joker
_MIN_BACK_DISTANCE, _MIN_JOKER_DISTANCE = 0.4, 0.12
# The probability that nothing covers a card, and how far it is from its size, in widths
_MIN_WHOLE, _MAX_MISFIT = 0.4, 0.25
# The probability of a back or a joker that is named: 99 of 102 jokers were right in games of Stop
_NAMED_PROBABILITY = 0.97
_MIN_SURE_BACK = 0.5  # the probability that a card lies there, from which it shows the deck's back
_MAX_WITHIN = 0.9  # of an outline, within those of other cards, from which it is printed on these
_MAX_INDEX_PROBABILITY = 0.2  # the probability up to which there is none at a place
_SAME_CARD = 0.12  # of a card's shorter side, between the middles of a find and of the known card that it is
_MIN_WHOLE_OF_KNOWN = 0.7  # the probability that nothing covers a known card, in whose corners an index must be seen
_MIN_SHOWN = 0.75  # of these cards, in which one is seen where places tell anything
_MIN_DISTANCE_ABOVE = 0.4  # of a card's shorter side, from its middle to that of a card which lies on it
_SEARCH_SCALE = 1.12  # how much larger than a find is what has none of the indices of cards beside it
_MAX_GLARE = 0.35  # of an index's crop that is overexposed, from which an index may be hidden
_BRIGHT_PAPER = 225  # of 255: paper that bright is overexposed without glare


def cards_without_index(
    picture: Picture,
    cards: Sequence[DetectedCard],
    read: Sequence[ReadIndex],
    table: FrenchTable,
    paper: NDArray[np.float64],
) -> list[DetectedCard]:
    """Face-down cards and jokers: whole ones, as large as the `cards` that are named, and none of these.

    Jokers only where two indices of one card showed how the deck is printed. Of these one of the named cards may cover
    a part, as long as the place of an index can be seen. Also what is less like a card is a back where a sure one shows
    the same.
    """
    places = IndexPlaces(picture, cards, read, table, paper)
    found = [_without_index(one, places) for one in table.whole]
    sure = [
        one.corners
        for one, card in zip(table.whole, found, strict=True)
        if card and card.code == BACK and one.card.confidence > _MIN_SURE_BACK
    ]
    back = DeckBack.of(picture, sure)
    for at, (one, card) in enumerate(zip(table.whole, found, strict=True)):
        if card is None or card.code == UNSURE:
            found[at] = _alike_back(one, places, back) or card
    return [card for card in found if card]


def _without_index(one: Outlined, places: "IndexPlaces") -> DetectedCard | None:
    """The face-down card or joker that a find is, if any."""
    away = places.nearest(one)
    if away < _MIN_JOKER_DISTANCE or not places.table.is_like_card(one) or not stands_out(places.picture, one.corners):
        return None
    is_back = side_of(places.picture, one.card, one.corners, places.paper)
    is_whole = one.card.whole > _MIN_WHOLE and places.table.misfit(one) < _MAX_MISFIT
    if (is_back and away < _MIN_BACK_DISTANCE) or (is_whole and _lies_within(one.corners, places.cards)):
        return None
    above = places.above(one)
    if above is None or (above and (is_back or not is_whole)):
        return None
    code = BACK if is_back else UNSURE
    if is_back is False and is_whole and places.table.is_known and places.show_none(one, above):
        code = JOKER
    shares = {} if code == UNSURE else {code: _NAMED_PROBABILITY}
    return DetectedCard.of(code, one.corners, one.card.confidence, shares)


def _alike_back(one: Outlined, places: "IndexPlaces", back: DeckBack) -> DetectedCard | None:
    """The face-down card that a find is by what it shows, if any: the `back` of other cards."""
    if places.nearest(one) < _MIN_BACK_DISTANCE or not back.is_shown(places.picture, one.corners):
        return None
    if places.above(one) != [] or not stands_out(places.picture, one.corners):
        return None
    if side_of(places.picture, one.card, one.corners, places.paper) is False:
        return None
    corners, _ = fitted(places.picture, places.table.plane, one.corners)
    return DetectedCard.of(BACK, corners, one.card.confidence, {BACK: _NAMED_PROBABILITY})


def _lies_within(corners: Points, cards: Sequence[DetectedCard]) -> bool:
    """Whether an outline lies within those of other cards: what nothing covers there would cover these."""
    across, down = (part.reshape(-1, 1) for part in np.meshgrid(*[np.linspace(0.05, 0.95, 10)] * 2))
    spots = corners[0] + across * (corners[1] - corners[0]) + down * (corners[3] - corners[0])
    within = are_within(spots, np.array([card.corners for card in cards]))
    return bool(within.any(axis=1).mean() > _MAX_WITHIN)


@dataclass(frozen=True)
class IndexPlaces:
    """The places for indices on a table."""

    picture: Picture
    cards: Sequence[DetectedCard]  # known by their indices
    read: Sequence[ReadIndex]  # all indices (px)
    table: FrenchTable
    paper: NDArray[np.float64]  # its colour (BGR)

    def nearest(self, one: Outlined) -> float:
        """From a find's middle to that of the nearest known card, in shorter sides of that."""
        return min(_distance(one, card) for card in self.cards)

    def above(self, one: Outlined) -> list[DetectedCard] | None:
        """The known cards that show an index within a find: they lie on it. None where one of them may be the find."""
        middle = one.corners.mean(axis=0)
        around = DetectedCard.of(UNSURE, middle + _SEARCH_SCALE * (one.corners - middle), 0.0)
        found = []
        for index in (index.index for index in self.read if around.covers(index.index.middle)):
            own = [card for card in self.cards if self._has(card, index)]
            if not own or min(_distance(one, card) for card in own) < _MIN_DISTANCE_ABOVE:
                return None
            found += own
        return found

    def show_none(self, one: Outlined, above: Sequence[DetectedCard]) -> bool:
        """Whether a find has no index.

        One could be seen: nothing that lies `above` hides all of its places, no glare does, and the cards that are
        known show theirs.
        """
        places = [place for place in self._places_of(one) if not any(card.covers(place.middle) for card in above)]
        lost = [overexposed(cut_index(self.picture, place.middle, place.up)) for place in places]
        if not places or (max(lost) > _MAX_GLARE and self.paper.min() < _BRIGHT_PAPER):
            return False
        return not self._show_one(places) and self._places_are_reliable

    @cached_property
    def _places_are_reliable(self) -> bool:
        """Whether an index is seen at the places of those cards that are known and that nothing covers."""
        whole = [
            one for one in self.table.whole if one.card.whole > _MIN_WHOLE_OF_KNOWN and self.nearest(one) < _SAME_CARD
        ]
        known = [one for one in whole if self.table.is_like_card(one)]
        return sum(self._show_one(self._places_of(one)) for one in known) >= _MIN_SHOWN * len(known)

    def _places_of(self, one: Outlined) -> list[DetectedIndex]:
        return self.table.places(fitted(self.picture, self.table.plane, one.corners)[0])

    def _has(self, card: DetectedCard, index: DetectedIndex) -> bool:
        places = self.table.places(np.array(card.corners))
        return min(float(np.hypot(*(place.middle - index.middle))) for place in places) < index.half

    def _show_one(self, places: Sequence[DetectedIndex]) -> bool:
        return any(one.is_index > _MAX_INDEX_PROBABILITY for one in read_indices(self.picture, places))


def _distance(one: Outlined, card: DetectedCard) -> float:
    """From a find's middle to that of a card, in its shorter sides."""
    return float(np.hypot(*(np.array(card.xy) - one.corners.mean(axis=0)))) / card.shorter_side

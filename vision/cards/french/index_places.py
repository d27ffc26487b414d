"""Tells where cards of a French deck have an index or none, by the places where the deck prints them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import UNSURE, DetectedCard
from vision.cards.common.whole_cards import fitted
from vision.cards.french.index_cards import detected
from vision.cards.french.index_crop import cut_index
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex, read_indices
from vision.cards.french.table import FrenchTable, Outlined
from vision.quality.surface import overexposed
from vision.reading import Picture

_NO_INDEX = 0.2  # the probability up to which there is none at a place
_KNOWN = 0.12  # of a card's shorter side, between the middles of a find and of the known card that it is
_WHOLE = 0.7  # the probability that nothing covers a known card, in whose corners an index must be seen
_FOUND = 0.75  # of these cards, in which one is seen where places tell anything
_OTHER = 0.4  # of a card's shorter side, from its middle to that of a card which lies on it
_BESIDE = 1.12  # how much larger than a find is what has none of the indices of cards beside it
_GLARE = 0.35  # of an index's crop that is overexposed, from which an index may be hidden
_BRIGHT = 225  # of 255: paper that bright looks overexposed without glare


@dataclass(frozen=True)
class IndexPlaces:
    """The places for indices on a table: `cards` that are known by their indices, all indices that were `read` (px),
    and the colour (BGR) of the `paper`."""

    picture: Picture
    cards: Sequence[DetectedCard]
    read: Sequence[ReadIndex]
    table: FrenchTable
    paper: NDArray[np.float64]

    def nearest(self, one: Outlined) -> float:
        """From a find's middle to that of the nearest known card, in shorter sides of that."""
        return min(_away(one, card) for card in self.cards)

    def above(self, one: Outlined) -> list[DetectedCard] | None:
        """The known cards that show an index within a find: they lie on it. None where one of them may be the find."""
        middle = one.corners.mean(axis=0)
        around = detected(UNSURE, 0.0, {}, middle + _BESIDE * (one.corners - middle), 0)
        found = []
        for index in (index.index for index in self.read if around.covers(index.index.middle)):
            own = [card for card in self.cards if self._has(card, index)]
            if not own or min(_away(one, card) for card in own) < _OTHER:
                return None
            found += own
        return found

    def show_none(self, one: Outlined, above: Sequence[DetectedCard]) -> bool:
        """Whether a find has no index.

        One could be seen: nothing that lies `above` hides all of its places, no glare does, and the cards that are
        known show theirs.
        """
        places = [place for place in self._of(one) if not any(card.covers(place.middle) for card in above)]
        lost = [overexposed(cut_index(self.picture, place.middle, place.up)) for place in places]
        if not places or (max(lost) > _GLARE and self.paper.min() < _BRIGHT):
            return False
        return not self._show_one(places) and self._tell

    @cached_property
    def _tell(self) -> bool:
        """Whether an index is seen at the places of those cards that are known and that nothing covers."""
        whole = [one for one in self.table.whole if one.card.whole > _WHOLE and self.nearest(one) < _KNOWN]
        known = [one for one in whole if self.table.is_like_card(one)]
        return sum(self._show_one(self._of(one)) for one in known) >= _FOUND * len(known)

    def _of(self, one: Outlined) -> list[DetectedIndex]:
        return self.table.places(fitted(self.picture, self.table.plane, one.corners)[0])

    def _has(self, card: DetectedCard, index: DetectedIndex) -> bool:
        places = self.table.places(np.array(card.corners))
        return min(float(np.hypot(*(place.middle - index.middle))) for place in places) < index.half

    def _show_one(self, places: Sequence[DetectedIndex]) -> bool:
        return any(one.is_index > _NO_INDEX for one in read_indices(self.picture, places))


def _away(one: Outlined, card: DetectedCard) -> float:
    """From a find's middle to that of a card, in its shorter sides."""
    return float(np.hypot(*(np.array(card.xy) - one.corners.mean(axis=0)))) / card.shorter_side

"""The piles on which the last pictures of a table agree: one in twenty misses a card or has a false detection."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.cards.common.reading import UNSURE, DetectedCard
from vision.places.cards.pile import MAX_MISSES
from vision.places.cards.zones import uppermost

_MAX_OFFSET = 0.5  # shorter sides between the middles of one pile in two pictures


@dataclass
class _Pile:
    cards: dict[int, DetectedCard]  # its card by how many pictures ago it was detected, the last one first

    def holds(self, card: DetectedCard) -> bool:
        """Whether a card of an earlier picture lies where the pile's last one does."""
        last = next(iter(self.cards.values()))
        return last.apart(card) < _MAX_OFFSET * last.shorter_side

    @property
    def is_steady(self) -> bool:
        """Whether it was detected lately, and in more than half of the pictures since it came."""
        return min(self.cards) < MAX_MISSES and 2 * len(self.cards) > max(self.cards)

    @property
    def card(self) -> DetectedCard:
        """Its last card, with the face that most of the last pictures read."""
        codes = [card.code for card in self.cards.values() if card.code != UNSURE][:MAX_MISSES]
        last = next(iter(self.cards.values()))
        return replace(last, code=Counter(codes).most_common(1)[0][0]) if codes else last


class SteadyPiles:
    """The piles of one table in the last pictures, which may be of different sizes.

    >>> five, six = (DetectedCard(code, ((x, 0), (x + 63, 0), (x + 63, 88), (x, 88)), 1.0) for code, x in
    ...              (("5", 0), ("6", 90)))
    >>> piles = SteadyPiles()
    >>> [[card.code for card in piles.update(cards, 900.0)] for cards in ([five, six], [five], [five, six])]
    [['5', '6'], ['5', '6'], ['5', '6']]
    """

    def __init__(self) -> None:
        self._pictures: deque[list[DetectedCard]] = deque(maxlen=2 * MAX_MISSES)  # the last one first

    def forget(self) -> None:
        """Forgets all pictures, since the table has been moved."""
        self._pictures.clear()

    def update(self, cards: Sequence[DetectedCard], width: float) -> list[DetectedCard]:
        """Takes the cards of one more picture, `width` px wide, and returns the piles in shares of its width."""
        self._pictures.appendleft([_scaled(card, width) for card in uppermost(cards)])
        found: list[_Pile] = []
        for ago, picture in enumerate(self._pictures):
            for card in picture:
                pile = next((pile for pile in found if pile.holds(card)), None)
                if pile is None:
                    found.append(_Pile({ago: card}))
                else:
                    pile.cards.setdefault(ago, card)
        return [pile.card for pile in found if pile.is_steady]


def _scaled(card: DetectedCard, width: float) -> DetectedCard:
    return card.at(lambda corner: (corner[0] / width, corner[1] / width))
